import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { applyFees } from '../../../server/domain/contract/feeTerms.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { enteringOn } from '../../help/entering.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { leasesOn } from '../../help/leases.ts'
import { nightWork } from '../../help/nightWork.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, draft, detail, room, pay } = tenanciesOn(at)
const { inForce, contracts } = leasesOn(at)
const entering = enteringOn(at)
const nodes = jobNodes(at)

const ago = (days: number): string => addDays(today(), -days)
const OWN = { fee_way: 2, fee_rate: 3, fee_grace: 10, fee_cap: 30 }

interface Bill {
  bill_id: number
  owed: number
  bill_date: string
}
const inArrears = async (changes: Record<string, unknown>): Promise<{ contract_id: number; bill: Bill }> => {
  const contract_id = await signed({ start_date: ago(95), signed_on: ago(95), months: 12, mode: 2, ...changes })
  const { list } = done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4], order: 'bill_date' })).data
  return { contract_id, bill: list[0] }
}
const setting = async (changes: Record<string, unknown>) => {
  const { values, version } = done(await ask('/api/lateFeeSetting/detail')).data
  done(await ask('/api/lateFeeSetting/save', { ...values, ...changes, version }))
}
const kept = async ({ bill_id }: Bill) => done(await ask('/api/late_fee/index', { bill_id: [bill_id] })).data.list[0]
const lateBy = ({ bill_date }: Bill): number => Math.round((Date.parse(today()) - Date.parse(bill_date)) / 86_400_000)
const working = async ({ bill_id }: Bill) => done(await ask('/api/bill/late_working', { bill_id })).data
const night = async () => {
  nodes.startDeclared('late_fees')
  await nodes.becomes('计算违约金', { done: expect.stringMatching(/^算了/) })
}

beforeAll(() => setting({ enabled: 1, since: '2020-01-01', rate: 5, cap: 100, grace: 0, start: 1, ended: 1, way: 1, due_days: 10 }))

test('of contracts with different terms each is reckoned by its own, kept and billed so, and the working says where they are from', async () => {
  const usual = await inArrears({})
  const own = await inArrears(OWN)
  const none = await inArrears({ fee_way: 3 })
  await night()
  const days = lateBy(own.bill)
  expect(await kept(usual.bill)).toMatchObject({ total: Math.round((usual.bill.owed * lateBy(usual.bill) * 5) / 10_000) })
  expect(await kept(own.bill)).toMatchObject({ total: Math.round((own.bill.owed * days * 3) / 10_000), days })
  expect(await kept(none.bill)).toBeUndefined()
  const { facts, table } = await working(own.bill)
  expect(facts).toContainEqual({ label: '宽限与上限', value: '按合同约定：宽限 10 天，上限 30%' })
  expect(table.rows[0]).toEqual(['租客', expect.any(String), today(), `${days}`, '3', '按合同约定', expect.any(String), expect.any(String)])
  expect((await working(usual.bill)).table.rows[0][5]).toBe('按统一标准')
  done(await ask('/api/bill/late_fee', { ids: [usual.bill.bill_id, own.bill.bill_id, none.bill.bill_id], day: today() }))
  const { rows } = await sql<{ bill_id: number; by: string }>`
    select bill_id, pieces->0->>'by' as by from late_fee_bill where bill_id = any(${sql`array[${sql.join([usual, own, none].map(({ bill }) => bill.bill_id))}]::integer[]`}) order by bill_id
  `.execute(at.server.db)
  expect(rows).toEqual([
    { bill_id: usual.bill.bill_id, by: '按统一标准' },
    { bill_id: own.bill.bill_id, by: '按合同约定' },
  ])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a change counts from its day on, never from one that is over; the contract says what holds today, and grace and cap of bills due before stay', async () => {
  const { contract_id, bill } = await inArrears(OWN)
  const change = (changes: Record<string, unknown>) => ask('/api/contract/fees', { contract_id, reason: '补充协议 1 号', ...changes })
  expect(await change({ from_date: ago(1), fee_way: 3 })).toMatchObject({ code: 400, data: { field: 'from_date' } })
  const meant = { from_date: today(), fee_way: 2, fee_rate: 4, fee_grace: 60, fee_cap: 1 }
  // Mistyped, and corrected for the same day.
  done(await change({ from_date: today(), fee_way: 3 }))
  expect(await detail(contract_id)).toMatchObject({ fee_way: 3 })
  done(await change(meant))
  expect(await detail(contract_id)).toMatchObject({ fee_way: 2, fee_rate: 4, fee_grace: 60, fee_cap: 1 })
  expect(await change(meant)).toMatchObject({ code: 400, msg: '与这一天的约定相同', data: { field: 'fee_way' } })
  done(await change({ from_date: addDays(today(), 5), fee_way: 3 }))
  expect(await detail(contract_id)).toMatchObject({ fee_way: 2, fee_rate: 4 })
  const days = lateBy(bill)
  const { facts, table } = await working(bill)
  expect(facts).toContainEqual({ label: '宽限与上限', value: '按合同约定：宽限 10 天，上限 30%' })
  expect(table.rows.map((row: string[]) => [row[3], row[4]])).toEqual([
    [`${days - 1}`, '3'],
    ['1', '4'],
  ])
  await night()
  expect(await kept(bill)).toMatchObject({ total: Math.round((bill.owed * ((days - 1) * 3 + 4)) / 10_000) })
  const lines = done(await ask('/api/contract_fee/index', { contract_id: [contract_id] })).data.list
  expect(lines.map(({ fee_way, fee_rate, status }: Record<string, unknown>) => [fee_way, fee_rate, status])).toEqual([
    [2, 3, 1],
    [3, null, 2],
    [2, 4, 1],
    [3, null, 1],
  ])
  await nightWork(at.server, (tx) => applyFees(tx, addDays(today(), 5)))
  expect(await detail(contract_id)).toMatchObject({ fee_way: 3, fee_rate: null })
})

