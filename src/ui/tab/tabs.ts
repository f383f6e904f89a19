import { t } from '../../providers/i18nProvider.ts'
import { storeOf } from '../hooks/useStore.ts'
import { placeOf } from './screens.ts'

/** An open page: its path, and the address that it was last at, with its search part. */
export interface Tab {
  path: string
  at: string
}

/** The open pages, home first; they survive a reload of the browser. */
export const openTabs = storeOf<Tab[]>('anju.tabs', [], sessionStorage)

/** Gives the tab of an address: that of its path, whatever record or search part follows. */
export const tabAt = (at: string): Tab => ({ path: placeOf(at.split('?')[0] ?? '').path, at })

/** Notes that a page is shown; home always stands first and cannot be closed. */
export const showTab = (tab: Tab, home: string): void => {
  openTabs.set((tabs) => {
    const kept = tabs.some((other) => other.path === home) ? tabs : [{ path: home, at: home }, ...tabs]
    if (kept.some((other) => other.path === tab.path && other.at === tab.at)) return kept
    return kept.some((other) => other.path === tab.path) ? kept.map((other) => (other.path === tab.path ? tab : other)) : [...kept, tab]
  })
}

/** Notes that a page which is open, though not looked at, is at another address now. */
export const moveTab = (tab: Tab): void =>
  openTabs.set((tabs) => tabs.map((other) => (other.path === tab.path && other.at !== tab.at ? tab : other)))

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

/** Marks the page of an address as having unsaved input while the returned function has not been called. */
export const guardTab = (at: string): (() => void) => {
  const mark = Symbol(at)
  const { path } = tabAt(at)
  const marks = guards.get(path) ?? new Set()
  guards.set(path, marks.add(mark))
  return () => marks.delete(mark)
}

export const isGuarded = (path: string): boolean => (guards.get(path)?.size ?? 0) > 0

/** Whether all pages may be drawn anew, as another language does: what is typed in one and not saved would be lost, and is asked about. */
export const mayRedraw = (): boolean => !openTabs.get().some(({ path }) => isGuarded(path)) || window.confirm(t`确定要关闭这个页面吗`)
