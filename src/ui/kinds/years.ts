import { createContext } from 'react'
import type { CompleteColumn } from '../../derive/complete.ts'
import type { Row } from '../action/begun.ts'
import { isThisYear } from '../look/dates.ts'
import { isEmpty } from './kindView.ts'

/** Whether times say their year. A table of this year's alone leaves it out; where one of another year stands, all say it. */
export const YearsContext = createContext(true)

/** Tells whether the times that a table shows say their year: one format within a table (look.md). */
export const showsYears = (columns: readonly CompleteColumn[], rows: readonly Row[]): boolean =>
  columns.some(({ is, name }) => is === 'datetime' && rows.some((row) => !isEmpty(row[name]) && !isThisYear(Number(row[name]))))
