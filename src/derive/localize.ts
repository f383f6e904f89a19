import { mapValues } from 'es-toolkit'
import type { Chart } from '../core/chart.ts'
import { choicesIn, type Field, type FixedChoice, type FormSchema, type Lookup, type RowSchema } from '../core/form.ts'
import type { Beginning } from '../core/related.ts'
import type { Column } from '../core/resource.ts'
import type { States } from '../core/states.ts'
import type { CompleteAction } from './actions.ts'
import type { CompleteColumn, CompleteResource } from './complete.ts'
import type { Translate } from './translator.ts'

const all = <T extends Readonly<Record<string, string>>>(words: T, said: Translate): T =>
  Object.fromEntries(Object.entries(words).map(([name, text]) => [name, said(text)])) as T

const localizedLookup = (lookup: Lookup, said: Translate): Lookup => ({
  ...lookup,
  ...(lookup.waiting ? { waiting: said(lookup.waiting) } : {}),
  ...(lookup.within ? { within: { ...lookup.within, title: said(lookup.within.title) } } : {}),
})

const localizedChoices = (field: Field, said: Translate): FixedChoice[] =>
  choicesIn(field).map((choice) => ({ ...choice, title: said(choice.title) }))

const localizedItems = (field: Extract<Field, { type: 'array' }>, said: Translate) => {
  const { items } = field
  if ('properties' in items) return localizedRows(items, said)
  return 'oneOf' in items ? { ...items, oneOf: localizedChoices(field, said) } : items
}

const localizedField = (field: Field, said: Translate): Field =>
  ({
    ...field,
    title: said(field.title),
    ...(field.description ? { description: said(field.description) } : {}),
    ...(field['x-msg'] ? { 'x-msg': all(field['x-msg'], said) } : {}),
    ...(field['x-section'] ? { 'x-section': said(field['x-section']) } : {}),
    ...(field['x-lookup'] ? { 'x-lookup': localizedLookup(field['x-lookup'], said) } : {}),
    ...('x-unit' in field && field['x-unit'] ? { 'x-unit': said(field['x-unit']) } : {}),
    ...('oneOf' in field && field.oneOf ? { oneOf: localizedChoices(field, said) } : {}),
    ...(field.type === 'array' ? { items: localizedItems(field, said) } : {}),
  }) as Field

const localizedRows = <S extends RowSchema>(schema: S, said: Translate): S => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, localizedField(field, said)])),
})

/** Gives a form with its words in another language. */
export const localizedForm = (form: FormSchema, said: Translate): FormSchema => ({
  ...localizedRows(form, said),
  title: said(form.title),
  ...(form.description ? { description: said(form.description) } : {}),
  ...(form['x-preview'] ? { 'x-preview': { ...form['x-preview'], shows: said(form['x-preview'].shows) } } : {}),
})

const localizedSpec = (spec: Column, said: Translate): Column =>
  ({
    ...spec,
    label: said(spec.label),
    ...(spec.help ? { help: said(spec.help) } : {}),
    ...(spec.section ? { section: said(spec.section) } : {}),
    ...(spec.unit ? { unit: said(spec.unit) } : {}),
    ...(typeof spec.required === 'string' ? { required: said(spec.required) } : {}),
    ...(spec.is === 'ref' && spec.unset ? { unset: said(spec.unset) } : {}),
    ...(spec.is === 'enum' || spec.is === 'enums' ? { of: all(spec.of, said) } : {}),
    ...(spec.is === 'rows' ? { of: localizedRows(spec.of, said) } : {}),
  }) as Column

const localizedColumn = (column: CompleteColumn, said: Translate): CompleteColumn => ({
  ...column,
  label: said(column.label),
  spec: localizedSpec(column.spec, said),
})

const localizedBeginnings = <B extends Beginning>(begins: readonly B[], said: Translate): B[] =>
  begins.map((one) => (one.label ? { ...one, label: said(one.label) } : one))

const localizedAction = (action: CompleteAction, said: Translate): CompleteAction => ({
  ...action,
  label: said(action.label),
  ...(typeof action.confirm === 'string' ? { confirm: said(action.confirm) } : {}),
  ...(action.done ? { done: said(action.done) } : {}),
  ...(action.begins ? { begins: localizedBeginnings(action.begins, said) } : {}),
  form: action.form && localizedForm(action.form, said),
})

const localizedStates = (states: States, said: Translate): States => ({
  ...states,
  of: mapValues(states.of, (state) => ({ ...state, label: said(state.label) })),
  ...(states.moves ? { moves: mapValues(states.moves, (move) => ({ ...move, label: said(move.label) })) } : {}),
})

const localizedChart = (chart: Chart, said: Translate): Chart => ({
  ...chart,
  label: said(chart.label),
  says: said(chart.says),
  ...(chart.rates ? { rates: chart.rates.map((rate) => ({ ...rate, label: said(rate.label) })) } : {}),
})

/** Gives a resource with its words in another language; names, paths and the menu's group, by which entries are hidden, stay. */
export const localizedResource = (resource: CompleteResource, said: Translate): CompleteResource => {
  const columns = resource.columns.map((column) => localizedColumn(column, said))
  return Object.freeze({
    ...resource,
    label: said(resource.label),
    noun: resource.noun && said(resource.noun),
    strips: resource.strips.map((strip) => ({ ...strip, label: said(strip.label) })),
    columns,
    column: Object.fromEntries(columns.map((column) => [column.name, column])),
    actions: resource.actions.map((action) => localizedAction(action, said)),
    begins: localizedBeginnings(resource.begins, said),
    prints: mapValues(resource.prints, (print) => ({ ...print, label: said(print.label) })),
    states: resource.states && localizedStates(resource.states, said),
    moves: resource.moves.map((move) => ({ ...move, label: said(move.label) })),
    related: resource.related.map((other) => ({ ...other, label: said(other.label) })),
    happens: resource.happens.map((one) => ({ ...one, says: said(one.says) })),
    chart: resource.chart && localizedChart(resource.chart, said),
    plots: resource.plots.map((plot) => ({ ...plot, label: said(plot.label) })),
    empty: said(resource.empty),
  })
}
