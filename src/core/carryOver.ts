import type { Column, Resource } from './resource.ts'

/** Gives names in their order, and each other one of `among` behind the one that it follows there. */
const inOrderOf = (names: readonly string[], among: readonly string[]): string[] => {
  const all = [...names]
  for (const [place, name] of among.entries()) {
    if (all.includes(name)) continue
    const before = among.slice(0, place).findLast((each) => all.includes(each))
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, name)
  }
  return all
}

/**
 * Gives an earlier version of a declaration as one that may follow the present one: fields that have come since are kept as retired, each
 * with its words and in its place, and those that were renamed get their earlier name back, so that going back loses no content
 * (checkChange finds nothing in it).
 */
export const carryOver = (earlier: Resource, present: Resource): Resource => {
  const columns: Record<string, Column> = { ...earlier.columns }
  /** What a field of the present version is called in the one that follows it. */
  const called = new Map<string, string>()
  for (const [name, column] of Object.entries(present.columns)) {
    const names = [name, ...(column.was ?? [])]
    const then = names.find((each) => each in earlier.columns)
    const known = then === undefined ? undefined : columns[then]
    called.set(name, then ?? name)
    if (then === undefined || !known) columns[name] = { ...column, retired: true } as Column
    else {
      const was = [...new Set([...(known.was ?? []), ...names])].filter((each) => each !== then && !(each in earlier.columns))
      if (was.length > 0) columns[then] = { ...known, was } as Column
    }
  }
  const formerly = (names: readonly string[]): string[] => names.map((name) => called.get(name) ?? name)
  const order = inOrderOf(Object.keys(earlier.columns), formerly(Object.keys(present.columns)))
  const since = formerly(present.form ?? []).filter((name) => !(name in earlier.columns) || earlier.form?.includes(name))
  return {
    ...earlier,
    columns: Object.fromEntries(order.map((name) => [name, columns[name]])) as Record<string, Column>,
    ...(earlier.form || since.length > 0 ? { form: inOrderOf(earlier.form ?? [], since) } : {}),
  }
}
