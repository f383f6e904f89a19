import { createContext, useContext } from 'react'

/** What a page knows of its tab. */
export interface TabState {
  path: string
  search: URLSearchParams
  isActive: boolean
}

export const TabContext = createContext<TabState>({ path: '', search: new URLSearchParams(), isActive: true })

export const useTab = (): TabState => useContext(TabContext)

/** Gives the address of a tab with one of its params set, or taken away by null; the others stay. */
export const tabLink = ({ path, search }: TabState, name: string, value: string | number | null): string => {
  const next = new URLSearchParams(search)
  if (value === null) next.delete(name)
  else next.set(name, String(value))
  return next.size === 0 ? path : `${path}?${next}`
}
