import type { Field, FormSchema } from '../../core/form.ts'
import type { Action, Column, Resource } from '../../core/resource.ts'
import { fieldOf } from '../fieldOf.ts'
import { given, NO, YES, yesOrNo } from './kinds.ts'

type Values = Readonly<Record<string, unknown>>
type Forms = Record<string, FormSchema>

const ANY = -1
const SEVERAL = -2

const statesOf = (resource: Resource): [string, Extract<Column, { is: 'enum' }>][] =>
  Object.entries(resource.columns).flatMap(([name, column]) =>
    column.is === 'enum' && !column.retired ? [[name, column] as [string, Extract<Column, { is: 'enum' }>]] : [],
  )

const askable = (resource: Resource): [string, Column][] =>
  Object.entries(resource.columns).filter(([name, column]) => name !== resource.key && !column.retired && !column.derived)

/** True where the screen has a field of choices, which is what an action changes. */
export const mayHaveActions = (resource: Resource): boolean => statesOf(resource).length > 0

const choice = (title: string, options: readonly { const: number; title: string }[], extra: object = {}): Field =>
  ({ type: 'integer', title, oneOf: options, ...extra }) as Field

/** Gives the designer's dialog for one action: which state it leads from and to, what it asks, what it says before. */
export const actionForm = (title: string, resource: Resource): FormSchema => {
  const states = statesOf(resource)
  const only = states.length === 1
  const ofState = states.flatMap(([, column], place) => {
    const options = Object.entries(column.of).map(([value, label]) => ({ const: Number(value), title: label }))
    const when = only ? {} : { 'x-when': { column: place + 1 } }
    return [
      [
        `from_${place + 1}`,
        choice(`${column.label}须为`, [{ const: ANY, title: '任何' }, { const: SEVERAL, title: '几种（在 JSON 里写）' }, ...options], {
          default: ANY,
          ...when,
        }),
      ],
      [`to_${place + 1}`, choice(`把${column.label}改为`, options, { ...when, 'x-msg': { required: `把${column.label}改为什么必填` } })],
    ] as const
  })
  return {
    title,
    type: 'object',
    'x-size': 'wide',
    properties: {
      label: {
        type: 'string',
        title: '操作名称',
        maxLength: 20,
        description: '按钮上的动词，例如 出租',
        'x-msg': { required: '操作名称必填' },
      },
      name: {
        type: 'string',
        title: '代码',
        'x-is': 'code',
        maxLength: 20,
        pattern: '^[a-z][a-z0-9_]{0,19}$',
        description: '接口与权限的名称',
        'x-msg': { required: '代码必填', pattern: '代码须以小写字母开头，由小写字母、数字、下划线组成，至多 20 个' },
      },
      ...(only
        ? {}
        : {
            column: choice(
              '改哪个选项字段',
              states.map(([, column], place) => ({ const: place + 1, title: column.label })),
              { 'x-msg': { required: '请选择改哪个字段' } },
            ),
          }),
      ...Object.fromEntries(ofState),
      many: choice('可以对多条一起做', yesOrNo, { 'x-is': 'radio', default: NO }),
      danger: choice('有害（红色）', yesOrNo, { 'x-is': 'radio', default: NO }),
      asks: {
        type: 'array',
        title: '要填的字段',
        description: '不填则只确认',
        'x-is': 'rows',
        'x-wide': true,
        maxItems: 20,
        items: {
          type: 'object',
          properties: {
            field: choice(
              '字段',
              askable(resource).map(([, column], place) => ({ const: place + 1, title: column.label })),
              { 'x-msg': { required: '请选择字段' } },
            ),
            required: choice('必填', yesOrNo),
          },
          required: ['field'],
          additionalProperties: false,
        },
      },
      confirm: { type: 'string', title: '确认的话', maxLength: 100, 'x-wide': true, description: '不要填字段时先问这一句；不写则立即执行' },
      done: { type: 'string', title: '完成后的提示', maxLength: 60, 'x-wide': true },
    },
    required: ['label', 'name', ...(only ? [] : ['column']), ...states.map((_, place) => `to_${place + 1}`)],
    additionalProperties: false,
  } as FormSchema
}

