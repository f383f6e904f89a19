import { storeOf } from '../useStore.ts'

/** An open page: its path, and the search part it was last at. */
export interface Tab {
  path: string
  search: string
}

/** The open pages, home first; they survive a reload of the browser. */
export const openTabs = storeOf<Tab[]>('anju.tabs', [], sessionStorage)

/** Notes that a page is shown; home always stands first and cannot be closed. */
export const showTab = (tab: Tab, home: string): void => {
  openTabs.set((tabs) => {
    const kept = tabs.some((other) => other.path === home) ? tabs : [{ path: home, search: '' }, ...tabs]
    if (kept.some((other) => other.path === tab.path && other.search === tab.search)) return kept === tabs ? tabs : kept
    return kept.some((other) => other.path === tab.path) ? kept.map((other) => (other.path === tab.path ? tab : other)) : [...kept, tab]
  })
}

/** Closes pages and gives the one to show instead, where the shown one was among them. */
export const closeTabs = (paths: readonly string[], active: string): Tab | null => {
  const before = openTabs.get()
  const after = before.filter((tab) => !paths.includes(tab.path))
  openTabs.set(after)
  if (!paths.includes(active)) return null
  const place = before.findIndex((tab) => tab.path === active)
  return after[Math.min(place, after.length - 1)] ?? null
}

const guards = new Map<string, Set<symbol>>()

/** Marks a page as having unsaved input while the returned function has not been called. */
export const guardTab = (path: string): (() => void) => {
  const mark = Symbol(path)
  const marks = guards.get(path) ?? new Set()
  guards.set(path, marks.add(mark))
  return () => marks.delete(mark)
}

export const isGuarded = (path: string): boolean => (guards.get(path)?.size ?? 0) > 0
