import { once } from 'es-toolkit'
import type { Action, CallPath } from '../core/action.ts'
import { type DerivedDialog, isAskedIn } from '../core/asked.ts'
import type { Field, FormSchema, RowSchema } from '../core/form.ts'
import { isMaskedKind, ruleOf } from '../core/kinds.ts'
import type { Column, Resource, StandardCall } from '../core/resource.ts'
import { personalNumbers } from '../protocol/masks.ts'
import { projectFirst } from '../schemas/property/room.ts'
import { fieldOf } from './forms/fieldOf.ts'

/** An action with its dialog, as buttons and the server's calls read it. */
export interface CompleteAction extends Action {
  name: string
  /** The call that it makes, and the code that permits it. */
  can: CallPath
  form: FormSchema | null
  /** Whether its call is told how the caller has seen the rows, so that a row that another has changed since is refused (409). */
  isSeen: boolean
}

/** The calls of a resource; null is one that it has not. */
export type Calls = Readonly<Record<StandardCall, CallPath | null>>

const choiceOf = ({ call, key, label, search, within }: LookupPath, is: 'ref' | 'refs') => ({
  call,
  value: key,
  label,
  ...(search ? { search } : {}),
  ...(is === 'ref' && within ? projectFirst(within) : {}),
})

const lookupFor = (field: Field, column: Column, paths: LookupPaths): Field => {
  if (column.is !== 'ref' && column.is !== 'refs') return field
  const target = paths.get(column.of)
  return target ? ({ ...field, 'x-lookup': choiceOf(target, column.is) } as Field) : field
}

const keptIn = (column: Column, field: Field, paths: LookupPaths): Field => {
  if (field.type === 'string' && 'checks' in column && column.checks) return { ...field, 'x-checks': column.checks }
  if (field.type === 'string' && ruleOf(column.is)) return { ...field, 'x-is': column.is } as Field
  if (field.type === 'string' && isMaskedKind(column.is) && !field['x-is']) return { ...field, 'x-is': column.is }
  const isOpen = 'x-is' in field && (field['x-is'] === 'ref' || field['x-is'] === 'refs') && !field['x-lookup']
  return isOpen ? lookupFor(field, column, paths) : field
}

/** A dialog's field obeys the column that it is kept in: a reference is chosen as in a derived dialog, unless it says otherwise, a personal number is judged as one, and text of a kind that has a rule obeys it. */
const keeping = (form: FormSchema, resource: Resource, paths: LookupPaths): FormSchema => ({
  ...form,
  properties: Object.fromEntries(
    Object.entries(form.properties).map(([name, field]) => {
      const column = resource.columns[name]
      return [name, column ? keptIn(column, field, paths) : field]
    }),
  ),
})

/** A phone or card number arrives masked in an edit dialog; left as it is it stays as it is stored, so the rule lets the mask through. */
export const lettingMasksThrough = <S extends RowSchema>(form: S): S => ({
  ...form,
  properties: Object.fromEntries(
    Object.entries(form.properties).map(([name, field]) =>
      field.type === 'string' && isMaskedKind(field['x-is'])
        ? [name, { ...field, pattern: `(${field.pattern ?? personalNumbers[field['x-is']].pattern})|(^\\d{3}\\*{4,}[\\dXx]{4}$)` }]
        : [name, field],
    ),
  ),
})

/** Where the rows of a referenced resource are read from. */
export interface LookupPath {
  call: CallPath
  key: string
  label: readonly string[]
  /** The param of that call which carries what is typed to find one; null where it has none. */
  search: string | null
  /** The param of that call which carries the project that is asked for first; null where none is. */
  within: string | null
}

export type LookupPaths = ReadonlyMap<string, LookupPath>

/** How a column stands in a derived dialog: under which heading, and on what condition. */
const placed = (field: Field, { section, when }: Column): Field =>
  ({ ...field, ...(section ? { 'x-section': section } : {}), ...(when ? { 'x-when': when } : {}) }) as Field

