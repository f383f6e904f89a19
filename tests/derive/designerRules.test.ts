import { describe, expect, test } from 'vitest'
import { storedAlike } from '../../src/core/kinds.ts'
import type { Column, Resource } from '../../src/core/resource.ts'
import { putAction, valuesOfAction } from '../../src/derive/designer/action.ts'
import { actionForm, SEVERAL } from '../../src/derive/designer/actionForm.ts'
import { choiceUses, putField, usesOf } from '../../src/derive/designer/edit.ts'
import { columnOf, valuesOfField } from '../../src/derive/designer/field.ts'
import { fieldForm } from '../../src/derive/designer/fieldForm.ts'
import { codesOf, NO, YES, YES_NO } from '../../src/derive/designer/kinds.ts'
import { renamed } from '../../src/derive/designer/rename.ts'
import { fieldOf } from '../../src/derive/forms/fieldOf.ts'
import { validateForm } from '../../src/derive/forms/validateForm.ts'
import { choosable, problemsOf, start, typed } from '../help/declared/designing.ts'

describe('the designer', () => {
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
  test('what is published keeps its name, and so whoever may do it', () => {
    const action = { label: '出租', on: 'row', can: '/api/probe/let', from: 'free', to: 'let', confirm: false }
    const states = { column: 'state', first: 'free', of: { free: { code: 1, label: '空闲' }, let: { code: 2, label: '已租' } } }
    const made = { ...start(), states, actions: { let: action } } as unknown as Resource
    const form = actionForm('操作', made, 'let', true)
    expect(form.properties.name).toBeUndefined()
    const values = typed(form, { ...valuesOfAction(made, 'let', true), label: '租出' })
    expect(validateForm(form, values)).toEqual([])
    expect(putAction(made, 'let', values).actions).toMatchObject({ let: { label: '租出', can: '/api/probe/let' } })
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
  test('a day begins with today, a reference to people or projects with one’s own; what JSON declares stays', () => {
    const place = (name: string): number => choosable.findIndex((one) => one.name === name) + 1
    const made = (is: 'date' | 'datetime' | 'ref', more: object, before: Column | null = null): unknown =>
      columnOf({ label: '新', is: codesOf(is)[0], ...more }, choosable, before, []).default
    expect(made('date', { begins: YES })).toBe('$today')
    expect(made('datetime', { begins: YES })).toBe('$now')
    expect(made('ref', { of: place('project'), begins_of: YES })).toBe('$project')
    expect(made('ref', { of: place('kind'), begins_of: YES })).toBeUndefined()
    expect(made('date', { begins: NO }, { label: '旧', is: 'date', default: '2026-01-01' })).toBe('2026-01-01')
    expect(made('date', { begins: NO }, { label: '旧', is: 'date', default: '$today' })).toBeUndefined()
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

  test('how an amount is summed follows the field by which it is told apart, keeps it and its choices, and stays as JSON says it', () => {
    const fee = { label: '费用', is: 'fen', total: { by: 'kind', except: { kind: [2] } } } as const
    const kind = { label: '种类', is: 'enum', of: { 1: '甲', 2: '乙' } } as const
    const screen = start()
    const made = { ...screen, columns: { ...screen.columns, kind, fee } } as Resource
    expect(problemsOf(made)).toEqual([])
    expect(renamed(made, 'kind', 'sort_of', false).columns.fee).toEqual({ ...fee, total: { by: 'sort_of', except: { sort_of: [2] } } })
    expect(usesOf(made, 'kind')).toEqual(['字段“费用”'])
    expect(choiceUses(made, 'kind', { ...kind, of: { 1: '甲' } })).toEqual(['字段“费用”'])
    const values = { label: '费用', name: 'fee', is: codesOf('fen')[0], total: YES, list: 1 }
    expect(columnOf(values, choosable, fee, [])).toEqual(fee)
    expect(columnOf(values, choosable, null, [])).toEqual({ label: '费用', is: 'fen', total: true })
    expect(columnOf({ ...values, total: NO }, choosable, fee, [])).toEqual({ label: '费用', is: 'fen' })
  })
})

test('yes or no is a field of those two choices, and keeps what only JSON says of it', () => {
  const values = { label: '已验收', is: YES_NO, begins_so: NO, asked: YES }
  const made = columnOf(values, choosable, null, [])
  expect(made).toEqual({ label: '已验收', is: 'enum', of: { 0: '否', 1: '是' }, default: 0 })
  const toned = { ...made, tones: { 1: 'good' } } as Column
  const resource = {
    name: 'probe',
    label: '试',
    key: 'id',
    columns: { id: { label: '编号', is: 'int' }, done: toned },
    form: ['done'],
  } as never
  expect(valuesOfField(resource, 'done', choosable, [])).toMatchObject({ is: YES_NO, begins_so: NO })
  expect(columnOf(valuesOfField(resource, 'done', choosable, []), choosable, toned, [])).toEqual(toned)
  expect(fieldOf(made)).toMatchObject({ 'x-is': 'radio', oneOf: [{ title: '否' }, { title: '是' }] })
})

test('an action sets several fields and leads from several choices, by click; what only JSON says stays', () => {
  const base = start()
  const made = {
    ...base,
    columns: {
      ...base.columns,
      state: { label: '状态', is: 'enum', of: { 1: '空闲', 2: '已租', 3: '停用' } },
      paid: { label: '已付', is: 'enum', of: { 0: '否', 1: '是' } },
      note: { label: '备注' },
    },
  } as unknown as Resource
  const number = (name: string): number => Object.keys(made.columns).indexOf(name) + 1
  const paid = number('paid')
  const shown = {
    label: '收回',
    name: 'back',
    column: 1,
    from_1: SEVERAL,
    froms_1: [{ value: 2 }, { value: 3 }],
    to_1: 1,
    also: [{ field: paid, [`is_${paid}`]: 0 }],
    many: NO,
  }
  const put = putAction(made, null, typed(actionForm('操作', made), shown))
  expect(put.actions?.back).toMatchObject({ when: { state: [2, 3] }, set: { state: 1, paid: 0 }, confirm: false })
  expect(problemsOf(put)).toEqual([])
  const again = typed(actionForm('操作', put, 'back'), valuesOfAction(put, 'back'))
  expect(again).toMatchObject({ from_1: SEVERAL, froms_1: shown.froms_1, also: shown.also })
  expect(putAction(put, 'back', again)).toEqual(put)
  const noted = { ...put, actions: { back: { ...put.actions?.back, set: { state: 1, paid: 0, note: '收回' } } } } as unknown as Resource
  const without = typed(actionForm('操作', noted, 'back'), { ...valuesOfAction(noted, 'back'), also: undefined })
  expect((putAction(noted, 'back', without).actions as Record<string, object>).back).toMatchObject({ set: { state: 1, note: '收回' } })
  expect(validateForm(actionForm('操作', made), typed(actionForm('操作', made), { ...shown, froms_1: undefined }))).toMatchObject([
    { field: 'froms_1', rule: 'required' },
  ])
})

test('where there are states, a move sets fields of choices beside the state', () => {
  const base = start()
  const made = {
    ...base,
    columns: { ...base.columns, state: { label: '状态' }, paid: { label: '已付', is: 'enum', of: { 0: '否', 1: '是' } } },
    states: { column: 'state', of: { a: { code: 1, label: '甲' }, b: { code: 2, label: '乙', ends: true } }, first: 'a' },
  } as unknown as Resource
  const paid = Object.keys(made.columns).indexOf('paid') + 1
  const shown = { label: '办结', name: 'end', from: [{ state: 1 }], to: 2, also: [{ field: paid, [`is_${paid}`]: 1 }] }
  const put = putAction(made, null, typed(actionForm('操作', made), shown))
  expect(put.actions?.end).toMatchObject({ from: 'a', to: 'b', set: { paid: 1 } })
  expect(problemsOf(put)).toEqual([])
  expect(putAction(put, 'end', typed(actionForm('操作', put, 'end'), valuesOfAction(put, 'end')))).toEqual(put)
})

test('several choices are a field of their own kind with words and colours; what its dialogs offer follows them', () => {
  const choices = [
    { value: 1, label: '空调', tone: 3 },
    { value: 2, label: '床' },
  ]
  const values = { label: '设施', is: codesOf('enums')[0], choices, asked: YES, filter: 2 }
  const made = columnOf(values, choosable, null, [])
  expect(made).toEqual({ label: '设施', is: 'enums', of: { 1: '空调', 2: '床' }, tones: { 1: 'good' }, filter: true })
  const base = start()
  const asked = (oneOf: object[]): Resource =>
    ({
      ...base,
      columns: { ...base.columns, fittings: made },
      form: [...(base.form ?? []), 'fittings'],
      dialogs: {
        fit: {
          title: '装',
          type: 'object',
          properties: { fittings: { type: 'array', title: '设施', maxItems: oneOf.length, items: { type: 'integer', oneOf } } },
          additionalProperties: false,
        },
      },
      actions: { fit: { label: '装', on: 'row', can: '/api/probe/fit', opens: 'fit', set: { title: '装' } } },
    }) as unknown as Resource
  const all = asked([
    { const: 1, title: '空调' },
    { const: 2, title: '床' },
  ])
  expect(problemsOf(all)).toEqual([])
  expect(typed(fieldForm('字段', choosable, null, []), valuesOfField(all, 'fittings', choosable, []))).toMatchObject({ choices, filter: 2 })
  const column = { ...made, of: { 1: '冷气', 3: '桌' } } as Column
  const change = { from: 'fittings', name: 'fittings', column, isAsked: true, isPublished: false }
  const offered = (resource: Resource): unknown =>
    (resource.dialogs as unknown as { fit: { properties: { fittings: object } } }).fit.properties.fittings
  const now = [
    { const: 1, title: '冷气' },
    { const: 3, title: '桌' },
  ]
  expect(problemsOf(putField(all, change))).toEqual([])
  expect(offered(putField(all, change))).toMatchObject({ maxItems: 2, items: { oneOf: now } })
  // What was left out on purpose stays out.
  expect(offered(putField(asked([{ const: 1, title: '空调' }]), change))).toMatchObject({ maxItems: 1, items: { oneOf: now.slice(0, 1) } })
})

test('attachments are a field of their own kind; the dialog says how many, and as many are asked for', () => {
  const form = fieldForm('字段', choosable, null, [])
  expect(form.properties.is).toMatchObject({ oneOf: expect.arrayContaining([{ const: codesOf('files')[0], title: '附件' }]) })
  const made = columnOf({ label: '材料', is: codesOf('files')[0], asked: YES, most_files: 4, most_images: 2 }, choosable, null, [])
  expect(made).toEqual({ label: '材料', is: 'files', max: 4 })
  const base = start()
  const all = { ...base, columns: { ...base.columns, papers: made }, form: [...(base.form ?? []), 'papers'] } as unknown as Resource
  expect(problemsOf(all)).toEqual([])
  expect(typed(form, valuesOfField(all, 'papers', choosable, []))).toMatchObject({ label: '材料', is: codesOf('files')[0], most_files: 4 })
  expect(fieldOf(made)).toMatchObject({ type: 'array', 'x-is': 'files', maxItems: 4, 'x-msg': { maxItems: '最多只能上传4个附件' } })
  expect(fieldOf({ label: '材料', is: 'files' })).toMatchObject({ maxItems: 9 })
})

test('where a list must be filled in, an empty one is none', () => {
  for (const column of [
    { label: '设施', is: 'enums', of: { 1: '空调' }, required: '请选设施' },
    { label: '房间', is: 'refs', of: 'org', required: '请选设施' },
    { label: '照片', is: 'images', required: '请选设施' },
    { label: '附件', is: 'files', required: '请选设施' },
  ] as const) {
    const form = {
      title: '试',
      type: 'object',
      properties: { some: fieldOf(column) },
      required: ['some'],
      additionalProperties: false,
    } as const
    for (const values of [{}, { some: [] }]) expect(validateForm(form, values)).toMatchObject([{ field: 'some', message: '请选设施' }])
    expect(validateForm(form, { some: [1] })).toEqual([])
  }
})
