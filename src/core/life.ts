import type { Action } from './action.ts'
import { withNumbers } from './numbered.ts'
import type { Column, Resource } from './resource.ts'
import { withRetiring } from './retiring.ts'
import { codesOf, firstOf, type States, wordsOf } from './states.ts'

/** What a column that holds a state says, wherever it stands: it is declared once, with the states. */
const stateColumn = (resource: Resource, { column, of, ...states }: States): Column => {
  const tones = Object.fromEntries(Object.values(of).flatMap(({ code, tone }) => (tone ? [[code, tone]] : [])))
  const own = resource.columns[column] as Column
  const start = own.derived ? {} : { default: of[firstOf(states)[0] ?? '']?.code }
  return { ...own, is: 'enum', of: wordsOf(resource), tones, ...start, fixed: true } as Column
}

const guarded = (resource: Resource, { column }: States, action: Action): Action => {
  const { from, to } = action
  const when = from === undefined ? {} : { when: { ...action.when, [column]: codesOf(resource, from) } }
  // A derived state follows from what the action does.
  const set =
    to === undefined || resource.columns[column]?.derived ? {} : { set: { ...action.set, [column]: codesOf(resource, to)[0] ?? 0 } }
  return { ...action, ...when, ...set }
}

/** Gives a resource with states as one without that word would be written by hand; any other as it is. */
export const withStates = (resource: Resource): Resource => {
  const { states } = resource
  // What is not there is said by the checks (checkStates), which read the declaration as it stands.
  if (!states || !resource.columns[states.column]) return resource
  const actions = Object.entries(resource.actions ?? {}).map(([name, action]) => [name, guarded(resource, states, action)])
  return {
    ...resource,
    columns: { ...resource.columns, [states.column]: stateColumn(resource, states) },
    actions: Object.fromEntries(actions),
  }
}

/**
 * Gives a resource whose records live through states, are retired, or are numbered, as one without those words would be written by hand: an
 * enum column and guarded actions, columns that nobody types; any other as it is.
 */
export const withLife = (resource: Resource): Resource => withStates(withRetiring(withNumbers(resource)))
