import type { Action } from '../../core/action.ts'
import type { FormSchema } from '../../core/form.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { fieldOf } from '../forms/fieldOf.ts'
import { ANY, alsoChoices, askable, isUntyped, SEVERAL, setBeside, stateOf, statesShown } from './actionForm.ts'
import { approvalValues, approvesOf } from './approval.ts'
import { type ConditionRow, conditionOf, rowsOfCondition } from './condition.ts'
import { given, NO, YES } from './kinds.ts'
import { moveOf, moveValues } from './life.ts'

type Values = Readonly<Record<string, unknown>>
type Forms = Record<string, FormSchema>
type Words = Readonly<Record<string, unknown>>

const actionsOf = (resource: Resource): Record<string, Action> => (resource.actions ?? {}) as Record<string, Action>
const formsOf = (resource: Resource): Forms => (resource.dialogs ?? {}) as Forms

/** Gives what the dialog shows of an action; of a published one no name. */
export const valuesOfAction = (resource: Resource, name: string, isPublished = false): Record<string, unknown> => {
  const action = actionsOf(resource)[name]
  if (!action) return {}
  const states = statesShown(resource, action)
  const form = action.opens ? formsOf(resource)[action.opens] : undefined
  const beside = setBeside(resource, action)
  const asksFor = (set: object) =>
    askable(resource, set)
      .filter((one) => one.name in (form?.properties ?? {}))
      .sort((a, b) => orderIn(form, a.name) - orderIn(form, b.name))
      .map((one) => ({ field: one.number, required: form?.required?.includes(one.name) ? YES : NO }))
  const parts = states.map(([column], index) => {
    const from = (action.when as Words | undefined)?.[column]
    return {
      [`from_${index + 1}`]: from === undefined ? ANY : Array.isArray(from) ? SEVERAL : from,
      [`froms_${index + 1}`]: Array.isArray(from) ? from.map((value) => ({ value })) : undefined,
      [`to_${index + 1}`]: (action.set as Words | undefined)?.[column],
      [`asks_${index + 1}`]: asksFor({ ...beside, [column]: true }),
    }
  })
  return given({
    label: action.label,
    ...(isPublished ? {} : { name }),
    ...(states.length > 1 ? { column: states.findIndex(([column]) => column === stateOf(resource, action)) + 1 } : {}),
    ...moveValues(resource, action),
    ...approvalValues(resource, action),
    ...Object.assign({}, ...parts),
    also: alsoRows(resource, action),
    ...(action.on === 'page' ? {} : { many: action.on === 'rows' ? YES : NO }),
    danger: action.tone === 'danger' ? YES : NO,
    ...(states.length === 0 ? { asks_0: asksFor(beside) } : {}),
    confirm: action.confirm || undefined,
    done: action.done,
  })
}

/** The rows that show what it sets beside the choice field that its dialog shows. */
const alsoRows = (resource: Resource, action: Action): ConditionRow[] | undefined => {
  const rows = rowsOfCondition(alsoChoices(resource), setBeside(resource, action))
  return rows.length > 0 ? rows : undefined
}

/** What the rows say that it sets beside, one value a field; what they cannot show stays. */
const alsoOf = (resource: Resource, before: Action | undefined, values: Values): Words => {
  const beside = setBeside(resource, before)
  const said = conditionOf(alsoChoices(resource), beside, (values.also ?? []) as readonly ConditionRow[])
  return Object.fromEntries(Object.entries(said ?? {}).map(([name, value]) => [name, [value].flat().at(-1)]))
}

const orderIn = (form: FormSchema | undefined, name: string): number => Object.keys(form?.properties ?? {}).indexOf(name)

interface Ask {
  name: string
  column: Column
  isRequired: boolean
}

/** The names of a form's fields in their order: those asked for, and between them those that the designer cannot show. */
const namesOf = (asked: readonly string[], kept: readonly string[], before: FormSchema | undefined): string[] => {
  const then = Object.keys(before?.properties ?? {}).filter((name) => asked.includes(name) || kept.includes(name))
  const isAsBefore = then.filter((name) => asked.includes(name)).join() === asked.join()
  return isAsBefore ? then : [...asked, ...kept]
}

/** Gives an action's dialog with these fields; whatever else was written in it as JSON stays. Null: it asks nothing. */
const formOf = (title: string, asks: readonly Ask[], kept: readonly string[], before: FormSchema | undefined): FormSchema | null => {
  const asked = asks.map(({ name }) => name)
  const names = namesOf(asked, kept, before)
  const hadNone = before !== undefined && Object.keys(before.properties).length === 0
  if (names.length === 0 && !hadNone) return null
  const needed = asks.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const required = [
    ...new Set([
      ...(before?.required ?? []).filter((name) => needed.includes(name) || (kept.includes(name) && !asked.includes(name))),
      ...needed,
    ]),
  ]
  const layout = before?.['x-layout']
  const unplaced = layout?.includes('*') ? [] : names.filter((name) => !layout?.includes(name))
  const within = (some: readonly string[]): string[] => some.filter((name) => names.includes(name))
  return {
    ...before,
    title,
    type: 'object',
    // A field that was asked before may have rules of its own, written as JSON: they stay.
    properties: Object.fromEntries(
      names.map((name) => {
        const ask = asks.find((one) => one.name === name)
        const made = ask && fieldOf({ ...ask.column, required: ask.isRequired || ask.column.required || undefined } as Column)
        return [name, before?.properties[name] ?? made]
      }),
    ) as FormSchema['properties'],
    ...(before && !before.required && required.length === 0 ? {} : { required }),
    ...(layout ? { 'x-layout': [...layout.filter((name) => name === '*' || names.includes(name)), ...unplaced] } : {}),
    ...(before?.['x-keep'] ? { 'x-keep': within(before['x-keep']) } : {}),
    additionalProperties: false,
  }
}

