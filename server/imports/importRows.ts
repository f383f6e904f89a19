import { setImmediate as turn } from 'node:timers/promises'
import { CallError } from '../../src/core/errors.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { importFormOf } from '../../src/derive/imports/importColumns.ts'
import { MAX_WRONG_ROWS } from '../../src/protocol/imports.ts'
import type { Adding } from '../caller/session.ts'
import { undoable } from '../store/connection/undoable.ts'
import type { Resolve } from '../store/reading/list.ts'
import { isConflict, readableProblem, uniqueColumnOf } from '../store/writing/problems.ts'
import { adderOf, type Made } from './adder.ts'
import { type Judged, judgeFor, type Wrong } from './judge.ts'
import { finderFor } from './names.ts'
import type { Table } from './table.ts'

/** What came of a file's rows. */
export interface Outcome {
  made: Made[]
  wrong: Wrong[]
}

export interface ImportGround {
  context: Adding
  resource: CompleteResource
  resolve: Resolve
  table: Table
  signal: AbortSignal
  tell(done: number, total: number): void
}

type Good = Extract<Judged, { values: unknown }>

/** Rows are judged so many at a time before others have the thread. */
const A_SPELL = 50

/** The field that a refusal of the store is about. */
const fieldOf = (resource: CompleteResource, error: unknown, refusal: CallError): string | undefined =>
  ((refusal.data ?? {}) as { field?: string }).field ?? uniqueColumnOf(resource, error)

/** Adds rows at once; where that is refused, halves of them, until the rows are found that are to blame. */
const addAll = async ({ context, resource, resolve, table, signal }: ImportGround, outcome: Outcome) => {
  const adder = adderOf(context, resource, resolve)
  const made = new Map<string, number[]>()
  const add = async (rows: readonly Good[]): Promise<void> => {
    if (rows.length === 0 || outcome.wrong.length >= MAX_WRONG_ROWS) return
    signal.throwIfAborted()
    try {
      for (const { resource: name, keys } of await undoable(context.tx, () => adder.add(rows.map(({ values }) => values))))
        made.set(name, [...(made.get(name) ?? []), ...keys])
    } catch (error) {
      const refusal = readableProblem(error)
      if (isConflict(error) || !(refusal instanceof CallError)) throw error
      const [only] = rows
      if (rows.length > 1) {
        const half = Math.ceil(rows.length / 2)
        await add(rows.slice(0, half))
        await add(rows.slice(half))
      } else if (only) {
        const field = fieldOf(resource, error, refusal)
        const column = table.columns.findIndex((other) => other && other.name === field)
        outcome.wrong.push({ row: only.row, mistakes: [{ column: column === -1 ? null : column, message: refusal.message }] })
      }
    }
  }
  return { atOnce: adder.atOnce, add, made: () => [...made].map(([name, keys]): Made => ({ resource: name, keys })) }
}

/**
 * Adds the rows of a file in the caller's transaction, which the caller rolls back where any was wrong or it was but a trial: every row is
 * judged by the rules of the dialog and then really added, so that a trial finds what the database would refuse. After 1,000 wrong
 * rows no more are tried. Gives what was made and what was wrong, in the file's order.
 */
export const importRows = async (ground: ImportGround): Promise<Outcome> => {
  const { context, resource, resolve, table, signal, tell } = ground
  const form = importFormOf(resource)
  if (!form) throw new CallError(404, `${resource.label}不能导入`)
  const judge = judgeFor(form, table, await finderFor(context, table, resolve))
  const outcome: Outcome = { made: [], wrong: [] }
  const adding = await addAll(ground, outcome)
  const { rows } = table
  for (let start = 0; start < rows.length; start += adding.atOnce) {
    const good: Good[] = []
    for (const [index, row] of rows.slice(start, start + adding.atOnce).entries()) {
      const judged = await judge(row)
      if ('values' in judged) good.push(judged)
      else outcome.wrong.push(judged)
      if (index % A_SPELL === A_SPELL - 1) await turn()
    }
    signal.throwIfAborted()
    await adding.add(good)
    tell(Math.min(start + adding.atOnce, rows.length), rows.length)
  }
  outcome.wrong.sort((a, b) => a.row.row - b.row.row)
  return { ...outcome, made: adding.made() }
}
