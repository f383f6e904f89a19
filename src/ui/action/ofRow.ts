import { type FormSchema, ownFields } from '../../core/form.ts'
import type { FormState, Named, Values } from '../form/context.ts'
import type { Begun } from './begun.ts'

/** Gives what a row holds of these columns, without those that hold nothing. */
const withoutNull = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, row[name]]])))

/** Gives what the row refers to, by field, with its text; of several with theirs. */
const namedIn = (row: Values): FormState['named'] =>
  Object.fromEntries(
    Object.keys(row).flatMap((name): [string, Named | readonly Named[]][] => {
      const { [`${name}_title`]: label, [`${name}_titles`]: labels } = row
      if (typeof labels === 'object' && labels !== null)
        return [[name, Object.entries(labels).map(([value, title]) => ({ value: Number(value), label: String(title) }))]]
      return typeof label === 'string' ? [[name, { value: row[name], label }]] : []
    }),
  )

/** A record by the names of a dialog's fields, what it refers to by its text with it: an edit has the record's own, another what it begins with of it (`x-own`). */
const asFields = ({ action }: Begun, form: FormSchema, row: Values): Values =>
  action.name === 'edit'
    ? row
    : Object.fromEntries(
        ownFields(form).flatMap(([field, column]) => ['', '_title', '_titles'].map((end) => [field + end, row[column + end]])),
      )

/**
 * What the fields of a dialog begin with of its record, and how what they refer to is called. An empty list is what an edit keeps; for another the
 * dialog's own beginning stands where the record has none yet.
 */
export const heldBy = (begun: Begun, form: FormSchema, row: Values): { values: Values; named: FormState['named'] } => {
  const fields = asFields(begun, form, row)
  const held = Object.entries(withoutNull(fields, Object.keys(form.properties)))
  const isKept = (value: unknown): boolean => begun.action.name === 'edit' || !(Array.isArray(value) && value.length === 0)
  return { values: Object.fromEntries(held.filter(([, value]) => isKept(value))), named: namedIn(fields) }
}

/** The column of its record that a dialog's field stands for. */
export const columnOf = (form: FormSchema, field: string): string => ownFields(form).find(([own]) => own === field)?.[1] ?? field
