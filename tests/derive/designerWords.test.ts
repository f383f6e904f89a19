import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Action } from '../../src/core/action.ts'
import type { FormSchema } from '../../src/core/form.ts'
import type { Resource } from '../../src/core/resource.ts'
import { putAction, valuesOfAction } from '../../src/derive/designer/action.ts'
import { actionForm } from '../../src/derive/designer/actionForm.ts'
import { basicsForm, putBasics, valuesOfBasics } from '../../src/derive/designer/basics.ts'
import { isKept, putField } from '../../src/derive/designer/edit.ts'
import { columnOf, valuesOfField } from '../../src/derive/designer/field.ts'
import { fieldForm } from '../../src/derive/designer/fieldForm.ts'
import { throughsOf } from '../../src/derive/designer/through.ts'
import { validateForm } from '../../src/derive/forms/validateForm.ts'
import { choosable, columnsOf, run, start, steps, typed } from '../help/declared/designing.ts'
import { rounds } from '../help/depth.ts'

// Hundreds of declarations a property: more than the usual five seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

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
describe('the designer', () => {
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
      { numRuns: rounds(45, 300) },
    )
  })
  test('what a page shows first is said in its dialog, and a tone that only JSON says stays', () => {
    const base = run(start(), [])
    const fee = { label: '费用', is: 'fen' }
    const made = { ...base, columns: { ...base.columns, fee, extra: { ...fee, label: '另收' } } } as unknown as Resource
    const numberOf = (name: string): number => Object.keys(made.columns).indexOf(name) + 1
    const first = [{ field: numberOf('fee'), red: 1, chosen: 1 }, { field: numberOf('title') }]
    const said = putBasics(made, typed(basicsForm(made), { ...valuesOfBasics(made), facts: first }))
    expect(said.facts).toEqual([{ column: 'fee', tone: 'bad', over: 0, chosen: true }, { column: 'title' }])
    expect(putBasics(said, typed(basicsForm(said), valuesOfBasics(said)))).toEqual(said)
    const toned = { ...made, facts: [{ column: 'fee', tone: 'soon', over: 100 }] } as unknown as Resource
    expect(putBasics(toned, typed(basicsForm(toned), valuesOfBasics(toned)))).toEqual(toned)
    expect(putBasics(said, typed(basicsForm(said), { ...valuesOfBasics(said), facts: undefined }))).toEqual(made)
  })
  test('a new name follows into every word that names the field', () => {
    const base = run(start(), [])
    const made = {
      ...base,
      columns: { ...base.columns, kind: { label: '种类', is: 'enum', of: { 1: '一', 2: '二' } }, since: { label: '起', is: 'date' } },
      tellApart: ['since'],
      unique: [['title', 'since']],
      has: [{ label: '下级', resource: 'probe', by: 'kind', where: { kind: 1 }, sort: ['kind', 'asc'], shows: ['title', 'kind'] }],
      facts: [{ column: 'kind' }],
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
})
