import { beforeAll, expect, test } from 'vitest'
import { recognise } from '../../../server/domain/closing/index.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, cardOf, companyCode, flowOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { rowsOf } = jobNodes(at)
const { room, signed, pay } = tenanciesOn(at)
const { ask } = at

const [earlier, month] = [monthBack(2), monthBack(1)]
const lastDay = addDays(`${month}-01`, -1)
let serial = 900
beforeAll(async () => {
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
})

const owner = (): Promise<number> =>
  addRow(at.server, 'owner', { kind: 1, name: `业主${++serial}`, card: cardOf(serial), phone: '13812345678' })
const holds = async (owner_id: number, org_id: number, from_date: string): Promise<number> =>
  done(await ask('/api/owner_house/add', { owner_id, org_id, share: 100, from_date })).data.owner_house_id
const bound = async (owner_id: number, terms: Record<string, unknown> = {}): Promise<number> => {
  const fee = { book: 1, fee_way: 1, fee_percent: 10 }
  const given = { owner_id, p_id: 1, start_date: `${earlier}-01`, end_date: '2099-12-31', settle_day: 1, ...fee, ...terms }
  const { agreement_id } = done(await ask('/api/entrust_agreement/add', given)).data
  done(await ask('/api/entrust_agreement/enforce', { agreement_id }))
  return agreement_id
}
/** A room let by an owner's agreement since a month began, its rent of 600 yuan. */
const let_ = async (begun = month, terms: Record<string, unknown> = {}) => {
  const [org_id, owner_id] = [await room(), await owner()]
  const owner_house_id = await holds(owner_id, org_id, `${earlier}-01`)
  const agreement_id = await bound(owner_id, terms)
  const contract_id = await signed({ org_id, start_date: `${begun}-01`, signed_on: `${begun}-01`, rent: 60_000 })
  const rents = await rowsOf<{ bill_id: number }>(
    `select bill_id from bill where contract_id = ${contract_id} and "from" = 1 order by start_date`,
  )
  return { org_id, owner_id, owner_house_id, agreement_id, contract_id, bill_id: rents[0]?.bill_id ?? 0 }
}
const recognised = (one: string) => inTransaction(at.server.db, null, (tx) => recognise(tx, one))
const settled = async (agreement_id: number) => {
  done(await ask('/api/owner_settlement/start'))
  return rowsOf<{ rent: number; fee: number }>(
    `select rent, fee from owner_settlement where agreement_id = ${agreement_id} and status <> 4 order by settlement_id`,
  )
}
const receive = async (org_id: number, bill_id: number, price: number) =>
  done(await ask('/api/flow/add', flowOf(at.ground, { org_id, bill_id, price })))
/** What of a bill is an owner's. */
const owned = (bill_id: number) =>
  rowsOf<{ owner_id: number; price: number }>(
    `select owner_id, sum(case kind when 1 then price else -price end)::integer as price from owner_rent where bill_id = ${bill_id} group by owner_id order by owner_id`,
  )

