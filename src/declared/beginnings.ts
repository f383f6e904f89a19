import type { CompleteAction } from '../derive/actions.ts'
import { begunWith } from '../derive/beginnings.ts'
import type { CompleteResource } from '../derive/complete.ts'
import { fromDeclared, resources } from './declared.ts'

type Row = Readonly<Record<string, unknown>>

/** What begins from a record of another resource: the action, what its button says, and what its dialog holds, with how that is called. */
export interface FromRecord {
  resource: CompleteResource
  action: CompleteAction
  label: string
  /** It stands before the record's own actions. */
  isFirst: boolean
  given: Record<string, unknown>
  named: Record<string, { value: unknown; label: string }>
}

interface Begins {
  resource: CompleteResource
  at: CompleteResource['begins'][number]
}

const beginnings = fromDeclared(() => {
  const found = new Map<string, Begins[]>()
  for (const resource of resources) for (const at of resource.begins) found.set(at.on, [...(found.get(at.on) ?? []), { resource, at }])
  return found
})

const actionOf = ({ resource, at }: Begins): CompleteAction | undefined => resource.actions.find(({ name }) => name === at.action)

/** Gives what begins from a record (`begins`) as it stands, whoever may do it. */
export const begunFrom = (from: CompleteResource, record: Row): FromRecord[] =>
  (beginnings().get(from.name) ?? []).flatMap((begins) => {
    const [action, begun] = [actionOf(begins), begunWith(begins.at, from, record)]
    return action && begun
      ? [{ resource: begins.resource, action, label: begins.at.label ?? action.label, isFirst: begins.at.first === true, ...begun }]
      : []
  })

/** Gives the labels of what begins from some record of a resource, of what someone may do. */
export const beginningLabels = (from: CompleteResource, may: (code: string) => boolean): string[] =>
  (beginnings().get(from.name) ?? []).flatMap((begins) => {
    const action = actionOf(begins)
    return action && may(action.can) ? [begins.at.label ?? action.label] : []
  })
