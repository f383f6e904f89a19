import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { closingOn, monthBack } from '../help/closing.ts'
import { rounds } from '../help/depth.ts'
import { fetched, filled, imported, mistakes, sheetsOf, tried } from '../help/imports.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { secondNode } from '../help/secondNode.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, addRow, addTenant, permit, roomsInTwoProjects, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

const at = adminServer()
const second = secondNode(at)
const nodes = jobNodes(at)
const { rowsOf } = nodes
const { close, monthOf } = closingOn(at, nodes)
const CODES = ['index', 'detail', 'add', 'edit', 'del', 'book', 'undo']
  .map((name) => `/api/opening/${name}`)
  .concat(['index', 'add', 'edit', 'del', 'import'].map((name) => `/api/opening_item/${name}`))

const day = `${monthBack(1)}-01`
const totals = { arrears_asked: 0, charges_asked: 0, prepaid_asked: 0, money_asked: 0 }
const period = { bill_date: '2025-03-05', start_date: '2025-03-01', end_date: '2025-03-31' }
let rooms: [number, number]
let custom_id: number
beforeAll(async () => {
  rooms = await roomsInTwoProjects(at.server, at.ground)
  custom_id = await addTenant(at.server, { name: '王小明' })
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
})

const opened = async (asked: Record<string, unknown> = {}, token?: string): Promise<number> =>
  done(await at.ask('/api/opening/add', { p_id: 1, day, ...totals, ...asked }, token)).data.opening_id
const owes = (opening_id: number, price: number, more: Record<string, unknown> = {}, token?: string) =>
  at.ask('/api/opening_item/add', { opening_id, kind: 1, org_id: rooms[0], custom_id, price, ...period, ...more }, token)

test('who has no right, or another project, or had the right a moment ago, opens nothing, whatever number is guessed', async () => {
  const opening_id = await opened({ arrears_asked: 700 })
  const { item_id } = done(await owes(opening_id, 700)).data
  const none = await tokenOf(at.server, await addAccount(at.server, 'wuquan', ['/api/bill/index']))
  const theirs = await tokenOf(at.server, await addAccount(at.server, 'erqi', CODES, [2]))
  const before = await rowsOf('select opening_id, status, version from opening order by 1')
  for (const code of CODES.filter((one) => !one.endsWith('import')))
    expect((await at.ask(code, { opening_id, item_id, ids: [opening_id] }, none)).code, code).toBe(403)
  for (const [code, params] of [
    ['/api/opening/detail', { opening_id }],
    ['/api/opening/edit', { opening_id, day, ...totals }],
    ['/api/opening/del', { opening_id }],
    ['/api/opening/book', { opening_id }],
    ['/api/opening/undo', { opening_id }],
    ['/api/opening_item/del', { item_id }],
    ['/api/opening_item/edit', { item_id, kind: 1, org_id: rooms[0], custom_id, price: 5, ...period }],
  ] as const)
    expect([400, 404], code).toContain((await at.ask(code, params, theirs)).code)
  expect((await owes(opening_id, 1, {}, theirs)).code).not.toBe(200)
  expect((await at.ask('/api/opening/add', { p_id: 1, day, ...totals }, theirs)).code).not.toBe(200)
  for (const path of ['/api/opening/index', '/api/opening_item/index'])
    expect(done(await at.call(path, {}, theirs)).data.count, path).toBe(0)

  const user = await addAccount(at.server, 'gangcai', CODES, [1])
  const token = await tokenOf(at.server, user)
  await permit(at.server, user, ['/api/opening/index'])
  expect((await at.ask('/api/opening/book', { opening_id }, token)).code).toBe(403)
  expect(await rowsOf('select opening_id, status, version from opening order by 1')).toEqual(before)
})

test('an item of one project is not of another’s room, and no price is anything but whole fen', async () => {
  const opening_id = await opened({ p_id: 1 })
  expect(await owes(opening_id, 100, { org_id: rooms[1] })).toMatchObject({
    code: 400,
    msg: '房间不属于这张期初单的项目，请选本项目的房间',
  })
  for (const price of [0, -1, 0.5, 2 ** 53, '1e3', null]) expect((await owes(opening_id, price as number)).code, `${price}`).toBe(400)
  for (const asked of [-1, 0.5, 2 ** 53])
    expect((await at.ask('/api/opening/add', { p_id: 1, day, ...totals, arrears_asked: asked })).code, `${asked}`).toBe(400)
  expect(await rowsOf(`select from opening_item where opening_id = ${opening_id}`)).toEqual([])
})

