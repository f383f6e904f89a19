import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import ownAccount from '../../../src/resources/journal/ownAccount.ts'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import { ways } from '../../../src/schemas/common.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'

/** 默认账户 (src/schemas/journal/journal.ts). */
const USUAL = 1

/** Throws 409 where a bank has said something of one of the accounts that is not in the books: nothing can be booked on it once it is closed. */
const checkSettled = async ({ tx }: Acting, keys: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ name: string; n: number }>`
    select w.name, count(*)::integer as n from own_account w join statement_line l on l.own_account_id = w.own_account_id and l.status = ${inState(statementLine, 'open')}
    where w.own_account_id = any(${keyList(keys)}) group by w.own_account_id order by w.own_account_id limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `“${rows[0].name}”还有 ${rows[0].n} 行对账单没有对上：请先在“对账单 › 未对上”里办完，再停用`)
}

/** An account that is closed is not the one that money goes to where nobody says which: it would be nowhere. What its bank said of it is in the books by then. */
export default defineEffects(ownAccount, {
  retire: {
    check: async (acting, rows) => {
      const kept = rows.find(({ usual }) => usual === USUAL)
      if (kept)
        throw new CallError(409, `“${kept.name}”是“${ways[(kept.way ?? 3) as 3]}”的默认账户：请先改为不是默认，把接替它的设为默认，再停用`)
      await checkSettled(
        acting,
        rows.map(({ own_account_id }) => own_account_id),
      )
    },
  },
})
