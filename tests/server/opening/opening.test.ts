import { beforeAll, expect, test } from 'vitest'
import { recognise } from '../../../server/domain/closing/index.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { fetched, filled, imported, mistakes, sheetsOf, tried } from '../../help/imports.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, addTenant, cardOf, companyCode, flat } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { rowsOf } = nodes
const { close, receive } = closingOn(at, nodes)
const { tenant, signed, room: freeRoom } = tenanciesOn(at)
const { begin, handOver, settle } = surrendersOn(at)

const before = `${monthBack(1)}-01`
let org_id: number
let room: string
let custom_id: number
let company_id: number
let bank: number
beforeAll(async () => {
  org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  room = done(await at.call('/api/org/detail', { org_id })).data.unit_floor
  custom_id = await addTenant(at.server, { name: '王小明' })
  company_id = await addRow(at.server, 'company', {
    name: '张江集团',
    code: companyCode(7),
    contact: '李工',
    phone: '13812345670',
    p_id: 1,
  })
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
  bank = done(await at.ask('/api/own_account/add', { name: '基本户', kind: 3, way: 3, usual: 2, code: '1002.03' })).data.own_account_id
})

const totals = { arrears_asked: 0, charges_asked: 0, prepaid_asked: 0, money_asked: 0 }
const opened = async (asked: Record<string, unknown> = {}): Promise<number> =>
  done(await at.ask('/api/opening/add', { p_id: 1, day: before, ...totals, ...asked })).data.opening_id
const period = { bill_date: '2025-03-05', start_date: '2025-03-01', end_date: '2025-03-31' }
const add = (opening_id: number, item: Record<string, unknown>) => at.ask('/api/opening_item/add', { opening_id, ...item })
const owes = (opening_id: number, price: number, more: Record<string, unknown> = {}) =>
  add(opening_id, { kind: 1, org_id, custom_id, price, ...period, ...more })
const deed = (named: 'book' | 'undo' | 'del' | 'edit', opening_id: number, more: Record<string, unknown> = {}) =>
  at.ask(`/api/opening/${named}`, { opening_id, ...more })
const detail = async (opening_id: number) => done(await at.ask('/api/opening/detail', { opening_id })).data
const balance = async (code: string): Promise<number> => {
  const [row] = await rowsOf<{ price: number }>(
    `select coalesce(sum(case side when 1 then j.price else -j.price end), 0)::bigint as price from journal_line j join ledger_account a using (ledger_account_id) where a.code = '${code}'`,
  )
  return row?.price ?? 0
}