test('booked and taken back by two nodes at once, while what it brings is paid: all of it or nothing, and the books agree', async () => {
  const opening_id = await opened({ arrears_asked: 3_000 })
  for (let n = 0; n < 3; n++) done(await owes(opening_id, 1_000, { bill_date: `2025-03-0${n + 1}` }))
  const here = (name: string) => at.ask(`/api/opening/${name}`, { opening_id })
  const there = (name: string) => second.send(`/api/opening/${name}`, { opening_id, request_id: crypto.randomUUID() })
  const booked = await Promise.all([here('book'), there('book'), here('book'), there('book')])
  expect(booked.filter(({ code }) => code === 200)).toHaveLength(1)
  const [bill] = await rowsOf<{ bill_id: number }>(`select bill_id from bill where opening_id = ${opening_id} order by 1 limit 1`)
  const paid = at.ask('/api/flow/add', {
    ...{ type: 1, price: 1_000, custom_name: '王小明', from: 1, way: 3, bill_id: bill?.bill_id },
    ...{ start_date: '2025-03-01', end_date: '2025-03-31', from_id: 0, org_id: rooms[0] },
  })
  const answers = await Promise.all([here('undo'), there('undo'), paid, here('undo')])
  const undone = [answers[0], answers[1], answers[3]].filter(({ code }) => code === 200).length
  expect(undone).toBeLessThan(2)
  const [state] = await rowsOf<{ standing: number; used: number }>(
    `select count(*) filter (where is_void = 0)::integer as standing, coalesce(sum(paid) filter (where is_void = 0), 0)::integer as used from bill where opening_id = ${opening_id} or note like '%期初%'`,
  )
  expect(state?.standing).toBe(undone === 1 ? 0 : 3)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('the account of openings, and what was opened, cannot be changed behind its back', async () => {
  const opening_id = await opened({ prepaid_asked: 500 })
  done(await at.ask('/api/opening_item/add', { opening_id, kind: 3, custom_id, price: 500 }))
  done(await at.ask('/api/opening/book', { opening_id }))
  await expect(
    rowsOf(`update flow set price = 1 where flow_id = (select flow_id from opening_item where opening_id = ${opening_id})`),
  ).rejects.toThrow(/追加/)
  expect(
    (
      await at.ask('/api/flow/add', {
        type: 1,
        price: 1,
        custom_name: '某',
        from: 2,
        from_id: at.ground.cost,
        way: 3,
        own_account_id: 900_005,
        start_date: day,
        end_date: day,
      })
    ).code,
  ).not.toBe(200)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('of a file of thousands of rows with one bad cell nothing is brought, and each bad cell is told; put right, it is brought once and booked whole', async () => {
  const opening_id = await opened({ arrears_asked: 1_000_000 })
  const { number } = done(await at.ask('/api/opening/detail', { opening_id })).data
  const room = done(await at.call('/api/org/detail', { org_id: rooms[0] })).data.unit_floor
  const template = await fetched(at.server, '/files/imports/template/opening_item', at.admin)
  const [heads] = sheetsOf(template)[0] ?? []
  const cell: Record<string, unknown> = {
    ...{ 期初单: number, 事项: '欠租', 房间: room, 租客: '王小明' },
    ...{ 应付日: '2025-03-05', 所属期起: '2025-03-01', 所属期止: '2025-03-31' },
  }
  const row = (price: unknown) => heads?.map((head) => ({ ...cell, 金额: price })[String(head).replace(/[*（].*/, '')] ?? null) ?? []
  nodes.startDeclared()
  const path = '/api/opening_item/import'
  const bad = ['0', '-1', '0.005', '90071992547409.93', '1e3', '=1+1', '一', '']
  const wrong = await tried(at.server, path, filled(template, bad.map(row)), at.admin)
  expect(new Set(mistakes(wrong).map((text) => text.split('：')[0])).size).toBe(bad.length)
  expect(await rowsOf(`select from opening_item where opening_id = ${opening_id}`)).toEqual([])

  const rows = Array.from({ length: rounds(1_600, 10_000) }, (_, n) => row(n === 1_543 ? '-1' : 1))
  const trial = await tried(at.server, path, filled(template, rows), at.admin)
  expect(mistakes(trial)).toEqual([expect.stringMatching(/^[A-Z]+1545：/)])
  expect(await at.ask('/api/import/run', { import_id: trial.import_id })).toMatchObject({ code: 409 })
  expect(await rowsOf(`select from opening_item where opening_id = ${opening_id}`)).toEqual([])
  expect((await at.ask('/api/opening/book', { opening_id })).code).toBe(409)

  const many = rounds(250, 1_000)
  const right = await tried(at.server, path, filled(template, Array(many).fill(row(10_000 / many))), at.admin)
  expect(mistakes(right)).toEqual([])
  await imported(at.server, at.admin, right.import_id)
  expect((await at.ask('/api/import/run', { import_id: right.import_id })).code).toBe(409)
  done(await at.ask('/api/opening/book', { opening_id }))
  const [bills] = await rowsOf(
    `select sum(price)::integer as fen, count(*)::integer as n, count(distinct sn)::integer as numbers from bill where opening_id = ${opening_id}`,
  )
  expect(bills).toEqual({ fen: 1_000_000, n: many, numbers: many })
  expect(await wrongInBooks(at.server.db)).toEqual([])
}, 200_000)

test('a month that is closed while it is booked has the whole of it or nothing, and nothing gets in afterwards', async () => {
  const month = monthBack(1)
  const ids = await Promise.all(Array.from({ length: 6 }, () => opened({ arrears_asked: 100 })))
  for (const opening_id of ids) done(await owes(opening_id, 100))
  const [answers] = await Promise.all([
    Promise.all(ids.map((opening_id) => second.send('/api/opening/book', { opening_id, request_id: crypto.randomUUID() }))),
    close(month),
  ])
  for (const { code } of answers) expect([200, 409]).toContain(code)
  expect(await monthOf(month)).toMatchObject({ status: 3 })
  const late = await opened({ arrears_asked: 100 })
  done(await owes(late, 100))
  expect(await at.ask('/api/opening/book', { opening_id: late })).toMatchObject({ code: 409 })
  for (const [n, opening_id] of ids.entries()) {
    const bills = await rowsOf(`select from bill where opening_id = ${opening_id}`)
    expect(bills).toHaveLength(answers[n]?.code === 200 ? 1 : 0)
  }
  // What was booked before is of a closed month now: taken back it is red on an open day, or it stays.
  for (const [n, opening_id] of ids.entries())
    if (answers[n]?.code === 200) expect([200, 409]).toContain((await at.ask('/api/opening/undo', { opening_id })).code)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
