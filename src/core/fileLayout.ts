/** What a field of such a file holds. In code: texts and cards are texts, `fen` whole fen (yuan with two decimals in the file), `date` is `YYYY-MM-DD`. */
type LayoutKind = 'text' | 'card' | 'fen' | 'decimal' | 'date'

/** A field of each line. */
export interface LayoutColumn {
  /** What its heading says, where the file has headings, and what mistakes call it. */
  label: string
  /** Other headings under which it comes. */
  also?: readonly string[]
  is?: LayoutKind
  required?: true
  /** Of a text, in signs; 200 where left out. */
  max?: number
  /** Of a date: as it is written. Both are read. */
  as?: 'YYYYMMDD' | 'YYYY-MM-DD'
  /** In bytes of the file's encoding, where fields have no separator. */
  width?: number
}

/**
 * A field of the line with totals: a text that is always the same, one that each file has of its own (whose it is, which batch: `label` is what mistakes call it), how
 * many lines there are, or the sum of a column.
 */
export type LayoutTotal<C extends string = string> = { width?: number } & (
  | { mark: string }
  | { tells: string; label: string }
  | { counts: true }
  | { sums: NoInfer<C> }
)

/** A file that another body gives or takes: one declaration reads and writes it. */
export interface FileLayout<C extends string = string> {
  name: string
  label: string
  /** In which it is written. Read are both, with or without a mark of UTF-8 at the beginning. */
  encoding: 'utf-8' | 'gbk'
  /** What stands between fields; none where each has its width. */
  separator?: ',' | '|' | '\t'
  /** A line with the headings comes first; the columns may then stand in any order. */
  heads?: true
  columns: Readonly<Record<C, LayoutColumn>>
  /** The line by which one knows that a file is whole: before the others (and the headings), or after them. */
  totals?: { at: 'head' | 'trailer'; fields: readonly LayoutTotal<C>[] }
  /** The columns of the file by which the other body is asked; it fills in the rest. */
  asks?: readonly NoInfer<C>[]
}

type ValueOf<I> = I extends 'fen' | 'decimal' ? number : string

/** A line of a layout in code; what need not be there is null where it is not. */
export type LayoutRow<L> = L extends { readonly columns: infer Columns }
  ? string extends keyof Columns
    ? Readonly<Record<string, string | number | null>>
    : {
        [C in keyof Columns]:
          | ValueOf<Columns[C] extends { readonly is: infer I } ? I : 'text'>
          | (Columns[C] extends { readonly required: true } ? never : null)
      }
  : never

/**
 * Declares a file of another body (server/domain/<subject>/layouts, found by the file's being there): fields between separators or of fixed
 * width, with totals by which one that was cut off is told. `readLayout` and `writeLayout` follow from it (server/imports/layouts).
 */
export const defineFileLayout = <const C extends string, const L extends FileLayout<C>>(
  layout: L & FileLayout<C> & { readonly columns: Readonly<Record<C, LayoutColumn>> },
): L => Object.freeze(layout) as L

/** Gives the layout of the file by which the other body is asked: the columns of `asks`, and totals that need no others. */
export const askingLayout = (layout: FileLayout): FileLayout => {
  const { asks, columns, totals, ...rest } = layout
  const names = asks ?? Object.keys(columns)
  return {
    ...rest,
    columns: Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name))),
    ...(totals ? { totals: { ...totals, fields: totals.fields.filter((field) => !('sums' in field) || names.includes(field.sums)) } } : {}),
  }
}