/** True where a dialog is not this action's alone: another one opens it, or it is the one for adding or editing. */
const isShared = (resource: Resource, dialog: string, action: string | null): boolean =>
  dialog === 'add' ||
  dialog === 'edit' ||
  Object.entries(actionsOf(resource)).some(([name, { opens }]) => name !== action && opens === dialog)

const freeName = (forms: Forms, wanted: string): string => {
  let name = wanted
  for (let count = 2; name in forms; count++) name = `${wanted}_${count}`
  return name
}

/** Gives the dialogs with an action's own put in, changed or taken away, and what it is called. */
const putForm = (
  resource: Resource,
  from: string | null,
  name: string,
  form: FormSchema | null,
): { dialogs: Forms | undefined; opens: string | undefined } => {
  const opened = from === null ? undefined : actionsOf(resource)[from]?.opens
  const all = formsOf(resource)
  if (opened && JSON.stringify(all[opened]) === JSON.stringify(form) && opened !== from) return { dialogs: all, opens: opened }
  const { [opened && !isShared(resource, opened, from) ? opened : '']: own, ...others } = all
  if (!form) return { dialogs: resource.dialogs ? others : undefined, opens: undefined }
  const opens = own && opened && opened !== from ? opened : freeName(others, name)
  const dialogs = own
    ? Object.fromEntries(Object.entries(all).map(([each, one]) => (each === opened ? [opens, form] : [each, one])))
    : { ...others, [opens]: form }
  return { dialogs, opens }
}

/** Gives some words with others in their places; undefined takes one away, and what is not named stays. */
const withWords = (before: object | undefined, words: Words): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...before, ...words }).filter(([, value]) => value !== undefined))

const some = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined =>
  Object.keys(values).length > 0 ? values : undefined

/** What an action sets and needs, with the choice field that the dialog shows as it says. */
const transitionOf = (resource: Resource, before: Action | undefined, values: Values) => {
  const states = statesShown(resource, before)
  const place = states.length > 1 ? Number(values.column) : states.length
  const column = states[place - 1]?.[0]
  const also = alsoOf(resource, before, values)
  if (column === undefined)
    return { place, set: before?.set && Object.keys(before.set).length === 0 ? before.set : some(also), when: before?.when }
  const left = before ? stateOf(resource, before) : null
  const leaving = left !== null && left !== column ? { [left]: undefined } : {}
  const state = values[`from_${place}`]
  const several = [...new Set(((values[`froms_${place}`] ?? []) as { value: number }[]).map(({ value }) => value))]
  const needed = state === SEVERAL ? several : state === ANY ? undefined : state
  return {
    place,
    set: some(withWords(also, { ...leaving, [column]: values[`to_${place}`] })),
    when: some(withWords(before?.when, { ...leaving, [column]: needed })),
  }
}

/**
 * Gives the declaration with an action put in, or changed; `from` is its name so far. It changes what its dialog shows, and keeps every
 * other word of the action and of what it opens.
 */
export const putAction = (resource: Resource, from: string | null, values: Values): Resource => {
  const name = String(values.name ?? from)
  const label = String(values.label)
  const before = from === null ? undefined : actionsOf(resource)[from]
  const { place, set, when } = transitionOf(resource, before, values)
  const offered = askable(resource, set ?? {})
  const asks = ((values[`asks_${place}`] ?? []) as { field: number; required?: number }[]).flatMap(({ field, required }) => {
    const found = offered.find(({ number }) => number === field)
    return found ? [{ ...found, isRequired: required === YES }] : []
  })
  const form = before?.opens ? formsOf(resource)[before.opens] : undefined
  const kept = Object.keys(form?.properties ?? {}).filter(
    (each) => !offered.some((one) => one.name === each) && !isUntyped(resource, each) && !(each in (set ?? {})),
  )
  const title = form && form.title !== before?.label ? form.title : label
  const { dialogs, opens } = putForm(resource, from, name, formOf(title, asks, kept, form))
  const { from: leaves, to } = moveOf(resource, before, values)
  const silent = opens || (!set && to === undefined) ? (before?.confirm === false ? false : undefined) : false
  const isOwnCall = !before || before.can === `/api/${resource.name}/${from}`
  const action = withWords(before, {
    label,
    on: before?.on === 'page' ? 'page' : values.many === YES ? 'rows' : 'row',
    can: isOwnCall ? `/api/${resource.name}/${name}` : before.can,
    opens,
    confirm: values.confirm || silent,
    from: leaves,
    to,
    when,
    set,
    tone: values.danger === YES ? 'danger' : undefined,
    done: values.done || undefined,
    approves: approvesOf(resource, before, values),
  })
  const actions = Object.entries(actionsOf(resource)).map(([each, one]) => (each === from ? [name, action] : [each, one]))
  return withWords(resource, {
    actions: Object.fromEntries(from === null ? [...actions, [name, action]] : actions),
    dialogs,
  }) as unknown as Resource
}

/** Gives the declaration without an action, and without its dialog where nothing else opens it. */
export const removeAction = (resource: Resource, name: string): Resource => {
  const { [name]: gone, ...actions } = actionsOf(resource)
  const { [gone?.opens && !isShared(resource, gone.opens, name) ? gone.opens : '']: _form, ...dialogs } = formsOf(resource)
  return { ...resource, actions, dialogs } as Resource
}
