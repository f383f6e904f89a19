import { AsyncLocalStorage } from 'node:async_hooks'

/** What a trace tells of a work: numbers and fixed words, never a value of a row, a name or a token. */
export type Said = Readonly<Record<string, string | number>>

export interface Work {
  /** A call's path, or a job's kind. */
  name: string
  kind: 'call' | 'job'
  /** The caller's `traceparent`, where a trace of theirs goes on here. */
  parent?: string | undefined
  said?: Said
}

/** A statement that was asked for. */
export interface Asked {
  /** Without values, and short. */
  text: string
  /** How long the answer took; it came just now. */
  ms: number
  isFailed: boolean
}

/** One work as a trace has it; what comes after its end is not told. */
export interface Span {
  readonly traceId: string
  tell(said: Said, isFailed: boolean): void
  ask(asked: Asked): void
  end(): void
}

let begin: ((work: Work) => Span) | null = null
const current = new AsyncLocalStorage<Span>()

/** Has works traced from now on; null: no more. */
export const traceBy = (given: ((work: Work) => Span) | null): void => {
  begin = given
}

/** Whether works are traced. */
export const isTracing = (): boolean => begin !== null

/** Does a work, as one span of a trace where works are traced. Gives and throws what the work does. */
export const traced = async <T>(work: Work, doing: () => Promise<T>): Promise<T> => {
  if (!begin) return doing()
  const span = begin(work)
  try {
    return await current.run(span, doing)
  } finally {
    span.end()
  }
}

/** Tells the trace of the work under way, where there is one; `isFailed`: the fault is ours. */
export const tellTrace = (said: Said, isFailed = false): void => {
  if (begin) current.getStore()?.tell(said, isFailed)
}

/** Tells a statement to the trace of the work under way, where there is one. */
export const askInTrace = (asked: () => Asked): void => {
  if (begin) current.getStore()?.ask(asked())
}

/** Gives the number of the trace of the work under way, as a line of the log names it; nothing where there is none. */
export const traceInLog = (): { trace_id?: string } => {
  const span = begin ? current.getStore() : undefined
  return span ? { trace_id: span.traceId } : {}
}
