import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { carryOver } from '../../src/core/carryOver.ts'
import { checkChange } from '../../src/core/check/checkChange.ts'
import { checkRunTime } from '../../src/core/check/checkRunTime.ts'
import type { FormSchema } from '../../src/core/form.ts'
import type { Resource } from '../../src/core/resource.ts'
import { completedAmong, fileResources } from '../../src/derive/declared.ts'
import { actionForm, mayHaveActions, putAction, removeAction, valuesOfAction } from '../../src/derive/designer/action.ts'
import { basicsForm, putBasics, valuesOfBasics } from '../../src/derive/designer/basics.ts'
import {
  choiceUses,
  isKept,
  moveField,
  publishedAs,
  putField,
  removeField,
  retireField,
  reviveField,
  usesOf,
} from '../../src/derive/designer/edit.ts'
import { columnOf, fieldForm, storedAlike, valuesOfField } from '../../src/derive/designer/field.ts'
import { designKinds } from '../../src/derive/designer/kinds.ts'
import { startOf } from '../../src/derive/designer/startOf.ts'
import { problemsAmong } from '../../src/derive/problems.ts'
import { activeValues, validateForm } from '../../src/derive/validateForm.ts'

// Hundreds of declarations a property: more than the usual five seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

const choosable = fileResources
  .filter(({ isLookup, own, choices }) => isLookup && !own && choices)
  .map(({ name, label }) => ({ name, label }))
const ground = {
  taken: new Set(fileResources.map(({ name }) => name)),
  choices: new Map(fileResources.flatMap(({ name, choices }): [string, string][] => (choices ? [[name, choices]] : []))),
  isPattern: (pattern: string) => pattern !== '(',
}

const problemsOf = (made: Resource) => {
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
  is: fc.constantFrom(...designKinds.map(({ code }) => code)),
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
  required: fc.integer({ min: 1, max: 2 }),
  message: optional(word),
  asked: fc.integer({ min: 1, max: 2 }),
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

const steps = fc.array(
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
const typed = (form: FormSchema, values: object): Record<string, unknown> => activeValues(form, JSON.parse(JSON.stringify(values)))

/** Does what the designer's buttons do: only what its dialogs accept, and only where a button is offered. */
const done = (now: Resource, step: Step, published: Resource | null): Resource => {
  const isPublished = (name: string): boolean => publishedAs(published, now, name) !== null
  const names = Object.keys(now.columns).filter((name) => name !== now.key)
  if (step.do === 'field') {
    const from = step.isNew ? null : (nth(names, step.place) ?? null)
    const before = from === null ? null : (now.columns[from] ?? null)
    const others = Object.entries(now.columns).flatMap(([name, column]) => (name === from ? [] : [name, ...(column.was ?? [])]))
    const form = fieldForm('字段', choosable, from === null ? null : publishedAs(published, now, from))
    const values = typed(form, step.values)
    if (validateForm(form, values).length > 0 || others.includes(step.values.name)) return now
    const column = columnOf(values, choosable, before)
    if (from !== null && isKept(now, from)) return now
    if (from !== null && (choiceUses(now, from, column).length > 0 || (usesOf(now, from).length > 0 && before?.is !== column.is)))
      return now
    return putField(now, {
      from,
      name: step.values.name,
      column,
      isAsked: values.asked === 1,
      isPublished: from !== null && isPublished(from),
    })
  }
  if (step.do === 'move') return moveField(now, nth(names, step.place) ?? '', step.by)
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
    const form = actionForm('操作', now)
    const chosen = Object.entries(form.properties).flatMap(([name, field]) =>
      'oneOf' in field ? [[name, nth(field.oneOf, step.pick)?.const]] : [],
    )
    const fields = (form.properties.asks as unknown as { items: { properties: { field: { oneOf: unknown[] } } } }).items.properties.field
      .oneOf.length
    const asks = step.ask > 5 && fields > 0 ? [{ field: (step.ask % fields) + 1, required: step.flag }] : []
    const values = typed(form, { ...Object.fromEntries(chosen), label: step.label, name: step.name, many: step.flag, asks })
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

const start = (): Resource => startOf('probe', '试')
const run = (from: Resource, some: readonly Step[], published: Resource | null = null): Resource =>
  some.reduce((now, step) => done(now, step, published), from)

describe('the designer', () => {
  test('whatever it makes passes the checks and can be completed', () => {
    fc.assert(
      fc.property(steps, (some) => {
        const made = run(start(), some)
        expect(problemsOf(made)).toEqual([])
        expect(completedAmong(made).columns.length).toBeGreaterThan(0)
      }),
      { numRuns: 200 },
    )
  })
  test('whatever it makes of a published screen loses nothing, and neither does going back', () => {
    fc.assert(
      fc.property(steps, steps, (first, then) => {
        const published = run(start(), first)
        const next = run(published, then, published)
        expect(problemsOf(next)).toEqual([])
        expect(checkChange(published, next)).toEqual([])
        const back = carryOver(published, next)
        expect(checkChange(next, back)).toEqual([])
        expect(problemsOf(back)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })
  test('its dialogs show what is declared: saved as they open, nothing changes', () => {
    fc.assert(
      fc.property(steps, (some) => {
        const made = run(start(), some)
        for (const name of Object.keys(made.columns)) {
          if (isKept(made, name) || made.columns[name]?.retired) continue
          const form = fieldForm('字段', choosable, null)
          const values = typed(form, valuesOfField(made, name, choosable))
          expect(columnOf(values, choosable, made.columns[name] ?? null)).toEqual(made.columns[name])
        }
        for (const name of Object.keys(made.actions ?? {})) {
          const values = typed(actionForm('操作', made), valuesOfAction(made, name))
          expect(putAction(made, name, values)).toEqual(made)
        }
        expect(problemsOf(putBasics(made, typed(basicsForm(made), valuesOfBasics(made))))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
  test('a field may change only to a kind that is stored alike', () => {
    expect(storedAlike('text', 'code')).toBe(true)
    expect(storedAlike('text', 'phone')).toBe(false)
    expect(storedAlike('text', 'int')).toBe(false)
  })
})

describe('any JSON', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(null, '', -1, 1e300, '__proto__', { of: {} }, ['a'], true))
  const parts = fc.constantFrom(
    'name',
    'label',
    'path',
    'menu',
    'key',
    'title',
    'columns',
    'sort',
    'form',
    'dialogs',
    'actions',
    'calls',
    'unique',
    'scope',
    'has',
  )
  test('is refused with a place and a message, or is a screen', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          odd,
          fc.tuple(parts, odd).map(([part, value]) => ({ ...start(), [part]: value })),
        ),
        (raw) => {
          const general = problemsAmong(raw, [])
          const found = general.length > 0 ? general : checkRunTime(raw, ground)
          for (const { id, message, at } of found) {
            expect(id).toMatch(/^R\d{3}$/)
            expect(message.length).toBeGreaterThan(0)
            expect(typeof at).toBe('string')
          }
          if (found.length === 0) expect(completedAmong(raw as Resource).name).toBe('probe')
        },
      ),
      { numRuns: 800 },
    )
  })
})
