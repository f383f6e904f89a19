import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { carryOver } from '../../src/core/carryOver.ts'
import { checkChange } from '../../src/core/check/checkChange.ts'
import { checkRunTime } from '../../src/core/check/checkRunTime.ts'
import type { FormSchema } from '../../src/core/form.ts'
import { storedAlike } from '../../src/core/kinds.ts'
import type { Action, Column, Resource } from '../../src/core/resource.ts'
import { isReferable } from '../../src/declared/choosers.ts'
import { completedAmong, fileResources } from '../../src/declared/declared.ts'
import { problemsAmong } from '../../src/declared/problems.ts'
import { putAction, removeAction, valuesOfAction } from '../../src/derive/designer/action.ts'
import { actionForm, mayHaveActions } from '../../src/derive/designer/actionForm.ts'
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
import { columnOf, fieldForm, valuesOfField } from '../../src/derive/designer/field.ts'
import { codesOf, designKinds, THROUGH, YES } from '../../src/derive/designer/kinds.ts'
import { startOf } from '../../src/derive/designer/startOf.ts'
import { brokenThroughs, throughsOf } from '../../src/derive/designer/through.ts'
import { activeValues, validateForm } from '../../src/derive/forms/validateForm.ts'

// Hundreds of declarations a property: more than the usual five seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

/** A page may refer to itself, and to whatever is chosen by its title. */
const choosable = [{ name: 'probe', label: '试' }, ...fileResources.filter(isReferable).map(({ name, label }) => ({ name, label }))]
const columnsOf = (target: string): Resource['columns'] =>
  Object.fromEntries((fileResources.find(({ name }) => name === target)?.columns ?? []).map(({ name, spec }) => [name, spec]))
