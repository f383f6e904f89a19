import type { Action } from '../../core/action.ts'
import type { Column, Resource } from '../../core/resource.ts'

/** Gives names with one put where another stands. */
const moved = (names: readonly string[], name: string, over: string): string[] => {
  const place = names.indexOf(over)
  if (place < 0 || !names.includes(name)) return [...names]
  const others = names.filter((each) => each !== name)
  return [...others.slice(0, place), name, ...others.slice(place)]
}

const inOrder = <T>(some: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, some[name] as T]))

const movedIn = <T>(some: Readonly<Record<string, T>>, name: string, over: string): Record<string, T> =>
  inOrder(some, moved(Object.keys(some), name, over))

/** Gives the declaration with a field where another stands, in the list and in the dialogs. */
export const moveField = (resource: Resource, name: string, over: string): Resource => {
  const columns = movedIn<Column>(resource.columns, name, over)
  const names = Object.keys(columns)
  const form = [...(resource.form ?? [])].sort((a, b) => names.indexOf(a) - names.indexOf(b))
  return { ...resource, columns, form }
}

/** Gives the declaration with an action where another stands, among the buttons of a row. */
export const moveAction = (resource: Resource, name: string, over: string): Resource => ({
  ...resource,
  actions: movedIn<Action>((resource.actions ?? {}) as Record<string, Action>, name, over),
})

/** Gives the declaration with a state where another stands. */
export const moveState = (resource: Resource, name: string, over: string): Resource =>
  resource.states ? { ...resource, states: { ...resource.states, of: movedIn(resource.states.of, name, over) } } : resource

/** Gives the declaration with a paper where another stands; the buttons that print them follow, each in a place where one of them stood. */
export const movePrint = (resource: Resource, name: string, over: string): Resource => {
  const prints = movedIn(resource.prints ?? {}, name, over)
  const papers = Object.keys(prints)
  const actions = Object.entries((resource.actions ?? {}) as Record<string, Action>)
  const isPrinting = ([, action]: [string, Action]): boolean => papers.includes(action.prints ?? '')
  const printing = actions.filter(isPrinting).sort(([, a], [, b]) => papers.indexOf(a.prints ?? '') - papers.indexOf(b.prints ?? ''))
  const ordered = actions.map((each) => (isPrinting(each) ? (printing.shift() as [string, Action]) : each))
  return { ...resource, prints, ...(resource.actions ? { actions: Object.fromEntries(ordered) } : {}) } as Resource
}
