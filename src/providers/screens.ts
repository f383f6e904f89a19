import type { Resource } from '../core/resource.ts'
import { declareAtRunTime, declaredVersion } from '../declared/declared.ts'
import { havePatterns, provideLinearEngine } from '../derive/patterns/linearPatterns.ts'
import { call } from './call.ts'
import { refreshUser } from './login.ts'

/** The screens made at run time as this browser last heard of them, so that the menu is whole before the server has answered. */
const KEY = 'anju.screens'

interface Made {
  at: number
  screens: Resource[]
}

let isHeard = false
const listeners = new Set<() => void>()

/** Whether the server has said which screens there are: until then an address that leads nowhere may be one of them. */
export const haveHeard = (): boolean => isHeard

export const onHeard = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const declare = ({ screens, at }: Made): void => {
  known = screens
  declareAtRunTime(screens, at)
  // Only who has such screens pays for the engine, and after the rows; until it is there the server judges alone.
  if (havePatterns(screens))
    requestIdleCallback(() => void import('../derive/patterns/re2.ts').then(({ compileLinear }) => provideLinearEngine(compileLinear)))
}

/** Declares what was kept; what another version of the client kept and this one can make nothing of is forgotten. */
export const restoreScreens = (): void => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Made | null
    if (kept) declare(kept)
  } catch {
    localStorage.removeItem(KEY)
  }
}

let known: readonly Resource[] = []

/** The names of screens that came, went or are declared otherwise. */
const changedIn = (before: readonly Resource[], after: readonly Resource[]): string[] => {
  const texts = new Map(before.map((screen) => [screen.name, JSON.stringify(screen)]))
  const other = after.filter((screen) => texts.get(screen.name) !== JSON.stringify(screen)).map(({ name }) => name)
  const gone = before.filter(({ name }) => !after.some((screen) => screen.name === name)).map(({ name }) => name)
  return [...other, ...gone]
}

/**
 * Asks anew what the user may do and, where the server counts other changes than this browser has heard of, which screens there are. Gives
 * the names of those that have changed: what is shown of their records was read by their former declaration. Throws CallFailure.
 */
export const refreshScreens = async (): Promise<string[]> => {
  try {
    const { declared_at } = await refreshUser()
    if (declared_at === declaredVersion()) return []
    const made = await call<Made>('/api/screen/declared')
    localStorage.setItem(KEY, JSON.stringify(made))
    const changed = changedIn(known, made.screens)
    declare(made)
    return changed
  } finally {
    isHeard = true
    for (const listener of listeners) listener()
  }
}
