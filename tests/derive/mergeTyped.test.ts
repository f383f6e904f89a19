import { expect, test } from 'vitest'
import type { Field, FormSchema } from '../../src/core/form.ts'
import { mergeTyped } from '../../src/derive/forms/mergeTyped.ts'

const text = (title: string, more: Partial<Field> = {}): Field => ({ type: 'string', title, maxLength: 20, ...more }) as Field
const form: FormSchema = {
  title: '编辑',
  type: 'object',
  properties: {
    name: text('名称'),
    area: { type: 'number', title: '面积' },
    tags: { type: 'array', title: '设施', maxItems: 9, items: { type: 'integer' } },
    floors: {
      type: 'array',
      title: '楼层',
      maxItems: 9,
      items: { type: 'object', properties: { level: { type: 'integer', title: '层' }, note: text('注') }, additionalProperties: false },
    },
    province: text('省', { 'x-clears': ['town'] }),
    town: text('市', { 'x-clears': ['street'] }),
    street: text('街道'),
  },
  additionalProperties: false,
}
const base = { name: '甲', area: 10, tags: [1, 2], floors: [{ level: 1, note: '大堂' }], province: '沪', town: '虹口', street: '四平路' }
const merge = (mine: object, theirs: object) => mergeTyped(form, base, { ...base, ...mine }, { ...base, ...theirs })

test('what was changed here stays, what was not is theirs, and what both changed is named', () => {
  expect(merge({ name: '乙' }, { area: 20, name: '丙' })).toEqual({
    values: { ...base, name: '乙', area: 20 },
    taken: ['area'],
    both: ['name'],
  })
  // Both put the same: there is nothing to be seen.
  expect(merge({ name: '乙' }, { name: '乙' })).toEqual({ values: { ...base, name: '乙' }, taken: [], both: [] })
  expect(merge({}, {})).toEqual({ values: base, taken: [], both: [] })
})

test('lists and rows are told apart by what is in them', () => {
  const theirs = { tags: [1, 2], floors: [{ note: '大堂', level: 1 }] }
  expect(merge({ tags: [2] }, theirs)).toEqual({ values: { ...base, tags: [2] }, taken: [], both: [] })
  const other = { floors: [{ level: 1, note: '门厅' }] }
  expect(merge({ floors: [...base.floors, { level: 2 }] }, other)).toMatchObject({ both: ['floors'], taken: [] })
  expect(merge({}, other)).toMatchObject({ values: other, taken: ['floors'], both: [] })
})

test('what is emptied is a change, and nothing is nothing however it is written', () => {
  expect(merge({ area: undefined }, { area: 20 })).toMatchObject({ values: { area: undefined }, both: ['area'] })
  expect(merge({ area: 12 }, { area: null })).toMatchObject({ values: { area: 12 }, both: ['area'] })
  expect(merge({}, { area: null })).toMatchObject({ values: { area: null }, taken: ['area'] })
  const bare = { ...base, name: '', tags: [] }
  expect(mergeTyped(form, bare, { ...bare, name: undefined, tags: undefined }, { ...bare, name: null })).toMatchObject({
    taken: [],
    both: [],
  })
})

test('what goes with a field stays with it: no town of one stands in the province of the other', () => {
  expect(merge({ province: '京', town: undefined, street: undefined }, { street: '曲阳路' })).toEqual({
    values: { ...base, province: '京', town: undefined, street: undefined },
    taken: [],
    both: ['street'],
  })
  expect(merge({ town: '杨浦' }, { province: '京', town: '海淀', street: '学院路' })).toEqual({
    values: { ...base, town: '杨浦', province: '京' },
    taken: ['province'],
    both: ['town', 'street'],
  })
})