test('is booked as the system before said it, party by party, and taken back whole', async () => {
  const first = { arrears_asked: 300_000, charges_asked: 5_000, prepaid_asked: 20_000, money_asked: 900_000 }
  const opening_id = await opened(first)
  done(await owes(opening_id, 100_000))
  done(await owes(opening_id, 200_000, { custom_id: undefined, company_id }))
  done(await add(opening_id, { kind: 2, org_id, custom_id, cost_id: at.ground.cost, price: 5_000, ...period }))
  done(await add(opening_id, { kind: 3, custom_id, price: 20_000 }))
  done(await add(opening_id, { kind: 4, own_account_id: bank, price: 900_000 }))
  expect(await detail(opening_id)).toMatchObject({ arrears: 300_000, charges: 5_000, prepaid: 20_000, money: 900_000, off: 0 })
  done(await deed('book', opening_id))

  expect(await balance('4104')).toBe(-(300_000 + 5_000 + 900_000 - 20_000))
  expect(await balance('1122.01')).toBe(100_000)
  expect(await balance('1122.02')).toBe(200_000)
  expect(await balance('1221.01')).toBe(5_000)
  expect(await balance('2203.01')).toBe(-20_000)
  expect(await balance('1002.03')).toBe(900_000)
  expect(await rowsOf(`select distinct day::text from journal_line`)).toEqual([{ day: before }])
  expect(await wrongInBooks(at.server.db)).toEqual([])
  const { list } = done(await at.call('/api/bill/index', { opening_id: [opening_id], order: 'price' })).data
  expect(list.map(({ price, state, payer, start_date }: Record<string, unknown>) => [price, state, payer, start_date])).toEqual([
    [5_000, 4, 1, '2025-03-01'],
    [100_000, 4, 1, '2025-03-01'],
    [200_000, 4, 2, '2025-03-01'],
  ])
  // What was earned in the system before is not earned again.
  expect(await inTransaction(at.server.db, null, (tx) => recognise(tx, '2025-03'))).toBe(0)

  done(await deed('undo', opening_id))
  for (const code of ['4104', '1122.01', '1122.02', '1221.01', '2203.01', '1002.03']) expect(await balance(code), code).toBe(0)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  expect(await detail(opening_id)).toMatchObject({ status: 1, booked_at: null })
  done(await owes(opening_id, 1))
  expect(await deed('book', opening_id)).toMatchObject({ code: 409, msg: '欠租与原系统不符：原系统 ¥3,000.00，这里 ¥3,000.01，相差 ¥0.01' })
  done(await deed('edit', opening_id, { ...first, day: before, arrears_asked: 300_001 }))
  done(await deed('book', opening_id))
  expect(await balance('1122.01')).toBe(100_001)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('of what late fees were charged is not taken back: nobody owes a fee for what he never owed', async () => {
  const opening_id = await opened({ arrears_asked: 700 })
  done(await owes(opening_id, 700))
  done(await deed('book', opening_id))
  await rowsOf(`
    with b as (
      insert into bill (sn, type, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, org_id, of_bill, p_id)
      select 'WYJ7', 1, 2, ${at.ground.cost}, 7, current_date, current_date, current_date, 1, 100, o.custom_name, o.custom_id, o.org_id, o.bill_id, o.p_id
      from bill o where o.opening_id = ${opening_id} returning bill_id, price, p_id
    ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, price, p_id from b
  `)
  expect(await deed('undo', opening_id)).toMatchObject({ code: 409, msg: expect.stringContaining('违约金') })
  await rowsOf(`update bill set is_void = 1 where sn = 'WYJ7'`)
  // Nor of what the bank is asked to debit: it would come for a bill that is void.
  await rowsOf(`
    with batch as (insert into withhold (sn, bank, p_id) values ('DKQ', '建行', 1) returning batch_id)
    insert into withhold_line (batch_id, bill_id, custom_name, price, p_id) select batch_id, bill_id, '租客', 700, 1 from batch, bill where opening_id = ${opening_id}
  `)
  expect(await deed('undo', opening_id)).toMatchObject({ code: 409, msg: expect.stringContaining('代扣批次') })
  await rowsOf('update withhold_line set result = 2')
  done(await deed('undo', opening_id))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a debt arises on the contract that let the room, not on one that was made void', async () => {
  const [room_, custom] = [
    done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0],
    await addTenant(at.server, { name: '李小红', card: cardOf(77) }),
  ]
  const entered = async (sn: string, status: number) =>
    addRow(at.server, 'contract', {
      ...{
        sn,
        org_id: room_,
        custom_id: custom,
        p_id: 1,
        start_date: '2024-01-01',
        end_date: '2099-12-31',
        rent: 1000,
        deposit: 0,
        status,
      },
    })
  const right = await entered('HTA', 4)
  await entered('HTB', 8)
  // Rent that the system before had collected beyond the end, and that a surrender gave back, was no deposit on the opening's day.
  await rowsOf(
    `insert into deposit_entry (kind, contract_id, custom_id, price, day, p_id) values (6, ${right}, ${custom}, 1000, current_date, 1), (2, ${right}, ${custom}, 300, current_date, 1)`,
  )
  const opening_id = await opened({ arrears_asked: 500, deposits_asked: 1000 })
  expect(await detail(opening_id)).toMatchObject({ deposits: 1000, off: 500 })
  done(await owes(opening_id, 500, { org_id: room_, custom_id: custom }))
  done(await deed('book', opening_id))
  const owed = await rowsOf<{ bill_id: number; contract_id: number }>(
    `select bill_id, contract_id from bill where opening_id = ${opening_id}`,
  )
  expect(owed).toEqual([{ bill_id: expect.any(Number), contract_id: right }])
  // What he has agreed to pay by and by is not taken from under the plan, which would be done then.
  const ids = owed.map(({ bill_id }) => bill_id)
  done(await at.ask('/api/bill/plan', { ids, party: 1, way: 1, count: 2, first_day: today(), fees: 1 }))
  expect(await deed('undo', opening_id)).toMatchObject({ code: 409, msg: expect.stringContaining('有 1 笔') })
})

test('what was owed of days before the contract began is owed after the room was given back as well', async () => {
  const [custom, flat_] = [await tenant(), await freeRoom()]
  const contract_id = await signed({ custom_id: custom, org_id: flat_, start_date: before, signed_on: before, mode: 2 })
  const opening_id = await opened({ arrears_asked: 500 })
  done(await owes(opening_id, 500, { org_id: flat_, custom_id: custom }))
  done(await deed('book', opening_id))
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id))
  done(await settle(surrender_id))
  const { list } = done(await at.call('/api/bill/index', { opening_id: [opening_id] })).data
  expect(list).toMatchObject([{ owed: 500, is_void: 0 }])
})

