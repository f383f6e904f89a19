import { CallError } from '../../src/core/errors.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import { wholly } from '../store/connection/undoable.ts'
import type { Acting } from './defineEffects.ts'
import { act } from './transition.ts'

/** Does an action of a resource to records as they are now, as what another deed brings about, and gives its answer. Throws as `act` does, and where there is no such action. */
export const actNamed = async (
  acting: Acting,
  name: string,
  named: string,
  keys: readonly number[],
  values: Readonly<Record<string, unknown>> = {},
): Promise<object> => {
  const resource = resourceNamed(name)
  const action = resource.actions.find((one) => one.name === named)
  if (!action) throw new Error(`${name} has no action ${named}`)
  return act(acting, resource, action, { keys, versions: null, values })
}

/** The same, all of it or nothing: false where a rule refuses it, of the domain's or of the store's. */
export const actIfMay = (acting: Acting, name: string, named: string, keys: readonly number[]): Promise<boolean> =>
  wholly(acting.tx, () => actNamed(acting, name, named, keys)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallError || (typeof error === 'object' && error !== null && 'constraint' in error)) return false
      throw error
    },
  )
