import { withStates } from './life.ts'
import { type Print, withColumnsNamed } from './prints.ts'
import type { Column, Resource } from './resource.ts'
import type { State, States } from './states.ts'

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

/** The states of an earlier version, with those that have come since as retired, each under its own name and number. */
const statesSince = (earlier: States, present: Readonly<Record<string, State>>): States => {
  const codes = new Set(Object.values(earlier.of).map(({ code }) => code))
  const since = Object.entries(present).filter(([name, { code }]) => !(name in earlier.of) && !codes.has(code))
  return {
    ...earlier,
    of: { ...earlier.of, ...Object.fromEntries(since.map(([name, state]) => [name, { ...state, retired: true as const }])) },
  }
}

const labels = (column: Column): Readonly<Record<number, string>> => (column.is === 'enum' ? column.of : {})

/** Choices of an earlier version, with those that records may hold since. */
const withChoices = (earlier: Column, present: Column): Column =>
  earlier.is === 'enum' && present.is === 'enum' ? { ...earlier, of: { ...present.of, ...earlier.of } } : earlier

/** Where choices have become states since, or states choices, each version has every number that records may hold. */
const carriedLife = (
  earlier: Resource,
  present: Resource,
  now: string,
  then: string,
  known: Column,
): { column: Column; states?: States } => {
  const held = withStates(present).columns[now] as Column
  if (earlier.states?.column === then) {
    const own = present.states?.column === now ? present.states.of : {}
    const loose = Object.entries(labels(held)).filter(([code]) => !Object.values(own).some((state) => String(state.code) === code))
    const named = Object.fromEntries(loose.map(([code, label]): [string, State] => [`s${code}`, { code: Number(code), label }]))
    return { column: known, states: statesSince(earlier.states, { ...own, ...named }) }
  }
  return { column: present.states?.column === now ? withChoices(known, held) : known }
}

/** The papers of an earlier version, with those that have come since as retired, which name its columns as it does. */
const carriedPrints = (earlier: Resource, present: Resource, named: (name: string) => string): Record<string, Print> => {
  const since = Object.entries(present.prints ?? {}).filter(([name]) => !earlier.prints?.[name])
  const carried = since.map(([name, print]): [string, Print] => [
    name,
    { ...print, text: withColumnsNamed(print.text, present.name, named), retired: true },
  ])
  return { ...earlier.prints, ...Object.fromEntries(carried) }
}

/**
 * Gives an earlier version of a declaration as one that may follow the present one: fields that have come since are kept as retired, each
 * with its words and in its place, and those that were renamed get their earlier name back, so that going back loses no content
 * (checkChange finds nothing in it).
 */
export const carryOver = (earlier: Resource, present: Resource): Resource => {
  const columns: Record<string, Column> = { ...earlier.columns }
  let states = earlier.states
  /** What a field of the present version is called in the one that follows it. */
  const called = new Map<string, string>()
  for (const [name, column] of Object.entries(present.columns)) {
    const names = [name, ...(column.was ?? [])]
    const then = names.find((each) => each in earlier.columns)
    const known = then === undefined ? undefined : columns[then]
    called.set(name, then ?? name)
    if (then === undefined || !known) columns[name] = { ...withStates(present).columns[name], retired: true } as Column
    else {
      const carried = carriedLife(earlier, present, name, then, known)
      states = carried.states ?? states
      const was = [...new Set([...(known.was ?? []), ...names])].filter((each) => each !== then && !(each in earlier.columns))
      columns[then] = { ...carried.column, ...(was.length > 0 ? { was } : {}) } as Column
    }
  }
  const named = (name: string): string => called.get(name) ?? name
  const formerly = (names: readonly string[]): string[] => names.map(named)
  const prints = carriedPrints(earlier, present, named)
  const order = inOrderOf(Object.keys(earlier.columns), formerly(Object.keys(present.columns)))
  const since = formerly(present.form ?? []).filter((name) => !(name in earlier.columns) || earlier.form?.includes(name))
  return {
    ...earlier,
    ...(states ? { states } : {}),
    ...(earlier.prints || present.prints ? { prints } : {}),
    columns: Object.fromEntries(order.map((name) => [name, columns[name]])) as Record<string, Column>,
    ...(earlier.form || since.length > 0 ? { form: inOrderOf(earlier.form ?? [], since) } : {}),
  }
}
