import type { Readable } from 'node:stream'
import { choicesIn } from '../../src/core/form.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { type ImportColumn, importColumns, importFormOf, knownAlso } from '../../src/derive/imports/importColumns.ts'
import { noteOf } from '../../src/derive/imports/importNotes.ts'
import type { Translate, Translator } from '../../src/derive/translator.ts'
import { grouped } from '../../src/protocol/fen.ts'
import { BESIDE_HEAD, MAX_IMPORT_ROWS } from '../../src/protocol/imports.ts'
import { columnName, escaped, openSheet, SHEET_END, STYLE, textCell } from '../files/sheetXml.ts'
import type { Queryable, Tx } from '../store/connection/database.ts'
import type { Scope } from '../store/reading/filters.ts'
import type { Resolve } from '../store/reading/list.ts'
import { firstChoices } from './choices.ts'
import { workbookStream } from './workbookFile.ts'

/** Longer lists are typed, not scrolled. */
const LISTED_CHOICES = 500
const NOTES = '说明'
/** The notes take three columns and leave one empty. */
const FIRST_LIST = 4

const headOf = ({ head, other }: ImportColumn): string => other?.head ?? head
const choicesOf = ({ other }: ImportColumn): readonly string[] => other?.choices ?? []

interface List {
  column: ImportColumn
  words: string[]
  /** Whether it holds all that may be chosen: then nothing else is taken. */
  isWhole: boolean
}

const listOf = async (db: Queryable, column: ImportColumn, scope: Scope, resolve: Resolve): Promise<List | null> => {
  if (choicesIn(column.field).length > 0) return { column, words: [...choicesOf(column)], isWhole: column.shape === 'choice' }
  if (!column.target) return null
  const choices = await firstChoices(db as Tx, column, resolve(column.target), scope, LISTED_CHOICES + 1)
  const titles = new Set(choices.map(({ title }) => title))
  const words = choices.slice(0, LISTED_CHOICES).map(({ title, label }) => (titles.size < choices.length ? label : title))
  if (words.length === 0) return null
  const unset = column.other?.unset ?? column.unset
  return {
    column,
    words: [...(unset === undefined ? [] : [unset]), ...words],
    isWhole: choices.length <= LISTED_CHOICES && column.shape === 'ref',
  }
}

/** What a spreadsheet says of a word that is not among the choices. */
const REFUSAL = { title: '不在可选范围内', text: '请从下拉中选' }

const WIDTHS: Readonly<Record<string, number>> = { text: 18, date: 14, datetime: 18, refs: 20, choices: 20 }
/** What is typed into a text stays as it is typed: card numbers keep all their digits. */
const TYPED: ReadonlySet<string> = new Set(['text', 'refs', 'ref', 'choices'])

const colsOf = (columns: readonly ImportColumn[]): string =>
  columns
    .map((column, index) => {
      const { shape } = column
      const width = Math.max(WIDTHS[shape] ?? 12, headOf(column).length * 2 + 3)
      const style = TYPED.has(shape) ? ` style="${STYLE.text}"` : ''
      return `<col min="${index + 1}" max="${index + 1}" width="${width}"${style} customWidth="1"/>`
    })
    .join('')

const validation = (list: List, place: number, columns: readonly ImportColumn[], said: Translate): string => {
  const at = columnName(columns.indexOf(list.column))
  const name = columnName(place)
  const strict = list.isWhole ? ` showErrorMessage="1" errorTitle="${said(REFUSAL.title)}" error="${said(REFUSAL.text)}"` : ''
  return `<dataValidation type="list" allowBlank="1"${strict} sqref="${at}2:${at}${MAX_IMPORT_ROWS + 1}"><formula1>${escaped(`'${said(NOTES)}'!$${name}$2:$${name}$${list.words.length + 1}`)}</formula1></dataValidation>`
}

const row = (number: number, cells: readonly (string | undefined)[], style?: number): string =>
  `<row r="${number}">${cells.map((cell, index) => (cell ? textCell(`${columnName(index)}${number}`, cell, style) : '')).join('')}</row>`

const notesRows = (
  resource: CompleteResource,
  columns: readonly ImportColumn[],
  lists: readonly List[],
  translator: Translator,
): string => {
  const { t } = translator
  const form = importFormOf(resource)
  const notes = [
    ...columns.map((column) => [headOf(column), column.isRequired ? t`必填` : '', form ? noteOf(form, column, translator) : '']),
    [],
    [t`在第一张表里填写，表头不要改；一次最多 ${grouped(MAX_IMPORT_ROWS)} 行`],
    [t`公式、合并的单元格、宏不能导入；数字、日期写成文本也可以`],
    [t`先试导入，没有错误才能导入；要么全部导入，要么一行也不导入`],
  ]
  const length = Math.max(notes.length, ...lists.map(({ words }) => words.length))
  const lines = Array.from({ length }, (_, index) => {
    const [head, mark, note] = notes[index] ?? []
    return row(index + 2, [head, mark, note, undefined, ...lists.map(({ words }) => words[index])])
  })
  return row(1, [t`列`, t`必填`, t`怎样填`, undefined, ...lists.map(({ column }) => headOf(column))], STYLE.head) + lines.join('')
}

/** Rows that are filled in already, as far as they are known: what a field's cell says, by its name; and what stands beside it to be looked at, by its heading. */
export interface Filled {
  beside: readonly string[]
  rows: Iterable<Readonly<Record<string, string | null>>>
}

const filledRows = function* (columns: readonly ImportColumn[], { beside, rows }: Filled): Generator<string> {
  let number = 2
  for (const cells of rows) {
    yield row(
      number,
      [...columns.map(({ name }) => name), ...beside].map((name) => cells[name] ?? undefined),
    )
    number += 1
  }
}

/**
 * Gives the workbook that staff fill in: on the first sheet the headings, required ones with a star, and drop-downs; on the second how
 * each is written and the lists behind the drop-downs, of references those that the caller may see. In the caller's language. Rows that are known already stand there, filled in.
 */
export const templateOf = async (
  db: Queryable,
  resource: CompleteResource,
  scope: Scope,
  resolve: Resolve,
  translator: Translator,
  filled: Filled = { beside: [], rows: [] },
): Promise<Readable> => {
  const { said } = translator
  const columns = knownAlso(importColumns(resource), said)
  const lists: List[] = []
  for (const column of columns) {
    const list = await listOf(db, column, scope, resolve)
    if (list) lists.push(list)
  }
  const heads = [
    ...columns.map((column) => (column.isRequired ? `${headOf(column)}*` : headOf(column))),
    ...filled.beside.map((head) => `${said(BESIDE_HEAD)}${said(head)}`),
  ]
  const validations = lists.map((list, index) => validation(list, FIRST_LIST + index, columns, said)).join('')
  const rules = lists.length > 0 ? `<dataValidations count="${lists.length}">${validations}</dataValidations>` : ''
  const noteWidths = '<col min="1" max="1" width="18" customWidth="1"/><col min="3" max="3" width="60" customWidth="1"/>'
  return workbookStream([
    {
      name: said(resource.label),
      xml: (function* () {
        yield openSheet(colsOf(columns))
        yield row(1, heads, STYLE.head)
        yield* filledRows(columns, filled)
        yield SHEET_END.replace('</worksheet>', `${rules}</worksheet>`)
      })(),
    },
    { name: said(NOTES), xml: [openSheet(noteWidths), notesRows(resource, columns, lists, translator), SHEET_END] },
  ])
}
