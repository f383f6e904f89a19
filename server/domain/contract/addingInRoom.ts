import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { addingAs } from '../../calls/addingAs.ts'
import type { Call } from '../../calls/defineCall.ts'
import { checkServing } from '../account/index.ts'
import { tenancyOf } from './tenancyOf.ts'

interface InRoom {
  org_id: number
  [field: string]: unknown
}

/**
 * Gives the `add` of a resource whose records are about a room (`org_id`): the derived one, which keeps with the record who has the room on
 * the day that it is about, and by which contract. Whoever comes after does not inherit it. That day is today, or the one on which it was found, in the column
 * `of`, which is not to come: who registers what was found last month means whoever lived there then. Whoever is sent there (the column `sent`) has to see it.
 * A row of a file is added alike.
 */
export const addingInRoom = (name: string, { of, sent }: { of?: string; sent?: string } = {}): Call =>
  addingAs<InRoom>(name, async ({ tx, now }, params) => {
    const today = dateOf(now)
    const day = of === undefined ? today : String(params[of])
    if (day > today) throw new CallError(400, '发现日期不能晚于今天', { field: of })
    if (sent !== undefined) {
      const room = await tx.selectFrom('org').select('p_id').where('org_id', '=', params.org_id).executeTakeFirst()
      if (room) await checkServing(tx, params[sent] as number, sent, room.p_id)
    }
    return { ...params, ...(await tenancyOf(tx, params.org_id, day)) }
  })
