import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { diskAt } from '../../files/disk.ts'
import { downloadFilesIn } from '../../files/downloads.ts'
import { lockContent } from '../../files/useFiles.ts'
import { importFilesIn } from '../../imports/files.ts'
import type { Database } from '../../store/connection/database.ts'
import { forgetOldBrowsers } from '../account/index.ts'

const DAY = 86_400
/** How long errors that browsers reported are kept (docs/operating.md). */
const ERROR_DAYS = 30

/** What a node writes begins with a number; what else a share of files leaves in its folders (.nfs…, .DS_Store) is none of ours. */
const ours = (names: readonly string[]): string[] => names.filter((name) => /^\d{1,9}[-.]/.test(name))

/** Removes exported files that no job names: of jobs that have had their time, and drafts of nodes that died. */
const removeUnnamed = async (db: Database, dataDir: string): Promise<number> => {
  const files = downloadFilesIn(dataDir)
  // The folder first: what is in it by now has its job in the table.
  const names = ours(await files.names())
  if (names.length === 0) return 0
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where not exists (
      select from job where job_id = split_part(name, '-', 1)::integer
        and case state when 'done' then result ->> 'file' = name when 'running' then name like job_id || '-' || attempt || '.%' else false end)
  `.execute(db)
  for (const { name } of rows) await files.remove(name)
  return rows.length
}

/** Removes the files of imports that have had their time, or that no import came to name. */
const removeImported = async (db: Database, dataDir: string, days: number): Promise<number> => {
  const files = importFilesIn(dataDir, db)
  const names = ours(await files.names())
  if (names.length === 0) return 0
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where not exists (
      select from import_batch where import_id = split_part(split_part(name, '.', 1), '-', 1)::integer and created_at >= epoch_now() - ${days * DAY}::bigint)
  `.execute(db)
  for (const { name } of rows) await files.remove(name)
  return rows.length
}

/** Statements that each take what has had its time; `ago(days)` is the moment so many days ago. */
const outdated = ({ exportDays, jobDays }: Pick<Config, 'exportDays' | 'jobDays'>) => {
  const ago = (days: number) => sql`epoch_now() - ${days * DAY}::bigint`
  return [
    sql`delete from job where type is not null and finished_at < ${ago(exportDays)}`,
    // The last run of each kind stays: by it is known what is done.
    sql`delete from job where type is null and finished_at < ${ago(jobDays)} and exists (select from job newer where newer.kind = job.kind and newer.job_id > job.job_id)`,
    sql`delete from session where expires_at <= epoch_now()`,
    sql`delete from replay where at < ${ago(1)}`,
    sql`delete from number_search where at < ${ago(1)}`,
    sql`delete from login_failure where at < ${ago(1)}`,
    sql`delete from error_log where at < ${ago(ERROR_DAYS)}`,
  ]
}

/** Removes images that no record came to name within a day; what the disk holds of them goes with the last that names it. */
const removeUnused = async (db: Database, dataDir: string): Promise<number> => {
  const { rows } = await sql<{ hash: string }>`
    with orphan as (
      select img_id from file where not is_used and created_at < epoch_now() - ${DAY} order by created_at limit 500 for update skip locked
    )
    delete from file using orphan where file.img_id = orphan.img_id returning file.hash
  `.execute(db)
  const disk = diskAt(dataDir)
  for (const hash of new Set(rows.map((row) => row.hash))) {
    await db.transaction().execute(async (tx) => {
      await lockContent(tx, hash)
      const named = await sql`select from file where hash = ${hash} limit 1`.execute(tx)
      if (named.rows.length === 0) await disk.remove(hash)
    })
  }
  return rows.length
}

/**
 * Clears what has had its time, and gives how many it was: sessions that expired, answers kept for replays, counted failures, browsers not seen for half a year, reported
 * errors, images that no record came to name within a day, exports and the files of imports after EXPORT_DAYS, runs of the system's own jobs after JOB_DAYS. Any node may do
 * it; of several at once each takes what is left (skip locked).
 */
export const cleanUp = async (db: Database, config: Pick<Config, 'dataDir' | 'exportDays' | 'jobDays'>): Promise<number> => {
  const { dataDir, exportDays } = config
  let cleared = 0
  for (const statement of outdated(config)) cleared += Number((await statement.execute(db)).numAffectedRows ?? 0)
  cleared += await forgetOldBrowsers(db)
  cleared += await removeUnnamed(db, dataDir)
  cleared += await removeImported(db, dataDir, exportDays)
  return cleared + (await removeUnused(db, dataDir))
}
