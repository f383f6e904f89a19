import type { Adding } from './session.ts'

/** How what an import made is taken back where its rows cannot be deleted: what others hold on to, such as a book that is only added to. */
export interface TakesBack {
  /** Rows that somebody has brought to this state since, or in which a column has this value, are taken back already. */
  gone: string | { column: string; is: number }
  /** Takes back those with these keys, which are held, and as the import made them; throws 409, saying why, where that cannot be. */
  take: (context: Adding, keys: readonly number[]) => Promise<void>
}

/** By what an `add` of the domain offers itself to imports, row by row (`import: true` in the resource). */
export interface Adds {
  /** The resources of which it makes records, in the order of making: its answer has their keys by name, one or several. */
  makes: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: as with Call.handle
  row: (context: Adding, params: any) => Promise<object>
  /** Left out: the rows are deleted. */
  takesBack?: TakesBack
}

/** What the floors beneath the calls may ask of one: pictures, who may see a record; imports, how rows are added and names are found. */
export interface KnownCall {
  label: string
  /** The codes of which one is enough to make it; none where being logged in (or nothing) is enough. */
  codes: readonly string[]
  /** Whether anyone who is logged in may make it. */
  isForStaff: boolean
  adds?: Adds
  /** Asks it within other work, in that work's transaction. */
  ask: (context: Adding, params: Readonly<Record<string, unknown>>) => Promise<unknown>
}

let find: ((path: string) => KnownCall | undefined) | null = null

/** Tells how a call is found by its path: server/calls/registry.ts, which knows them all, does so once it is loaded. */
export const provideKnownCalls = (finder: (path: string) => KnownCall | undefined): void => {
  find = finder
}

/** Gives the call of that path as it is declared now; undefined where there is none. */
export const knownCall = (path: string): KnownCall | undefined => {
  if (!find) throw new Error('no calls have been provided')
  return find(path)
}
