import { createContext } from 'react'
import type { Neighbours } from '../Records.tsx'

/** Hears which rows the list within a record's detail shows: among them one walks in the record that lies over it. */
export const InnerListContext = createContext<(rows: Neighbours) => void>(() => {})
