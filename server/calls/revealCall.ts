import { CallError } from '../../src/core/errors.ts'
import { form, id } from '../../src/derive/callParams.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { scopeOf } from '../store/reading/filters.ts'
import { readNumbers } from '../store/sealing/numbers.ts'
import { logDeed } from '../store/writing/deeds.ts'
import type { Call, Context } from './defineCall.ts'

/**
 * Gives the call that shows the personal numbers of one record in full (domain.md, People): a permission of its own, and each time it is
 * used it stands in 操作日志. None where a resource has no such numbers.
 */
export const revealCalls = (resource: CompleteResource): Call[] => {
  const path = resource.calls.reveal
  if (!path) return []
  return [
    {
      path,
      label: '显示完整号码',
      group: resource.label,
      can: 'self',
      writes: true,
      params: form('显示完整号码', { [resource.key]: id(resource.label) }, [resource.key]),
      handle: async ({ tx, session }: Context, params: Record<string, unknown>) => {
        const key = params[resource.key] as number
        const found = await readNumbers(tx, resource, key, scopeOf(resource, session))
        if (!found) throw new CallError(404)
        await logDeed(tx, { resource, key, title: found.title, p_id: found.p_id })
        return { [resource.key]: key, ...found.numbers }
      },
    },
  ]
}
