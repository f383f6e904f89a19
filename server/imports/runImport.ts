import { CallError } from '../../src/core/errors.ts'
import { isMaskedKind } from '../../src/core/kinds.ts'
import { resourceNamed, resources } from '../../src/declared/declared.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { type Cell, cellText } from '../../src/derive/imports/importCells.ts'
import { type ImportColumn, importColumns, knownAlso } from '../../src/derive/imports/importColumns.ts'
import { grouped } from '../../src/protocol/fen.ts'
import { type ImportError, LISTED_ERRORS, MAX_WRONG_ROWS } from '../../src/protocol/imports.ts'
import { maskCard, withoutPersonal } from '../../src/protocol/masks.ts'
import { inEnglish, translatorFor } from '../caller/locale.ts'
import { standingOf } from '../caller/standing.ts'
import { columnName } from '../files/sheetXml.ts'
import type { JobContext, JobResult } from '../jobs/defineJob.ts'
import { inOneCommit } from '../jobs/inOneCommit.ts'
import { makerOf } from '../jobs/queue.ts'
import type { Queryable, Tx } from '../store/connection/database.ts'
import type { Actor } from '../store/connection/transaction.ts'
import type { Scope } from '../store/reading/filters.ts'
import { readableProblem } from '../store/writing/problems.ts'
import { type Batch, batchOf, importedBefore, settle } from './batches.ts'
import { makeErrorFile } from './errorFile.ts'
import { errorFile, importFilesIn, sentFile } from './files.ts'
import { importRows, type Outcome } from './importRows.ts'
import type { Wrong } from './judge.ts'
import { readTable } from './readTable.ts'
import { rowsHash } from './rowsHash.ts'
import type { Table } from './table.ts'

/** What an import's job keeps. */
interface ImportParams {
  import_id: number
  is_real: boolean
}

/** Thrown to roll everything back. */
class NotKept extends Error {}

type Found = Pick<Outcome, 'wrong' | 'there'>

const MAX_TEXT = 60

/** What stood in a wrong cell, as the dialog shows it: of a personal number, or what was meant as one, its ends. */
const shownText = (cell: Cell, column: ImportColumn | null | undefined): string => {
  const text = cellText(cell).slice(0, MAX_TEXT)
  return column && 'x-is' in column.field && isMaskedKind(column.field['x-is']) ? maskCard(text) : withoutPersonal(text)
}

const errorsOf = ({ heads, columns }: Table, wrong: readonly Wrong[]): ImportError[] =>
  wrong
    .slice(0, LISTED_ERRORS)
    .flatMap(({ row: { row, cells }, mistakes }) =>
      mistakes.map(({ column, message }): ImportError => {
        const cell = column === null ? null : cells[column]
        return {
          cell: column === null ? `第 ${row} 行` : `${columnName(column)}${row}`,
          head: column === null ? '' : (heads[column] ?? ''),
          text: cell ? shownText(cell, columns[column ?? 0]) : '',
          message,
        }
      }),
    )
    .slice(0, LISTED_ERRORS)

/** The resource of a batch, as it is declared now; 404 where it is gone or may not be imported any more. */
const resourceOf = (batch: Batch): CompleteResource & { code: `/${string}` } => {
  const resource = resources.find(({ name }) => name === batch.resource)
  if (!resource?.calls.import) throw new CallError(404, `${batch.label}不能导入`)
  return { ...resource, code: resource.calls.import }
}

/** Throws 409 where the very rows were imported already, from whatever file, and not taken back: of a list where no two are told apart nothing else would say so. */
const refuseRowsTwice = async (db: Queryable, batch: Batch, hash: string): Promise<void> => {
  const before = await importedBefore(db, batch, 'rows_hash', hash)
  if (!before) return
  const { name, at, file_name } = before
  throw new CallError(409, `这些行已由${name}于 ${at} 导入过（文件 ${file_name}），没有再次导入；要重新导入，请先撤销那一次`)
}

/** What its maker may do now counts, not what they might when it was asked for. */
const scopeNow = async ({ db, job }: JobContext, resource: { code: string; label: string }): Promise<Scope> => {
  const standing = await standingOf(db, makerOf(job), resource.code)
  if (!standing?.isPermitted) throw new CallError(403, `没有权限：导入${resource.label}`)
  return standing.scope
}

