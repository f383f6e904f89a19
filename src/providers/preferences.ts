import type { PreferenceChange, Preferences } from '../protocol/preferences.ts'
import { CallFailure, call } from './call.ts'
import { currentUser, isViewing } from './session.ts'

/** What this browser remembers, so that nothing waits for the server: of whom, what, and what the server has not heard yet. */
interface Kept {
  values: Record<string, unknown>
  /** Changed names, and who changed them; 0 is whoever logs in next. */
  unsent: Record<string, number>
}

const KEY = 'anju.preferences'

const readKept = (): Kept => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null
    return { values: kept?.values ?? {}, unsent: kept?.unsent ?? {} }
  } catch {
    return { values: {}, unsent: {} }
  }
}

let kept = readKept()
const listeners = new Set<() => void>()
/** When each name was last changed here, counted in changes: an answer that was asked for before does not undo it. */
const changedAt = new Map<string, number>()
let changes = 0

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Who looks as another role leaves no trace: neither here nor on the server. */
const keep = (): void => {
  if (!isViewing()) localStorage.setItem(KEY, JSON.stringify(kept))
}

const change = (name: string, value: unknown): void => {
  const { [name]: _before, ...others } = kept.values
  kept = {
    values: value === undefined ? others : { ...others, [name]: value },
    unsent: { ...kept.unsent, [name]: currentUser()?.user_id ?? 0 },
  }
  changes += 1
  changedAt.set(name, changes)
  keep()
  tell()
  void sendPreferences()
}

let isSending = false

/** Gives the names that are this person's to send. */
const waiting = (): string[] => {
  const me = currentUser()?.user_id
  return isViewing() || me === undefined
    ? []
    : Object.keys(kept.unsent).filter((name) => kept.unsent[name] === me || kept.unsent[name] === 0)
}

const sendOnce = async (names: readonly string[]): Promise<boolean> => {
  const at = changes
  const said = names.map((name): PreferenceChange => ({ name, value: JSON.stringify(kept.values[name] ?? null) }))
  const isHeard = await call('/api/preference/save', { changes: said, request_id: `${Date.now()}.${Math.random()}` }).then(
    () => true,
    // What the server's rules refuse would be refused for ever; anything else goes with the next change.
    (error: unknown) => error instanceof CallFailure && error.code === 400,
  )
  if (!isHeard) return false
  const settled = names.filter((name) => (changedAt.get(name) ?? 0) <= at)
  kept = { ...kept, unsent: Object.fromEntries(Object.entries(kept.unsent).filter(([name]) => !settled.includes(name))) }
  keep()
  return true
}

/** Tells the server what it has not heard, one telling after the other; what it cannot be told now goes with the next. */
export const sendPreferences = async (): Promise<void> => {
  if (isSending) return
  isSending = true
  try {
    for (let names = waiting(); names.length > 0; names = waiting()) if (!(await sendOnce(names))) return
  } finally {
    isSending = false
  }
}

/** Gives a mark of this moment for `adoptPreferences`. */
export const preferencesNow = (): number => changes

/**
 * Takes what the server has of a person in place of what this browser remembers, but for what has been changed here since `asked`, or
 * has not been heard yet.
 */
export const adoptPreferences = (userId: number, told: Preferences, asked: number): void => {
  const unsent = Object.fromEntries(Object.entries(kept.unsent).filter(([, by]) => by === userId || by === 0))
  const own = Object.keys(kept.values).filter((name) => name in unsent || (changedAt.get(name) ?? 0) > asked)
  const removed = Object.keys(unsent).filter((name) => !(name in kept.values))
  const values = { ...told, ...Object.fromEntries(own.map((name) => [name, kept.values[name]])) }
  for (const name of removed) delete values[name]
  kept = { values, unsent }
  keep()
  tell()
}

// Another tab of the browser has changed something.
addEventListener('storage', ({ key }) => {
  if (key !== KEY) return
  kept = readKept()
  tell()
})

/** A value that follows a person from browser to browser. */
export interface Preference<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

/** Gives a person's own value by its name; `fallback`, always the same object, where nothing is chosen. Setting it to that forgets the choice. */
export const preference = <T>(name: string, fallback: T): Preference<T> => ({
  get: () => (kept.values[name] as T | undefined) ?? fallback,
  set: (next) => change(name, next === fallback ? undefined : next),
  subscribe(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
})
