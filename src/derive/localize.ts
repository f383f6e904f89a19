import type { Field, FormSchema, Lookup, RowSchema } from '../core/form.ts'
import type { Column } from '../core/resource.ts'
import type { CompleteAction } from './actions.ts'
import type { CompleteColumn, CompleteResource } from './complete.ts'
import type { Translate } from './translator.ts'

const all = <T extends Readonly<Record<string, string>>>(words: T, t: Translate): T =>
  Object.fromEntries(Object.entries(words).map(([name, text]) => [name, t(text)])) as T

const localizedLookup = (lookup: Lookup, t: Translate): Lookup => ({
  ...lookup,
  ...(lookup.waiting ? { waiting: t(lookup.waiting) } : {}),
  ...(lookup.within ? { within: { ...lookup.within, title: t(lookup.within.title) } } : {}),
})

const localizedField = (field: Field, t: Translate): Field =>
  ({
    ...field,
    title: t(field.title),
    ...(field.description ? { description: t(field.description) } : {}),
    ...(field['x-msg'] ? { 'x-msg': all(field['x-msg'], t) } : {}),
    ...(field['x-section'] ? { 'x-section': t(field['x-section']) } : {}),
    ...(field['x-lookup'] ? { 'x-lookup': localizedLookup(field['x-lookup'], t) } : {}),
    ...('x-unit' in field && field['x-unit'] ? { 'x-unit': t(field['x-unit']) } : {}),
    ...('oneOf' in field && field.oneOf ? { oneOf: field.oneOf.map((choice) => ({ ...choice, title: t(choice.title) })) } : {}),
    ...(field.type === 'array' && 'properties' in field.items ? { items: localizedRows(field.items, t) } : {}),
  }) as Field

const localizedRows = <S extends RowSchema>(schema: S, t: Translate): S => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, localizedField(field, t)])),
})

/** Gives a form with its words in another language. */
export const localizedForm = (form: FormSchema, t: Translate): FormSchema => ({
  ...localizedRows(form, t),
  title: t(form.title),
  ...(form.description ? { description: t(form.description) } : {}),
})

const localizedSpec = (spec: Column, t: Translate): Column =>
  ({
    ...spec,
    label: t(spec.label),
    ...(spec.help ? { help: t(spec.help) } : {}),
    ...(spec.unit ? { unit: t(spec.unit) } : {}),
    ...(typeof spec.required === 'string' ? { required: t(spec.required) } : {}),
    ...(spec.is === 'enum' ? { of: all(spec.of, t) } : {}),
    ...(spec.is === 'rows' ? { of: localizedRows(spec.of, t) } : {}),
  }) as Column

const localizedColumn = (column: CompleteColumn, t: Translate): CompleteColumn => ({
  ...column,
  label: t(column.label),
  spec: localizedSpec(column.spec, t),
})

const localizedAction = (action: CompleteAction, t: Translate): CompleteAction => ({
  ...action,
  label: t(action.label),
  ...(typeof action.confirm === 'string' ? { confirm: t(action.confirm) } : {}),
  ...(action.done ? { done: t(action.done) } : {}),
  form: action.form && localizedForm(action.form, t),
})

/** Gives a resource with its words in another language; names, paths and the menu's group, by which entries are hidden, stay. */
export const localizedResource = (resource: CompleteResource, t: Translate): CompleteResource => {
  const columns = resource.columns.map((column) => localizedColumn(column, t))
  return Object.freeze({
    ...resource,
    label: t(resource.label),
    columns,
    column: Object.fromEntries(columns.map((column) => [column.name, column])),
    actions: resource.actions.map((action) => localizedAction(action, t)),
    related: resource.related.map((other) => ({ ...other, label: t(other.label) })),
    empty: t(resource.empty),
  })
}
