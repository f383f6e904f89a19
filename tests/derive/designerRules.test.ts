import { describe, expect, test } from 'vitest'
import { storedAlike } from '../../src/core/kinds.ts'
import type { Column, Resource } from '../../src/core/resource.ts'
import { actionForm } from '../../src/derive/designer/actionForm.ts'
import { choiceUses, usesOf } from '../../src/derive/designer/edit.ts'
import { columnOf } from '../../src/derive/designer/field.ts'
import { codesOf, NO, YES } from '../../src/derive/designer/kinds.ts'
import { renamed } from '../../src/derive/designer/rename.ts'
import { choosable, problemsOf, start } from '../help/declared/designing.ts'

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