/** Writes the file that is sent back, where there is anything to mark in it. */
const marking = async ({ db, config }: JobContext, batch: Batch, table: Table, { wrong, there }: Found): Promise<void> => {
  const marked = [...wrong.slice(0, MAX_WRONG_ROWS), ...there]
  if (marked.length === 0) return
  const file = await makeErrorFile(table, marked, await translatorFor(db, batch.created_by))
  await importFilesIn(config.dataDir, db).write(errorFile(batch.import_id), file)
}

const adding = async (
  context: JobContext,
  batch: Batch,
  table: Table,
  rows_hash: string,
  resource: ReturnType<typeof resourceOf>,
): Promise<Found> => {
  const { job, signal, tell } = context
  const { is_real } = job.params as unknown as ImportParams
  const scope = await scopeNow(context, resource)
  const userId = makerOf(job)
  const actor: Actor = { userId, path: resource.code, label: `导入${resource.label}`, address: batch.address }
  let found: Found = { wrong: [], there: [] }
  const add = async (tx: Tx): Promise<JobResult> => {
    const session = { userId, scope }
    const now = Math.floor(Date.now() / 1000)
    const outcome = await importRows({
      context: { tx, session, now },
      resource,
      resolve: resourceNamed,
      table,
      skips: batch.skips,
      signal,
      tell,
    })
    found = outcome
    if (!is_real || outcome.wrong.length > 0) throw new NotKept('nothing is kept')
    const rows = table.rows.length
    const skipped = outcome.there.length
    // Before the commit: what this import passed over may be other rows than its trial found.
    await marking(context, batch, table, outcome)
    await settle(tx, batch, 'done', { rows, rows_hash, wrong: 0, skipped, errors: [], made: outcome.made })
    return { total: rows, said: skipped > 0 ? `导入 ${rows - skipped} 行，跳过已有的 ${skipped} 行` : `导入 ${rows} 行` }
  }
  try {
    // In one transaction: what was cancelled meanwhile is not done, and what is done cannot be cancelled.
    await inOneCommit(context, add, is_real ? actor : null)
    return found
  } catch (error) {
    if (error instanceof NotKept) return found
    throw readableProblem(error)
  }
}

/**
 * Tries a file, or imports it. Both do the same work in one transaction on the job's own connection; a trial, and an import that finds
 * a mistake, roll it back. A node that dies has committed all or nothing, and in that same commit its job was done.
 */
export const runImport = async (context: JobContext): Promise<JobResult> => {
  const { job, db, config } = context
  const { import_id, is_real } = job.params as unknown as ImportParams
  const batch = await batchOf(db, import_id, makerOf(job))
  if (batch?.state !== 'waiting' || batch.job_id !== job.job_id) throw new CallError(409, '此导入已经结束')
  const resource = resourceOf(batch)
  const files = importFilesIn(config.dataDir, db)
  const bytes = await files.read(sentFile(import_id, batch.kind))
  if (!bytes) throw new CallError(404, '文件已过期，请重新选择')
  const table = await readTable(batch.kind, bytes, knownAlso(importColumns(resource), inEnglish().said))
  const rows_hash = await rowsHash(table)
  if (!is_real) await refuseRowsTwice(db, batch, rows_hash)
  const found = await adding(context, batch, table, rows_hash, resource)
  const { wrong, there } = found
  const total = table.rows.length
  if (wrong.length > 0 || !is_real) {
    await marking(context, batch, table, found)
    await settle(db, batch, wrong.length > 0 ? 'wrong' : 'right', {
      ...{ rows: total, rows_hash },
      ...{ wrong: wrong.length, skipped: there.length, errors: errorsOf(table, wrong) },
    })
  }
  const tried = is_real ? `导入 ${total} 行` : `试导入 ${total} 行`
  if (wrong.length >= MAX_WRONG_ROWS) return { total, said: `有误的满 ${grouped(MAX_WRONG_ROWS)} 行，其余的没有再看，一行也没有导入` }
  return { total, said: wrong.length > 0 ? `${wrong.length} 行有误，一行也没有导入` : tried }
}
