import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ofBills, reckonShares } from '../../../server/domain/lateFee/shares.ts'
import { readTerms } from '../../../server/domain/lateFee/terms.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, companyCode, flowOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed } = tenanciesOn(at)
const nodes = jobNodes(at)

const ago = (days: number): string => addDays(today(), -days)
const TERMS = { enabled: 1, since: '2020-01-01', rate: 5, cap: 100, most_rate: 10, most_cap: 100, grace: 0, start: 1, ended: 1, way: 1 }

/** Sets what late fees are charged by from a day on, also from one that is over: as it was set then. */
const setFrom = async (day: string, changes: Record<string, unknown>) => {
  const content = JSON.stringify({ ...TERMS, month_day: 1, due_days: 10, ...changes })
  await sql`
    insert into setting_version (setting, version, content, from_date, created_by)
    select 'lateFeeSetting', coalesce(max(version), 0) + 1, ${content}::jsonb, ${day}::date, 1 from setting_version where setting = 'lateFeeSetting'
  `.execute(at.server.db)
}

interface Bill {
  bill_id: number
  owed: number
  bill_date: string
  custom_name: string
  org_id: number
}
const inArrears = async (): Promise<Bill[]> => {
  const contract_id = await signed({ start_date: ago(95), signed_on: ago(95), months: 12, mode: 2 })
  return done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4], order: 'bill_date' })).data.list
}
const pay = async ({ bill_id, org_id, custom_name }: Bill, price: number, day: string): Promise<number> =>
  done(
    await ask(
      '/api/flow/add',
      flowOf(at.ground, { price, org_id, bill_id, custom_name, deal_time: Date.parse(`${day}T12:00:00+08:00`) / 1000 }),
    ),
  ).data.flow_id
const kept = async ({ bill_id }: Bill) => done(await ask('/api/late_fee/index', { bill_id: [bill_id] })).data.list[0]
const working = async ({ bill_id }: Bill) => done(await ask('/api/bill/late_working', { bill_id })).data
const ended = () =>
  expect
    .poll(async () => (await nodes.rowsOf("select state from job where kind = 'late_fees' order by job_id desc limit 1"))[0], {
      timeout: 20_000,
    })
    .toEqual({ state: 'done' })
/** Has the night's work done once more, by the node that does it since the first. */
const night = async (): Promise<void> => {
  if ((await nodes.rowsOf("select from job where kind = 'late_fees'")).length === 0) nodes.startDeclared('late_fees')
  else {
    await ended()
    const { job_kind_id } = (await nodes.listed('job_kind')).find(({ label }: { label: string }) => label === '计算违约金')
    done(await ask('/api/job_kind/run', { job_kind_id }))
  }
  await ended()
}

test('grace, from when it counts and the cap are as they were set on the day on which a bill was due: who paid in time then is not late now', async () => {
  await setFrom(ago(200), { grace: 10, start: 2, cap: 30 })
  const [bill, second] = (await inArrears()) as [Bill, Bill]
  await pay(bill, bill.owed, addDays(bill.bill_date, 8))
  await setFrom(today(), { grace: 0, start: 1, cap: 100 })
  expect(await working(bill)).toEqual({ facts: [] })
  const { facts, table } = await working(second)
  expect(facts).toContainEqual({ label: '宽限与上限', value: '按统一标准：宽限 10 天，上限 30%' })
  expect(table.rows[0][1]).toBe(addDays(second.bill_date, 11))
  await night()
  expect(await kept(bill)).toBeUndefined()
  expect(await ask('/api/bill/late_fee', { bill_id: bill.bill_id, day: today() })).toMatchObject({ code: 409 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('of a bill that was paid late, taken back and void within one day nothing is left to bill', async () => {
  await setFrom(today(), {})
  const [bill] = (await inArrears()) as [Bill]
  const flow_id = await pay(bill, bill.owed, addDays(bill.bill_date, 20))
  await night()
  expect(await kept(bill)).toMatchObject({ owed: 0, days: 10 })
  done(await ask('/api/flow/reverse', { flow_id, note: '记错' }))
  done(await ask('/api/bill/void', { bill_id: bill.bill_id, void_why: '重复' }))
  await night()
  expect(await kept(bill)).toMatchObject({ total: 0, rest: 0 })
})

test('what other terms add on two days is late from each of the two, and what they take off again was never owed', async () => {
  const contract_id = await signed({ start_date: ago(95), signed_on: ago(95), months: 12, mode: 2, rent: 100_000 })
  /** A change of the rent from so many days ago on, as if it had been agreed others ago; gives what is owed of the first bill then. */
  const amend = async (rent: number, from: number, days: number): Promise<string> => {
    done(await ask('/api/contract/amend', { contract_id, from_date: ago(from), rent, reason: '核增', paid_periods: 2 }))
    await nodes.rowsOf(`alter table bill_adjust disable trigger bill_adjust_append_only;
      update bill_adjust set created_at = created_at - ${days} * 86400 where created_at > epoch_now() - 3600;
      alter table bill_adjust enable trigger bill_adjust_append_only`)
    const [{ owed }] = await firstBill()
    return `¥${fenToYuan(owed)}`
  }
  const firstBill = async () =>
    done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], order: 'bill_date' })).data.list as [Bill]
  const [bill] = await firstBill()
  await pay(bill, bill.owed, bill.bill_date)
  const pieces = async (): Promise<string[][]> =>
    (await working(bill)).table.rows.map((row: string[]) => [row[1], row[2], row[6]] as string[])
  const first = await amend(110_000, 94, 20)
  expect(await pieces()).toEqual([[ago(19), today(), first]])
  const second = await amend(115_000, 93, 10)
  expect(await pieces()).toEqual([
    [ago(19), ago(10), first],
    [ago(9), today(), second],
  ])
  const third = await amend(104_000, 92, 5)
  expect(await pieces()).toEqual([[ago(19), today(), third]])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what went to another and came back raises no cap: it is of what was not paid', async () => {
  await setFrom(today(), {})
  const [bill] = (await inArrears()) as [Bill]
  const company = { name: '转付单位', code: companyCode(77), contact: '王', phone: '13812345678' }
  const to_company = await addRow(at.server, 'company', company)
  const capOf = async (): Promise<string> => (await working(bill)).facts.find(({ label }: { label: string }) => label === '上限').value
  const before = await capOf()
  done(await ask('/api/bill/change_payer', { bill_id: bill.bill_id, from_party: 1, to_party: 2, to_company, why: '改错了' }))
  done(await ask('/api/bill/change_payer', { bill_id: bill.bill_id, from_party: 2, to_party: 1, why: '改回' }))
  const shares = await reckonShares(at.server.db, await readTerms(at.server.db), ofBills([bill.bill_id]), today())
  expect(`¥${fenToYuan(shares.find(({ party }) => party === 1)?.fee.cap ?? 0)}`).toBe(before)
})

test('where no node was there on the month’s day, what is not paid is billed on the next', async () => {
  await setFrom(today(), { way: 2, month_day: 1 })
  const [bill] = (await inArrears()) as [Bill]
  const billed = async () => done(await ask('/api/late_fee_bill/index', { bill_id: [bill.bill_id] })).data.list.length
  await nodes.rowsOf("update job set started_at = epoch_now() where kind = 'late_fees'")
  await night()
  expect(await billed()).toBe(today().endsWith('-01') ? 1 : 0)
  await nodes.rowsOf("update job set started_at = started_at - 40 * 86400 where kind = 'late_fees' and state = 'done'")
  await night()
  expect(await billed()).toBe(1)
  await night()
  expect(await billed()).toBe(1)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
