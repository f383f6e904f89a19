import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { reckonShares } from '../../../server/domain/lateFee/shares.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { secondNode } from '../../help/secondNode.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, addTenant, companyCode, flat, flowOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const place = { org_id: 0, custom_id: 0, name: '王小明' }
const { bill, pay, read, journal, deed } = billingOn(at, () => place)
const { signed, tenant } = tenanciesOn(at)
const second = secondNode(at)
const { begin, handOver, settle } = surrendersOn(at)

let named = 0
const company = (): Promise<number> => {
  named += 1
  return addRow(at.server, 'company', { name: `付款单位${named}`, code: companyCode(300 + named), contact: '王', phone: '13812345678' })
}
let rent = 0
beforeAll(async () => {
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  place.custom_id = await addTenant(at.server, { name: place.name })
  rent = await addRow(at.server, 'cost', { name: '租', income: 2 })
})
afterEach(async () => {
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('who has paid the rent of a month is not who had it written off, or has another pay it', async () => {
  const custom_id = await tenant()
  const begun = addDays(today(), -100)
  const contract_id = await signed({ custom_id, start_date: begun, signed_on: begun, mode: 2, cycle: 1 })
  const rents = await rowsOf<{ bill_id: number; price: number; org_id: number }>(
    `select bill_id, price, org_id from bill where contract_id = ${contract_id} and "from" = 1 order by start_date`,
  )
  const [one, two, three] = rents
  const months = async () => done(await at.ask('/api/lessee/detail', { custom_id })).data.months_paid
  expect([rents.length > 2, await months()]).toEqual([true, 0])
  done(await deed('write_off', { bill_id: one?.bill_id, why: '失联' }))
  done(await deed('change_payer', { bill_id: two?.bill_id, from_party: 1, to_party: 2, to_company: await company(), why: '改' }))
  expect(await months()).toBe(0)
  done(await at.ask('/api/flow/add', flowOf(at.ground, { org_id: three?.org_id, bill_id: three?.bill_id, price: three?.price })))
  expect(await months()).toBe(1)
})

const rowsOf = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows
const parts = (bill_id: number) =>
  rowsOf<{ party: number; company_id: number | null; price: number; paid: number }>(
    `select party, company_id, price, paid from bill_share where bill_id = ${bill_id} order by share_id`,
  )
const change = (params: object) => deed('change_payer', { why: '单位不再承担', ...params })

test('what is not paid of a part is another’s: the bill stays what it is, the books say who owes it, and he can pay, be spared, or be void with it', async () => {
  const employer = await company()
  const one = await bill({ from_id: rent })
  await pay(one, 4_000)
  const seen = done(await at.ask('/api/bill/payer_changing', { bill_id: one, from_party: 1 })).data
  expect(seen.facts).toContainEqual({ label: '转出合计', value: '¥60.00' })
  done(await change({ bill_id: one, from_party: 1, to_party: 2, to_company: employer }))
  expect(await parts(one)).toEqual([
    { party: 1, company_id: null, price: 4_000, paid: 4_000 },
    { party: 2, company_id: employer, price: 6_000, paid: 0 },
  ])
  expect(await read(one)).toMatchObject({ price: 10_000, paid: 4_000, owed: 6_000, state: 4 })
  expect(await journal(one)).toEqual({ '1122.02': 6_000, '2203.02': -10_000, '2203.01': 4_000 })
  done(await deed('reduce', { bill_id: one, how: 1, amount: 1_000, party: 2, why: '减' }))
  // Back to the tenant, of whose part something is there already.
  done(await change({ bill_id: one, from_party: 2, to_party: 1 }))
  expect(await parts(one)).toMatchObject([{ price: 9_000, paid: 4_000 }, { price: 0 }])
  // A company that bears nothing of it any more has no bill of that month.
  expect(done(await at.ask('/api/company/billPackageList', { company_id: [employer] })).data.list).toEqual([])
  expect(await journal(one)).toMatchObject({ '1122.01': 5_000, '2203.09': 1_000 })
  const { list } = done(await at.ask('/api/bill_adjust/index', { bill_id: [one], order: 'created_at' })).data
  expect(list.map(({ kind, price }: { kind: number; price: number }) => [kind, price]).toSorted()).toEqual(
    [
      [10, -6_000],
      [10, 6_000],
      [3, -1_000],
      [10, -5_000],
      [10, 5_000],
    ].toSorted(),
  )
  const two = await bill({ from_id: rent })
  done(await change({ bill_id: two, from_party: 1, to_party: 3, to_company: employer }))
  expect(await journal(two)).toEqual({ '1122.03': 10_000, '2203.02': -10_000 })
  done(await deed('void', { bill_id: two, void_why: '错' }))
  expect(await journal(two)).toEqual({})
})

test('of several at once each is refused at its field, and then none is done', async () => {
  const employer = await company()
  const [one, paid, deposit] = [await bill(), await bill(), await bill({ from: 3, from_id: at.ground.pledge })]
  await pay(paid, 10_000)
  const asked = { from_party: 1, to_party: 2, to_company: employer }
  expect(await change({ ids: [one], ...asked, from_party: 2 })).toMatchObject({ code: 400, data: { field: 'from_party' } })
  expect(await change({ ids: [one], from_party: 1, to_party: 2 })).toMatchObject({ code: 400, msg: '请选择付款单位' })
  expect(await change({ ids: [one], from_party: 1, to_party: 2, to_company: 99_999_999 })).toMatchObject({
    code: 400,
    data: { field: 'to_company' },
  })
  expect(await change({ ids: [one], from_party: 1, to_party: 1 })).toMatchObject({ code: 400, data: { field: 'to_party' } })
  expect((await change({ ids: [one, paid], ...asked })).code).toBe(409)
  expect((await change({ ids: [one, deposit], ...asked })).code).toBe(409)
  expect(await parts(one)).toHaveLength(1)
  const both = await Promise.all([change({ bill_id: one, ...asked }), change({ bill_id: one, ...asked })])
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 400])
})

