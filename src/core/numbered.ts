import type { Column, Resource } from './resource.ts'

/** How far the day stands in a number. */
export const numberDates = ['year', 'month', 'day'] as const

/** What a column's numbers are made of: letters, the day as far as it says, and at least so many digits. */
export interface Numbering {
  letters?: string
  dated?: (typeof numberDates)[number]
  digits: number
}

/** Digits at most; a number that has more is given whole. */
export const MAX_DIGITS = 12

/** Gives a resource whose numbered columns say what follows: nobody types a number, and no two are the same. */
export const withNumbers = (resource: Resource): Resource => {
  const columns = Object.entries(resource.columns as Readonly<Record<string, Column>>)
  if (!columns.some(([, { numbered }]) => numbered)) return resource
  const said = columns.map(([name, column]) => [name, column.numbered ? { ...column, fixed: true, unique: true } : column])
  return { ...resource, columns: Object.fromEntries(said) }
}
