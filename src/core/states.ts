import type { Action } from './action.ts'
import type { Resource, Tone } from './resource.ts'
import type { SetOf, StateOf } from './typed.ts'

/** One state of a record's life. */
export interface State {
  /** What the column stores and the wire carries; never used for another state. */
  code: number
  label: string
  tone?: Tone
  /** The way ends here. */
  ends?: true
  /** No move leads here any more; records that are here stay, and may be led away. */
  retired?: true
}

/** A move that no button makes: a job does it, or what another record's move brings about. */
export interface SystemMove<S extends string = string> {
  label: string
  from: NoInfer<S> | readonly NoInfer<S>[]
  to: NoInfer<S>
}

/** Rows in some states that exclude one another: two of the same `same` may not overlap between the two columns of `during`. */
interface Exclusion<C extends string = string> {
  within: string
  same: readonly NoInfer<C>[]
  /** Two datetimes (the second not included) or two days (both included). */
  during: readonly [NoInfer<C>, NoInfer<C>]
  /**
   * The column of what the one of `same` refers to that says what that is a part of: rows of a whole and rows of its parts exclude one another too
   * (a flat, and the rooms in it), rows of two parts do not.
   */
  parts?: string
}

/** The life of a resource's records. What actions do to it they say by `from` and `to`. */
export interface States<C extends string = string, S extends string = string> {
  /** The column that holds the state. Its kind, words, tones and default follow from here. */
  column: NoInfer<C>
  of: Readonly<Record<S, State>>
  /** The state that a new record has; where the domain makes some in another, those too. */
  first: NoInfer<S> | readonly [NoInfer<S>, ...NoInfer<S>[]]
  /** The one place of "which states mean that". */
  sets?: Readonly<Record<string, readonly NoInfer<S>[]>>
  moves?: Readonly<Record<string, SystemMove<S>>>
  /** What a row of a set, or of one state, has to have: the database holds it. */
  requires?: Readonly<Record<string, readonly NoInfer<C>[]>>
  /** Of the rows of a set, or of one state, no two have the same: the database holds it. */
  unique?: readonly { within: string; columns: readonly NoInfer<C>[] }[]
  excludes?: readonly Exclusion<C>[]
  /** Indexes of the rows of a set, or of one state, for what the domain asks of them. */
  indexes?: readonly { within: string; columns: readonly NoInfer<C>[]; include?: readonly NoInfer<C>[] }[]
}

type Stated = { readonly states?: States | undefined }

/** A state's name, or a set's. */
type Word<R> = StateOf<R> | SetOf<R>

/** Gives the numbers of states by their names, or of a set by its own; none for a word that is neither, which a declaration that is written cannot say. */
export const codesOf = <R extends Stated>({ states }: R, words: Word<R> | readonly Word<R>[]): number[] =>
  ([words].flat() as string[]).flatMap((word) => (states?.sets?.[word] ?? [word]).flatMap((name) => states?.of[name]?.code ?? []))

/** Gives the number of one state, by its name: `codeOf(waiting, 'called')` is 2. */
export const codeOf = <R extends Stated>(resource: R, name: StateOf<R>): number => codesOf(resource, name)[0] ?? Number.NaN

/** Gives the words of a resource's states by their numbers, for a column of another that holds one of them. */
export const wordsOf = ({ states }: Stated): Readonly<Record<number, string>> =>
  Object.fromEntries(Object.values(states?.of ?? {}).map(({ code, label }) => [code, label]))

/** A move between states: what staff do, and what the system does. */
export interface Move {
  name: string
  label: string
  from: readonly string[]
  to: string
  isSystem: boolean
  /** It is an action's being submitted, which only where its business has steps comes before the action itself. */
  isAsking?: true
}

/** What asking for approval does to a record that stands in a state of its own meanwhile (`approves.meanwhile`), what getting it does, and what not getting it. */
const askingMoves = (name: string, { label, from, to, approves }: Action): Move[] => {
  const [here] = [from ?? []].flat()
  const meanwhile = approves?.meanwhile
  if (here === undefined || meanwhile === undefined) return []
  return [
    { name: `${name}.ask`, label: `提交${label}`, from: [here], to: meanwhile, isSystem: true, isAsking: true },
    ...(to === undefined ? [] : [{ name: `${name}.yes`, label: `${label}审批通过`, from: [meanwhile], to, isSystem: true }]),
    { name: `${name}.back`, label: `${label}未通过`, from: [meanwhile], to: here, isSystem: true },
  ]
}

/** Gives the moves of a resource: its actions that change the state, what their approval does meanwhile, and those of the system. */
export const movesOf = ({ actions = {}, states }: Pick<Resource, 'actions' | 'states'>): Move[] => [
  ...Object.entries(actions).flatMap(([name, { label, from, to }]) =>
    to === undefined ? [] : [{ name, label, from: [from ?? []].flat(), to, isSystem: false }],
  ),
  ...Object.entries(actions).flatMap(([name, action]) => askingMoves(name, action)),
  ...Object.entries(states?.moves ?? {}).map(([name, { label, from, to }]) => ({ name, label, from: [from].flat(), to, isSystem: true })),
]

/** Gives the states that moves lead to from some, those themselves among them. */
export const reachedFrom = (start: readonly string[], moves: readonly Pick<Move, 'from' | 'to'>[]): Set<string> => {
  const reached = new Set(start)
  // A set that grows while it is walked is walked to its end.
  for (const state of reached) for (const { from, to } of moves) if (from.includes(state)) reached.add(to)
  return reached
}

/** Gives the states in which records begin. */
export const firstOf = ({ first }: Pick<States, 'first'>): string[] => [first].flat()
