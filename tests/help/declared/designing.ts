import fc from 'fast-check'
import { checkRunTime } from '../../../src/core/check/checkRunTime.ts'
import type { FormSchema } from '../../../src/core/form.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { isReferable } from '../../../src/declared/choosers.ts'
import { fileResources } from '../../../src/declared/declared.ts'
import { problemsAmong } from '../../../src/declared/problems.ts'
import { putAction, removeAction } from '../../../src/derive/designer/action.ts'
import { actionForm, mayHaveActions } from '../../../src/derive/designer/actionForm.ts'
import { basicsForm, putBasics, valuesOfBasics } from '../../../src/derive/designer/basics.ts'
import { brokenConditions, type Choices, choicesBeside } from '../../../src/derive/designer/condition.ts'
import {
  choiceUses,
  isKept,
  publishedAs,
  putField,
  removeField,
  retireField,
  reviveField,
  usesOf,
} from '../../../src/derive/designer/edit.ts'
import { columnOf, isAskedBy } from '../../../src/derive/designer/field.ts'
import { fieldForm } from '../../../src/derive/designer/fieldForm.ts'
import { designKinds, NUMBERED, THROUGH, YES_NO } from '../../../src/derive/designer/kinds.ts'
import { moveField } from '../../../src/derive/designer/order.ts'
import { startOf } from '../../../src/derive/designer/startOf.ts'
import { brokenThroughs, throughsOf } from '../../../src/derive/designer/through.ts'
import { activeValues, validateForm } from '../../../src/derive/forms/validateForm.ts'

/** A page may refer to itself, and to whatever is chosen by its title. */
export const choosable = [{ name: 'probe', label: '试' }, ...fileResources.filter(isReferable).map(({ name, label }) => ({ name, label }))]
/** Gives the columns that a file declares. */
export const columnsOf = (target: string): Resource['columns'] =>
  Object.fromEntries((fileResources.find(({ name }) => name === target)?.columns ?? []).map(({ name, spec }) => [name, spec]))
/** What the check of a page made at run time asks of the system around it. */
export const ground = {
  columnsOf,
  taken: new Set(fileResources.map(({ name }) => name)),
  choices: new Map(fileResources.filter(isReferable).map(({ name, choices }): [string, string[]] => [name, [choices ?? []].flat()])),
  letters: new Set(['PJ']),
  isPattern: (pattern: string) => pattern !== '(',
}

/** Gives what is wrong with a page, as its publication would say it. */
export const problemsOf = (made: Resource) => {
  const general = problemsAmong(JSON.parse(JSON.stringify(made)), [])
  return general.length > 0 ? general : checkRunTime(made, ground)
}

const word = fc.constantFrom('名称', '备注二', '<b>粗</b>', "O'Neil", '𠮷', '"引号"', 'a b')
const small = fc.integer({ min: 1, max: 3 })
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined })

/** What someone may fill into the field dialog: all of it, also what its kind has no use for. */
const fieldValues = fc.record({
  label: word,
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'order_no', 'select', 'user'),
  is: fc.constantFrom(...designKinds.map(({ code }) => code), THROUGH, YES_NO, NUMBERED),
  through: fc.integer({ min: 1, max: 40 }),
  of: fc.integer({ min: 1, max: choosable.length }),
  choices: fc.uniqueArray(
    fc.record({ value: fc.integer({ min: 0, max: 9 }), label: word, tone: optional(fc.integer({ min: 1, max: 5 })) }),
    {
      minLength: 1,
      maxLength: 4,
      selector: ({ value }) => value,
    },
  ),
  first: fc.integer({ min: 1, max: 2 }),
  letters: optional(fc.constantFrom('BX', 'A-1')),
  dated: optional(fc.integer({ min: 1, max: 3 })),
  digits: fc.integer({ min: 1, max: 12 }),
  begins_so: optional(fc.integer({ min: 1, max: 3 })),
  required: fc.integer({ min: 1, max: 2 }),
  message: optional(word),
  asked: fc.integer({ min: 1, max: 4 }),
  section: optional(word),
  when: optional(fc.integer({ min: 0, max: 99 })),
  max: optional(fc.integer({ min: 1, max: 500 })),
  most_images: optional(fc.integer({ min: 1, max: 9 })),
  min_value: optional(fc.integer({ min: -5, max: 0 })),
  max_value: optional(fc.integer({ min: 1, max: 50 })),
  scale: optional(fc.integer({ min: 0, max: 6 })),
  unit: optional(word),
  help: optional(word),
  filter: small,
  sort: fc.integer({ min: 1, max: 2 }),
  unique: fc.integer({ min: 1, max: 2 }),
  list: small,
})

/** What someone may do in the designer, one after the other. */
export const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('field' as const), values: fieldValues, place: fc.nat(9), isNew: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('move' as const), place: fc.nat(9), by: fc.constantFrom(-1 as const, 1 as const) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('retire' as const), place: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('revive' as const), place: fc.nat(9) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('action' as const),
        label: word,
        name: fc.constantFrom('let', 'stop', 'back'),
        pick: fc.nat(99),
        ask: fc.nat(9),
        flag: fc.integer({ min: 1, max: 2 }),
        isNew: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('unaction' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('basics' as const), label: word, pick: fc.nat(99), flag: fc.integer({ min: 1, max: 2 }) }),
    },
  ),
  { minLength: 1, maxLength: 14 },
)

