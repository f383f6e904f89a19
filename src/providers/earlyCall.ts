import { call } from './call.ts'

type Params = Readonly<Record<string, unknown>>

interface Early {
  answer: Promise<unknown>
  /** What came; undefined until it has. */
  data?: unknown
}

const started = new Map<string, Early>()
let answers: Promise<unknown> | null = null

const keyOf = (path: string, params: Params): string =>
  path + JSON.stringify(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Starts a read before the screen that wants it is drawn, so that the answer travels while the browser is busy drawing. */
export const startEarly = (path: string, params: Params): void => {
  const early: Early = { answer: call(path, params) }
  started.set(keyOf(path, params), early)
  const settled = early.answer.then(
    (data) => {
      early.data = data
    },
    // Whoever takes it hears of a failure; one that nobody takes is nobody's failure.
    () => {},
  )
  answers = Promise.all([answers, settled])
}

/** Forgets what was started and nobody has taken: whoever logs in next is not given it. */
export const forgetEarly = (): void => started.clear()

/** Settles once every read that was started early has been answered or has failed; null where none was. */
export const earlyAnswers = (): Promise<unknown> | null => answers

/** Settles as `earlyAnswers` does, or after so many milliseconds: a shell on a slow line is not kept waiting for its rows. */
export const earlyAnswersWithin = (milliseconds: number): Promise<unknown> =>
  Promise.race([answers, new Promise((done) => setTimeout(done, milliseconds))])

/** Gives the answer of a read that was started early, once, if it has come; undefined otherwise. */
export const takeEarly = <T>(path: string, params: Params): T | undefined => {
  const key = keyOf(path, params)
  const data = started.get(key)?.data
  if (data !== undefined) started.delete(key)
  return data as T | undefined
}

/** Gives the answer of a read that was started early, once; otherwise makes the call. */
export const callOrTakeEarly = <T>(path: string, params: Params, options: { signal?: AbortSignal }): Promise<T> => {
  const key = keyOf(path, params)
  const early = started.get(key)
  if (!early) return call<T>(path, params, options)
  started.delete(key)
  return early.answer as Promise<T>
}
