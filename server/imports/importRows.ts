import { setImmediate as turn } from 'node:timers/promises'
import { CallError } from '../../src/core/errors.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { importFormOf } from '../../src/derive/imports/importColumns.ts'
import { MAX_WRONG_ROWS } from '../../src/protocol/imports.ts'
import type { Adding } from '../caller/session.ts'
import { tried, undoable } from '../store/connection/undoable.ts'
import type { Resolve } from '../store/reading/list.ts'
import { isConflict, isThereAlready, readableProblem, uniqueColumnOf } from '../store/writing/problems.ts'
import { type Adder, adderOf, type Made } from './adder.ts'
import { type Judged, judgeFor, type Wrong } from './judge.ts'
import { finderFor } from './names.ts'
import type { Table, TableRow } from './table.ts'

/** What came of a file's rows. */
export interface Outcome {
  made: Made[]
  wrong: Wrong[]
  /** Those that were there already, where they are passed over, with what the store said. */
  there: Wrong[]
}

export interface ImportGround {
  context: Adding
  resource: CompleteResource
  resolve: Resolve
  table: Table
  /** Whether rows that are there already are passed over. */
  skips: boolean
  signal: AbortSignal
  tell(done: number, total: number): void
}

type Good = Extract<Judged, { values: unknown }>
type Judge = (row: TableRow) => Promise<Judged>

/** Rows are judged so many at a time before others have the thread. */
const A_SPELL = 50

/** The field that a refusal of the store is about. */
const fieldOf = (resource: CompleteResource, error: unknown, refusal: CallError): string | undefined =>
  ((refusal.data ?? {}) as { field?: string }).field ?? uniqueColumnOf(resource, error)

/** Does something with rows at once; where that is refused, with halves of them, until the rows are found that are to blame. */
const byHalves = async (
  rows: readonly Good[],
  work: (rows: readonly Good[]) => Promise<void>,
  blame: (row: TableRow, error: unknown, refusal: CallError) => void,
): Promise<void> => {
  const [only] = rows
  if (!only) return
  try {
    await work(rows)
  } catch (error) {
    const refusal = readableProblem(error)
    if (isConflict(error) || !(refusal instanceof CallError)) throw error
    if (rows.length === 1) return blame(only.row, error, refusal)
    const half = Math.ceil(rows.length / 2)
    await byHalves(rows.slice(0, half), work, blame)
    await byHalves(rows.slice(half), work, blame)
  }
}

/** Judges rows, so many at once, and hands on what is right with how many have been judged by then. */
const inPortions = async (
  rows: readonly TableRow[],
  atOnce: number,
  judge: Judge,
  take: (good: readonly Good[], wrong: readonly Wrong[], done: number) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += atOnce) {
    const good: Good[] = []
    const wrong: Wrong[] = []
    for (const [index, row] of rows.slice(start, start + atOnce).entries()) {
      const judged = await judge(row)
      if ('values' in judged) good.push(judged)
      else wrong.push(judged)
      if (index % A_SPELL === A_SPELL - 1) await turn()
    }
    await take(good, wrong, Math.min(start + atOnce, rows.length))
  }
}

/**
 * Gives the rows that are there already: each is really added while none of the file is there, and what is added is undone at once. So what stands twice in a
 * file itself is not taken for it, and what the dialog's call would say first of a row, it says.
 */
const thereAmong = async ({ context, resource, table, signal, tell }: ImportGround, adder: Adder, judge: Judge): Promise<Wrong[]> => {
  const there: Wrong[] = []
  const add = async (rows: readonly Good[]): Promise<void> => {
    signal.throwIfAborted()
    await tried(context.tx, () => adder.add(rows.map(({ values }) => values)))
  }
  const found = (row: TableRow, error: unknown, { message }: CallError): void => {
    if (isThereAlready(resource, error)) there.push({ row, mistakes: [{ column: null, message: `已有，跳过：${message}` }] })
  }
  await inPortions(table.rows, adder.atOnce, judge, async (good, _wrong, done) => {
    await byHalves(good, add, found)
    tell(Math.floor(done / 2), table.rows.length)
  })
  return there
}

/**
 * Adds the rows of a file in the caller's transaction, which the caller rolls back where any was wrong or it was but a trial: every row is
 * judged by the rules of the dialog and then really added, so that a trial finds what the database would refuse. After 1,000 wrong
 * rows no more are tried. Gives what was made, what was wrong and what was passed over, in the file's order.
 */
export const importRows = async (ground: ImportGround): Promise<Outcome> => {
  const { context, resource, resolve, table, skips, signal, tell } = ground
  const form = importFormOf(resource)
  if (!form) throw new CallError(404, `${resource.label}不能导入`)
  const judge = judgeFor(form, table, await finderFor(context, table, resolve))
  const adder = adderOf(context, resource, resolve)
  const there = skips ? await thereAmong(ground, adder, judge) : []
  const passed = new Set(there.map(({ row }) => row))
  const rows = table.rows.filter((row) => !passed.has(row))
  const before = skips ? Math.floor(table.rows.length / 2) : 0
  const wrong: Wrong[] = []
  const made = new Map<string, number[]>()
  const add = async (portion: readonly Good[]): Promise<void> => {
    if (wrong.length >= MAX_WRONG_ROWS) return
    signal.throwIfAborted()
    for (const { resource: name, keys } of await undoable(context.tx, () => adder.add(portion.map(({ values }) => values))))
      made.set(name, [...(made.get(name) ?? []), ...keys])
  }
  const blame = (row: TableRow, error: unknown, refusal: CallError): void => {
    const field = fieldOf(resource, error, refusal)
    const column = table.columns.findIndex((other) => other && other.name === field)
    wrong.push({ row, mistakes: [{ column: column === -1 ? null : column, message: refusal.message }] })
  }
  await inPortions(rows, adder.atOnce, judge, async (good, unfit, done) => {
    wrong.push(...unfit)
    signal.throwIfAborted()
    await byHalves(good, add, blame)
    const share = rows.length === 0 ? 1 : done / rows.length
    tell(before + Math.floor((table.rows.length - before) * share), table.rows.length)
  })
  wrong.sort((a, b) => a.row.row - b.row.row)
  return { made: [...made].map(([name, keys]): Made => ({ resource: name, keys })), wrong, there }
}