test('a late fee is the former payer’s up to that day, the new one’s from it on; of a rent that was raised from the day on which it was', async () => {
  const employer = await company()
  const contract_id = await signed({
    ...{ custom_id: await tenant({ company_id: employer }), start_date: addDays(today(), -100), signed_on: addDays(today(), -100) },
    ...{ months: 24, mode: 2, cycle: 3, rent: 100_000 },
  })
  const [first] = await rowsOf<{ bill_id: number; start_date: string }>(
    `select bill_id, start_date from bill where contract_id = ${contract_id} and "from" = 1 order by bill_id limit 1`,
  )
  const bill_id = first?.bill_id as number
  const [room] = await rowsOf<{ org_id: number }>(`select org_id from contract where contract_id = ${contract_id}`)
  done(await at.ask('/api/flow/add', flowOf(at.ground, { bill_id, org_id: room?.org_id, price: 100_000 })))
  const set = [{ from: '2000-01-01', rate: 5_000, grace: 0, isAfterGrace: true, cap: 100, goesOnAfterEnd: true }]
  const bases = async () =>
    (
      await reckonShares(
        at.server.db,
        { set, since: '2000-01-01', isAutomatic: false, month_day: 1, due_days: 10, version: 1 },
        sql`b.bill_id = ${bill_id}`,
        addDays(today(), 10),
      )
    ).map(({ party, fee }) => [party, ...fee.pieces.map(({ from, base }) => [from > today() ? 'later' : 'before', base])])
  // Money that came today still counts today.
  expect(await bases()).toEqual([[1, ['before', 300_000], ['later', 200_000]]])
  done(
    await at.ask('/api/contract/amend', {
      contract_id,
      from_date: addDays(first?.start_date as string, 31),
      rent: 120_000,
      reason: '调',
      paid_periods: 2,
    }),
  )
  const [[, before, [, raised]]] = (await bases()) as [[number, unknown, [string, number]]]
  expect(before).toEqual(['before', 300_000])
  expect(raised).toBeGreaterThan(230_000)
  done(await change({ bill_id, from_party: 1, to_party: 2, to_company: employer }))
  expect(await bases()).toEqual([
    [1, ['before', 300_000]],
    [2, ['later', raised]],
  ])
})

test('who owes a month by now owes it up to the day on which the room is given back', async () => {
  const employer = await company()
  const begun = addDays(today(), -20)
  const contract_id = await signed({ start_date: begun, signed_on: begun, months: 24, mode: 3, rent: 100_000 })
  const [first] = await rowsOf<{ bill_id: number }>(
    `select bill_id from bill where contract_id = ${contract_id} and "from" = 1 order by bill_id limit 1`,
  )
  const bill_id = first?.bill_id as number
  done(await change({ bill_id, from_party: 1, to_party: 2, to_company: employer }))
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id, { left_on: addDays(today(), -6) }))
  done(await settle(surrender_id))
  // Fifteen days, of which a year has 365.
  expect(await parts(bill_id)).toEqual([
    { party: 1, company_id: null, price: 0, paid: 0 },
    { party: 2, company_id: employer, price: 49_315, paid: 0 },
  ])
})

test('all at once, on two nodes, what is paid, taken back, altered, reduced and another’s is done in some order, and every book is right', async () => {
  const employer = await company()
  const begun = addDays(today(), -80)
  const contract_id = await signed({
    start_date: begun,
    signed_on: begun,
    months: 24,
    mode: 2,
    cycle: 3,
    rent: 100_000,
    custom_id: await tenant({ company_id: employer }),
  })
  const [first] = await rowsOf<{ bill_id: number; org_id: number }>(
    `select bill_id, org_id from bill where contract_id = ${contract_id} and "from" = 1 order by bill_id limit 1`,
  )
  const { bill_id, org_id } = first as { bill_id: number; org_id: number }
  const paid = done(await at.ask('/api/flow/add', flowOf(at.ground, { bill_id, org_id, price: 150_000 }))).data.flow_id
  const from_date = addDays(begun, 20)
  const deeds: [string, object][] = [
    ['/api/contract/amend', { contract_id, from_date, rent: 80_000, reason: '核减', paid_periods: 2 }],
    ['/api/contract/amend', { contract_id, from_date: addDays(begun, 50), rent: 110_000, reason: '核增', paid_periods: 2 }],
    [
      '/api/contract/split',
      { contract_id, bearer: 2, company_id: employer, from_date, way: 1, percent: 30, reason: '补贴', paid_periods: 2 },
    ],
    ['/api/flow/add', flowOf(at.ground, { bill_id, org_id, price: 40_000 })],
    ['/api/flow/reverse', { flow_id: paid, note: '错' }],
    ['/api/bill/change_payer', { bill_id, from_party: 1, to_party: 2, to_company: employer, why: '改' }],
    ['/api/bill/reduce', { bill_id, how: 2, percent: 10, why: '减' }],
  ]
  const answers = await Promise.all(
    [...deeds, ...deeds].map(([path, params], place) =>
      place % 2 === 0 ? at.ask(path, { ...params }) : second.send(path, { ...params, request_id: randomUUID() }),
    ),
  )
  for (const { code, msg } of answers) expect([200, 400, 409], msg).toContain(code)
  expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(2)
})
