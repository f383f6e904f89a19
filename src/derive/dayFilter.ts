import { addDays, secondsOf } from '../protocol/dates.ts'
import type { CompleteColumn } from './complete.ts'

/** Gives the filters of a list that narrow a column (date or datetime) to the days from one to another, `YYYY-MM-DD`, both among them. */
export const filterDay = (column: CompleteColumn | undefined, from: string, to: string): Record<string, string | number> => {
  const name = column?.name ?? ''
  if (column?.is !== 'datetime') return { [`${name}_start`]: from, [`${name}_end`]: to }
  return { [`${name}_start`]: secondsOf(from) ?? 0, [`${name}_end`]: (secondsOf(addDays(to, 1)) ?? 0) - 1 }
}

/** Before any day of which an operator keeps a record. */
const EVER = '2000-01-01'

/** The same of all days up to one, it among them. */
export const filterUntil = (column: CompleteColumn | undefined, to: string): Record<string, string | number> => filterDay(column, EVER, to)
