import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Adding } from '../../caller/session.ts'
import type { Call, Context } from '../../calls/defineCall.ts'
import { derivedCall } from '../../calls/resourceCalls.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { insertRow } from '../../store/writing/write.ts'
import { tenancyOf } from './tenancyOf.ts'

interface InRoom {
  org_id: number
}

/**
 * Gives the `add` of a resource whose records are about a room (`org_id`): the derived one, which keeps with the record who has the room on
 * that day, and by which contract. Whoever comes after does not inherit it. A row of a file is added alike.
 */
export const addingInRoom = (name: string): Call => {
  const resource = resourceNamed(name)
  const add = derivedCall(resource, 'add', resourceNamed)
  const row = async ({ tx, session }: Adding, params: InRoom) => {
    const said = { ...params, ...(await tenancyOf(tx, params.org_id)) }
    const belonging = await belongingOf(tx, resource, said, session.scope, resourceNamed)
    return { [resource.key]: await insertRow(tx, resource, { ...said, ...belonging }, session.userId) }
  }
  return {
    ...add,
    adds: { makes: [name], row },
    handle: async (context: Context, params: InRoom) => add.handle(context, { ...params, ...(await tenancyOf(context.tx, params.org_id)) }),
  }
}
