import { type RawBuilder, sql } from 'kysely'
import { minuteOf } from '../../src/protocol/dates.ts'
import type { ImportDetail, ImportError, ImportRecord } from '../../src/protocol/imports.ts'
import type { Queryable } from '../store/connection/database.ts'
import type { Scope } from '../store/reading/filters.ts'
import type { Made } from './adder.ts'

/** A file that is imported, as the store keeps it. */
export interface Batch {
  import_id: number
  resource: string
  label: string
  file_name: string
  kind: 'xlsx' | 'csv'
  hash: string
  scope: string
  state: 'waiting' | 'wrong' | 'right' | 'done' | 'undone'
  is_real: boolean
  job_id: number
  rows: number | null
  skips: boolean
  skipped: number
  made: Made[]
  address: string
  created_by: number
}

/** How an account's projects are kept beside a file: who sees other projects sends, with the same file, another import. */
export const scopeText = (scope: Scope): string => (scope === null ? '*' : [...scope].sort((a, b) => a - b).join(','))

/** Gives back the projects that were kept so. */
export const scopeOfText = (text: string): Scope => (text === '*' ? null : text.split(',').filter(Boolean).map(Number))

const BATCH = sql.raw(
  'import_id, resource, label, file_name, kind, hash, scope, state, is_real, job_id, rows, skips, skipped, made, address, created_by',
)

/** Gives a batch; of a maker where one is named. Undefined where there is none. */
export const batchOf = async (db: Queryable, importId: number, userId: number, isLocked = false): Promise<Batch | undefined> => {
  const { rows } = await sql<Batch>`
    select ${BATCH}
    from import_batch where import_id = ${importId} and created_by = ${userId} ${isLocked ? sql`for update` : sql``}
  `.execute(db)
  return rows[0]
}

/**
 * Gives who imported the same file (`hash`), or the same rows from whatever file (`rows_hash`), within these projects, when and from which file, where it was
 * not taken back.
 */
export const importedBefore = async (
  db: Queryable,
  { resource, scope }: Pick<Batch, 'resource' | 'scope'>,
  by: 'hash' | 'rows_hash',
  hash: string,
): Promise<{ import_id: number; name: string; at: string; file_name: string } | undefined> => {
  const { rows } = await sql<{ import_id: number; done_at: number; file_name: string; name: string }>`
    select i.import_id, i.done_at, i.file_name, a.name from import_batch i join account a on a.user_id = i.created_by
    where i.resource = ${resource} and i.${sql.ref(by)} = ${hash} and i.scope = ${scope} and i.state = 'done'
  `.execute(db)
  return rows[0] && { ...rows[0], at: minuteOf(rows[0].done_at) }
}

/** Done by somebody whose account is closed, within these projects: whoever may import such records takes it back in his place. Of batches `i`. */
const isLeftBehind = (scope: Scope): RawBuilder<unknown> => sql`(i.state in ('done', 'undone') and ${scopeText(scope)} in ('*', i.scope)
  and exists (select from account a where a.user_id = i.created_by and not a.is_active))`

/** Gives a batch that somebody has left behind, held until the transaction ends; undefined where there is none within these projects. */
export const batchLeftBehind = async (db: Queryable, importId: number, scope: Scope): Promise<Batch | undefined> => {
  const { rows } = await sql<Batch>`
    select ${BATCH}
    from import_batch i where import_id = ${importId} and ${isLeftBehind(scope)} for update
  `.execute(db)
  return rows[0]
}

/** Whose imports are read: one's own, and of one resource (`of`) what others have left behind within one's projects. */
export interface Reader {
  userId: number
  scope: Scope
  of: string | null
}

interface Row extends Omit<ImportDetail, 'created_date' | 'done_date'> {
  created_at: number
  done_at: number | null
}

/**
 * What staff see of a batch. One that is 'waiting' is as its job is; whose job is gone came to nothing. The file with its mistakes is
 * there as long as the clean-up leaves it; so is one in which what was passed over is marked.
 */
const recordsWhere = async (
  db: Queryable,
  days: number,
  where: ReturnType<typeof sql>,
  paging: ReturnType<typeof sql>,
): Promise<ImportDetail[]> => {
  const { rows } = await sql<Row>`
    select i.import_id, i.resource, i.label, i.file_name, i.is_real, i.rows, i.wrong, i.skipped, i.errors, i.created_at, coalesce(i.undone_at, i.done_at) as done_at,
      coalesce(j.progress, 0) as progress, j.total,
      case when i.state <> 'waiting' then i.state when j.state in ('queued', 'running') then 'running' when j.state = 'cancelled' then 'cancelled' else 'failed' end as state,
      case when i.state = 'waiting' and j.state = 'failed' then coalesce(j.error, '') else '' end as error,
      case when (i.state = 'wrong' or (i.state in ('right', 'done') and i.skipped > 0)) and i.created_at >= epoch_now() - ${days * 86_400}::bigint then '/files/imports/' || i.import_id else '' end as handle
    from import_batch i left join job j on j.job_id = i.job_id
    where ${where} order by i.import_id desc ${paging}
  `.execute(db)
  return rows.map(({ created_at, done_at, ...row }) => ({
    ...row,
    created_date: minuteOf(created_at),
    done_date: done_at === null ? '' : minuteOf(done_at),
  }))
}

/** Gives one's own imports, newest first: of one resource, or all; of one that he may import also what those who are gone have left behind. */
export const readImports = async (
  db: Queryable,
  { userId, scope, of }: Reader,
  days: number,
  resource: string | null,
  part: RawBuilder<unknown>,
): Promise<{ list: ImportRecord[]; count: number }> => {
  const where = sql`(${resource}::text is null or i.resource = ${resource}::text)
    and (i.created_by = ${userId} or (i.resource = ${of}::text and ${isLeftBehind(scope)}))`
  const records = await recordsWhere(db, days, where, part)
  const { rows } = await sql<{ n: number }>`select count(*) as n from import_batch i where ${where}`.execute(db)
  return { list: records.map(({ errors: _errors, ...record }) => record), count: rows[0]?.n ?? 0 }
}

/** Gives one of one's imports with its first mistakes. */
export const readImport = async (db: Queryable, userId: number, days: number, importId: number): Promise<ImportDetail | undefined> =>
  (await recordsWhere(db, days, sql`i.created_by = ${userId} and i.import_id = ${importId}`, sql``))[0]

/** What a job writes of a batch, as long as the batch is this job's. Its transaction began long before it is done, so the clock is asked. */
export const settle = async (
  db: Queryable,
  { import_id, job_id }: Pick<Batch, 'import_id' | 'job_id'>,
  state: 'wrong' | 'right' | 'done',
  facts: { rows: number; rows_hash: string; wrong: number; skipped: number; errors: readonly ImportError[]; made?: readonly Made[] },
): Promise<void> => {
  await sql`
    update import_batch set state = ${state}, rows = ${facts.rows}, rows_hash = ${facts.rows_hash}, wrong = ${facts.wrong}, skipped = ${facts.skipped}, errors = ${JSON.stringify(facts.errors)}::jsonb,
      made = ${JSON.stringify(facts.made ?? [])}::jsonb, done_at = case when ${state}::text = 'done' then extract(epoch from clock_timestamp())::bigint end
    where import_id = ${import_id} and job_id = ${job_id} and state = 'waiting'
  `.execute(db)
}
