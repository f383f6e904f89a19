import type { Action } from '../../core/action.ts'
import type { Field, FormSchema } from '../../core/form.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { codesOf, firstOf, type State, type States } from '../../core/states.ts'
import { TONES, toneField } from './fieldForm.ts'
import { given, NO, YES, yesOrNo } from './kinds.ts'

type Values = Readonly<Record<string, unknown>>
type Named = Record<string, State>

const statesIn = (resource: Resource): Named => (resource.states?.of ?? {}) as Named

/** Gives the designer's dialog for one state; a new one, where the states that there are stand in `among`, is asked for its code, which it keeps. */
export const stateForm = (title: string, among: Resource | null = null): FormSchema => ({
  title,
  type: 'object',
  properties: {
    label: { type: 'string', title: '状态名称', maxLength: 20, description: '例如 空闲', 'x-msg': { required: '状态名称必填' } },
    ...(among
      ? {
          name: {
            type: 'string',
            title: '代码',
            'x-is': 'code',
            maxLength: 20,
            pattern: '^[a-z][a-z0-9]{0,19}$',
            'x-code': { from: 'label', taken: Object.keys(statesIn(among)) },
            description: '声明里的名称，以后不变；不写则由次序得出',
            'x-msg': { pattern: '代码须以小写字母开头，由小写字母、数字组成，至多 20 个' },
          },
        }
      : {}),
    tone: toneField,
    first: { type: 'integer', title: '新记录从这里开始', 'x-is': 'radio', oneOf: yesOrNo, default: NO },
    ends: {
      type: 'integer',
      title: '到此为止',
      'x-is': 'radio',
      oneOf: yesOrNo,
      default: NO,
      description: '到了这里，没有操作再改变它',
    },
  },
  required: ['label'],
  additionalProperties: false,
})

/** Gives what the dialog shows of a state. */
export const valuesOfState = (resource: Resource, name: string): Record<string, unknown> => {
  const state = statesIn(resource)[name]
  if (!state) return {}
  const tone = TONES.indexOf(state.tone ?? ('' as never)) + 1
  return given({
    label: state.label,
    tone: tone || undefined,
    first: resource.states && firstOf(resource.states).includes(name) ? YES : NO,
    ends: state.ends ? YES : NO,
  })
}

const freeIn = (taken: object, wanted: string): string => {
  let name = wanted
  for (let count = 2; name in taken; count++) name = `${wanted}_${count}`
  return name
}

/** A life without a state yet, in a column of its own. */
const begun = (resource: Resource): { columns: Record<string, Column>; states: States } => {
  const former = Object.fromEntries(Object.values(resource.columns).flatMap(({ was = [] }) => was.map((name) => [name, true])))
  const column = freeIn({ ...resource.columns, ...former }, 'state')
  return { columns: { ...resource.columns, [column]: { label: '状态', filter: true } }, states: { column, of: {}, first: '' } }
}

/** Gives the declaration with a state put in, or changed; null adds one, which without a code gets its name from its number. The first one begins a life. */
export const putState = (resource: Resource, from: string | null, values: Values): Resource => {
  const { columns, states } = resource.states ? { columns: resource.columns, states: resource.states } : begun(resource)
  const of = states.of as Named
  const code = 1 + Math.max(0, ...Object.values(of).map((state) => state.code))
  const name = from ?? freeIn(of, String(values.name ?? `s${code}`)).replaceAll('_', 'n')
  const { label: _label, tone: _tone, ends: _ends, code: known = code, ...kept } = of[name] ?? ({} as Partial<State>)
  const tone = TONES[Number(values.tone) - 1]
  const state = {
    code: known,
    label: String(values.label),
    ...(tone ? { tone } : {}),
    ...(values.ends === YES ? { ends: true as const } : {}),
    ...kept,
  }
  const first = values.first === YES || states.first === '' ? name : states.first
  return { ...resource, columns, states: { ...states, of: { ...of, [name]: state }, first } } as Resource
}

const isUsedBy = ({ states }: Resource, name: string, { from, to, approves }: Action): boolean => {
  const asked = (approves?.when as Readonly<Record<string, unknown>> | undefined)?.[states?.column ?? '']
  const code = (states?.of as Named | undefined)?.[name]?.code
  return [from ?? [], to ?? []].flat().includes(name) || (code !== undefined && [asked ?? []].flat().includes(code))
}