test('what was used since is not taken back', async () => {
  const opening_id = await opened({ prepaid_asked: 20_000, arrears_asked: 20_000 })
  done(await owes(opening_id, 20_000))
  done(await add(opening_id, { kind: 3, custom_id, price: 20_000 }))
  done(await deed('book', opening_id))
  const { list } = done(await at.call('/api/opening_item/index', { opening_id: [opening_id] })).data
  const of = (name: string): number => list.map((item: Record<string, number>) => item[name]).find(Boolean)
  const [share] = await rowsOf<{ share_id: number }>(`select share_id from bill_share where bill_id = ${of('bill_id')}`)
  done(await at.ask('/api/open_receipt/match', { flow_id: of('flow_id'), shares: [share?.share_id] }))
  expect(await deed('undo', opening_id)).toMatchObject({
    code: 409,
    msg: '期初带来的账单、收款、余额有 2 笔已核销、调整、红冲、对账、出过违约金，或在代扣批次、还款计划里，不能撤销',
  })
  expect(await detail(opening_id)).toMatchObject({ status: 2 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what was paid ahead before is given back from an account that is used, and the opening is then not taken back', async () => {
  const opening_id = await opened({ prepaid_asked: 20_000 })
  done(await add(opening_id, { kind: 3, custom_id, price: 20_000 }))
  done(await deed('book', opening_id))
  const [{ flow_id }] = done(await at.call('/api/opening_item/index', { opening_id: [opening_id] })).data.list
  const { custom_name: payee, refund_account_id, deal_time } = done(await at.call('/api/flow/detail', { flow_id })).data
  expect(refund_account_id).toBeNull()
  const refund = { flow_id, amount: 20_000, payee, pay_way: 3, pay_time: deal_time + 60, why: '退预收' }
  expect(await at.ask('/api/flow/refund', { ...refund, pay_account_id: 900_005 })).toMatchObject({
    msg: '期初建账的账户只用于期初建账，请选别的账户',
  })
  done(await at.ask('/api/flow/refund', refund))
  expect((await deed('undo', opening_id)).code).toBe(409)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('items that do not say who, or of an opening that is booked, are refused; so is the opening account for anything else', async () => {
  const opening_id = await opened({ arrears_asked: 100 })
  expect(await owes(opening_id, 100, { company_id })).toMatchObject({ code: 400 })
  expect(await owes(opening_id, 100, { custom_id: undefined })).toMatchObject({ code: 400, msg: '租客与企业须填一个，只填一个' })
  expect(await owes(opening_id, 100, { end_date: '2025-02-01' })).toMatchObject({ code: 400, msg: '所属期止不能早于所属期起' })
  for (const price of [0, -1, 0.5, 2 ** 53]) expect((await owes(opening_id, price)).code, `${price}`).toBe(400)
  expect(await add(opening_id, { kind: 4, price: 5 })).toMatchObject({ code: 400 })
  const { item_id } = done(await owes(opening_id, 100)).data
  done(await deed('book', opening_id))
  expect(await owes(opening_id, 100)).toMatchObject({ msg: '已建账的期初单，明细不能再改；先撤销建账' })
  expect((await at.ask('/api/opening_item/edit', { item_id, kind: 1, org_id, custom_id, price: 5, ...period })).msg).toBe(
    '已建账的期初单，明细不能再改；先撤销建账',
  )
  expect((await at.ask('/api/opening_item/del', { ids: [item_id] })).msg).toBe('已建账的期初单，明细不能再改；先撤销建账')
  expect(await deed('edit', opening_id, { day: before, ...totals, arrears_asked: 1 })).toMatchObject({
    code: 409,
    msg: '只有草稿可以编辑，请先撤销建账',
  })
  expect(await deed('del', opening_id)).toMatchObject({ code: 409 })
  expect(await deed('book', opening_id)).toMatchObject({ code: 409, msg: '已建账，请刷新后重试' })
  await expect(receive(before, 100, { own_account_id: 900_005 })).rejects.toThrow('期初建账的账户只用于期初建账，请选别的账户')
  const moved = { kind: 1, from_account_id: 900_005, to_account_id: bank, price: 100, day: before }
  expect(await at.ask('/api/transfer/add', moved)).toMatchObject({ msg: '期初建账的账户只用于期初建账，请选别的账户' })
  // An item that comes while it is booked waits for it, and is refused then: what was reconciled is what is booked.
  const other = await opened({ arrears_asked: 100 })
  done(await owes(other, 100))
  const answers = await Promise.all([deed('book', other), ...[1, 2, 3, 4].map(() => owes(other, 100)), deed('book', other)])
  const [sums] = await rowsOf<{ n: number; booked: number }>(
    `select count(*)::integer as n, count(bill_id)::integer as booked from opening_item where opening_id = ${other}`,
  )
  expect(answers.filter(({ code }) => code === 200).length - (sums?.booked ? 1 : 0)).toBe((sums?.n ?? 0) - 1)
  expect([0, sums?.n]).toContain(sums?.booked)
})

test('a file of items is tried first, each cell told; a closed month takes no opening', async () => {
  const opening_id = await opened({ arrears_asked: 3_000 })
  const { number } = await detail(opening_id)
  const template = await fetched(at.server, '/files/imports/template/opening_item', at.admin)
  const [heads] = sheetsOf(template)[0] ?? []
  const cell: Record<string, unknown> = {
    期初单: number,
    事项: '欠租',
    房间: room,
    租客: '王小明',
    应付日: '2025-03-05',
    所属期起: '2025-03-01',
    所属期止: '2025-03-31',
  }
  const row = (changes: Record<string, unknown>) =>
    heads?.map((head) => ({ ...cell, ...changes })[String(head).replace(/[*（].*/, '')] ?? null) ?? []
  const path = '/api/opening_item/import'
  nodes.startDeclared()
  const wrong = await tried(
    at.server,
    path,
    filled(template, [row({ 金额: 10 }), row({ 金额: 'x' }), row({ 金额: 20, 租客: '没有此人' })]),
    at.admin,
  )
  expect(mistakes(wrong)).toHaveLength(2)
  // Two of one name are told apart by the number that only one of them has.
  await addTenant(at.server, { name: '王小明', card: cardOf(7_701) })
  const twins = [row({ 金额: 10 }), row({ 金额: 10, 租客: cardOf(7_701) }), row({ 金额: 20, 租客: `王小明 ${cardOf(7_701)}` })]
  expect(mistakes(await tried(at.server, path, filled(template, twins), at.admin))).toEqual([
    expect.stringMatching(/^D2：租客“王小明”有 2 个，请写全：王小明 \d{3}\*+[\dX]{4}、王小明 \d{3}\*+[\dX]{4}$/),
  ])
  const right = await tried(at.server, path, filled(template, twins.slice(1)), at.admin)
  expect(mistakes(right)).toEqual([])
  await imported(at.server, at.admin, right.import_id)
  expect(await detail(opening_id)).toMatchObject({ arrears: 3_000, off: 0 })
  const whose = `select count(*)::integer as n, max(l.custom_id) = min(l.custom_id) and min(l.custom_id) <> ${custom_id} as is_his from opening_item i
    join lessee l using (custom_id) where i.opening_id = ${opening_id}`
  expect(await rowsOf(whose)).toEqual([{ n: 2, is_his: true }])
  await close(monthBack(1))
  expect(await deed('book', opening_id)).toMatchObject({ code: 409, msg: '建账日所在的月份已结账，请先反结账，或改建账日' })
})
