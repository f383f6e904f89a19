import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { allow } from '../../../server/domain/closing/allow.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { rounds } from '../../help/depth.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addRow, cardOf, flat, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'
import { type PastBill, yearEndOn } from '../../help/yearEnd.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { receive, close, monthOf } = closingOn(at, nodes)
const { rowsOf } = nodes
const { setClosing, pastBill, settleOn, adjustOn, creditOf } = yearEndOn({ server: () => at, rowsOf })

const [early, former, last] = [3, 2, 1].map(monthBack) as [string, string, string]
const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
/** So many days before the end of a month. */
const before = (month: string, days: number): string => new Date(Date.parse(lastDay(month)) - days * 86_400_000).toISOString().slice(0, 10)
const RATES = [0, 5, 10, 20, 50, 100]
const rates = Object.fromEntries(RATES.map((rate, place) => [`age_${place + 1}`, rate]))
const ageOf = (days: number): number => [30, 60, 90, 180, 365, Number.POSITIVE_INFINITY].findIndex((until) => days <= until)

let other: string
beforeAll(async () => {
  other = await tokenOf(at.server, await addAccount(at.server, 'fuhe', ['/api/closing/agree', '/api/closing/index']))
  for (const month of [early, former, last]) await receive(`${month}-01`, 100_000)
})

const allowances = async (params: Record<string, unknown> = {}, token?: string) =>
  done(await at.call('/api/allowance/index', { order: 'allowance_id', ...params }, token)).data.list
const reopened = async (month: string): Promise<void> => {
  const { closing_id } = await monthOf(month)
  done(await at.ask('/api/closing/reopen', { closing_id, reason: '补记' }))
  done(await at.ask('/api/closing/agree', { closing_id }, other))
}

