import type { PageSpec } from '../core/page.ts'
import { groupKeys } from '../core/resource.ts'
import type { CompleteResource } from './complete.ts'
import { type Screen, screensOf } from './menu.ts'

const NO_GROUP = '页面'

const groupOf = (screen: Screen): string => screen.menu?.group ?? NO_GROUP

const grouped = <T>(entries: readonly (readonly [string, T])[]): [string, T[]][] => {
  const groups = new Map<string, T[]>()
  for (const [group, entry] of entries) groups.set(group, [...(groups.get(group) ?? []), entry])
  return [...groups]
}

/** Gives the keys that open screens, each with the names of those it opens, by menu group; a group's own key first. */
export const accessTree = (
  resources: readonly CompleteResource[],
  pages: readonly PageSpec[],
): { group: string; keys: { key: string; label: string }[] }[] => {
  const screens = screensOf(resources, pages)
  const keys = [...new Set(screens.flatMap(({ access }) => access))].map((key) => {
    const opened = screens.filter(({ access }) => access.includes(key))
    const [first] = opened
    return [first ? groupOf(first) : NO_GROUP, { key, label: opened.map(({ label }) => label).join('、') }] as const
  })
  const own = (group: string) => {
    const key = groupKeys[group]
    if (!key) return []
    // One key may open several groups.
    const opened = Object.keys(groupKeys).filter((name) => groupKeys[name] === key)
    return [{ key, label: opened.map((name) => `${name}（整组）`).join('、') }]
  }
  return grouped(keys).map(([group, found]) => ({ group, keys: [...own(group), ...found] }))
}

/** Gives the ids of the menu's entries, which a role can hide, by menu group. */
export const sidebarTree = (
  resources: readonly CompleteResource[],
  pages: readonly PageSpec[],
): { group: string; screens: { id: string; label: string }[] }[] =>
  grouped(
    screensOf(resources, pages)
      .filter(({ menu }) => menu)
      .map((screen) => [groupOf(screen), { id: screen.id, label: screen.label }] as const),
  ).map(([group, screens]) => ({ group, screens }))