const actionsOf = (resource: Resource): Record<string, Action> => (resource.actions ?? {}) as Record<string, Action>
const formsOf = (resource: Resource): Forms => (resource.dialogs ?? {}) as Forms

/** Gives what the dialog shows of an action. */
export const valuesOfAction = (resource: Resource, name: string): Record<string, unknown> => {
  const action = actionsOf(resource)[name]
  if (!action) return {}
  const states = statesOf(resource)
  const place = states.findIndex(([column]) => column in (action.set ?? {})) + 1
  const column = states[place - 1]?.[0] ?? ''
  const from = action.when?.[column]
  const form = action.opens ? formsOf(resource)[action.opens] : undefined
  const names = askable(resource).map(([each]) => each)
  return given({
    label: action.label,
    name,
    ...(states.length > 1 ? { column: place } : {}),
    [`from_${place}`]: from === undefined ? ANY : Array.isArray(from) ? SEVERAL : from,
    [`to_${place}`]: action.set?.[column],
    many: action.on === 'rows' ? YES : NO,
    danger: action.tone === 'danger' ? YES : NO,
    asks: Object.keys(form?.properties ?? {}).map((each) => ({
      field: names.indexOf(each) + 1,
      required: form?.required?.includes(each) ? YES : NO,
    })),
    confirm: action.confirm || undefined,
    done: action.done,
  })
}

interface Ask {
  field: number
  required?: number
}

const formOf = (resource: Resource, title: string, asks: readonly Ask[], before: FormSchema | undefined): FormSchema | null => {
  const names = askable(resource)
  const asked = asks.flatMap(({ field, required }) => {
    const entry = names[field - 1]
    return entry ? [{ name: entry[0], column: entry[1], required: required === YES }] : []
  })
  if (asked.length === 0) return null
  return {
    title,
    type: 'object',
    // A field that was asked before may have rules of its own, written as JSON: they stay.
    properties: Object.fromEntries(
      asked.map(({ name, column, required }) => [
        name,
        before?.properties[name] ?? fieldOf({ ...column, required: required || column.required || undefined } as Column),
      ]),
    ),
    required: [...new Set(asked.filter(({ required }) => required).map(({ name }) => name))],
    additionalProperties: false,
  }
}

/** Gives the declaration with an action put in, or changed; `from` is its name so far. */
export const putAction = (resource: Resource, from: string | null, values: Values): Resource => {
  const name = String(values.name)
  const before = from === null ? undefined : actionsOf(resource)[from]
  const states = statesOf(resource)
  const place = states.length > 1 ? Number(values.column) : 1
  const column = states[place - 1]?.[0] ?? ''
  const state = values[`from_${place}`]
  const when = state === SEVERAL ? before?.when : state === ANY || state === undefined ? undefined : { [column]: state as number }
  const form = formOf(
    resource,
    String(values.label),
    (values.asks ?? []) as Ask[],
    before?.opens ? formsOf(resource)[before.opens] : undefined,
  )
  const { [before?.opens ?? '']: _form, ...dialogs } = formsOf(resource)
  const action = {
    label: values.label,
    on: values.many === YES ? 'rows' : 'row',
    can: `/api/${resource.name}/${name}`,
    ...(form ? { opens: name } : { confirm: values.confirm || false }),
    ...(when ? { when } : {}),
    set: { [column]: values[`to_${place}`] },
    ...(values.danger === YES ? { tone: 'danger' } : {}),
    ...(values.done ? { done: values.done } : {}),
  } as unknown as Action
  const actions = Object.entries(actionsOf(resource)).map(([each, one]) => (each === from ? [name, action] : [each, one]))
  return {
    ...resource,
    actions: Object.fromEntries(from === null ? [...actions, [name, action]] : actions),
    dialogs: form ? { ...dialogs, [name]: form } : dialogs,
  } as Resource
}

/** Gives the declaration without an action and its dialog. */
export const removeAction = (resource: Resource, name: string): Resource => {
  const { [name]: gone, ...actions } = actionsOf(resource)
  const { [gone?.opens ?? '']: _form, ...dialogs } = formsOf(resource)
  return { ...resource, actions, dialogs } as Resource
}
