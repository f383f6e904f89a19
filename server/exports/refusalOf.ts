import { CallError } from '../../src/core/errors.ts'
import { covers, type Scope } from '../store/reading/filters.ts'
import { exportsByName } from './registry.ts'
import type { ExportResult } from './runExport.ts'

/** What a job keeps of an export that is done. */
export interface DoneExport {
  name: string
  result: ExportResult
}

/**
 * Gives why whoever asked for an export could not have it any more, by the right to it (`may`) or by the projects that it was made of;
 * null where they could. Said in the list of exports, and again when the file is fetched.
 */
export const refusalOf = ({ name, result }: DoneExport, scope: Scope, may: (code: string) => boolean): CallError | null => {
  const spec = exportsByName().get(name)
  if (!spec) return new CallError(404, '此版本没有这个导出')
  if (!may(spec.code)) return new CallError(403, `没有权限：导出${spec.label}，以前导出的文件也不能再下载`)
  return covers(scope, result.scope ?? null) ? null : new CallError(403, '您负责的项目少了，这份文件里有现在看不到的，请重新导出')
}