type Step = (typeof steps extends fc.Arbitrary<infer S> ? S : never)[number]

const nth = <T>(some: readonly T[], place: number): T | undefined => some[place % Math.max(1, some.length)]

/** What a form gives: no value is undefined. */
export const typed = (form: FormSchema, values: object): Record<string, unknown> => activeValues(form, JSON.parse(JSON.stringify(values)))

/** The fields that a list of asked fields offers, by their numbers. */
const numbersOf = (asks: FormSchema['properties'][string]): number[] =>
  (asks as unknown as { items: { properties: { field: { oneOf: { const: number }[] } } } }).items?.properties?.field?.oneOf.map(
    (choice) => choice.const,
  ) ?? []

/** A condition by one of the choices that there are; none where nothing is picked. */
const conditionAt = (choices: readonly Choices[], pick: number | undefined): object[] | undefined => {
  const choice = pick === undefined ? undefined : nth(choices, pick)
  return choice && [{ field: choice.number, [`is_${choice.number}`]: nth(choice.options, pick ?? 0)?.const }]
}

/** Does what the designer's buttons do: only what its dialogs accept, and only where a button is offered. */
const done = (now: Resource, step: Step, published: Resource | null): Resource => {
  const next = changed(now, step, published)
  return brokenThroughs(next, columnsOf).length > 0 || brokenConditions(next).length > 0 ? now : next
}

const changed = (now: Resource, step: Step, published: Resource | null): Resource => {
  const isPublished = (name: string): boolean => publishedAs(published, now, name) !== null
  const names = Object.keys(now.columns).filter((name) => name !== now.key)
  if (step.do === 'field') {
    const from = step.isNew ? null : (nth(names, step.place) ?? null)
    const before = from === null ? null : (now.columns[from] ?? null)
    const others = Object.entries(now.columns).flatMap(([name, column]) => (name === from ? [] : [name, ...(column.was ?? [])]))
    const throughs = throughsOf(now, columnsOf)
    const choices = choicesBeside(now, from)
    const form = fieldForm('字段', choosable, from === null ? null : publishedAs(published, now, from), throughs, { choices })
    const values = typed(form, { ...step.values, when: conditionAt(choices, step.values.when) })
    if (validateForm(form, values).length > 0 || others.includes(step.values.name)) return now
    const column = columnOf(values, choosable, before, throughs, choices)
    if (from !== null && isKept(now, from)) return now
    if (from !== null && (choiceUses(now, from, column).length > 0 || (usesOf(now, from).length > 0 && before?.is !== column.is)))
      return now
    return putField(now, {
      from,
      name: step.values.name,
      column,
      isAsked: isAskedBy(values),
      isPublished: from !== null && isPublished(from),
    })
  }
  if (step.do === 'move') return moveField(now, nth(names, step.place) ?? '', nth(names, step.place + step.by + names.length) ?? '')
  if (step.do === 'retire') {
    const name = nth(names, step.place) ?? ''
    if (!now.columns[name] || now.columns[name].retired || usesOf(now, name).length > 0) return now
    return isPublished(name) ? retireField(now, name) : removeField(now, name)
  }
  if (step.do === 'revive') {
    const name = nth(
      names.filter((each) => now.columns[each]?.retired),
      step.place,
    )
    return name ? reviveField(now, name) : now
  }
  if (step.do === 'action') {
    if (!mayHaveActions(now)) return now
    const existing = Object.keys(now.actions ?? {})
    const from = step.isNew ? null : (existing[0] ?? null)
    if (existing.filter((name) => name !== from).includes(step.name)) return now
    const isKnown = from !== null && Object.hasOwn(published?.actions ?? {}, from)
    const form = actionForm('操作', now, from, isKnown)
    const chosen = Object.entries(form.properties).flatMap(([name, field]) =>
      'oneOf' in field ? [[name, nth(field.oneOf, step.pick)?.const]] : [],
    )
    const asks = Object.entries(form.properties).flatMap(([name, field]) => {
      const offered = numbersOf(field)
      return name.startsWith('asks_') && step.ask > 5 && offered.length > 0
        ? [[name, [{ field: nth(offered, step.ask), required: step.flag }]]]
        : []
    })
    const values = typed(form, {
      ...Object.fromEntries([...chosen, ...asks]),
      label: step.label,
      many: step.flag,
      ...(isKnown ? {} : { name: step.name }),
    })
    return validateForm(form, values).length > 0 ? now : putAction(now, from, values)
  }
  if (step.do === 'unaction') {
    const [name] = Object.keys(now.actions ?? {})
    return name ? removeAction(now, name) : now
  }
  const form = basicsForm(now)
  const chosen = Object.entries(form.properties).flatMap(([name, field]) =>
    'oneOf' in field ? [[name, nth(field.oneOf, step.pick)?.const]] : [],
  )
  const values = typed(form, { ...valuesOfBasics(now), ...Object.fromEntries(chosen), label: step.label })
  return validateForm(form, values).length > 0 ? now : putBasics(now, values)
}

/** A page as it is when it has only its name. */
export const start = (): Resource => startOf('probe', '试')
/** Does these steps to a page; `published` is what of it is published already. */
export const run = (from: Resource, some: readonly Step[], published: Resource | null = null): Resource =>
  some.reduce((now, step) => done(now, step, published), from)
