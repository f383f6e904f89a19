import type { Field } from '../core/form.ts'
import { isMadeAtRunTime } from '../core/resource.ts'
import type { CompleteResource } from '../derive/complete.ts'
import { fromDeclared, resources } from './declared.ts'

type Code = `/api/${string}`

const isCode = (path: string | null): path is Code => path?.startsWith('/api/') === true

const lookedUp = (fields: Readonly<Record<string, Field>>): string[] =>
  Object.values(fields).flatMap((field) => {
    const call = field['x-lookup']?.call
    const inner = field.type === 'array' && 'properties' in field.items ? lookedUp(field.items.properties) : []
    return [...(typeof call === 'string' ? [call] : Object.values(call?.of ?? {})), ...inner]
  })

/** The deeds whose dialogs choose by a call, by that call. What is one's own has no codes. */
const deedsBy = fromDeclared(() => {
  const deeds = new Map<string, Set<Code>>()
  for (const { can, form } of resources.flatMap(({ own, actions }) => (own ? [] : actions)))
    for (const call of form && isCode(can) ? lookedUp(form.properties) : [])
      deeds.set(call, (deeds.get(call) ?? new Set()).add(can as Code))
  return deeds
})

/**
 * Gives the codes of which one is enough to choose from a resource by its title (`/api/<name>/choose`): that of its list, and those of
 * all that is done by a dialog which asks for one of its records. Where the list is open to all staff, so is this.
 */
export const choosersOf = ({ calls: { index, choose } }: CompleteResource): Code[] =>
  choose ? [...new Set([...(isCode(index) ? [index] : []), ...(deedsBy().get(choose) ?? [])])] : []

/** Whether someone with these codes may choose from it. */
export const mayChoose = (resource: CompleteResource, may: (code: Code) => boolean): boolean =>
  resource.isLookup || (resource.choices !== null && resource.choices !== resource.calls.choose) || choosersOf(resource).some(may)

/** Whether a screen made at run time may refer to a resource: one whose records staff choose by a call that tells no more than their names, or another such screen. */
export const isReferable = ({ isStored, own, isLookup, choices, calls, path }: CompleteResource): boolean =>
  isStored && !own && choices !== null && (isLookup || choices !== calls.index || isMadeAtRunTime({ path }))