/** What still needs a state: it can be neither retired nor taken away before that. */
export const stateUses = (resource: Resource, name: string, isPublished: boolean): string[] => {
  const isFirst = resource.states !== undefined && firstOf(resource.states).includes(name)
  const isLast = Object.keys(statesIn(resource)).length === 1
  const actions = Object.values((resource.actions ?? {}) as Record<string, Action>)
  return [
    ...(isFirst && (isPublished || !isLast) ? ['新记录'] : []),
    ...actions.filter((action) => isUsedBy(resource, name, action)).map(({ label }) => `操作“${label}”`),
  ]
}

/** Gives the declaration with a published state retired, or taken back. */
export const retireState = (resource: Resource, name: string, retired: boolean): Resource => {
  const { retired: _retired, ...state } = statesIn(resource)[name] as State
  const of = { ...statesIn(resource), [name]: { ...state, ...(retired ? { retired } : {}) } }
  return { ...resource, states: { ...resource.states, of } } as Resource
}

/** Gives the declaration without a state that was never published; with the last one goes the life, and its column where that is new, too. */
export const removeState = (resource: Resource, name: string, isColumnPublished: boolean): Resource => {
  const { [name]: _gone, ...of } = statesIn(resource)
  if (Object.keys(of).length > 0) return { ...resource, states: { ...resource.states, of } } as Resource
  const { states, ...rest } = resource
  const { [states?.column ?? '']: column, ...columns } = rest.columns as Record<string, Column>
  return (isColumnPublished && column ? rest : { ...rest, columns }) as Resource
}

const numbered = (resource: Resource): { const: number; title: string }[] =>
  Object.values(statesIn(resource)).map(({ code, label }) => ({ const: code, title: label }))

const stateField = (resource: Resource, title: string, message: string): Field => ({
  type: 'integer',
  title,
  oneOf: numbered(resource),
  'x-msg': { required: message },
})

/** Gives a field of a dialog that names several states, each once in its rows. */
export const statesField = (resource: Resource, title: string, words: object): Field =>
  ({
    type: 'array',
    title,
    'x-is': 'rows',
    maxItems: 30,
    items: {
      type: 'object',
      properties: { state: stateField(resource, '状态', '请选择状态') },
      required: ['state'],
      additionalProperties: false,
    },
    ...words,
  }) as Field

/** Gives the fields of an action's dialog that say from which states to which it leads; none where there are no states. */
export const moveFields = (resource: Resource, action: Action | undefined): { properties: Record<string, Field>; required: string[] } => {
  if (!resource.states) return { properties: {}, required: [] }
  const isFree = action?.set !== undefined && action.to === undefined
  return {
    properties: {
      from: statesField(resource, '从哪些状态', { minItems: 1, 'x-msg': { required: '从哪些状态必填', minItems: '从哪些状态必填' } }),
      to: stateField(resource, '变为', '变为哪个状态必填'),
    },
    required: isFree ? [] : ['from', 'to'],
  }
}

/** Gives what those fields show of an action. */
export const moveValues = (resource: Resource, { from, to }: Action): Record<string, unknown> =>
  resource.states
    ? given({
        from: from === undefined ? undefined : codesOf(resource, from).map((state) => ({ state })),
        to: to === undefined ? undefined : codesOf(resource, to)[0],
      })
    : {}

/** Gives the words of an action that those fields say; the words of before where they say the same. */
export const moveOf = (resource: Resource, before: Action | undefined, values: Values): Pick<Action, 'from' | 'to'> => {
  if (!resource.states) return { from: before?.from as never, to: before?.to as never }
  const nameOf = (code: unknown): string | undefined =>
    Object.keys(statesIn(resource)).find((name) => statesIn(resource)[name]?.code === code)
  const names = ((values.from ?? []) as { state: number }[]).flatMap(({ state }) => nameOf(state) ?? [])
  const from = [...new Set(names)]
  const isAsBefore = before?.from !== undefined && [before.from].flat().join() === from.join()
  const words = { from: isAsBefore ? before.from : from.length > 1 ? from : from[0], to: nameOf(values.to) }
  return words as Pick<Action, 'from' | 'to'>
}
