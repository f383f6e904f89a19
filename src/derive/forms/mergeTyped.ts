import { isEqual } from 'es-toolkit'
import type { Field, RowSchema } from '../../core/form.ts'

type Values = Readonly<Record<string, unknown>>

/** What a dialog holds once another's changes of its record have come into it. */
export interface Merged {
  values: Record<string, unknown>
  /** Fields that have the other's value now: whoever types here had left them as they were. */
  taken: string[]
  /** Fields that hold what was typed here, where the other has put something else. */
  both: string[]
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether two values of a field are one: a list by what is in it, and nothing however it is written. */
export const isSameValue = (a: unknown, b: unknown): boolean => (isNothing(a) ? isNothing(b) : isEqual(a, b))

const setWith = ({ 'x-clears': clears = [], 'x-lookup': lookup, 'x-suggest': suggest }: Field): string[] => [
  ...clears,
  ...Object.keys({ ...lookup?.fills, ...suggest?.fills }),
]

/** Gives fields with those that go with them, and with those in turn: the town with its province, what a choice fills with the choice. */
export const withDependents = ({ properties }: RowSchema, names: readonly string[]): Set<string> => {
  const all = new Set(names)
  for (const name of all) for (const next of properties[name] ? setWith(properties[name]) : []) all.add(next)
  return all
}

/**
 * Gives what a dialog holds where another has changed the record since it was read: `base` as it was read, `mine` as it is typed here,
 * `theirs` as the record is now. What was changed here stays, with what goes with it; all else is theirs.
 */
export const mergeTyped = (form: RowSchema, base: Values, mine: Values, theirs: Values): Merged => {
  const names = Object.keys(form.properties)
  const kept = withDependents(
    form,
    names.filter((name) => !isSameValue(mine[name], base[name])),
  )
  const isTheirs = (name: string): boolean => !isSameValue(theirs[name], base[name])
  return {
    values: Object.fromEntries(names.map((name) => [name, kept.has(name) ? mine[name] : theirs[name]])),
    taken: names.filter((name) => !kept.has(name) && isTheirs(name)),
    both: names.filter((name) => kept.has(name) && isTheirs(name) && !isSameValue(mine[name], theirs[name])),
  }
}
