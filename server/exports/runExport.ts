import { CallError } from '../../src/core/errors.ts'
import { exportFormats } from '../../src/protocol/exports.ts'
import { translatorFor } from '../caller/locale.ts'
import { standingOf } from '../caller/standing.ts'
import { downloadFilesIn } from '../files/downloads.ts'
import type { JobContext, JobResult } from '../jobs/defineJob.ts'
import { makerOf } from '../jobs/queue.ts'
import type { Scope } from '../store/reading/filters.ts'
import { turnToDay } from '../store/reading/pastDay.ts'
import type { ExportParams } from './beginExport.ts'
import { exportsByName } from './registry.ts'
import { writeCsv } from './writeCsv.ts'
import { writeXlsx } from './writeXlsx.ts'

/** What an export's record keeps of its file. */
export interface ExportResult {
  file: string
  bytes: number
  /** The projects of which it holds what its maker might see; absent where it was made before this was kept. */
  scope?: Scope
}

/**
 * Does an export, in its maker's language. What its maker may see is judged now, not when it was asked for: a role or projects taken away meanwhile count. Count
 * and rows are read in one snapshot.
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
  const bytes = await files.make(file, (path) =>
    own.inSnapshot(async () => {
      if (typeof params.as_of === 'string') await turnToDay(own.db, params.as_of, true)
      total = (await table.count.execute(own.db)).rows[0]?.n ?? 0
      const source = {
        ...table,
        columns: table.columns.map((column) => ({ ...column, head: translator.said(column.head) })),
        label: translator.said(spec.label),
        total,
        copy: own.copy,
        signal,
        tell: (rows: number) => tell(Math.min(rows, total), total),
      }
      await (format.extension === 'csv' ? writeCsv(source, path) : writeXlsx(source, path))
    }),
  )
  const result: ExportResult = { file, bytes, scope: standing.scope }
  return { total, result, said: `导出 ${total} 行` }
}
