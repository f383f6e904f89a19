import type { Resource } from '../core/resource.ts'
import { declareAtRunTime, declaredVersion } from '../derive/declared.ts'
import { havePatterns, provideLinearEngine } from '../derive/linearPatterns.ts'
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
  declareAtRunTime(screens, at)
  // Only who has such screens pays for the engine, and after the rows; until it is there the server judges alone.
  if (havePatterns(screens))
    requestIdleCallback(() => void import('../derive/re2.ts').then(({ compileLinear }) => provideLinearEngine(compileLinear)))
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

/** Asks anew what the user may do and, where the server counts other changes than this browser has heard of, which screens there are. Throws CallFailure. */
export const refreshScreens = async (): Promise<void> => {
  try {
    const { declared_at } = await refreshUser()
    if (declared_at === declaredVersion()) return
    const made = await call<Made>('/api/screen/declared')
    localStorage.setItem(KEY, JSON.stringify(made))
    declare(made)
  } finally {
    isHeard = true
    for (const listener of listeners) listener()
  }
}
