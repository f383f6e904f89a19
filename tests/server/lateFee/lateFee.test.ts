import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { flowOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed } = tenanciesOn(at)
const nodes = jobNodes(at)

const ago = (days: number): string => addDays(today(), -days)
const secondsOfDay = (day: string): number => Date.parse(`${day}T12:00:00+08:00`) / 1000

interface Bill {
  bill_id: number
  sn: string
  price: number
  owed: number
  bill_date: string
  custom_name: string
  org_id: number
  unit_id: number
}

/** A contract that began three months ago, of which no rent is paid; its overdue rent bills, the oldest first. */
const inArrears = async (changes: Record<string, unknown> = {}): Promise<{ contract_id: number; bills: Bill[] }> => {
  const contract_id = await signed({ start_date: ago(95), signed_on: ago(95), months: 12, mode: 2, ...changes })
  const { list } = done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4], order: 'bill_date' })).data
  return { contract_id, bills: list }
}
const pay = async ({ bill_id, org_id, custom_name }: Bill, price: number, day: string): Promise<number> =>
  done(await ask('/api/flow/add', flowOf(at.ground, { price, org_id, bill_id, custom_name, deal_time: secondsOfDay(day) }))).data.flow_id
const setting = async (changes: Record<string, unknown>) => {
  const { values, version } = done(await ask('/api/lateFeeSetting/detail')).data
  done(await ask('/api/lateFeeSetting/save', { ...values, ...changes, version }))
}
const ON = { enabled: 1, since: '2020-01-01', rate: 5, cap: 100, grace: 0, start: 1, ended: 1, way: 1, due_days: 10 }
const feesOf = async (bill_id: number) =>
  (
    await sql<{
      fee_bill_id: number
      price: number
      before: number
      total: number
      paid: number
      item: string
      sn: string
      bill_date: string
      income: number
    }>`
      select l.fee_bill_id, l.price, l.before, l.total, b.paid, b.sn, b.bill_date, c.name as item, c.income
      from late_fee_bill l join bill b on b.bill_id = l.fee_bill_id join cost c on c.id = b.from_id where l.bill_id = ${bill_id} order by l.row_id
    `.execute(at.server.db)
  ).rows
const kept = async (bill_id: number) => done(await ask('/api/late_fee/index', { bill_id: [bill_id] })).data.list[0]
const lateBy = (bill: Bill): number => Math.round((Date.parse(today()) - Date.parse(bill.bill_date)) / 86_400_000)

/** Has the night's work done by a node, and gives what it said. */
const night = async (expected: unknown = expect.any(String)): Promise<void> => {
  nodes.startDeclared('late_fees')
  await nodes.becomes('计算违约金', { done: expected })
}

/** Has it done once more by the same node. */
const anotherNight = async (): Promise<void> => {
  const { job_kind_id } = (await nodes.listed('job_kind')).find(({ label }: { label: string }) => label === '计算违约金')
  done(await ask('/api/job_kind/run', { job_kind_id }))
  await expect
    .poll(async () => (await nodes.rowsOf("select state from job where kind = 'late_fees' order by job_id desc limit 1"))[0], {
      timeout: 10_000,
    })
    .toEqual({ state: 'done' })
}

test('off as it comes: nothing is reckoned, nothing can be billed', async () => {
  const { bills } = await inArrears()
  const [bill] = bills as [Bill]
  await night('没有计收违约金')
  expect(await ask('/api/bill/late_fee', { bill_id: bill.bill_id, day: today() })).toMatchObject({ code: 409 })
  expect(done(await ask('/api/bill/late_working', { bill_id: bill.bill_id })).data).toEqual({ facts: [] })
})

