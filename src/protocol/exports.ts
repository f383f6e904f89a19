/** The kinds of file that a list exports to, by their code on the wire. */
export const exportFormats = [
  { code: 1, label: 'Excel', extension: 'xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  { code: 2, label: 'CSV', extension: 'csv', mime: 'text/csv; charset=utf-8' },
] as const

/** What the files of 下载记录 are: what lists export to, and what is printed. */
export const fileKinds = [...exportFormats, { extension: 'pdf', mime: 'application/pdf' }] as const

export type ExportFormat = (typeof exportFormats)[number]
export type FormatCode = ExportFormat['code']

type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

/** One row of 下载记录 (spec.md section 7, /api/message/index). */
export interface ExportRecord {
  id: number
  /** The file's name. */
  msg: string
  type: number
  /** Where the file is fetched; '' until there is one. */
  handle: string
  state: JobState
  /** Rows written so far, and in all; total is null until it is known. */
  progress: number
  total: number | null
  created_date: string
  /** Why it failed, or why it cannot be fetched any more; '' otherwise. */
  error: string
}
