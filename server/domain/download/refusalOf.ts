import { CallError } from '../../../src/core/errors.ts'
import { exportJob } from '../../exports/jobs.ts'
import { exportsByName } from '../../exports/registry.ts'
import type { ExportResult } from '../../exports/runExport.ts'
import { printJob } from '../../prints/jobs.ts'
import type { PrintResult } from '../../prints/printJob.ts'
import { printsByName } from '../../prints/registry.ts'
import { covers, type Scope } from '../../store/reading/filters.ts'

/** The kinds of job whose files are in 下载记录. */
export const DOWNLOADS = [exportJob.name, printJob.name]

/** What a job keeps of a file that is done. */
export interface Download {
  kind: string
  name: string
  result: ExportResult | PrintResult
}

interface Source {
  /** The code that permits it. */
  code: string
  /** What whoever has no such code is told. */
  refusal: string
}

const sourceOf = ({ kind, name }: Download): Source | undefined => {
  if (kind === exportJob.name) {
    const spec = exportsByName().get(name)
    return spec && { code: spec.code, refusal: `没有权限：导出${spec.label}，以前导出的文件也不能再下载` }
  }
  const spec = printsByName().get(name)
  return spec && { code: spec.can, refusal: `没有权限：打印${spec.label}，以前打印的文件也不能再下载` }
}

/**
 * Gives why whoever asked for a file could not have it any more, by the right to it (`may`) or by the projects that it was made of; null
 * where they could. Said in 下载记录, and again when the file is fetched.
 */
export const refusalOf = (download: Download, scope: Scope, may: (code: string) => boolean): CallError | null => {
  const source = sourceOf(download)
  if (!source) return new CallError(404, '此版本没有这个文件的来源')
  const reads = 'reads' in download.result ? (download.result.reads ?? []) : []
  if (![source.code, ...reads].every(may)) return new CallError(403, source.refusal)
  return covers(scope, download.result.scope ?? null) ? null : new CallError(403, '您负责的项目少了，这份文件里有现在看不到的，请重新导出')
}
