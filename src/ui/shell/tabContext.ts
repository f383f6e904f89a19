import { createContext, useContext } from 'react'

/** What a page knows of its tab. */
export interface TabState {
  path: string
  search: URLSearchParams
  isActive: boolean
}

export const TabContext = createContext<TabState>({ path: '', search: new URLSearchParams(), isActive: true })

export const useTab = (): TabState => useContext(TabContext)