const ground = {
  columnsOf,
  taken: new Set(fileResources.map(({ name }) => name)),
  choices: new Map(fileResources.filter(isReferable).map(({ name, choices }): [string, string[]] => [name, [choices ?? []].flat()])),
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
  is: fc.constantFrom(...designKinds.map(({ code }) => code), THROUGH),
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

/** The fields that a list of asked fields offers, by their numbers. */
const numbersOf = (asks: FormSchema['properties'][string]): number[] =>
  (asks as unknown as { items: { properties: { field: { oneOf: { const: number }[] } } } }).items?.properties?.field?.oneOf.map(
    (choice) => choice.const,
  ) ?? []

/** Does what the designer's buttons do: only what its dialogs accept, and only where a button is offered. */
const done = (now: Resource, step: Step, published: Resource | null): Resource => {
  const next = changed(now, step, published)
  return brokenThroughs(next, columnsOf).length > 0 ? now : next
}

const changed = (now: Resource, step: Step, published: Resource | null): Resource => {
  const isPublished = (name: string): boolean => publishedAs(published, now, name) !== null
  const names = Object.keys(now.columns).filter((name) => name !== now.key)
  if (step.do === 'field') {
    const from = step.isNew ? null : (nth(names, step.place) ?? null)
    const before = from === null ? null : (now.columns[from] ?? null)
    const others = Object.entries(now.columns).flatMap(([name, column]) => (name === from ? [] : [name, ...(column.was ?? [])]))
    const throughs = throughsOf(now, columnsOf)
    const form = fieldForm('字段', choosable, from === null ? null : publishedAs(published, now, from), throughs)
    const values = typed(form, step.values)
    if (validateForm(form, values).length > 0 || others.includes(step.values.name)) return now
    const column = columnOf(values, choosable, before, throughs)
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
    const form = actionForm('操作', now, from)
    const chosen = Object.entries(form.properties).flatMap(([name, field]) =>
      'oneOf' in field ? [[name, nth(field.oneOf, step.pick)?.const]] : [],
    )
    const asks = Object.entries(form.properties).flatMap(([name, field]) => {
      const offered = numbersOf(field)
      return name.startsWith('asks_') && step.ask > 5 && offered.length > 0
        ? [[name, [{ field: nth(offered, step.ask), required: step.flag }]]]
        : []
    })
    const values = typed(form, { ...Object.fromEntries([...chosen, ...asks]), label: step.label, name: step.name, many: step.flag })
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

/** Words that the dialogs do not show, as JSON may say them: drawn anew for every declaration. */
const extras = fc.record({
  flags: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
  number: fc.integer({ min: 1, max: 9 }),
})

const extended = (made: Resource, { flags, number }: { flags: readonly boolean[]; number: number }): Resource => {
  const some = (place: number, words: object): object => (flags[place] ? words : {})
  const bounds = { min: -number, max: number }
  const asked = new Set(['title', ...Object.values(made.dialogs ?? {}).flatMap((form) => Object.keys((form as FormSchema).properties))])
  const columns = Object.entries(made.columns).map(([name, column]) => {
    const is = column.is ?? 'text'
    const words = {
      ...some(0, { width: 100 + number }),
      ...some(1, { export: false }),
      // What a dialog asks for is not the system's to write: the check refuses it.
      ...some(2, asked.has(name) ? {} : { fixed: true }),
      ...some(3, is === 'decimal' || is === 'fen' ? bounds : {}),
      ...some(4, is === 'fen' || is === 'text' || is === 'date' ? { unit: '天' } : {}),
      ...some(5, is === 'text' ? { default: '缺省' } : is === 'fen' || is === 'decimal' || is === 'int' ? { default: number } : {}),
      ...some(6, is === 'enum' || is === 'ref' ? { sort: true } : {}),
      ...some(7, is === 'text' && !column.is ? { is: 'text' } : {}),
    }
    return [name, name === made.key ? column : { ...column, ...words }]
  })
  const dialog = {
    title: '别的标题',
    description: '说明',
    type: 'object',
    'x-size': 'wide',
    'x-layout': ['odd', '*'],
    'x-keep': ['title'],
    properties: {
      title: { type: 'string', title: '另一个名称', maxLength: 9, 'x-section': '一节', 'x-when': { odd: 1 } },
      odd: { type: 'integer', title: '没有这一列', minimum: 0, maximum: 9 },
    },
    required: ['odd', 'title'],
    additionalProperties: false,
  }
  const beside = { no_state: 7, ...some(8, { title: '改了' }) }
  const actions = Object.entries((made.actions ?? {}) as Record<string, Action>).map(([name, action]) => [
    name,
    {
      ...action,
      ...some(9, { set: { ...action.set, no_state: 7 } }),
      ...some(10, { when: { ...action.when, retired: 0 } }),
      ...some(11, { confirm: '真的？' }),
      ...some(12, { can: '/api/probe/elsewhere' }),
      ...some(13, { opens: 'wordy' }),
      ...some(14, { leads: '/screens/probe/{title}', everywhere: number, enters: true }),
    },
  ])
  const added = {
    ...some(15, { page: { label: '一页', on: 'page', can: '/api/probe/page', opens: 'wordy' } }),
    ...some(16, { noted: { label: '写', on: 'rows', can: '/api/probe/noted', set: beside, confirm: '写？' } }),
    ...some(17, { more: { label: '编', on: 'row', can: '/api/probe/more', opens: 'edit', tone: 'danger', done: '好' } }),
    ...some(18, { quiet: { label: '静', on: 'row', can: '/api/probe/quiet' } }),
  }
  return JSON.parse(
    JSON.stringify({
      ...made,
      columns: Object.fromEntries(columns),
      actions: { ...Object.fromEntries(actions), ...added },
      dialogs: { ...made.dialogs, wordy: dialog, edit: { ...dialog, title: '编辑' } },
      ...some(19, { retires: true, import: false, calls: { del: false } }),
      ...some(20, { has: [{ label: '下级', resource: 'probe', by: 'title' }], unique: [['title', 'created_at']], tellApart: ['title'] }),
      ...some(21, { menu: { ...made.menu, order: 7, icon: 'list' } }),
      ...some(22, { sort: undefined, title: undefined, area: 'other' }),
      ...some(23, { access: undefined, lookup: '/api/probe/choices' }),
    }),
  )
}

/** The dialogs, but for what they are called: one that is called as its action goes by the action's new name. */
const withoutTitles = ({ dialogs }: Resource): object =>
  Object.fromEntries(Object.entries(dialogs ?? {}).map(([name, form]) => [name, { ...(form as FormSchema), title: '' }]))

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
          const throughs = throughsOf(made, columnsOf)
          const form = fieldForm('字段', choosable, null, throughs)
          const values = typed(form, valuesOfField(made, name, choosable, throughs))
          expect(columnOf(values, choosable, made.columns[name] ?? null, throughs)).toEqual(made.columns[name])
        }
        for (const name of Object.keys(made.actions ?? {})) {
          const values = typed(actionForm('操作', made, name), valuesOfAction(made, name))
          expect(putAction(made, name, values)).toEqual(made)
        }
        expect(problemsOf(putBasics(made, typed(basicsForm(made), valuesOfBasics(made))))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
  test('whose label alone is changed keeps every other word, also those that no dialog shows', () => {
    fc.assert(
      fc.property(steps, extras, (some, extra) => {
        const made = extended(run(start(), some), extra)
        for (const [name, column] of Object.entries(made.columns)) {
          if (isKept(made, name)) continue
          const throughs = throughsOf(made, columnsOf)
          const values = { ...valuesOfField(made, name, choosable, throughs), label: '新的' }
          const form = fieldForm('字段', choosable, null, throughs)
          expect(columnOf(typed(form, values), choosable, column, throughs)).toEqual({ ...column, label: '新的' })
        }
        for (const [name, action] of Object.entries((made.actions ?? {}) as Record<string, Action>)) {
          const form = actionForm('操作', made, name)
          const values = typed(form, { ...valuesOfAction(made, name), label: '新的' })
          expect(validateForm(form, values)).toEqual([])
          const put = putAction(made, name, values)
          expect(put.actions).toEqual({ ...made.actions, [name]: { ...action, label: '新的' } })
          expect(withoutTitles(put)).toEqual(withoutTitles(made))
        }
        const basics = putBasics(made, typed(basicsForm(made), { ...valuesOfBasics(made), label: '新的' }))
        expect(basics).toEqual({ ...made, label: '新的' })
      }),
      { numRuns: 300 },
    )
  })
  test('retired and taken back, a field is as it was: its words, its place, whether it is asked for', () => {
    fc.assert(
      fc.property(steps, (some) => {
        const made = run(start(), some)
        for (const name of Object.keys(made.columns)) {
          if (made.columns[name]?.retired || usesOf(made, name).length > 0) continue
          const retired = retireField(made, name)
          expect(problemsOf(retired)).toEqual([])
          expect(completedAmong(retired).actions.some(({ form }) => form && name in form.properties)).toBe(false)
          expect(JSON.stringify(reviveField(retired, name))).toBe(JSON.stringify(made))
          // And also where what came since was retired by going back.
          const before = removeField(made, name)
          expect(JSON.stringify(reviveField(carryOver(before, made), name))).toBe(JSON.stringify(made))
        }
      }),
      { numRuns: 100 },
    )
  })
  test('a new name follows into every word that names the field', () => {
    const base = run(start(), [])
    const made = {
      ...base,
      columns: { ...base.columns, kind: { label: '种类', is: 'enum', of: { 1: '一', 2: '二' } }, since: { label: '起', is: 'date' } },
      tellApart: ['since'],
      unique: [['title', 'since']],
      has: [{ label: '下级', resource: 'probe', by: 'kind' }],
      dialogs: {
        let: {
          title: '出租',
          type: 'object',
          properties: {
            kind: { type: 'integer', title: '种类', oneOf: [{ const: 1, title: '一' }], 'x-clears': ['since'] },
            since: {
              type: 'string',
              title: '起',
              format: 'date',
              maxLength: 10,
              'x-when': { kind: 1 },
              'x-required': { kind: [1] },
              'x-from': 'kind',
              'x-same': 'kind',
              'x-offer': { when: { kind: 1 }, in: [1] },
              'x-lookup': {
                call: '/api/probe/index',
                params: { kind: '$kind' },
                value: 'kind',
                label: ['title', 'kind'],
                search: 'kind',
                fills: { kind: 'kind' },
                only: { when: { kind: 1 }, field: 'kind', in: [1] },
              },
            },
          },
          required: ['kind'],
          'x-layout': ['since', 'kind'],
          'x-keep': ['kind'],
          additionalProperties: false,
        },
      },
      actions: { let: { label: '出租', on: 'row', can: '/api/probe/let', opens: 'let', when: { kind: 1 }, set: { title: '租' } } },
    } as unknown as Resource
    const column = made.columns.kind as Resource['columns'][string]
    const next = putField(made, { from: 'kind', name: 'sort_of', column, isAsked: false, isPublished: false })
    const text = JSON.stringify(next).replaceAll('"sort_of"', '"kind"').replaceAll('$sort_of', '$kind')
    expect(JSON.parse(text)).toEqual(made)
    expect(JSON.stringify(next)).not.toMatch(/"kind"|\$kind/)
  })
  test('offers an action neither what the system writes nor what it sets itself, and the check refuses both', () => {
    const base = start()
    const made = {
      ...base,
      columns: {
        ...base.columns,
        state: { label: '状态', is: 'enum', of: { 1: '空闲', 2: '已租' } },
        other: { label: '别的', is: 'enum', of: { 1: '一', 2: '二' } },
        serial: { label: '流水号', fixed: true },
        note: { label: '备注' },
      },
      actions: { let: { label: '出租', on: 'row', can: '/api/probe/let', opens: 'let', set: { state: 2, note: '租' } } },
    } as unknown as Resource
    const titles = (name: string): string[] => {
      const form = actionForm('操作', made, 'let')
      const offered = (form.properties[name] as unknown as { items: { properties: { field: { oneOf: { title: string }[] } } } }).items
      return offered.properties.field.oneOf.map(({ title }) => title)
    }
    expect(titles('asks_1')).toEqual(['名称', '别的'])
    expect(titles('asks_2')).toEqual(['名称', '状态'])
    const asking = (name: string, title: string, field: object = { type: 'string', maxLength: 9 }): Resource => ({
      ...made,
      dialogs: {
        let: { title: '出租', type: 'object', properties: { [name]: { ...field, title } }, additionalProperties: false },
      } as never,
    })
    for (const [name, label] of [
      ['serial', '流水号'],
      ['note', '备注'],
    ] as const)
      expect(problemsOf(asking(name, label))).toMatchObject([{ id: 'R214', at: `dialogs.let.properties.${name}` }])
    const time = { type: 'integer', 'x-is': 'datetime', minimum: 0, maximum: 9 }
    expect(problemsOf(asking('created_at', '登记时间', time))).toMatchObject([{ id: 'R214', at: 'dialogs.let.properties.created_at' }])
    expect(problemsOf(asking('title', '名称'))).toEqual([])
  })
  test('the call of an action is its own', () => {
    const acting = (can: string): Resource =>
      ({
        ...start(),
        actions: {
          let: { label: '出租', on: 'row', can: '/api/probe/let', set: { title: '租' }, confirm: false },
          back: { label: '退租', on: 'row', can, set: { title: '退' }, confirm: false },
        },
      }) as unknown as Resource
    expect(problemsOf(acting('/api/probe/back'))).toEqual([])
    for (const can of ['/api/probe/let', '/api/probe/index'])
      expect(problemsOf(acting(can))).toMatchObject([{ id: 'R208', at: 'actions.back.can' }])
  })
  test('a field may change only to a kind that is stored alike', () => {
    expect(storedAlike('text', 'code')).toBe(true)
    expect(storedAlike('text', 'phone')).toBe(false)
    expect(storedAlike('text', 'int')).toBe(false)
  })
  test('what was read through a reference and is now kept here reads through nothing', () => {
    const before: Column = { label: '起租日', is: 'date', via: 'contract.start_date', width: 120 }
    const values = { label: '起租日', name: 'since', is: codesOf('date')[0], sort: YES, list: 1 }
    expect(columnOf(values, choosable, before, [])).toEqual({ label: '起租日', is: 'date', sort: true, width: 120 })
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