test.each([
  ['percent', { fee_way: 1, fee_percent: 10 }, 6_000],
  ['month', { fee_way: 2, fee_percent: undefined, fee_monthly: 5_000 }, 0],
])('what is collected after an agreement has ended is its owner’s all the same: a fee by the %s', async (_way, terms, fee) => {
  const one = await let_(earlier, terms)
  await recognised(earlier)
  done(await ask('/api/entrust_agreement/terminate', { agreement_id: one.agreement_id, ended_date: lastDay, reason: '到期不续' }))
  expect(await settled(one.agreement_id)).toEqual([])
  await receive(one.org_id, one.bill_id, 60_000)
  expect(await settled(one.agreement_id)).toEqual([{ rent: 60_000, fee }])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what was written off, reduced since or is another’s to pay was not collected', async () => {
  const [bad, less, moved] = [await let_(), await let_(), await let_()]
  await recognised(month)
  for (const one of [bad, moved]) await receive(one.org_id, one.bill_id, 20_000)
  done(await ask('/api/bill/write_off', { bill_id: bad.bill_id, why: '失联' }))
  done(await ask('/api/bill/reduce', { bill_id: less.bill_id, how: 2, percent: 100, why: '减' }))
  const to_company = await addRow(at.server, 'company', { name: '承担单位', code: companyCode(3), contact: '王', phone: '13812345678' })
  done(await ask('/api/bill/change_payer', { bill_id: moved.bill_id, from_party: 1, to_party: 2, to_company, why: '改' }))
  expect(await settled(bad.agreement_id)).toEqual([{ rent: 20_000, fee: 2_000 }])
  expect(await settled(less.agreement_id)).toEqual([])
  expect(await settled(moved.agreement_id)).toEqual([{ rent: 20_000, fee: 2_000 }])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what is taken back later is taken back from whose it was', async () => {
  const one = await let_(earlier)
  await recognised(earlier)
  expect(await owned(one.bill_id)).toEqual([{ owner_id: one.owner_id, price: 60_000 }])
  done(await ask('/api/owner_house/end', { owner_house_id: one.owner_house_id, to_date: lastDay }))
  const next = await owner()
  await holds(next, one.org_id, `${month}-01`)
  await bound(next)
  done(await ask('/api/bill/void', { bill_id: one.bill_id, void_why: '开错' }))
  await recognised(month)
  expect(await owned(one.bill_id)).toEqual([{ owner_id: one.owner_id, price: 0 }])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what is reduced later of a month that is over is less of whose month it was', async () => {
  const one = await let_(earlier)
  await recognised(earlier)
  await pay(one.contract_id, 1)
  done(await ask('/api/owner_house/end', { owner_house_id: one.owner_house_id, to_date: lastDay }))
  const next = await owner()
  await holds(next, one.org_id, `${month}-01`)
  await bound(next)
  done(await ask('/api/bill/reduce', { bill_id: one.bill_id, how: 1, amount: 15_000, why: '减' }))
  await recognised(month)
  expect(await owned(one.bill_id)).toEqual([{ owner_id: one.owner_id, price: 45_000 }])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('of a quarter’s bill each owner bears what is of his months, also what is reduced, cut or paid back of it later', async () => {
  const [first, second] = [monthBack(3), earlier]
  const [org_id, one, next] = [await room(), await owner(), await owner()]
  const owner_house_id = await holds(one, org_id, `${first}-01`)
  await bound(one, { start_date: `${first}-01` })
  const terms = { org_id, start_date: `${first}-01`, signed_on: `${first}-01`, rent: 60_000, cycle: 3, mode: 1 }
  const contract_id = await signed(terms)
  const [bill] = await rowsOf<{ bill_id: number; price: number }>(
    `select bill_id, price from bill where contract_id = ${contract_id} and "from" = 1 order by start_date`,
  )
  const bill_id = bill?.bill_id ?? 0
  expect(bill?.price).toBe(180_000)
  await recognised(first)
  done(await ask('/api/owner_house/end', { owner_house_id, to_date: addDays(`${second}-01`, -1) }))
  await holds(next, org_id, `${second}-01`)
  await bound(next, { start_date: `${second}-01` })
  await recognised(second)
  expect(await owned(bill_id)).toEqual([
    { owner_id: one, price: 60_000 },
    { owner_id: next, price: 60_000 },
  ])
  // A tenth of all three months, while the second is open: a tenth of each owner's.
  done(await ask('/api/bill/reduce', { bill_id, how: 2, percent: 10, why: '减' }))
  await recognised(second)
  await recognised(month)
  expect(await owned(bill_id)).toEqual([
    { owner_id: one, price: 54_000 },
    { owner_id: next, price: 108_000 },
  ])
  done(await ask('/api/bill/restore', { bill_id, why: '不减了' }))
  await recognised(month)
  expect(await owned(bill_id)).toEqual([
    { owner_id: one, price: 60_000 },
    { owner_id: next, price: 120_000 },
  ])
  done(await ask('/api/bill/void', { bill_id, void_why: '开错' }))
  await recognised(month)
  expect(await owned(bill_id)).toEqual([
    { owner_id: one, price: 0 },
    { owner_id: next, price: 0 },
  ])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
