import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Call, Context } from '../../calls/defineCall.ts'
import { derivedCall } from '../../calls/resourceCalls.ts'
import { tenancyOf } from './tenancyOf.ts'

/**
 * Gives the `add` of a resource whose records are about a room (`org_id`): the derived one, which keeps with the record who has the room on
 * that day, and by which contract. Whoever comes after does not inherit it.
 */
export const addingInRoom = (name: string): Call => {
  const resource = resourceNamed(name)
  const add = derivedCall(resource, 'add', resourceNamed)
  return {
    ...add,
    handle: async (context: Context, params: { org_id: number }) =>
      add.handle(context, { ...params, ...(await tenancyOf(context.tx, params.org_id)) }),
  }
}
