import { createContext, useContext } from 'react'

/** What a page knows of its tab. */
export interface TabState {
  path: string
  search: URLSearchParams
}

export const TabContext = createContext<TabState>({ path: '', search: new URLSearchParams() })

export const useTab = (): TabState => useContext(TabContext)

/** Apart from the rest, because it alone changes when another tab is looked at: a list that asked for both was drawn anew each time. */
export const ShownContext = createContext(true)

/** Whether one's page, and one's list on it, is the one that is looked at. */
export const useIsShown = (): boolean => useContext(ShownContext)

/** Gives the address of a tab with one of its params set, or taken away by null; the others stay. */
export const tabLink = ({ path, search }: TabState, name: string, value: string | number | null): string => {
  const next = new URLSearchParams(search)
  if (value === null) next.delete(name)
  else next.set(name, String(value))
  return next.size === 0 ? path : `${path}?${next}`
}
