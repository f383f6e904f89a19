import { beforeAll, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen } from '../../help/declared/screens.ts'

const at = adminServer()
const { call } = at

const visits = (columns: object = {}, more: object = {}, name = 'visits'): Resource =>
  ({
    name,
    label: '来访',
    path: `/screens/${name}`,
    access: null,
    key: 'visit_id',
    title: 'who',
    columns: {
      visit_id: { label: '编号', is: 'int', list: 'never' },
      who: { label: '来访人', required: true, only: 'add' },
      kind: { label: '事由', is: 'enum', of: { 1: '看房', 2: '维修', 3: '其他' }, required: true, section: '事由' },
      other: { label: '什么事', required: true, when: { kind: 3 }, default: '未说' },
      rooms: { label: '看了哪些', is: 'enums', of: { 1: '一居', 2: '两居' }, when: { kind: 1 } },
      left: { label: '离开时间', is: 'datetime', required: true, only: 'edit', section: '离开' },
      ...columns,
    },
    form: ['who', 'kind', 'other', 'rooms', 'left'],
    ...more,
  }) as Resource

let visit_id = 0
let twisted = 0
beforeAll(async () => {
  expect((await publishScreen(at.server, at.admin, visits())).answer).toMatchObject({ code: 200, msg: '' })
  twisted = (await call('/api/screen/add', { name: 'twisted', label: '试' })).data.screen_id
})

test('adding asks for what is of adding, on its condition; nothing is kept of what is not asked for', async () => {
  const added = await call('/api/visits/add', { who: '张三', kind: 1 })
  expect(added).toMatchObject({ code: 200, msg: '' })
  visit_id = added.data.visit_id
  expect((await call('/api/visits/detail', { visit_id })).data).toMatchObject({ who: '张三', kind: 1, other: null, left: null })
  expect(await call('/api/visits/add', { who: '李四', kind: 3 })).toMatchObject({ code: 400, msg: '什么事必填', data: { field: 'other' } })
  expect(await call('/api/visits/add', { who: '李四', kind: 1, left: 1_800_000_000 })).toMatchObject({ code: 400, data: { field: 'left' } })
  const { data } = await call('/api/visits/add', { who: '李四', kind: 1, other: '不该有' })
  expect((await call('/api/visits/detail', data)).data).toMatchObject({ who: '李四', other: null })
})

test('editing asks for what is of editing, and leaves what is of adding', async () => {
  expect(await call('/api/visits/edit', { visit_id, kind: 3, other: '送信' })).toMatchObject({ code: 400, data: { field: 'left' } })
  expect(await call('/api/visits/edit', { visit_id, who: '王五', kind: 1, left: 1_800_000_000 })).toMatchObject({
    code: 400,
    data: { field: 'who' },
  })
  expect(await call('/api/visits/edit', { visit_id, kind: 3, other: '送信', left: 1_800_000_000 })).toMatchObject({ code: 200 })
  expect((await call('/api/visits/detail', { visit_id })).data).toMatchObject({ who: '张三', other: '送信', left: 1_800_000_000 })
  expect(await call('/api/visits/edit', { visit_id, kind: 1, left: 1_800_000_000 })).toMatchObject({ code: 200 })
  expect((await call('/api/visits/detail', { visit_id })).data).toMatchObject({ kind: 1, other: null })
  // Of a list, too, nothing is left where it is asked for no more; one that is asked for and not sent stays.
  const edit = (values: object) => call('/api/visits/edit', { visit_id, left: 1_800_000_000, ...values })
  const roomsNow = async () => (await call('/api/visits/detail', { visit_id })).data.rooms
  expect(await edit({ kind: 1, rooms: [2] })).toMatchObject({ code: 200 })
  expect(await edit({ kind: 1, left: 1_800_000_060 })).toMatchObject({ code: 200 })
  expect(await roomsNow()).toEqual([2])
  expect(await edit({ kind: 2 })).toMatchObject({ code: 200 })
  expect(await roomsNow()).toEqual([])
})

test.each<[string, object, object, string, string]>([
  ['a word of no dialog', { only: { label: '别处', section: '节' } }, {}, 'R173', 'columns.only.section'],
  ['a dialog that there is not', { who: { label: '谁', only: 'del' } }, {}, 'R105', 'columns.who.only'],
  ['a field that is not there', { other: { label: '什么事', when: { nothing: 1 } } }, {}, 'R173', 'columns.other.when'],
  ['a value that it never has', { other: { label: '什么事', when: { kind: 9 } } }, {}, 'R173', 'columns.other.when.kind'],
  ['a field of the other dialog', { other: { label: '什么事', when: { who: '张三' } } }, {}, 'R173', 'columns.other.when.who'],
  [
    'two that wait for each other',
    { other: { label: '什么事', when: { kind: 3 } }, kind: { label: '事由', is: 'enum', of: { 3: '其他' }, when: { other: '有' } } },
    {},
    'R173',
    'columns.other.when',
  ],
  ['no field at all', { other: { label: '什么事', when: {} } }, {}, 'R173', 'columns.other.when'],
  ['a condition as text', { other: { label: '什么事', when: 'kind = 3' } }, {}, 'R103', 'columns.other.when'],
])('refused by the checks: %s', async (_what, columns, more, id, place) => {
  const { data } = await call('/api/screen/check', { screen_id: twisted, declaration: JSON.stringify(visits(columns, more, 'twisted')) })
  expect(data.problems).toContainEqual(expect.objectContaining({ id, at: place }))
})
