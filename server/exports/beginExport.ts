import { CallError } from '../../src/core/errors.ts'
import { inChinese } from '../../src/derive/translator.ts'
import { exportFormats, type FormatCode } from '../../src/protocol/exports.ts'
import type { Adding } from '../caller/session.ts'
import { addJob, openJobs } from '../jobs/queue.ts'
import type { ExportSpec } from './defineExport.ts'
import { exportJob } from './jobs.ts'
import type { ExportParams } from './runExport.ts'

/** One person's exports that wait or run: enough for a morning's work, too few to keep everyone else waiting. */
const OPEN_EXPORTS = 10

/** Puts an export in the queue and gives its record's id. 400 where its params cannot be met, 429 where ten of one's own are under way. */
export const beginExport = async (
  { tx, session }: Pick<Adding, 'tx' | 'session'>,
  spec: ExportSpec,
  format: FormatCode,
  params: Record<string, unknown>,
): Promise<{ id: number; type: number }> => {
  // Made once here only to refuse at once what could not be exported later.
  spec.table(params, session.scope, inChinese)
  if ((await openJobs(tx, session.userId, exportJob.name)) >= OPEN_EXPORTS)
    throw new CallError(429, `您有 ${OPEN_EXPORTS} 个导出还没完成，请等完成后再导出`, { seconds: 60 })
  const extension = exportFormats.find(({ code }) => code === format)?.extension
  const kept: ExportParams = { name: spec.name, format, params }
  const id = await addJob(tx, exportJob, {
    msg: `${spec.label}${params.as_of ? `（截至 ${params.as_of}）` : ''}.${extension}`,
    type: spec.type,
    params: { ...kept },
    userId: session.userId,
  })
  return { id, type: spec.type }
}
