import { call } from './call.ts'

type Params = Readonly<Record<string, unknown>>

const started = new Map<string, Promise<unknown>>()
let answers: Promise<unknown> | null = null

const keyOf = (path: string, params: Params): string =>
  path + JSON.stringify(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Starts a read before the screen that wants it is drawn, so that the answer travels while the browser is busy drawing. */
export const startEarly = (path: string, params: Params): void => {
  const answer = call(path, params)
  // Whoever takes it hears of a failure; one that nobody takes is nobody's failure.
  answer.catch(() => {})
  started.set(keyOf(path, params), answer)
  answers = Promise.allSettled([answers, answer])
}

/** Settles once every read that was started early has been answered or has failed; null where none was. */
export const earlyAnswers = (): Promise<unknown> | null => answers

/** Gives the answer of a read that was started early, once; otherwise makes the call. */
export const callOrTakeEarly = <T>(path: string, params: Params, options: { signal?: AbortSignal }): Promise<T> => {
  const key = keyOf(path, params)
  const early = started.get(key)
  if (!early) return call<T>(path, params, options)
  started.delete(key)
  return early as Promise<T>
}