test('what is paid within the days of grace that a contract agreed is never charged, and the night leaves it alone', async () => {
  const { bill } = await inArrears({ ...OWN, fee_grace: 60 })
  await night()
  expect(lateBy(bill)).toBeGreaterThan(60)
  const { bill: young } = await inArrears({ ...OWN, fee_grace: 60, start_date: ago(40), signed_on: ago(40) })
  await night()
  expect(await kept(young)).toBeUndefined()
  expect(await working(young)).toEqual({ facts: [] })
})

test('beyond what the operator allows, or with something left out, a contract is refused at the field, whichever way it is made', async () => {
  await setting({ most_rate: 6, most_cap: 50 })
  expect(await draft({ ...OWN, fee_rate: 6.001 })).toMatchObject({
    code: 400,
    msg: '合同约定的违约金每天最多 6‱（违约金设置）',
    data: { field: 'fee_rate' },
  })
  expect(await draft({ ...OWN, fee_cap: 51 })).toMatchObject({ code: 400, data: { field: 'fee_cap' } })
  for (const field of ['fee_rate', 'fee_grace', 'fee_cap'])
    expect([field, await draft({ ...OWN, [field]: undefined })]).toMatchObject([field, { code: 400, data: { field } }])
  const { contract_id } = done(await draft({ ...OWN, fee_rate: 6, fee_cap: 50 })).data
  const held = await detail(contract_id)
  const revised = { contract_id, start_date: held.start_date, rent: held.rent, payment_ratio: 100, ...OWN, fee_rate: 7 }
  expect(await ask('/api/contract/revise', revised)).toMatchObject({ code: 400, data: { field: 'fee_rate' } })
  done(await ask('/api/contract/revise', { ...revised, fee_way: 3 }))
  expect(await detail(contract_id)).toMatchObject({ fee_way: 3, fee_rate: null, fee_grace: null, fee_cap: null })
  const standing = await signed({ fee_way: 1 })
  const changed = { contract_id: standing, from_date: today(), reason: '补充协议', ...OWN, fee_rate: 6.5 }
  expect(await ask('/api/contract/fees', changed)).toMatchObject({ code: 400, data: { field: 'fee_rate' } })
  expect((await ask('/api/contract_fee/index', { contract_id: [standing] })).data.list).toEqual([])
  await expect(sql`update contract set fee_cap = 5 where contract_id = ${standing}`.execute(at.server.db)).rejects.toThrow(
    'contract_fee_terms',
  )
})

test('a renewal goes on with the terms, or with those that are asked; a change that is to come goes along', async () => {
  await setting({ most_rate: 10, most_cap: 100 })
  const contract_id = await signed(OWN)
  const { end_date } = (await detail(contract_id)) as { end_date: string }
  const next = addDays(end_date, 30)
  done(await ask('/api/contract/fees', { contract_id, from_date: next, fee_way: 3, reason: '补充协议' }))
  const renewed = done(await ask('/api/contract/renew', { contract_id, rent: 128_000 })).data.contract_id
  expect(await detail(renewed)).toMatchObject(OWN)
  const { list } = done(await ask('/api/contract_fee/index', { contract_id: [renewed] })).data
  expect(list.map(({ from_date, fee_way }: { from_date: string; fee_way: number }) => [from_date, fee_way])).toEqual([
    [addDays(end_date, 1), 2],
    [next, 3],
  ])
  const other = await signed(OWN)
  const asked = done(await ask('/api/contract/renew', { contract_id: other, rent: 128_000, fee_way: 1 })).data.contract_id
  expect(await detail(asked)).toMatchObject({ fee_way: 1, fee_rate: null })
})

const linesOf = async (contract_id: number) => {
  const { list } = done(await ask('/api/contract_fee/index', { contract_id: [contract_id] })).data
  return list.map(({ from_date, fee_way }: { from_date: string; fee_way: number }) => [from_date, fee_way])
}

