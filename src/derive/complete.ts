import { once } from 'es-toolkit'
import type { Field, FormSchema, RowSchema } from '../core/form.ts'
import { type Kind, kindFacts, type Match } from '../core/kinds.ts'
import type { Action, Area, CallPath, Column, Menu, Resource, StandardCall } from '../core/resource.ts'
import { standardCalls } from '../core/resource.ts'
import { fieldOf } from './fieldOf.ts'
import { withRetiring } from './retiring.ts'

/** A column with every default filled in. */
export interface CompleteColumn {
  name: string
  label: string
  is: Kind
  spec: Column
  match: Match
  align: 'left' | 'right'
  width: number
  isSortable: boolean
  /** `first`: in the filter row; `more`: folded; null: no filter. */
  filter: 'first' | 'more' | null
  /** Whether the list shows it at first, may show it, or never does. */
  shown: 'yes' | 'no' | 'never'
  /** True where the resource's own table stores it. */
  isStored: boolean
  /** The resource that a ref names. */
  target: string | null
}

/** An action with its dialog, as buttons and the server's calls read it. */
export interface CompleteAction extends Action {
  name: string
  /** The call that it makes, and the code that permits it. */
  can: CallPath
  form: FormSchema | null
}

/** A resource with every default filled in, frozen: the only form of a declaration that the rest of the code sees. */
export interface CompleteResource {
  name: string
  label: string
  path: string | null
  menu: Menu | null
  access: string | null
  key: string
  title: string
  columns: readonly CompleteColumn[]
  column: Readonly<Record<string, CompleteColumn>>
  sort: readonly [string, 'asc' | 'desc']
  calls: Readonly<Record<StandardCall, CallPath | null>>
  domain: readonly StandardCall[]
  actions: readonly CompleteAction[]
  /** Whether any member of staff may read it: what they choose from, and what is their own. */
  isLookup: boolean
  /** The call that gives its rows to choose from. */
  choices: CallPath | null
  scope: string | null
  /** The column of the account whose row it is: nobody sees another's. */
  own: string | null
  area: Area
  /** Whether changes of its rows are written to 操作日志. */
  isLogged: boolean
  /** What reads select from and what writes change; they differ where the domain derives columns in a view. */
  source: string
  table: string
  unique: readonly (readonly string[])[]
  /** Whether it has a table of its own; otherwise `table` is its view. */
  isStored: boolean
  /** The columns between which a row takes place, where the list has a week. */
  week: readonly [string, string] | null
  related: readonly { label: string; resource: string; by: string }[]
  empty: string
  /** Former names of columns, and those that they have now. */
  former: Readonly<Record<string, string>>
}

const completeColumn = (name: string, spec: Column): CompleteColumn => {
  const is: Kind = spec.is ?? 'text'
  const facts = kindFacts[is]
  return {
    name,
    label: spec.label,
    is,
    spec,
    match: facts.match,
    align: facts.align ?? 'left',
    width: spec.width ?? facts.width,
    isSortable: spec.sort === true,
    filter: spec.filter === true ? 'first' : spec.filter === 'more' ? 'more' : null,
    shown: spec.list === 'never' ? 'never' : spec.list === false ? 'no' : 'yes',
    isStored: !spec.derived && !spec.via,
    target: spec.is === 'ref' || spec.is === 'refs' ? spec.of : null,
  }
}

const lookupFor = (field: Field, column: Column, paths: LookupPaths): Field => {
  if (column.is !== 'ref' && column.is !== 'refs') return field
  const target = paths.get(column.of)
  return target ? ({ ...field, 'x-lookup': { call: target.call, value: target.key, label: target.title } } as Field) : field
}

/** A dialog's field that is kept in a reference column is chosen as in a derived dialog, unless it says otherwise. */
const choosing = (form: FormSchema, resource: Resource, paths: LookupPaths): FormSchema => ({
  ...form,
  properties: Object.fromEntries(
    Object.entries(form.properties).map(([name, field]) => {
      const column = resource.columns[name]
      const isOpen = column && 'x-is' in field && (field['x-is'] === 'ref' || field['x-is'] === 'refs') && !field['x-lookup']
      return [name, isOpen ? lookupFor(field, column, paths) : field]
    }),
  ),
})

/** A phone or card number arrives masked in an edit dialog; left as it is it stays as it is stored, so the rule lets the mask through. */
const lettingMasksThrough = (form: FormSchema): FormSchema => ({
  ...form,
  properties: Object.fromEntries(
    Object.entries(form.properties).map(([name, field]) =>
      field.type === 'string' && field.pattern && (field['x-is'] === 'phone' || field['x-is'] === 'card')
        ? [name, { ...field, pattern: `(${field.pattern})|(^\\d{3}\\*{4,}[\\dXx]{4}$)` }]
        : [name, field],
    ),
  ),
})

/** Where the rows of a referenced resource are read from. */
interface LookupPath {
  call: CallPath
  key: string
  title: string
}

type LookupPaths = ReadonlyMap<string, LookupPath>

const derivedForm = (resource: Resource, label: string, paths: LookupPaths): FormSchema | null => {
  const names = resource.form ?? []
  if (names.length === 0) return null
  const entries = names.map((name) => [name, resource.columns[name]] as const).filter((entry): entry is [string, Column] => !!entry[1])
  return {
    title: label,
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, column]) => [name, lookupFor(fieldOf(column), column, paths)])),
    required: entries.filter(([, column]) => column.required).map(([name]) => name),
    additionalProperties: false,
  }
}

const hasAdd = ({ calls, dialogs, form = [] }: Resource): boolean =>
  calls?.add !== false && (form.length > 0 || (dialogs as Readonly<Record<string, FormSchema>> | undefined)?.add !== undefined)

