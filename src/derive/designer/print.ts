import type { Action } from '../../core/action.ts'
import { isPrintable } from '../../core/check/checkPrints.ts'
import type { FormSchema } from '../../core/form.ts'
import { type Print, papers, printPath, printWord, withWords } from '../../core/prints.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { codesOf } from '../../core/states.ts'
import { callName } from './edit.ts'
import { given, NO, YES, yesOrNo } from './kinds.ts'
import { statesField } from './life.ts'
import { clearly, keptTable, saidTable, type TextField, type TextList } from './printTables.ts'

type Values = Readonly<Record<string, unknown>>
type Prints = Record<string, Print>
type Actions = Record<string, Action>

const printsOf = (resource: Resource): Prints => (resource.prints ?? {}) as Prints
const actionsOf = (resource: Resource): Actions => (resource.actions ?? {}) as Actions

/** Gives the action by which a paper is printed; null where none is. */
export const printingAction = (resource: Resource, print: string): string | null =>
  Object.entries(actionsOf(resource)).find(([, { prints }]) => prints === print)?.[0] ?? null

/** Gives the designer's dialog for one paper. What was published keeps its name: its call, and who may, hang on it. */
export const printForm = (title: string, resource: Resource, isPublished: boolean): FormSchema => ({
  title,
  type: 'object',
  properties: {
    label: {
      type: 'string',
      title: '单据名称',
      maxLength: 20,
      description: '例如 领用单',
      'x-msg': { required: '单据名称必填' },
    },
    ...(isPublished ? {} : { name: callName(resource) }),
    letters: {
      type: 'string',
      title: '编号字头',
      'x-is': 'code',
      maxLength: 6,
      pattern: '^[A-Z]{2,6}$',
      description: '编号由它开头，不断号；与别的单据不同',
      'x-msg': { required: '编号字头必填', pattern: '编号字头须为 2–6 个大写字母' },
    },
    heading: { type: 'string', title: '抬头', maxLength: 40, description: '不写则与单据名称相同' },
    paper: {
      type: 'integer',
      title: '纸张',
      'x-is': 'radio',
      oneOf: papers.map((paper, place) => ({ const: place + 1, title: paper })),
      default: 1,
    },
    landscape: { type: 'integer', title: '横向', 'x-is': 'radio', oneOf: yesOrNo, default: NO },
    many: { type: 'integer', title: '可以对多条一起做', 'x-is': 'radio', oneOf: yesOrNo, default: YES },
    button: { type: 'string', title: '按钮上的字', maxLength: 20, description: '不写则为“打印”加单据名称' },
    ...(resource.states ? { from: statesField(resource, '哪些状态可以打印', { description: '不填则都可以' }) } : {}),
  },
  required: ['label', ...(isPublished ? [] : ['name']), 'letters', 'paper'],
  additionalProperties: false,
})

const buttonOf = (label: string): string => `打印${label}`.slice(0, 20)

/** Gives what the dialog shows of a paper. */
export const valuesOfPrint = (resource: Resource, name: string, isPublished: boolean): Record<string, unknown> => {
  const print = printsOf(resource)[name]
  if (!print) return {}
  const action = actionsOf(resource)[printingAction(resource, name) ?? '']
  return given({
    label: print.label,
    ...(isPublished ? {} : { name }),
    letters: print.letters,
    heading: print.title,
    paper: papers.indexOf(print.paper) + 1,
    landscape: print.landscape ? YES : NO,
    many: action?.on === 'row' ? NO : YES,
    button: action && action.label !== buttonOf(print.label) ? action.label : undefined,
    from: resource.states && action?.from !== undefined ? codesOf(resource, action.from).map((state) => ({ state })) : undefined,
  })
}

const printed = (resource: Resource): [string, Column][] =>
  Object.entries(resource.columns as Record<string, Column>).filter(
    ([, column]) => isPrintable(column) && !column.retired && !column.via && !column.derived,
  )

/** Gives the fields that a paper's text can name. Two that are called alike are read by their columns' names. */
export const textFields = (resource: Resource): TextField[] => {
  const all = printed(resource).flatMap(([name, { is, label }]): TextField[] => [
    { word: name, said: label },
    ...(is === 'fen' ? [{ word: printWord({ name, isCapitals: true }), said: `${label}大写` }] : []),
  ])
  return clearly(all, /[{}\n：]/)
}

/** Gives a paper's text as people read it: each field, and each table of these lists, by what it is called. */
export const shownText = (resource: Resource, text: string, lists: readonly TextList[] = []): string => {
  const said = new Map(textFields(resource).map((field) => [field.word, field.said]))
  return withWords(text, (word) => {
    const shown = said.get(word) ?? saidTable(lists, word)
    return shown === null ? null : `{${shown}}`
  })
}

