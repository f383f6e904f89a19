import type { RawBuilder } from 'kysely'
import type { CellKind } from '../../src/core/kinds.ts'
import type { Translate, Translator } from '../../src/derive/translator.ts'
import type { Scope } from '../store/reading/filters.ts'

/** A column of a file. */
export interface ExportColumn {
  head: string
  kind: CellKind
  /** In px, as lists have it. */
  width: number
  /** Puts what the system wrote into the reader's language; absent where the values stand as they are stored. */
  say?: Translate
}

/** What goes into a file: a query with one value a column, each as staff read it. */
export interface ExportTable {
  columns: readonly ExportColumn[]
  rows: RawBuilder<unknown>
  count: RawBuilder<{ n: number }>
}

/** Something that can be exported: every list, and what the domains declare in their exports.ts. */
export interface ExportSpec {
  /** The word by which its jobs find it again, whichever node runs them. */
  name: string
  /** The file's name, without its extension. */
  label: string
  /** The message type of its records. */
  type: number
  /** The code that permits it, asked when it is begun and again when it runs. */
  code: string
  /** Gives the table within the maker's scope, its words in the maker's language (heads are put into it with the file); throws 400 where the params cannot be met. */
  table(params: Readonly<Record<string, unknown>>, scope: Scope, translator: Translator): ExportTable
}

export const defineExport = (spec: ExportSpec): ExportSpec => spec
