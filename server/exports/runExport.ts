import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { exportFormats, type FormatCode } from '../../src/protocol/exports.ts'
import { translatorFor } from '../caller/locale.ts'
import { standingOf } from '../caller/standing.ts'
import { downloadFilesIn } from '../files/downloads.ts'
import type { JobContext, JobResult, TakenJob } from '../jobs/defineJob.ts'
import { makerOf } from '../jobs/queue.ts'
import type { Database } from '../store/connection/database.ts'
import type { OwnConnection } from '../store/connection/ownConnection.ts'
import { NotSeen, replicasOf } from '../store/connection/replicas.ts'
import type { Scope } from '../store/reading/filters.ts'
import { turnToDay } from '../store/reading/pastDay.ts'
import { exportsByName } from './registry.ts'
import { writeCsv } from './writeCsv.ts'
import { writeXlsx } from './writeXlsx.ts'

/** What an export's job keeps. */
export interface ExportParams {
  name: string
  format: FormatCode
  params: Record<string, unknown>
}

/** What an export's record keeps of its file. */
export interface ExportResult {
  file: string
  bytes: number
  /** The projects of which it holds what its maker might see; absent where it was made before this was kept. */
  scope?: Scope
}

/** Whether a replica has a job, and so all that its maker had written when asking for it. */
const hasJob = async (replica: Database, { job_id }: TakenJob): Promise<boolean> =>
  (await sql`select from job where job_id = ${job_id}`.execute(replica)).rows.length > 0

/** Reads from a replica; null where there is none, or it fails in whatever way: then the primary is asked. */
const onReplica = async <T>(db: Database, signal: AbortSignal, read: (from: OwnConnection) => Promise<T>): Promise<T | null> => {
  const from =
    (await replicasOf(db)
      ?.open()
      .catch(() => null)) ?? null
  if (!from) return null
  try {
    return await read(from)
  } catch (error) {
    if (signal.aborted) throw error
    return null
  } finally {
    from.cut()
  }
}

/**
 * Does an export, in its maker's language. What its maker may see is judged now, not when it was asked for: a role or projects taken away meanwhile count. Count
 * and rows are read in one snapshot, a replica's where there is one that has the job.
 */
export const runExport = async ({ job, db, own, config, signal, tell }: JobContext): Promise<JobResult> => {
  const { name, format: code, params } = job.params as unknown as ExportParams
  const spec = exportsByName().get(name)
  const format = exportFormats.find((other) => other.code === code)
  if (!spec || !format) throw new CallError(404, '此版本没有这个导出')
  const maker = makerOf(job)
  const standing = await standingOf(db, maker, spec.code)
  if (!standing?.isPermitted) throw new CallError(403, `没有权限：导出${spec.label}`)
  const translator = await translatorFor(db, maker)
  const table = spec.table(params, standing.scope, translator)
  const files = downloadFilesIn(config.dataDir)
  const file = `${job.job_id}-${job.attempt}.${format.extension}`
  // A node that died left its draft.
  for (const old of await files.names()) if (old.startsWith(`${job.job_id}-`)) await files.remove(old)
  let total = 0
  const write = (from: OwnConnection): Promise<number> =>
    files.make(file, (path) =>
      from.inSnapshot(async () => {
        if (from !== own && !(await hasJob(from.db, job))) throw new NotSeen()
        if (typeof params.as_of === 'string') await turnToDay(from.db, params.as_of, true)
        total = (await table.count.execute(from.db)).rows[0]?.n ?? 0
        const source = {
          ...table,
          columns: table.columns.map((column) => ({ ...column, head: translator.said(column.head) })),
          label: translator.said(spec.label),
          total,
          copy: from.copy,
          signal,
          tell: (rows: number) => tell(Math.min(rows, total), total),
        }
        await (format.extension === 'csv' ? writeCsv(source, path) : writeXlsx(source, path))
      }),
    )
  const bytes = (await onReplica(db, signal, write)) ?? (await write(own))
  const result: ExportResult = { file, bytes, scope: standing.scope }
  return { total, result, said: `导出 ${total} 行` }
}
