import { filesIn } from '../core/attachments.ts'
import { standsAlone } from '../core/check/checkPrints.ts'
import { choicesIn, type Field, type RowSchema } from '../core/form.ts'
import { type Print, type PrintTable, printFieldOf, printTableOf, withWords } from '../core/prints.ts'
import { minuteOf } from '../protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../protocol/fen.ts'
import type { CompleteColumn, CompleteResource } from './complete.ts'
import { linesOf } from './template.ts'

/** A part of a paper, from its head to its foot. */
export type PrintedPart =
  | { is: 'title' | 'head' | 'text'; text: string }
  | PrintedTable
  /** Pictures by their numbers. */
  | { is: 'pictures'; pictures: readonly number[] }

/** Rows on a paper; `total` stands below where amounts are added up. */
interface PrintedTable {
  is: 'table'
  heads: readonly string[]
  aligns: readonly ('left' | 'right')[]
  rows: readonly (readonly string[])[]
  total?: readonly string[]
}

/** A record as lists read it: its own values, and what it refers to by its title. */
type Row = Readonly<Record<string, unknown>>

/** The rows of a table of what hangs on a record, and whose they are; null where they are not known. */
export type RowsOf = (table: PrintTable) => { resource: Pick<CompleteResource, 'column' | 'former'>; rows: readonly Row[] } | null

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const titlesOf = (keys: unknown, titles: unknown): string => {
  const named = (titles ?? {}) as Readonly<Record<string, unknown>>
  return listOf(keys)
    .map((key) => String(named[String(key)] ?? key))
    .join('、')
}

const wordsOf = (of: Readonly<Record<number, string>>, values: unknown): string =>
  listOf(values)
    .map((value) => of[Number(value)] ?? String(value))
    .join('、')

/** Gives a value of a record as people read it on paper; personal numbers are masked in the record itself. '' where there is none. */
const valueText = ({ name, spec, is }: CompleteColumn, row: Row): string => {
  const value = row[name]
  if (spec.is === 'ref') return isNothing(value) ? (spec.unset ?? '') : String(row[`${name}_title`] ?? value)
  if (isNothing(value)) return ''
  if (spec.is === 'enum') return spec.of[Number(value)] ?? String(value)
  if (is === 'fen') return fenToYuan(Number(value))
  if (is === 'datetime') return minuteOf(Number(value))
  if (spec.is === 'enums') return wordsOf(spec.of, value)
  if (is === 'refs') return titlesOf(value, row[`${name}_titles`])
  if (is === 'files')
    return filesIn(row, name)
      .map((file) => file.name)
      .join('、')
  if (is === 'texts') return listOf(value).join('、')
  return String(value)
}

const cellText = (field: Field, value: unknown): string => {
  if (isNothing(value)) return ''
  if ('x-is' in field && field['x-is'] === 'fen') return fenToYuan(Number(value))
  if ('x-is' in field && field['x-is'] === 'datetime') return minuteOf(Number(value))
  return [value]
    .flat()
    .map((each) => choicesIn(field).find((choice) => choice.const === each)?.title ?? String(each))
    .join('、')
}

const isCounted = (field: Field): boolean =>
  field.type === 'integer' && !('oneOf' in field) && field['x-is'] !== 'datetime' && field['x-is'] !== 'ref'

const rowsTable = ({ properties }: RowSchema, rows: unknown): PrintedPart => {
  const fields = Object.entries(properties).filter(([, field]) => !field['x-hidden'])
  return {
    is: 'table',
    heads: fields.map(([, { title }]) => title),
    aligns: fields.map(([, field]) => (isCounted(field) ? 'right' : 'left')),
    rows: listOf(rows).map((row) => fields.map(([name, field]) => cellText(field, (row as Row)[name]))),
  }
}

/** Gives the column of a list by the name that it has, or had when the text was written; undefined where it is gone. */
export const columnNow = ({ column, former }: Pick<CompleteResource, 'column' | 'former'>, name: string): CompleteColumn | undefined =>
  column[name] ?? column[former[name] ?? '']

const TOTAL = '合计'

const totalOf = (columns: readonly CompleteColumn[], isTotalled: readonly boolean[], rows: readonly Row[]): string[] =>
  columns.map(({ name }, place) => {
    const amount = isTotalled[place] ? fenToYuan(rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)) : ''
    return place === 0 ? [TOTAL, amount].join(' ').trim() : amount
  })

const listTable = (table: PrintTable, rowsOf: RowsOf): PrintedPart => {
  const found = rowsOf(table)
  const columns = found ? table.columns.map(({ name }) => columnNow(found.resource, name)) : []
  if (!found || columns.some((column) => column === undefined)) return { is: 'text', text: '' }
  const known = columns.filter((column) => column !== undefined)
  const isTotalled = table.columns.map((column) => column.isTotalled)
  return {
    is: 'table',
    heads: known.map(({ label }) => label),
    aligns: known.map(({ align }) => align),
    rows: found.rows.map((row) => known.map((column) => valueText(column, row))),
    ...(isTotalled.includes(true) ? { total: totalOf(known, isTotalled, found.rows) } : {}),
  }
}

/** The table of a list that stands on a line by itself. */
const tableIn = (line: string): PrintTable | null => printTableOf(/^\{([^{}]*)\}$/.exec(line.trim())?.[1] ?? '')

/** The column that stands alone on a line to be drawn as pictures or as a table; null where the line is text. */
const aloneIn = (line: string, column: CompleteResource['column']): CompleteColumn | null => {
  const name = /^\{([^{}]*)\}$/.exec(line.trim())?.[1]
  const found = name === undefined ? undefined : column[name]
  return found && standsAlone(found.spec) ? found : null
}

/**
 * Gives what a paper of a record says, from the print's text: each field's value as people read it, amounts in yuan or in the capitals of
 * 支付结算办法 (附一). Values are put in last and never read as fields; a field that is not there any more says nothing. `rowsOf` gives the rows of its
 * tables.
 */
export const printedParts = (
  { column }: Pick<CompleteResource, 'column'>,
  { text }: Pick<Print, 'text'>,
  row: Row,
  rowsOf: RowsOf = () => null,
): PrintedPart[] => {
  const said = (word: string): string => {
    const { name, isCapitals } = printFieldOf(word)
    const found = column[name]
    if (!found) return ''
    if (isCapitals) return isNothing(row[name]) ? '' : fenInCapitals(Number(row[name]))
    return valueText(found, row)
  }
  return linesOf(text).map((line): PrintedPart => {
    const table = tableIn(line.text)
    if (table) return listTable(table, rowsOf)
    const alone = aloneIn(line.text, column)
    if (alone?.spec.is === 'rows') return rowsTable(alone.spec.of, row[alone.name])
    if (alone) return { is: 'pictures', pictures: listOf(row[alone.name]).map(Number) }
    return { is: line.is, text: withWords(line.text, said) }
  })
}

/** Gives what stands large at a paper's head. */
export const headingOf = ({ title, label }: Pick<Print, 'title' | 'label'>): string => title ?? label
