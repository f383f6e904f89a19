import type { Tone } from '../core/resource.ts'
import type { CompleteResource } from './complete.ts'
import { type Change, deeds } from './history.ts'

/** One state that a record has been in, or is in now. */
interface Step {
  label: string
  tone: Tone
  /** Who brought it there; null where that is not written down. */
  by: string | null
  /** When, in seconds since the epoch; null where that is not written down. */
  at: number | null
}

/** Where a record may go from where it is: to which state, by which move. */
interface NextStep {
  label: string
  move: string
  /** No button does it: a job, or what happens to another record. */
  isSystem: boolean
}

/** A record's way so far, its present state last, and where it may go from there. */
export interface Steps {
  passed: Step[]
  next: NextStep[]
}

/** What the journal has of a record, as far as its states are told from it. */
export interface Entry {
  deed: number
  changes: readonly Change[]
  created_at: number
  by: string | null
}

/** Gives a record's way through its states, told from its journal, oldest entry first; null where its resource declares none. */
export const stepsOf = ({ states, moves, merges, former }: CompleteResource, code: number, journal: readonly Entry[]): Steps | null => {
  if (!states) return null
  const nameOf = (value: unknown): string | undefined => Object.keys(states.of).find((name) => states.of[name]?.code === Number(value))
  const stepAt = (value: unknown, by: string | null, at: number | null): Step[] => {
    const state = states.of[nameOf(value) ?? '']
    return state ? [{ label: state.label, tone: state.tone ?? 'quiet', by, at }] : []
  }
  const turns = journal.flatMap((entry) => {
    const change = entry.changes.find(({ column }) => (former[column] ?? column) === states.column)
    return change ? [{ entry, change }] : []
  })
  const [first] = turns
  const begun = first && first.entry.deed !== deeds.made ? stepAt(first.change.before, null, null) : []
  const passed = [...begun, ...turns.flatMap(({ entry, change }) => stepAt(change.after, entry.by, entry.created_at))]
  const now = stepAt(code, null, null)
  // A journal that somebody may not read, or that began late, does not say how it came to be as it is.
  const whole = passed.at(-1)?.label === now[0]?.label ? passed : now
  const here = nameOf(code)
  return {
    passed: whole,
    next: moves
      // That it may turn out to be another is no next step of its life; that others may have to agree to one is none of its own.
      .filter(({ from, to, isAsking }) => !isAsking && here !== undefined && from.includes(here) && states.of[to]?.code !== merges?.as)
      .map(({ label, to, isSystem }) => ({ label: states.of[to]?.label ?? to, move: label, isSystem })),
  }
}