test('another room goes on with the terms from its first day, and with a change that is to come', async () => {
  const contract_id = await signed({ ...OWN, start_date: ago(5), signed_on: ago(5), months: 12 })
  const next = addDays(today(), 30)
  done(await ask('/api/contract/fees', { contract_id, from_date: next, fee_way: 3, reason: '补充协议' }))
  await pay(contract_id)
  const asked = { contract_id, p_id: 1, org_id: await room(), start_date: today(), rent: 150_000 }
  expect(await ask('/api/contract/move', { ...asked, fee_way: 3 })).toMatchObject({ code: 400 })
  const moved = done(await ask('/api/contract/move', asked)).data.contract_id
  expect(await detail(moved)).toMatchObject(OWN)
  expect(await linesOf(moved)).toEqual([
    [today(), 2],
    [next, 3],
  ])
})

test('whoever goes on begins with the terms that hold on the first day, by what was agreed to come', async () => {
  const none = { fee_way: 3, fee_rate: null, fee_grace: null, fee_cap: null }
  const changed = async (months: number) => {
    const contract_id = await signed({ ...OWN, start_date: ago(5), signed_on: ago(5), months })
    done(await ask('/api/contract/fees', { contract_id, from_date: addDays(today(), 20), fee_way: 3, reason: '补充协议' }))
    await pay(contract_id)
    return contract_id
  }
  const renewed = done(await ask('/api/contract/renew', { contract_id: await changed(12), rent: 150_000 })).data.contract_id
  expect(await detail(renewed)).toMatchObject(none)
  expect(await linesOf(renewed)).toEqual([])
  const asked = done(await ask('/api/contract/renew', { contract_id: await changed(12), rent: 150_000, ...OWN, fee_rate: 4 })).data
    .contract_id
  expect(await detail(asked)).toMatchObject({ ...OWN, fee_rate: 4 })
  const moving = { contract_id: await changed(12), p_id: 1, org_id: await room(), start_date: addDays(today(), 20), rent: 150_000 }
  expect(await detail(done(await ask('/api/contract/move', moving)).data.contract_id)).toMatchObject(none)
  const lease_id = await inForce([await room(), await room()])
  const [one, other] = await contracts(lease_id)
  done(await ask('/api/contract/fees', { contract_id: one.contract_id, from_date: one.end_date, fee_way: 3, reason: '补充协议' }))
  const rooms = await contracts(done(await ask('/api/lease/renew', { lease_id, months: 12 })).data.lease_id)
  const after = (former: number) => rooms.find(({ former_id }: { former_id: number }) => former_id === former).contract_id
  expect(await detail(after(one.contract_id))).toMatchObject(none)
  expect(await detail(after(other.contract_id))).toMatchObject({ fee_way: 1 })
})

test('each room of a whole lease that is renewed goes on with its own terms', async () => {
  const lease_id = await inForce([await room(), await room()])
  const [own, usual] = await contracts(lease_id)
  const change = { contract_id: own.contract_id, from_date: today(), ...OWN, reason: '补充协议' }
  done(await ask('/api/contract/fees', change))
  const next = addDays(own.end_date, 30)
  done(
    await ask('/api/contract/fees', {
      ...change,
      ...{ fee_way: 3, fee_rate: undefined, fee_grace: undefined, fee_cap: undefined },
      from_date: next,
    }),
  )
  const renewed = await contracts(done(await ask('/api/lease/renew', { lease_id, months: 12 })).data.lease_id)
  const after = (former: number) => renewed.find(({ former_id }: { former_id: number }) => former_id === former).contract_id
  expect(await detail(after(own.contract_id))).toMatchObject(OWN)
  expect(await linesOf(after(own.contract_id))).toEqual([
    [addDays(own.end_date, 1), 2],
    [next, 3],
  ])
  expect(await detail(after(usual.contract_id))).toMatchObject({ fee_way: 1, fee_rate: null, fee_grace: null, fee_cap: null })
  expect(await linesOf(after(usual.contract_id))).toEqual([])
})

test('a file of contracts that were signed elsewhere says them, too', async () => {
  const jobs = (await import('../../help/exports.ts')).startTestJobs(at.server)
  try {
    const words = { fee_way: '按合同约定', fee_rate: '3.5', fee_grace: '7', fee_cap: '20' }
    const { keys } = await entering.take([entering.cells(await entering.ground(), words)])
    expect(await detail(keys[0] as number)).toMatchObject({ fee_way: 2, fee_rate: 3.5, fee_grace: 7, fee_cap: 20 })
    const wrong = await entering.wrong([entering.cells(await entering.ground(), { ...words, fee_rate: '' })])
    expect(JSON.stringify(wrong)).toContain('每天的比例必填')
  } finally {
    await jobs.stop()
  }
})
