import type { Column, Resource } from './resource.ts'

const retired = (column: Column): Column => {
  const { filter: _filter, sort: _sort, required: _required, unique: _unique, ...rest } = column as Column & { unique?: true }
  return { ...rest, retired: true } as Column
}

/**
 * Gives an earlier version of a declaration as one that may follow the present one: fields that have come since are kept as retired, and
 * those that were renamed get their earlier name back, so that going back loses no content (checkChange finds nothing in it).
 */
export const carryOver = (earlier: Resource, present: Resource): Resource => {
  const columns: Record<string, Column> = { ...earlier.columns }
  for (const [name, column] of Object.entries(present.columns)) {
    const names = [name, ...(column.was ?? [])]
    const then = names.find((each) => each in earlier.columns)
    const known = then === undefined ? undefined : columns[then]
    if (then === undefined || !known) columns[name] = retired(column)
    else {
      const was = [...new Set([...(known.was ?? []), ...names])].filter((each) => each !== then && !(each in earlier.columns))
      if (was.length > 0) columns[then] = { ...known, was } as Column
    }
  }
  return { ...earlier, columns }
}
