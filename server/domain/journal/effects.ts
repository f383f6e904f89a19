import { CallError } from '../../../src/core/errors.ts'
import ownAccount from '../../../src/resources/journal/ownAccount.ts'
import { ways } from '../../../src/schemas/common.ts'
import { defineEffects } from '../../calls/defineEffects.ts'

/** 默认账户 (src/schemas/journal/journal.ts). */
const USUAL = 1

/** An account that is closed is not the one that money goes to where nobody says which: it would be nowhere. */
export default defineEffects(ownAccount, {
  retire: {
    check: async (_acting, rows) => {
      const kept = rows.find(({ usual }) => usual === USUAL)
      if (kept)
        throw new CallError(409, `“${kept.name}”是“${ways[(kept.way ?? 3) as 3]}”的默认账户：请先改为不是默认，把接替它的设为默认，再停用`)
    },
  },
})
