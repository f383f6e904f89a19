import type { Action } from '../../core/action.ts'
import { isSystemColumn } from '../../core/check/checkRunTime.ts'
import type { Condition, Field, FormSchema } from '../../core/form.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { approvalFields } from './approval.ts'
import { choice, fieldChoice } from './choice.ts'
import { type Choices, choicesOf, conditionField } from './condition.ts'
import { callName } from './edit.ts'
import { NO, yesOrNo } from './kinds.ts'
import { moveFields } from './life.ts'

export const ANY = -1
export const SEVERAL = -2

type ChoiceColumn = Extract<Column, { is: 'enum' }>

/** The fields of choices that an action may change. */
const statesOf = (resource: Resource): [string, ChoiceColumn][] =>
  Object.entries(resource.columns).flatMap(([name, column]) =>
    column.is === 'enum' && !column.retired && !column.via ? [[name, column] as [string, ChoiceColumn]] : [],
  )

/** True where the screen has states, or a field of choices: that is what an action changes. */
export const mayHaveActions = (resource: Resource): boolean => resource.states !== undefined || statesOf(resource).length > 0

/** Gives the choice field that an action leads to: the first that it sets; null where it sets none, as only JSON can say. */
export const stateOf = (resource: Resource, action: Action): string | null =>
  statesOf(resource).find(([name]) => name in (action.set ?? {}))?.[0] ?? null

/** The choice fields that the dialog of an action shows: none where the screen has states, or for one that was written as JSON and changes none. */
export const statesShown = (resource: Resource, action: Action | undefined): [string, ChoiceColumn][] =>
  resource.states || (action && stateOf(resource, action) === null) ? [] : statesOf(resource)

/** True for a field whose content nobody types: the system writes it, or it is read from elsewhere. */
export const isUntyped = (resource: Resource, name: string): boolean => {
  const column = resource.columns[name]
  return isSystemColumn(resource, name) || !!(column?.derived || column?.via || column?.reads)
}

/** The fields that an action may ask for, each with the number by which the form names it. */
export const askable = (resource: Resource, set: object): { name: string; column: Column; number: number }[] =>
  Object.entries(resource.columns).flatMap(([name, column], place) =>
    column.retired || isUntyped(resource, name) || name in set ? [] : [{ name, column, number: place + 1 }],
  )

/** Gives the choice fields that an action may set beside what it leads to. */
export const alsoChoices = (resource: Resource): Choices[] =>
  choicesOf(resource).filter(({ name, options }) => name !== resource.states?.column && options.length > 0)

/** One field of choices is what an action leads to; where there are states, that is the state. */
const isAlsoOffered = (resource: Resource): boolean => alsoChoices(resource).length > (resource.states ? 0 : 1)

/** What an action sets beside the choice field that its dialog shows. */
export const setBeside = (resource: Resource, action: Action | undefined): Record<string, string | number> => {
  if (resource.states) return (action?.set ?? {}) as Record<string, string | number>
  const { [(action && stateOf(resource, action)) ?? '']: _shown, ...rest } = (action?.set ?? {}) as Record<string, string | number>
  return rest
}

const asks = (resource: Resource, set: object, extra: object): Field =>
  ({
    type: 'array',
    title: '要填的字段',
    description: '不填则只确认；系统记录的和它自己改的不在其中',
    'x-is': 'rows',
    'x-wide': true,
    maxItems: 20,
    items: {
      type: 'object',
      properties: {
        field: fieldChoice(askable(resource, set).map(({ column, number }) => ({ number, label: column.label }))),
        required: choice('必填', yesOrNo),
      },
      required: ['field'],
      additionalProperties: false,
    },
    ...extra,
  }) as Field

