import { fromDeclared, resources } from '../../declared/declared.ts'
import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { mayCall } from '../../providers/mayCall.ts'

interface Everywhere {
  key: string
  resource: CompleteResource
  action: CompleteAction
}

const everywhereNow = fromDeclared((): Everywhere[] =>
  resources
    .flatMap((resource) =>
      resource.actions
        .filter((action) => action.everywhere)
        .map((action) => ({ key: `${resource.name}.${action.name}`, resource, action })),
    )
    .sort((a, b) => (a.action.everywhere ?? 0) - (b.action.everywhere ?? 0)),
)

/** Gives the actions that may be begun whatever screen one is on (`everywhere`), of those that this person may do. */
export const begunAnywhere = (): Everywhere[] => everywhereNow().filter(({ action }) => mayCall(action.can))