const derivedForm = (resource: Resource, name: DerivedDialog, label: string, paths: LookupPaths): FormSchema => {
  const entries = (resource.form ?? [])
    .map((each) => [each, resource.columns[each]] as const)
    .filter((entry): entry is [string, Column] => !!entry[1] && isAskedIn(entry[1], name))
  return {
    title: label,
    type: 'object',
    properties: Object.fromEntries(entries.map(([each, column]) => [each, placed(lookupFor(fieldOf(column), column, paths), column)])),
    required: entries.filter(([, column]) => column.required).map(([each]) => each),
    ...(name === 'add' && resource.foresees ? { 'x-preview': resource.foresees } : {}),
    additionalProperties: false,
  }
}

/** What one record of a resource is called, as its buttons say: 房源 of 房源列表, unless it says another word (`noun`). */
export const nounOf = ({ label, noun }: { label: string; noun?: string | null }): string =>
  noun ?? label.replace(/(列表|管理|设置|配置)$/, '')

/** A dialog is worked out when it is first asked for: whoever draws a page of buttons opens few of them. */
const opening = <A extends Omit<CompleteAction, 'form'>>(action: A, dialog: () => FormSchema | null): A & CompleteAction => {
  const form = once(dialog)
  return {
    ...action,
    get form() {
      return form()
    },
  }
}

const keptCodes = ({ states, merges }: Resource): number[] =>
  Object.entries(states?.of ?? {}).flatMap(([name, { code }]) => (name === merges?.as ? [] : [code]))

const standardActions = (resource: Resource, calls: Calls, paths: LookupPaths): CompleteAction[] => {
  const dialogs = resource.dialogs as Readonly<Record<string, FormSchema>> | undefined
  const noun = nounOf(resource)
  const isAsked = (name: DerivedDialog) => (each: string) => !!resource.columns[each] && isAskedIn(resource.columns[each], name)
  const has = (name: DerivedDialog): boolean => dialogs?.[name] !== undefined || (resource.form ?? []).some(isAsked(name))
  const dialog = (name: DerivedDialog, label: string): FormSchema => {
    const own = dialogs?.[name]
    return own ? keeping(own, resource, paths) : derivedForm(resource, name, label, paths)
  }
  // What was merged into another stays as it was.
  const when = resource.merges && resource.states ? { when: { [resource.states.column]: keptCodes(resource) } } : {}
  const add = { name: 'add', label: `新增${noun}`, on: 'page' as const, isSeen: false }
  const edit = { name: 'edit', label: '编辑', on: 'row' as const, isSeen: false, ...when }
  return [
    ...(calls.add && has('add') ? [opening({ ...add, can: calls.add }, () => dialog('add', add.label))] : []),
    ...(calls.edit && has('edit') ? [opening({ ...edit, can: calls.edit }, () => lettingMasksThrough(dialog('edit', `编辑${noun}`)))] : []),
    ...(calls.del
      ? [
          {
            name: 'del',
            label: '删除',
            on: 'rows' as const,
            can: calls.del,
            form: null,
            isSeen: !resource.domain?.includes('del'),
            ...when,
            tone: 'danger' as const,
            confirm: `将删除所选${noun}，删除后不可恢复`,
          },
        ]
      : []),
  ]
}

/** Gives what can be done with a resource's rows: the standard actions that it has, and its own, each with its dialog; an `edit` of its own that opens none has the derived one. */
export const actionsOf = (resource: Resource, calls: Calls, paths: LookupPaths): CompleteAction[] => {
  const derivedActions = standardActions(resource, calls, paths)
  const derivedOf = (name: string) => derivedActions.find((action) => action.name === name)
  const own = Object.entries(resource.actions ?? {}).map(([name, action]): CompleteAction => {
    const form = action.opens ? (resource.dialogs as Readonly<Record<string, FormSchema>> | undefined)?.[action.opens] : undefined
    const isSeen = action.set !== undefined || action.from !== undefined || action.sees === true
    const derived = derivedOf(name)
    if (name === 'edit' && !form && derived) return opening({ ...action, name, isSeen: false }, () => derived.form)
    return opening({ ...action, name, isSeen }, () => (form ? keeping(form, resource, paths) : null))
  })
  const standard = derivedActions.filter((action) => !own.some((other) => other.name === action.name))
  return [...standard, ...own]
}
