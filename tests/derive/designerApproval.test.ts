import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Action } from '../../src/core/action.ts'
import { holds } from '../../src/core/form.ts'
import type { Column, Resource } from '../../src/core/resource.ts'
import { putAction, valuesOfAction } from '../../src/derive/designer/action.ts'
import { actionForm } from '../../src/derive/designer/actionForm.ts'
import { choiceUses, usesOf } from '../../src/derive/designer/edit.ts'
import { stateUses } from '../../src/derive/designer/life.ts'
import { renamed } from '../../src/derive/designer/rename.ts'
import { validateForm } from '../../src/derive/forms/validateForm.ts'
import { problemsOf, start, typed } from '../help/declared/designing.ts'
import { rounds } from '../help/depth.ts'

// Hundreds of declarations a property: more than the usual five seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

type When = Readonly<Record<string, number | string | readonly (number | string)[]>>

/** A page with states, two fields of choices, one that is retired, and an amount; its action is approved where `when` says so. */
const page = (when?: When, approves: object = { steps: [{ way: 1, who: 3 }] }): Resource =>
  ({
    ...start(),
    columns: {
      ...start().columns,
      kind: { label: '种类', is: 'enum', of: { 0: '无', 1: '大', 2: '小' } },
      level: { label: '级别', is: 'enum', of: { 3: '高', 4: '低' }, default: 3 },
      old: { label: '旧的', is: 'enum', of: { 1: '是' }, retired: true },
      fee: { label: '金额', is: 'fen' },
      state: { label: '状态', filter: true },
    },
    states: {
      column: 'state',
      of: { s1: { code: 1, label: '新' }, s2: { code: 2, label: '待' }, s3: { code: 3, label: '完', ends: true } },
      first: 's1',
    },
    actions: {
      wait: { label: '等', on: 'row', can: '/api/probe/wait', from: 's1', to: 's2', confirm: false },
      end: {
        ...{ label: '结束', on: 'row', can: '/api/probe/end', from: ['s1', 's2'], to: 's3', confirm: false },
        approves: { ...approves, ...(when ? { when } : {}) },
      },
    },
  }) as unknown as Resource

const approvesIn = (made: Resource): Action['approves'] => (made.actions as Record<string, Action>).end?.approves
const numberOf = (made: Resource, name: string): number => Object.keys(made.columns).indexOf(name) + 1
const saved = (made: Resource, values: object): Resource => {
  const form = actionForm('操作', made, 'end')
  const given = typed(form, values)
  expect(validateForm(form, given)).toEqual([])
  return putAction(made, 'end', given)
}

const some = { kind: [0, 1, 2], level: [3, 4], state: [1, 2, 3] } as const
type Name = keyof typeof some
const names = Object.keys(some) as Name[]
const wantedOf = (name: Name) =>
  fc.oneof(
    fc.constantFrom(...some[name]),
    fc.uniqueArray(fc.constantFrom<number>(...some[name]), { minLength: 1 }),
    // What the rows cannot show: as JSON said it, it stays.
    fc.constantFrom('', [] as number[]),
  )
const anyWhen = fc.record(
  { kind: wantedOf('kind'), level: wantedOf('level'), state: wantedOf('state'), title: fc.constant('试') },
  { requiredKeys: [] },
)

test('the dialog shows when approval is needed as it is declared: saved as it opens, nothing changes', () => {
  const approves = fc.constantFrom({ steps: [{ way: 1, who: 3 }], amount: 'fee' }, { business: 'reduction', amount: 'fee' })
  fc.assert(
    fc.property(fc.option(anyWhen, { nil: undefined }), approves, (when, by) => {
      const made = page(when as When | undefined, by)
      const values = valuesOfAction(made, 'end')
      expect(JSON.stringify(saved(made, values))).toBe(JSON.stringify(made))
    }),
    { numRuns: rounds(45, 300) },
  )
})

test('rows say what they show: any of one field’s rows, all of several fields; what was written as JSON stays', () => {
  const row = fc
    .constantFrom(...names)
    .chain((name) => fc.record({ name: fc.constant(name), value: fc.constantFrom<number>(...some[name]) }))
  const record = fc.record({ kind: fc.constantFrom(0, 1, 2), level: fc.constantFrom(3, 4), state: fc.constantFrom(1, 2, 3) })
  fc.assert(
    fc.property(fc.option(anyWhen, { nil: undefined }), fc.array(row, { maxLength: 6 }), record, (before, rows, values) => {
      const made = page(before as When | undefined)
      const approval_when = rows.map(({ name, value }) => ({ field: numberOf(made, name), [`is_${numberOf(made, name)}`]: value }))
      const now = saved(made, { ...valuesOfAction(made, 'end'), approval_when })
      const untold = names.filter((name) => before?.[name] === '' || (Array.isArray(before?.[name]) && before[name].length === 0))
      const told = names.filter((name) => rows.some((each) => each.name === name))
      const wanted = told.every((name) => rows.some((each) => each.name === name && each.value === values[name]))
      const kept = Object.fromEntries(
        [...untold.filter((name) => !told.includes(name)), 'title'].map((name) => [name, before?.[name as Name]]),
      )
      const left = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) as When
      const record = { ...values, title: '试' }
      expect(holds(approvesIn(now)?.when as never, record)).toBe(wanted && holds(left as never, record))
      const wrong = problemsOf(now).filter(({ at }) => !untold.some((name) => at.endsWith(name)))
      expect(wrong).toEqual([])
    }),
    { numRuns: rounds(45, 300) },
  )
})

test('a page without choices asks no such thing; one with states does', () => {
  expect(Object.keys(actionForm('操作', { ...page(), states: undefined, columns: start().columns } as never).properties)).not.toContain(
    'approval_when',
  )
  expect(Object.keys(actionForm('操作', page()).properties)).toContain('approval_when')
})

test('what an approval is judged by is called otherwise with it, and stays while it is needed', () => {
  const made = page({ kind: [1, 2], state: 2 }, { steps: [{ way: 1, who: 3 }], amount: 'fee' })
  const now = renamed(renamed(made, 'kind', 'sort', true), 'fee', 'paid', true)
  expect(approvesIn(now)).toEqual({ steps: [{ way: 1, who: 3 }], amount: 'paid', when: { sort: [1, 2], state: 2 } })
  expect([usesOf(now, 'sort'), usesOf(now, 'paid'), usesOf(now, 'level')]).toEqual([['操作“结束”'], ['操作“结束”'], []])
  const fewer = { label: '种类', is: 'enum', of: { 0: '无', 1: '大' } } as Column
  expect(choiceUses(now, 'sort', fewer)).toEqual(['操作“结束”'])
  const waiting = { ...made, actions: { end: { ...made.actions?.end, from: 's1' } } } as unknown as Resource
  expect(stateUses(waiting, 's2', false)).toEqual(['操作“结束”'])
})

test.each([
  [{ kind: 7 }, 'actions.end.approves.when.kind', 'R140'],
  [{ kind: [1, '大'] }, 'actions.end.approves.when.kind', 'R140'],
  [{ state: 9 }, 'actions.end.approves.when.state', 'R140'],
  [{ old: 1 }, 'actions.end', 'R133'],
])('a condition that never holds is refused: %j', (when, at, id) => {
  expect(problemsOf(page(when as When))).toContainEqual(expect.objectContaining({ id, at }))
})
