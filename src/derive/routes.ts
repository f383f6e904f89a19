import type { CompleteAction } from './actions.ts'
import type { CompleteResource } from './complete.ts'
import type { Screen } from './menu.ts'

/** What the router knows of a screen or a resource, in the words of refine: its name and its addresses, those it has. */
export interface Routed {
  name: string
  list?: string
  /** One record, beside its list: of whichever strip has details. */
  show?: string
  /** The list, with the dialog that adds to it. */
  create?: string
  meta: {
    label: string
    /** The id of the screen that its addresses lead to. */
    screen?: string
  }
}

/** Gives, of a resource's actions, that of its page which adds a record; undefined where there is none. */
export const addsTo = (actions: readonly CompleteAction[]): CompleteAction | undefined =>
  actions.find(({ name, on }) => name === 'add' && on === 'page')

/** Gives a declared path as the router writes it: `/a/{id}` is `/a/:id`. */
export const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/**
 * Gives refine's resources: each screen under the name of the resource that it lists, or first lists, else under its own id; and, without
 * addresses, each resource that stands only in others' screens. No two have the same name.
 */
export const routesOf = (resources: readonly CompleteResource[], screens: readonly Screen[]): Routed[] => {
  const taken = new Set(resources.filter(({ path }) => path).map(({ name }) => name))
  const routed = screens.map(({ id, label, path, strips }): Routed => {
    const shown = strips.flatMap(({ resource }) => resources.find(({ name }) => name === resource) ?? [])
    const [listed] = shown
    const list = routeOf(path)
    const meta = { label, screen: id }
    if (!listed) return { name: id, list, meta }
    const name = listed.name === id || !taken.has(listed.name) ? listed.name : id
    taken.add(name)
    return {
      name,
      list,
      ...(shown.some(({ calls }) => calls.detail) ? { show: `${list}/show/:id` } : {}),
      ...(addsTo(listed.actions) ? { create: `${list}/create` } : {}),
      meta,
    }
  })
  const others = resources.filter(({ name, calls }) => calls.index && !routed.some((other) => other.name === name))
  return [...routed, ...others.map(({ name, label }) => ({ name, meta: { label } }))]
}
