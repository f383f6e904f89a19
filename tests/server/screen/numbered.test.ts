import { beforeAll, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen } from '../../help/declared/screens.ts'

const at = adminServer()
const { call, ask } = at

const orders = (no: object = {}, more: object = {}, name = 'orders'): Resource =>
  ({
    name,
    label: '工单',
    path: `/screens/${name}`,
    access: null,
    key: 'order_id',
    title: 'no',
    columns: {
      order_id: { label: '编号', is: 'int', list: 'never' },
      no: { label: '工单号', is: 'code', filter: true, sort: true, ...no },
      what: { label: '内容', max: 40 },
    },
    form: ['what'],
    ...more,
  }) as Resource

const numbering = { letters: 'BX', digits: 3 }
let screen = 0
const publishAnew = async (declaration: Resource): Promise<void> => {
  const { version } = (await call('/api/screen/draft', { screen_id: screen })).data
  await call('/api/screen/save', { screen_id: screen, version, declaration: JSON.stringify(declaration) })
  expect(await call('/api/screen/publish', { screen_id: screen })).toMatchObject({ code: 200, msg: '' })
}
const numbers = async (): Promise<string[]> =>
  (await call('/api/orders/index', { page_rows: 100 })).data.list.map(({ no }: { no: string }) => no)

beforeAll(async () => {
  const { id, answer } = await publishScreen(at.server, at.admin, orders({ numbered: numbering }))
  expect(answer).toMatchObject({ code: 200, msg: '' })
  screen = id
})

test('the database numbers each new record, and twenty at once get twenty numbers', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => ask('/api/orders/add', { what: `第${index}件` })))
  const given = await numbers()
  expect(new Set(given).size).toBe(20)
  expect([...given].sort()[0]).toBe('BX001')
  expect(given.every((no) => /^BX0(0[1-9]|1\d|20)$/.test(no))).toBe(true)
})

test('nobody types a number, neither adding nor editing', async () => {
  expect(await call('/api/orders/add', { what: '冒名', no: 'BX999' })).toMatchObject({ code: 400, data: { field: 'no' } })
  const [{ order_id }] = (await call('/api/orders/index', { page_rows: 1 })).data.list
  expect(await call('/api/orders/edit', { order_id, what: '改', no: 'BX999' })).toMatchObject({ code: 400, data: { field: 'no' } })
})

test('another numbering goes on counting, a renamed field keeps its numbers, and one that is numbered no more is typed', async () => {
  await publishAnew(orders({ numbered: { letters: 'GD', dated: 'year', digits: 4 } }))
  await call('/api/orders/add', { what: '新规则' })
  const year = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' }).format(new Date())
  expect(await numbers()).toContain(`GD${year}0021`)
  const { no, ...columns } = orders({ numbered: { letters: 'GD', dated: 'year', digits: 4 } }).columns as Record<string, object>
  await publishAnew({ ...orders(), title: 'serial', columns: { ...columns, serial: { ...no, was: ['no'] } } } as unknown as Resource)
  await call('/api/orders/add', { what: '改名之后' })
  const { list } = (await call('/api/orders/index', { page_rows: 100 })).data
  expect(list.map(({ serial }: { serial: string }) => serial)).toContain(`GD${year}0022`)
  const typed = { ...orders().columns.no, was: ['no'] }
  await publishAnew({ ...orders(), title: 'serial', form: ['what', 'serial'], columns: { ...columns, serial: typed } } as never)
  const added = await call('/api/orders/add', { what: '手写', serial: 'S-1' })
  const free = await call('/api/orders/add', { what: '没有号' })
  expect((await call('/api/orders/detail', added.data)).data.serial).toBe('S-1')
  expect((await call('/api/orders/detail', free.data)).data.serial).toBe(null)
})

test('records that there are stay as they are when a field becomes numbered; two are never alike', async () => {
  const { id } = await publishScreen(at.server, at.admin, orders({}, { form: ['no', 'what'] }, 'letters'))
  await call('/api/letters/add', { no: 'BX001', what: '手写的' })
  await call('/api/letters/add', { what: '没有号的' })
  const { version } = (await call('/api/screen/draft', { screen_id: id })).data
  const next = orders({ numbered: numbering }, {}, 'letters')
  await call('/api/screen/save', { screen_id: id, version, declaration: JSON.stringify(next) })
  expect(await call('/api/screen/publish', { screen_id: id })).toMatchObject({ code: 200, msg: '' })
  // The first number is taken by hand: it is refused, and the next one is free.
  expect(await ask('/api/letters/add', { what: '一' })).toMatchObject({ code: 409 })
  expect(await ask('/api/letters/add', { what: '二' })).toMatchObject({ code: 200 })
  const { list } = (await call('/api/letters/index', { page_rows: 10 })).data
  expect(list.map(({ no }: { no: string | null }) => no).sort()).toEqual(['BX001', 'BX002', null])
})

test.each<[string, object, object, string, string]>([
  ['a number that is no code', { is: 'int', numbered: numbering }, {}, 'R175', 'columns.no.numbered'],
  ['no digits', { numbered: { digits: 0 } }, {}, 'R175', 'columns.no.numbered.digits'],
  ['letters that are SQL', { numbered: { letters: "x'||y", digits: 3 } }, {}, 'R104', 'columns.no.numbered.letters'],
  ['a day that is none', { numbered: { dated: 'hour', digits: 3 } }, {}, 'R105', 'columns.no.numbered.dated'],
  ['one that is typed', { numbered: numbering }, { form: ['no'] }, 'R175', 'form'],
  ['one with a default', { numbered: numbering, default: 'X' }, {}, 'R175', 'columns.no.default'],
  [
    'one that an action sets',
    { numbered: numbering },
    { actions: { end: { label: '止', on: 'row', can: '/api/twisted/end', set: { no: 'X' }, confirm: false } } },
    'R175',
    'actions.end.set.no',
  ],
])('refused by the checks: %s', async (_what, no, more, id, place) => {
  const { data } = await call('/api/screen/check', { screen_id: screen, declaration: JSON.stringify(orders(no, more, 'twisted')) })
  expect(data.problems).toContainEqual(expect.objectContaining({ id, at: place }))
})
