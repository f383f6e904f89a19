import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import type { Adding } from '../../caller/session.ts'
import type { Call, Context } from '../../calls/defineCall.ts'
import { derivedCall } from '../../calls/resourceCalls.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { insertRow } from '../../store/writing/write.ts'
import { tenancyOf } from './tenancyOf.ts'

interface InRoom {
  org_id: number
  [field: string]: unknown
}

/**
 * Gives the `add` of a resource whose records are about a room (`org_id`): the derived one, which keeps with the record who has the room on
 * the day that it is about, and by which contract. Whoever comes after does not inherit it. That day is today, or the one on which it was found, in the column
 * `of`, which is not to come: who registers what was found last month means whoever lived there then. A row of a file is added alike.
 */
export const addingInRoom = (name: string, of?: string): Call => {
  const resource = resourceNamed(name)
  const add = derivedCall(resource, 'add', resourceNamed)
  const withTenancy = async ({ tx, now }: Pick<Adding, 'tx' | 'now'>, params: InRoom) => {
    const today = dateOf(now)
    const day = of === undefined ? today : String(params[of])
    if (day > today) throw new CallError(400, '发现日期不能晚于今天', { field: of })
    return { ...params, ...(await tenancyOf(tx, params.org_id, day)) }
  }
  const row = async (adding: Adding, params: InRoom) => {
    const { tx, session } = adding
    const said = await withTenancy(adding, params)
    const belonging = await belongingOf(tx, resource, said, session.scope, resourceNamed)
    return { [resource.key]: await insertRow(tx, resource, { ...said, ...belonging }, session.userId) }
  }
  return {
    ...add,
    adds: { makes: [name], row },
    handle: async (context: Context, params: InRoom) => add.handle(context, await withTenancy(context, params)),
  }
}