/** What the domain adds is imported only where it says so; money, which is booked by hand and reversed, never does. */
const canImport = (resource: Resource): boolean =>
  hasAdd(resource) && !resource.own && resource.stored !== false && (resource.import ?? !resource.domain?.includes('add'))

const callsOf = (resource: Resource): Record<StandardCall, CallPath | null> => {
  const path = (call: StandardCall): CallPath | null => {
    const named = resource.calls?.[call]
    if (call === 'import' && !canImport(resource)) return null
    // What is one's own is read, not carried out of the house.
    if (call === 'export' && (resource.calls?.index === false || resource.own)) return null
    return named === false ? null : (named ?? `/api/${resource.name}/${call}`)
  }
  return Object.fromEntries(standardCalls.map((call) => [call, path(call)])) as Record<StandardCall, CallPath | null>
}

const choicesOf = (resource: Resource, calls: ReturnType<typeof callsOf>): CallPath | null =>
  typeof resource.lookup === 'string' ? resource.lookup : calls.index

/** What one record of a resource is called, as its buttons say: 房源 of 房源列表. */
export const nounOf = ({ label }: Pick<Resource, 'label'>): string => label.replace(/(列表|管理|设置|配置)$/, '')

const standardActions = (resource: Resource, calls: ReturnType<typeof callsOf>, paths: LookupPaths): CompleteAction[] => {
  const dialogs = resource.dialogs as Readonly<Record<string, FormSchema>> | undefined
  const noun = nounOf(resource)
  const add = dialogs?.add ?? derivedForm(resource, `新增${noun}`, paths)
  const edit = dialogs?.edit ?? derivedForm(resource, `编辑${noun}`, paths)
  return [
    ...(calls.add && add ? [{ name: 'add', label: `新增${noun}`, on: 'page' as const, can: calls.add, form: add }] : []),
    ...(calls.edit && edit ? [{ name: 'edit', label: '编辑', on: 'row' as const, can: calls.edit, form: lettingMasksThrough(edit) }] : []),
    ...(calls.del
      ? [
          {
            name: 'del',
            label: '删除',
            on: 'rows' as const,
            can: calls.del,
            form: null,
            tone: 'danger' as const,
            confirm: `将删除所选${noun}，删除后不可恢复`,
          },
        ]
      : []),
  ]
}

const actionsOf = (resource: Resource, calls: ReturnType<typeof callsOf>, paths: LookupPaths): CompleteAction[] => {
  const own = Object.entries(resource.actions ?? {}).map(([name, action]): CompleteAction => {
    const form = action.opens ? (resource.dialogs as Readonly<Record<string, FormSchema>> | undefined)?.[action.opens] : undefined
    return { ...action, name, form: form ? choosing(form, resource, paths) : null }
  })
  const standard = standardActions(resource, calls, paths).filter((action) => !own.some((other) => other.name === action.name))
  return [...standard, ...own]
}

/**
 * Gives a resource with every default filled in. `paths` says where references are read from. Columns and actions are worked out when
 * they are first asked for: a client has all resources in its menu, and draws one.
 */
const completeResource = (resource: Resource, pathsOf: () => LookupPaths): CompleteResource => {
  const calls = callsOf(resource)
  const columns = once(() =>
    Object.entries(resource.columns)
      .filter(([, spec]) => !spec.retired)
      .map(([name, spec]) => completeColumn(name, spec)),
  )
  const column = once(() => Object.fromEntries(columns().map((one) => [one.name, one])))
  const unique = once(() => [
    ...(resource.unique ?? []),
    ...columns()
      .filter(({ spec }) => 'unique' in spec && spec.unique)
      .map(({ name }) => [name]),
  ])
  const former = once(() => Object.fromEntries(columns().flatMap(({ name, spec }) => (spec.was ?? []).map((was) => [was, name]))))
  const actions = once(() => actionsOf(resource, calls, pathsOf()))
  return Object.freeze({
    name: resource.name,
    label: resource.label,
    path: resource.path ?? null,
    menu: resource.menu ?? null,
    access: resource.access ?? null,
    key: resource.key,
    title: resource.title ?? resource.key,
    get columns() {
      return columns()
    },
    get column() {
      return column()
    },
    sort: resource.sort ?? ([resource.key, 'desc'] as const),
    calls,
    domain: resource.domain ?? [],
    get actions() {
      return actions()
    },
    isLookup: resource.lookup === true || resource.own !== undefined,
    choices: choicesOf(resource, calls),
    scope: resource.scope ?? null,
    own: resource.own ?? null,
    area: resource.area ?? 'other',
    isLogged: resource.stored !== false && resource.log !== false,
    source: resource.view ?? resource.name,
    table: resource.stored === false ? (resource.view ?? resource.name) : resource.name,
    isStored: resource.stored !== false,
    week: resource.week ?? null,
    related: resource.has ?? [],
    get unique() {
      return unique()
    },
    empty: resource.empty ?? '还没有记录',
    get former() {
      return former()
    },
  })
}

/** Gives all resources completed, each knowing where its references are read from: `among` has everything that they may refer to. */
export const completeAll = (declared: readonly Resource[], among: readonly Resource[] = declared): CompleteResource[] => {
  const paths = once(
    () =>
      new Map(
        among.flatMap((resource): [string, LookupPath][] => {
          const call = choicesOf(resource, callsOf(resource))
          return call ? [[resource.name, { call, key: resource.key, title: resource.title ?? resource.key }]] : []
        }),
      ),
  )
  return declared.map((resource) => completeResource(withRetiring(resource), paths))
}

export type { RowSchema }
