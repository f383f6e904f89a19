import type { Action } from '../../core/action.ts'
import { approvalNames } from '../../core/approval.ts'
import { COLUMN_TAKEN, ownCalls } from '../../core/check/checkRunTime.ts'
import type { Field, FormSchema } from '../../core/form.ts'
import { columnsIn } from '../../core/prints.ts'
import { type Column, type Resource, totalNames } from '../../core/resource.ts'
import { dialogsOffering } from './askedChoices.ts'
import { renamed } from './rename.ts'

type Columns = Record<string, Column>
type Actions = Record<string, Action>

/** Gives the published column that a field of the draft is, under whatever name it had then; null for one that has come since. */
export const publishedAs = (published: Resource | null, resource: Resource, name: string): Column | null => {
  const names = [name, ...(resource.columns[name]?.was ?? [])]
  return names.map((each) => published?.columns[each]).find((column) => column !== undefined) ?? null
}

/** Gives the codes that a new field of a screen cannot have: those of its fields, former ones among them, and those of the system. */
export const columnsTaken = ({ columns }: Resource): string[] => [
  ...Object.entries(columns).flatMap(([name, { was = [] }]) => [name, ...was]),
  ...COLUMN_TAKEN,
  'created_at',
  'updated_at',
]

/** The codes that a new action or paper of a screen cannot have. */
const callsTaken = (resource: Resource): string[] => [
  ...ownCalls(resource),
  ...Object.keys(resource.actions ?? {}),
  ...Object.keys(resource.prints ?? {}),
]

/** Gives the field that asks for the code of a new action or paper: the last word of its call, and of the right to it. */
export const callName = (resource: Resource): Field => ({
  type: 'string',
  title: '代码',
  'x-is': 'code',
  maxLength: 20,
  pattern: '^[a-z][a-z0-9_]{0,19}$',
  'x-code': { from: 'label', taken: callsTaken(resource) },
  description: '接口与权限的名称，发布以后不能改',
  'x-msg': { required: '代码必填', pattern: '代码须以小写字母开头，由小写字母、数字、下划线组成，至多 20 个' },
})

/** Where a field belongs in the add dialog: where it was, or else last. */
const askedIn = (resource: Resource, name: string, isAsked: boolean): string[] => {
  const form = resource.form ?? []
  if (!isAsked) return form.filter((other) => other !== name)
  return form.includes(name) ? [...form] : [...form, name]
}

interface FieldChange {
  /** The field's name so far; null adds one. */
  from: string | null
  name: string
  column: Column
  isAsked: boolean
  isPublished: boolean
}

/** Gives the declaration with a field put in, or changed. */
export const putField = (resource: Resource, { from, name, column, isAsked, isPublished }: FieldChange): Resource => {
  const base = from !== null && from !== name ? renamed(resource, from, name, isPublished) : resource
  const known = base.columns[name]
  const put = { ...column, ...(known?.was ? { was: known.was } : {}) } as Column
  const columns = { ...base.columns, [name]: put }
  const sorted = base.sort?.[0] === name && !column.sort && name !== base.key
  const { sort: _sort, ...unsorted } = base
  const dialogs = dialogsOffering(base, name, put)
  return {
    ...(sorted ? unsorted : base),
    ...(dialogs ? { dialogs } : {}),
    columns,
    form: askedIn(base, name, isAsked),
  } as Resource
}

/** True for a field that the system writes: nobody fills it in, and it keeps its name and kind. */
export const isKept = (resource: Resource, name: string): boolean =>
  [resource.key, resource.states?.column, 'created_at', 'updated_at'].includes(name)

const formsOf = (resource: Resource): [string, FormSchema][] => Object.entries((resource.dialogs ?? {}) as Record<string, FormSchema>)

/** What still needs a field: it can be neither retired nor taken away before that. */
export const usesOf = (resource: Resource, name: string): string[] => {
  const actions = Object.values((resource.actions ?? {}) as Actions)
  const asking = formsOf(resource).filter(([, form]) => name in form.properties)
  return [
    ...(resource.key === name ? ['编号'] : []),
    ...(resource.title === name ? ['标题'] : []),
    ...(resource.states?.column === name ? ['状态'] : []),
    ...(resource.tellApart?.includes(name) ? ['同名的区分'] : []),
    ...(resource.sort?.[0] === name ? ['默认排序'] : []),
    ...(resource.facts?.some(({ column }) => column === name) ? ['先显示的列'] : []),
    ...(resource.scope === name ? ['项目范围'] : []),
    ...(resource.unique?.some((group) => group.includes(name)) ? ['不得重复的组合'] : []),
    ...actions.flatMap((action) =>
      name in { ...action.when, ...action.set } ||
      approvalNames(action.approves).includes(name) ||
      asking.some(([form]) => form === action.opens)
        ? [`操作“${action.label}”`]
        : [],
    ),
    ...asking.flatMap(([form, { title }]) => (actions.some(({ opens }) => opens === form) ? [] : [`对话框“${title}”`])),
    ...Object.values(resource.prints ?? {}).flatMap(({ label, text, retired }) =>
      !retired && columnsIn(text, resource.name).includes(name) ? [`打印“${label}”`] : [],
    ),
    ...Object.values(resource.columns as Resource['columns']).flatMap((column) =>
      [column.via?.split('.')[0], column.reads?.split('.')[0], ...totalNames(column), ...Object.keys(column.when ?? {})].includes(name)
        ? [`字段“${column.label}”`]
        : [],
    ),
  ]
}

/** The actions that lead from or to a choice which the field would no longer have, the sums that it tells apart, and the fields that are asked for by it. */
export const choiceUses = (resource: Resource, name: string, column: Column): string[] => {
  const isGone = (values: unknown): boolean => [values ?? []].flat().some((value) => column.is !== 'enum' || !(String(value) in column.of))
  return [
    ...Object.values((resource.actions ?? {}) as Actions)
      .filter((action) => [action.when?.[name], action.set?.[name], (action.approves?.when as Action['when'])?.[name]].some(isGone))
      .map((action) => `操作“${action.label}”`),
    ...Object.values(resource.columns as Columns)
      .filter(({ is, when, ...words }) => {
        if (isGone(when?.[name as never])) return true
        const total = is === 'fen' && 'total' in words && typeof words.total === 'object' ? words.total : {}
        return isGone(total.except?.[name]) || (total.by === name && column.is !== 'enum')
      })
      .map(({ label }) => `字段“${label}”`),
  ]
}

const withRetired = (resource: Resource, name: string, retired: true | undefined): Resource => {
  const { retired: _retired, ...words } = resource.columns[name] as Column
  return { ...resource, columns: { ...resource.columns, [name]: { ...words, ...(retired ? { retired } : {}) } as Column } }
}

/** Gives the declaration with a field retired: what it holds stays, and so do its words and its place. */
export const retireField = (resource: Resource, name: string): Resource => withRetired(resource, name, true)

/** Gives the declaration with a retired field back as it was, with what it holds. */
export const reviveField = (resource: Resource, name: string): Resource => withRetired(resource, name, undefined)

/** Gives the declaration without a field that was never published. */
export const removeField = (resource: Resource, name: string): Resource => {
  const { [name]: _gone, ...columns } = resource.columns
  return { ...resource, form: (resource.form ?? []).filter((other) => other !== name), columns }
}