/** Asks for several of some choices, each once in its rows. */
const rowsOf = (title: string, options: readonly { const: number; title: string }[], when: Condition): Field =>
  ({
    type: 'array',
    title,
    'x-is': 'rows',
    minItems: 1,
    maxItems: 50,
    items: {
      type: 'object',
      properties: { value: choice('值', options, { 'x-msg': { required: '请选择值' } }) },
      required: ['value'],
      additionalProperties: false,
    },
    'x-when': when,
    'x-msg': { required: `${title}必填`, minItems: `${title}必填` },
  }) as Field

const alsoField = (choices: readonly Choices[]): Field =>
  conditionField({ title: '还改哪些字段', description: '一起改成这些；别的种类的字段在 JSON 里写，不会丢' }, choices)

/** What stands in the form once for each choice field: which state the action leads from and to, and what it asks meanwhile. */
const partOf = ([name, column]: [string, ChoiceColumn], place: number, only: boolean, resource: Resource, beside: object) => {
  const options = Object.entries(column.of).map(([value, label]) => ({ const: Number(value), title: label }))
  const when: { 'x-when'?: Condition } = only ? {} : { 'x-when': { column: place } }
  const from = [{ const: ANY, title: '任何' }, { const: SEVERAL, title: '其中几种' }, ...options]
  return {
    states: {
      [`from_${place}`]: choice(`${column.label}须为`, from, { default: ANY, ...when }),
      [`froms_${place}`]: rowsOf(`${column.label}须为其中之一`, options, { ...when['x-when'], [`from_${place}`]: SEVERAL }),
      [`to_${place}`]: choice(`把${column.label}改为`, options, { ...when, 'x-msg': { required: `把${column.label}改为什么必填` } }),
    },
    asks: { [`asks_${place}`]: asks(resource, { ...beside, [name]: true }, when) },
  }
}

/**
 * Gives the designer's dialog for one action, a new one where none is named: which state it leads from and to, what it asks, what it says
 * before. What is asked stands under `asks_` and the place of the choice field that is changed, or 0 where it changes none. What was published keeps its
 * name: its call, who may, and what waits for others' agreement hang on it.
 */
export const actionForm = (title: string, resource: Resource, name: string | null = null, isPublished = false): FormSchema => {
  const action = name === null ? undefined : (resource.actions as Record<string, Action> | undefined)?.[name]
  const states = statesShown(resource, action)
  const only = states.length === 1
  const beside = setBeside(resource, action)
  const moving = moveFields(resource, action)
  const parts = states.map((state, index) => partOf(state, index + 1, only, resource, beside))
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
      ...(isPublished ? {} : { name: callName(resource) }),
      ...(states.length > 1
        ? {
            column: choice(
              '改哪个选项字段',
              states.map(([, column], place) => ({ const: place + 1, title: column.label })),
              { 'x-msg': { required: '请选择改哪个字段' } },
            ),
          }
        : {}),
      ...moving.properties,
      ...Object.assign({}, ...parts.map((part) => part.states)),
      ...(isAlsoOffered(resource) ? { also: alsoField(alsoChoices(resource)) } : {}),
      ...(action?.on === 'page' ? {} : { many: choice('可以对多条一起做', yesOrNo, { 'x-is': 'radio', default: NO }) }),
      danger: choice('有害（红色）', yesOrNo, { 'x-is': 'radio', default: NO }),
      ...(states.length === 0 ? { asks_0: asks(resource, beside, {}) } : Object.assign({}, ...parts.map((part) => part.asks))),
      ...approvalFields(resource, action),
      confirm: { type: 'string', title: '确认的话', maxLength: 100, 'x-wide': true, description: '不要填字段时先问这一句；不写则立即执行' },
      done: { type: 'string', title: '完成后的提示', maxLength: 60, 'x-wide': true },
    },
    required: [
      'label',
      ...(isPublished ? [] : ['name']),
      ...moving.required,
      ...(states.length > 1 ? ['column'] : []),
      ...states.flatMap((_, place) => [`to_${place + 1}`, `froms_${place + 1}`]),
    ],
    additionalProperties: false,
  } as FormSchema
}
