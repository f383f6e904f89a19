/** Rows that one file may have; more are sent as several files. */
export const MAX_IMPORT_ROWS = 50_000

/** So many wrong rows are marked in a file that is sent back: who has more has made one mistake many times. */
export const MAX_WRONG_ROWS = 1000

/** So many mistakes the dialog lists; the file that is sent back has them all. */
export const LISTED_ERRORS = 100

/** The column that a file sent back has for what is wrong with each row; a file that still has it is taken as if it had not. */
export const ERROR_HEAD = '错误'

/** What the heading of a column begins with that is there to be looked at, such as a meter's last reading: an import passes over it. */
export const BESIDE_HEAD = '参考：'

/** What is done with rows that are there already: by default they are mistakes. */
export const existingRows = [
  { const: 1, title: '指出' },
  { const: 2, title: '跳过' },
] as const

export type ExistingRows = (typeof existingRows)[number]['const']

/** A mistake in a file. */
export interface ImportError {
  /** Where: B3, or 第3行 where a whole row is meant. */
  cell: string
  /** The heading of its column; '' for a whole row. */
  head: string
  /** What stands there. */
  text: string
  message: string
}

/**
 * `running`: a trial or an import is under way. `wrong`: the trial found mistakes. `right`: it found none, and the file can be imported.
 * `done`: imported. `undone`: and taken back. `failed` and `cancelled`: it came to nothing.
 */
type ImportState = 'running' | 'wrong' | 'right' | 'done' | 'undone' | 'failed' | 'cancelled'

/** One row of 导入记录. */
export interface ImportRecord {
  import_id: number
  resource: string
  label: string
  file_name: string
  state: ImportState
  /** Whether what runs, or ran last, is the import itself and not its trial. */
  is_real: boolean
  progress: number
  total: number | null
  /** Rows of data in the file, and how many of them are wrong; null until they are counted. */
  rows: number | null
  wrong: number | null
  /** Of its rows, those that were there already and are passed over, as its sender chose. */
  skipped: number
  /** Where the file is fetched in which its mistakes, and what is passed over, are marked; '' where there is none. */
  handle: string
  /** Why it failed; '' otherwise. */
  error: string
  created_date: string
  done_date: string
}

/** A record with the first of its mistakes. */
export interface ImportDetail extends ImportRecord {
  errors: ImportError[]
}