test('the night reckons each overdue share to the day; staff bill it, once; of what grew later only the difference', async () => {
  await setting(ON)
  const { bills } = await inArrears()
  const [bill] = bills as [Bill]
  await night(expect.stringMatching(/^算了 \d+ 笔$/))
  const days = lateBy(bill)
  const total = Math.round((bill.owed * days * 5) / 10_000)
  const row = await kept(bill.bill_id)
  expect(row).toMatchObject({ total, billed: 0, rest: total, days, owed: bill.owed, as_of: today() })
  const working = done(await ask('/api/late_fee/working', { late_fee_id: row.late_fee_id })).data
  expect(working.table.rows).toMatchObject([
    ['租客', addDays(bill.bill_date, 1), today(), `${days}`, '5', '按统一标准', expect.any(String), expect.any(String)],
  ])
  const early = ago(10)
  const before = Math.round((bill.owed * (days - 10) * 5) / 10_000)
  expect(await ask('/api/bill/late_fee', { bill_id: bill.bill_id, day: addDays(today(), 1) })).toMatchObject({
    code: 400,
    data: { field: 'day' },
  })
  const preview = done(await ask('/api/bill/late_fees', { bill_id: bill.bill_id, day: early })).data
  expect(preview.facts[0]).toEqual({ label: '账单', value: '1' })
  done(await ask('/api/bill/late_fee', { bill_id: bill.bill_id, day: early }))
  expect(await feesOf(bill.bill_id)).toMatchObject([{ price: before, before: 0, total: before, income: 4, bill_date: addDays(early, 10) }])
  expect(await ask('/api/bill/late_fee', { bill_id: bill.bill_id, day: early })).toMatchObject({ code: 409 })
  const { said } = done(await ask('/api/late_fee/charge', { late_fee_id: row.late_fee_id, day: today() })).data
  expect(said).toMatch(/^已出 1 张违约金账单，合计 /)
  expect((await feesOf(bill.bill_id)).map(({ price }) => price)).toEqual([before, total - before])
  expect(await kept(bill.bill_id)).toMatchObject({ billed: total, rest: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what was paid late is charged up to the day of the money, whenever it was entered; what is waived is not billed again', async () => {
  await setting({ ...ON, way: 2, month_day: Number(addDays(today(), 5).slice(8)) > 28 ? 28 : Number(addDays(today(), 5).slice(8)) })
  const { bills, contract_id } = await inArrears()
  const [bill] = bills as [Bill]
  const days = lateBy(bill)
  await pay(bill, bill.owed, ago(days - 12))
  await night(expect.stringMatching(/^算了 \d+ 笔，出账单 \d+ 张，/))
  const [fee] = await feesOf(bill.bill_id)
  expect(fee).toMatchObject({ price: Math.round((bill.owed * 12 * 5) / 10_000) })
  // It turns out that it had been paid in time: what was billed too much is told of until it is void.
  const [money] = done(await ask('/api/flow/index', { custom_name: bill.custom_name })).data.list
  done(await ask('/api/flow/reverse', { flow_id: money.flow_id, note: '日期错' }))
  await pay(bill, bill.owed, bill.bill_date)
  await anotherNight()
  const over = async () =>
    done(await ask('/api/late_fee/index', { has_rest: [2] })).data.list.map((row: Record<string, unknown>) => [row.bill_id, row.over])
  expect(await over()).toEqual([[bill.bill_id, fee?.price]])
  done(await ask('/api/bill/void', { bill_id: fee?.fee_bill_id, void_why: '首次逾期，免收' }))
  expect(done(await ask('/api/late_fee_bill/index', { bill_id: [bill.bill_id] })).data).toMatchObject({
    list: [{ state: 3, price: fee?.price }],
    sums: { price: 0 },
  })
  expect(await over()).toEqual([])
  await anotherNight()
  expect(await feesOf(bill.bill_id)).toHaveLength(1)
  expect(done(await ask('/api/bill/index', { contract_id: [contract_id], from: [2], state: [1, 2, 3, 4] })).data.list).toEqual([])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('of two who bill a late fee at once one does, and each fen is billed once', async () => {
  await setting(ON)
  const { bills } = await inArrears()
  const ids = bills.map(({ bill_id }) => bill_id)
  const both = await Promise.all([ask('/api/bill/late_fee', { ids, day: today() }), ask('/api/bill/late_fee', { ids, day: today() })])
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  for (const { bill_id, owed, ...bill } of bills)
    expect((await feesOf(bill_id)).map(({ price }) => price)).toEqual([
      Math.round((owed * lateBy({ bill_id, owed, ...bill }) * 5) / 10_000),
    ])
  await expect(
    sql`insert into late_fee_bill (late_fee_id, share_id, bill_id, fee_bill_id, as_of, price, before, total, cap, rule_version, p_id)
      select late_fee_id, share_id, bill_id, bill_id, as_of, 1, 0, 1, 100, 0, p_id from late_fee_bill order by row_id desc limit 1`.execute(
      at.server.db,
    ),
  ).rejects.toThrow('已由别人出账')
})

test('never on charges, deposits or late fees; no more than the cap; it stops where the arrears are written off', async () => {
  await setting({ ...ON, cap: 1 })
  const { bills } = await inArrears()
  const [bill] = bills as [Bill]
  done(await ask('/api/bill/late_fee', { bill_id: bill.bill_id, day: today() }))
  const [fee] = await feesOf(bill.bill_id)
  expect(fee?.price).toBe(Math.round(bill.owed / 100))
  expect(await ask('/api/bill/late_fee', { bill_id: fee?.fee_bill_id, day: today() })).toMatchObject({ code: 409 })
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from late_fee f join bill b on b.bill_id = f.bill_id where b."from" <> 1
  `.execute(at.server.db)
  expect(rows[0]?.n).toBe(0)
  done(await ask('/api/bill/write_off', { bill_id: bill.bill_id, why: '收不回' }))
  await night()
  expect(await kept(bill.bill_id)).toMatchObject({ owed: 0, billed: fee?.price })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what was paid, taken back and paid on another day between two nights is reckoned by the day that counts', async () => {
  await setting(ON)
  const { bills } = await inArrears()
  const [bill] = bills as [Bill]
  const days = lateBy(bill)
  const flow_id = await pay(bill, bill.owed, ago(days - 20))
  await night()
  expect(await kept(bill.bill_id)).toMatchObject({ days: 20, owed: 0 })
  done(await ask('/api/flow/reverse', { flow_id, note: '记错日期' }))
  await pay(bill, bill.owed, ago(days - 5))
  await anotherNight()
  expect(await kept(bill.bill_id)).toMatchObject({ days: 5, owed: 0, total: Math.round((bill.owed * 5 * 5) / 10_000) })
})

test('of a bill that is void by now nothing is left to bill', async () => {
  await setting(ON)
  const { bills } = await inArrears()
  const [bill] = bills as [Bill]
  await night()
  expect((await kept(bill.bill_id)).rest).toBeGreaterThan(0)
  done(await ask('/api/bill/void', { bill_id: bill.bill_id, void_why: '重复' }))
  await anotherNight()
  expect(await kept(bill.bill_id)).toMatchObject({ owed: 0, total: 0, rest: 0 })
})

test('a night looks at what changed since the last; after other rules were set, at all that was ever paid late', async () => {
  await setting(ON)
  const { bills } = await inArrears()
  const [bill] = bills as [Bill]
  await pay(bill, bill.owed, ago(lateBy(bill) - 20))
  await night()
  await nodes.rowsOf(`delete from late_fee where bill_id = ${bill.bill_id}`)
  await nodes.rowsOf(`alter table allocation disable trigger allocation_append_only;
    update allocation set created_at = created_at - 3 * 86400;
    alter table allocation enable trigger allocation_append_only`)
  await anotherNight()
  expect(await kept(bill.bill_id)).toBeUndefined()
  await setting({ due_days: 11 })
  await anotherNight()
  expect(await kept(bill.bill_id)).toMatchObject({ days: 20, owed: 0 })
})
