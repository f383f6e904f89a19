import { dateOf } from '../../../src/protocol/dates.ts'
import { addingAs } from '../../calls/addingAs.ts'
import type { Call } from '../../calls/defineCall.ts'
import { tenancyOf } from './tenancyOf.ts'

interface InRoom {
  org_id: number
  [field: string]: unknown
}

/**
 * Gives the `add` of a resource whose records are about a room (`org_id`): the derived one, which keeps with the record who has the room on
 * the day that it is about, and by which contract. Whoever comes after does not inherit it. That day is today, or the one on which it was found, in the column
 * `of`, which has happened: who registers what was found last month means whoever lived there then.
 * A row of a file is added alike.
 */
export const addingInRoom = (name: string, { of }: { of?: string } = {}): Call =>
  addingAs<InRoom>(name, async ({ tx, now }, params) => {
    const today = dateOf(now)
    const day = of === undefined ? today : String(params[of])
    return { ...params, ...(await tenancyOf(tx, params.org_id, day)) }
  })
