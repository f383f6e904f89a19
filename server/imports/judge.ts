import { type FormSchema, holds } from '../../src/core/form.ts'
import { isKnownDefault } from '../../src/core/knownDefaults.ts'
import { activeValues, validateForm } from '../../src/derive/forms/validateForm.ts'
import { readCell } from '../../src/derive/imports/importCells.ts'
import { type ImportColumn, lookupOf } from '../../src/derive/imports/importColumns.ts'
import type { Find } from './names.ts'
import type { Table, TableRow } from './table.ts'

/** What is wrong in a row: with the cell of a column of the file, or with the whole row. */
interface Mistake {
  column: number | null
  message: string
}

/** A row that cannot be imported. */
export interface Wrong {
  row: TableRow
  mistakes: Mistake[]
}

/** A row as the add call would get it, or what is wrong with it. */
export type Judged = { row: TableRow; values: Record<string, unknown> } | Wrong

const listed = new WeakMap<FormSchema, Map<string, unknown>>()

/** What a dialog would have filled in and staff left alone. A required field has to be said in a file: there nobody sees what stands in it. */
const givenBy = (form: FormSchema): Map<string, unknown> => {
  const known = listed.get(form)
  if (known) return known
  const given = new Map(
    Object.entries(form.properties).flatMap(([name, field]): [string, unknown][] => {
      if (field['x-hidden'] && 'const' in field && field.const !== undefined) return [[name, field.const]]
      const isFilled = field.default !== undefined && !isKnownDefault(field.default) && !form.required?.includes(name)
      return isFilled ? [[name, field.default]] : []
    }),
  )
  listed.set(form, given)
  return given
}

/**
 * Says why a cell may not be filled where the dialog would not ask it (`x-when`): the row says another thing in the column on which that hangs, and what stands
 * in the cell would come to nothing unseen. Gives that column and the words; null where it is asked.
 */
const unasked = (form: FormSchema, { field }: ImportColumn, values: Readonly<Record<string, unknown>>): [string, string] | null => {
  const by = Object.entries(field['x-when'] ?? {}).find(([name, wanted]) => !holds({ [name]: wanted }, values))?.[0]
  const title = by === undefined ? undefined : form.properties[by]?.title
  return by === undefined ? null : [by, `按这一行的“${title}”不填此项，要填请改“${title}”`]
}

/**
 * Gives the function that reads a row: its cells become params, in the order of the form's fields since a name may hang on an earlier one,
 * and the form's own rules judge them. A field whose cell could not be read is not judged a second time.
 */
export const judgeFor = (form: FormSchema, table: Table, find: Find): ((row: TableRow) => Promise<Judged>) => {
  const places = new Map(table.columns.flatMap((column, place): [string, number][] => (column ? [[column.name, place]] : [])))
  const inOrder = Object.keys(form.properties).flatMap((name): [ImportColumn, number][] => {
    const place = places.get(name)
    const column = place === undefined ? null : table.columns[place]
    return column && place !== undefined ? [[column, place]] : []
  })
  return async (row) => {
    const values: Record<string, unknown> = Object.fromEntries(givenBy(form))
    const mistakes = new Map<string, Mistake>()
    const filled: [ImportColumn, number][] = []
    const take = async (column: ImportColumn, place: number, names: readonly string[]): Promise<void> => {
      const keys: number[] = []
      for (const name of names) {
        const meant = await find(column, name, values)
        if ('problem' in meant) return void mistakes.set(column.name, { column: place, message: meant.problem })
        keys.push(meant.choice.key)
        for (const [field, value] of Object.entries(meant.choice.fills)) values[field] = value
      }
      values[column.name] = column.shape === 'refs' ? keys : keys[0]
    }
    for (const [column, place] of inOrder) {
      const reading = readCell(column, row.cells[place])
      if (!reading) continue
      filled.push([column, place])
      if ('problem' in reading) mistakes.set(column.name, { column: place, message: reading.problem })
      else if ('names' in reading) await take(column, place, reading.names)
      else values[column.name] = reading.value
    }
    for (const { field, message } of validateForm(form, values)) {
      const [name = ''] = field.split('.')
      // What a name fills that means nothing is missing for that reason.
      if (inOrder.some(([column]) => mistakes.has(column.name) && name in (lookupOf(column)?.fills ?? {}))) continue
      if (!mistakes.has(name)) mistakes.set(name, { column: places.get(name) ?? null, message })
    }
    for (const [column, place] of filled) {
      const [by, message] = unasked(form, column, values) ?? []
      // What is as the dialog begins says nothing: a column of 0 for a fee that there is not.
      if (by === undefined || message === undefined || mistakes.has(by) || values[column.name] === column.field.default) continue
      if (!mistakes.has(column.name)) mistakes.set(column.name, { column: place, message })
    }
    if (mistakes.size > 0) return { row, mistakes: [...mistakes.values()].sort((a, b) => (a.column ?? -1) - (b.column ?? -1)) }
    return { row, values: activeValues(form, values) }
  }
}