/** Gives a text as people wrote it with its fields and tables by their names, so that it holds when they are called otherwise. */
export const keptText = (resource: Resource, text: string, lists: readonly TextList[] = []): string => {
  const words = new Map(textFields(resource).map((field) => [field.said, field.word]))
  return withWords(text, (word) => {
    const kept = words.get(word) ?? keptTable(lists, word)
    return kept === null ? null : `{${kept}}`
  })
}

/** A text to begin with: every field that is filled in, by what it is called. */
const firstText = (resource: Resource): string => {
  const asked = printed(resource).filter(([name]) => name === resource.title || resource.form?.includes(name))
  return asked.map(([name, { is, label }]) => (is === 'images' ? `## ${label}\n{${name}}` : [label, `{${name}}`].join('：'))).join('\n')
}

const freeIn = (taken: object, wanted: string): string => {
  let name = wanted
  for (let count = 2; name in taken; count++) name = `${wanted}_${count}`
  return name
}

const statesNamed = (resource: Resource, values: Values): string[] => {
  const codes = ((values.from ?? []) as { state: number }[]).map(({ state }) => state)
  return [...new Set(codes)].flatMap(
    (code) => Object.entries(resource.states?.of ?? {}).find(([, state]) => state.code === code)?.[0] ?? [],
  )
}

/** Gives the actions with the one that prints a paper put in, or changed; what was written in it as JSON stays. */
const putPrinting = (resource: Resource, from: string | null, name: string, label: string, values: Values): Actions => {
  const actions = actionsOf(resource)
  const known = from === null ? null : printingAction(resource, from)
  const { from: before, ...kept } = actions[known ?? ''] ?? ({} as Partial<Action>)
  const named = statesNamed(resource, values)
  const states = [before ?? []].flat().join() === named.join() ? before : named.length === 1 ? named[0] : named
  const action = {
    ...kept,
    label: String(values.button ?? buttonOf(label)),
    on: values.many === NO ? 'row' : 'rows',
    can: printPath(resource.name, name),
    prints: name,
    ...(named.length > 0 ? { from: states } : {}),
  } as Action
  return known === null
    ? { ...actions, [freeIn(actions, name)]: action }
    : Object.fromEntries(Object.entries(actions).map(([each, one]) => [each, each === known ? action : one]))
}

/** Gives the declaration with a paper, and the action that prints it, put in or changed; `from` is its name so far, null adds one. */
export const putPrint = (resource: Resource, from: string | null, values: Values): Resource => {
  const name = String(values.name ?? from)
  const label = String(values.label)
  const before = from === null ? undefined : printsOf(resource)[from]
  const { title: _title, landscape: _landscape, ...kept } = before ?? { text: firstText(resource) || label }
  const print = {
    ...kept,
    label,
    letters: String(values.letters),
    ...(values.heading ? { title: String(values.heading) } : {}),
    paper: papers[Number(values.paper) - 1] ?? papers[0],
    ...(values.landscape === YES ? { landscape: true as const } : {}),
  } as Print
  const prints = Object.entries(printsOf(resource)).map(([each, one]) => (each === from ? [name, print] : [each, one]))
  return {
    ...resource,
    prints: Object.fromEntries(from === null ? [...prints, [name, print]] : prints),
    actions: print.retired ? actionsOf(resource) : putPrinting(resource, from, name, label, values),
  } as Resource
}

/** Gives the declaration with another text of a paper. */
export const putPrintText = (resource: Resource, name: string, text: string): Resource => {
  const print = printsOf(resource)[name]
  return print ? { ...resource, prints: { ...printsOf(resource), [name]: { ...print, text } } } : resource
}

const withoutPrinting = (resource: Resource, print: string): Actions =>
  Object.fromEntries(Object.entries(actionsOf(resource)).filter(([, { prints }]) => prints !== print))

/** Gives the declaration without a paper that was never published, and without the action that prints it. */
export const removePrint = (resource: Resource, name: string): Resource => {
  const { prints: _all, ...rest } = resource
  const { [name]: _gone, ...prints } = printsOf(resource)
  const actions = withoutPrinting(resource, name)
  return { ...rest, ...(Object.keys(prints).length > 0 ? { prints } : {}), actions } as Resource
}

/** Gives the declaration with a published paper printed no more: what was handed out stays, the action goes. */
export const retirePrint = (resource: Resource, name: string): Resource => {
  const print = printsOf(resource)[name]
  if (!print) return resource
  const prints = { ...printsOf(resource), [name]: { ...print, retired: true as const } }
  return { ...resource, prints, actions: withoutPrinting(resource, name) } as Resource
}

/** Gives the declaration with a retired paper printed again, by an action of its own, in every state. */
export const revivePrint = (resource: Resource, name: string): Resource => {
  const { retired: _retired, ...print } = printsOf(resource)[name] ?? ({} as Print)
  const revived = { ...resource, prints: { ...printsOf(resource), [name]: print } } as Resource
  return { ...revived, actions: putPrinting(revived, name, name, print.label, {}) } as Resource
}