test('by default nothing is allowed for, and a write-off is a loss at once', async () => {
  const bill = await pastBill({ price: 1_000, due: before(early, 400), made: `${early}-02` })
  await adjustOn(`${early}-03`, bill, 4, -1_000)
  expect(await close(early)).toMatchObject({ status: 3 })
  expect(await allowances()).toEqual([])
  expect([await creditOf('1231'), await creditOf('6702')]).toEqual([0, -1_000])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

let month_end: { rent: { bill_id: number; share_id: number }; charge: { bill_id: number; share_id: number } }
test('a month’s end allows by age for what is overdue by then: neither deposits nor what was paid by then, but what was paid since', async () => {
  await setClosing(rates)
  const made = `${former}-02`
  const rent = await pastBill({ price: 10_000, due: before(former, 45), made })
  const charge = await pastBill({ price: 3_333, due: before(former, 100), made, from: 2, from_id: at.ground.cost })
  await pastBill({ price: 90_000, due: before(former, 100), made, from: 3, from_id: at.ground.pledge })
  await pastBill({ price: 7_000, due: before(former, 0), made })
  await pastBill({ price: 8_000, due: `${last}-05`, made })
  const flow_id = await receive(`${former}-03`, 6_000)
  await settleOn(`${former}-04`, flow_id, rent.share_id, 4_000)
  await settleOn(`${last}-02`, flow_id, rent.share_id, 1_000)
  expect(await close(former)).toMatchObject({ status: 3 })
  // 60.00 at 5 %, 33.33 at 20 %.
  const [row] = await allowances({ month: former })
  expect(row).toMatchObject({
    ...{ p_id: 1, owed: 16_333, age_1: 7_000, age_2: 6_000, age_3: 0, age_4: 3_333, age_5: 0, age_6: 0 },
    ...{ rates: '0/5/10/20/50/100', required: 967, balance: 0, price: 967 },
  })
  expect([await creditOf('1231', lastDay(former)), await creditOf('6702', lastDay(former))]).toEqual([967, -1_967])
  const { list } = done(await at.call('/api/allowance_share/index', { allowance_id: [row.allowance_id], order: '-days' })).data
  expect(list).toMatchObject([
    { bill_id: charge.bill_id, days: 100, age: 4, owed: 3_333, rate: 20, price: 667 },
    { bill_id: rent.bill_id, days: 45, age: 2, owed: 6_000, rate: 5, price: 300 },
    { days: 0, age: 1, owed: 7_000, rate: 0, price: 0 },
  ])
  expect(await wrongInBooks(at.server.db)).toEqual([])
  month_end = { rent, charge }
})

test('a month that was opened again is done anew, by the difference', async () => {
  await reopened(former)
  await pastBill({ price: 1_000, due: before(former, 366), made: `${former}-05` })
  expect(await close(former)).toMatchObject({ status: 3 })
  const rows = await allowances({ month: former })
  expect(rows.map(({ required, balance, price }: Record<string, number>) => [required, balance, price])).toEqual([
    [967, 0, 967],
    [1_967, 967, 1_000],
  ])
  expect(await creditOf('1231', lastDay(former))).toBe(1_967)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a write-off uses what was allowed for, a recovery gives it back, and the next month’s end makes up for both; void takes either away', async () => {
  await adjustOn(`${last}-03`, month_end.charge, 4, -3_333)
  expect([await creditOf('1231'), await creditOf('6702')]).toEqual([1_967 - 3_333, -2_967])
  expect(await wrongInBooks(at.server.db)).toEqual([])
  await adjustOn(`${last}-04`, month_end.charge, 5, 1_333)
  expect(await creditOf('1231')).toBe(-33)
  const gone = await pastBill({ price: 500, due: before(last, 10), made: `${last}-02`, from: 2, from_id: at.ground.cost })
  await adjustOn(`${last}-05`, gone, 4, -200)
  done(await at.ask('/api/bill/recover', { bill_id: gone.bill_id, why: '试' }))
  await adjustOn(`${last}-06`, gone, 4, -200)
  await rowsOf(`update bill set is_void = 1, version = version + 1 where bill_id = ${gone.bill_id}`)
  expect(await creditOf('1231')).toBe(-33)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  expect(await close(last)).toMatchObject({ status: 3 })
  const [row] = await allowances({ month: last })
  // It was void today, and is in the books of the month that is closed.
  expect(row).toMatchObject({ balance: -433, price: row.required + 433 })
  expect(await creditOf('1231', lastDay(last))).toBe(row.required)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('with all rates nought what is left is taken back', async () => {
  await reopened(last)
  await setClosing(Object.fromEntries(Object.keys(rates).map((name) => [name, 0])))
  expect(await close(last)).toMatchObject({ status: 3 })
  expect(await creditOf('1231', lastDay(last))).toBe(0)
  const rows = await allowances({ month: last })
  expect(rows.at(-1)).toMatchObject({ owed: 0, required: 0, price: -rows[0].required, rates: '0/0/0/0/0/0' })
  expect(await wrongInBooks(at.server.db)).toEqual([])
  await reopened(last)
  await setClosing(rates)
})

test('what is an owner’s is not the operator’s to allow for', async () => {
  const org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  const owner_id = await addRow(at.server, 'owner', { kind: 1, name: '业主', card: cardOf(77_001), phone: '13812345678' })
  done(await at.ask('/api/owner_house/add', { owner_id, org_id, share: 60, from_date: `${early}-01` }))
  const terms = { owner_id, p_id: 1, start_date: `${early}-01`, end_date: '2099-12-31', settle_day: 1, book: 1, fee_way: 1, fee_percent: 5 }
  done(
    await at.ask('/api/entrust_agreement/enforce', {
      agreement_id: done(await at.ask('/api/entrust_agreement/add', terms)).data.agreement_id,
    }),
  )
  const { bill_id } = await pastBill({ price: 10_000, due: `${last}-01`, made: `${last}-01`, start: `${last}-01`, end: `${last}-20` })
  await rowsOf(`update bill set org_id = ${org_id} where bill_id = ${bill_id}`)
  await setClosing({ age_1: 10 })
  expect(await close(last)).toMatchObject({ status: 3 })
  const { list } = done(await at.call('/api/allowance_share/index', { bill_id: [bill_id] })).data
  expect(list).toMatchObject([{ owed: 4_000, rate: 10, price: 400 }])
  expect(await wrongInBooks(at.server.db)).toEqual([])
  await reopened(last)
})

test('each share’s part is its rate of what is open, rounded once, and 1231 has their sum, whatever came before', async () => {
  const one = fc.record({
    price: fc.integer({ min: 1, max: 1_000_000 }),
    days: fc.oneof(fc.constantFrom(0, 30, 31, 60, 61, 90, 91, 180, 181, 365, 366), fc.integer({ min: 0, max: 900 })),
    isCharge: fc.boolean(),
    paid: fc.option(fc.integer({ min: 1, max: 100 })),
    bad: fc.option(fc.integer({ min: 1, max: 100 })),
  })
  const asked = fc.record({
    bills: fc.array(one, { minLength: 1, maxLength: 5 }),
    rates: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ bills, rates: given }) => {
      await setClosing(Object.fromEntries(given.map((rate, place) => [`age_${place + 1}`, rate])))
      const expected = new Map<number, number>()
      for (const { price, days, isCharge, paid, bad } of bills) {
        const about: PastBill = { price, due: before(last, days), made: `${last}-02` }
        const made = await pastBill({ ...about, ...(isCharge ? { from: 2, from_id: at.ground.cost } : {}) })
        const settled = paid === null ? 0 : Math.floor((price * paid) / 100)
        if (settled > 0) await settleOn(`${last}-10`, await receive(`${last}-10`, settled), made.share_id, settled)
        const lost = bad === null ? 0 : Math.floor(((price - settled) * bad) / 100)
        if (lost > 0) await adjustOn(`${last}-11`, made, 4, -lost)
        const open = price - settled - lost
        if (open > 0) expected.set(made.share_id, Math.round((open * (given[ageOf(days)] ?? 0)) / 100))
      }
      await inTransaction(at.server.db, null, (tx) => allow(tx, last))
      const isOn = given.some((rate) => rate > 0)
      const rows = await rowsOf<{ share_id: number; price: number }>(
        `select share_id, price from allowance_share where allowance_id = (select max(allowance_id) from allowance)`,
      )
      const got = new Map(rows.map(({ share_id, price }) => [share_id, Number(price)]))
      for (const [share_id, price] of isOn ? expected : []) expect(got.get(share_id)).toBe(price)
      const sum = [...got.values()].reduce((whole, price) => whole + price, 0)
      expect(await creditOf('1231', lastDay(last))).toBe(isOn ? sum : 0)
      expect(await wrongInBooks(at.server.db)).toEqual([])
    }),
    { numRuns: rounds(8, 100) },
  )
})
