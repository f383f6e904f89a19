import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { cutShort } from '../../../server/domain/bill/index.ts'
import { recognise } from '../../../server/domain/closing/index.ts'
import { recogniseOpen } from '../../../server/domain/closing/recognise.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { rounds } from '../../help/depth.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, addTenant, flat } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { receive } = closingOn(at, nodes)
const { rowsOf } = nodes
const { signed } = tenanciesOn(at)

let org_id: number
let custom_id: number
let rent: number
let stay: number
let service: number
beforeAll(async () => {
  org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  custom_id = await addTenant(at.server, { name: '王小明' })
  rent = await addRow(at.server, 'cost', { name: '租金', income: 2 })
  stay = await addRow(at.server, 'cost', { name: '占用费', income: 3 })
  service = await addRow(at.server, 'cost', { name: '年付停车费', income: 7 })
})

const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const daysSince = (text: string): number => Date.parse(text) / 86_400_000
const inTx = <T>(work: Parameters<typeof inTransaction<T>>[2]): Promise<T> => inTransaction(at.server.db, null, work)

const bill = async (
  price: number,
  start_date: string,
  end_date: string,
  { from_id = rent, payer = 1, payment_ratio = 100 } = {},
): Promise<number> =>
  done(
    await at.ask('/api/bill/create', {
      ...{ org_id, from: 2, from_id, price, bill_date: start_date, payer, payment_ratio, custom_id, custom_name: '王小明' },
      ...{ start_date, end_date, late: 0, contract_id: 0, type: 2, ...(payer === 2 ? { user_clear: 0 } : {}) },
    }),
  ).data.bill_id

const byMonth = async (bill_id: number, kind: 1 | 2 = 1): Promise<Record<string, number>> => {
  const rows = await rowsOf<{ month: string; price: number }>(
    `select month, sum(price)::bigint as price from recognition where bill_id = ${bill_id} and kind = ${kind} group by month having sum(price) <> 0 order by month`,
  )
  return Object.fromEntries(rows.map(({ month, price }) => [month, price]))
}
const linesOf = async (bill_id: number, kinds = '1, 2', sign = 1): Promise<Record<string, number>> => {
  const rows = await rowsOf<{ month: string; price: number }>(
    `select month, (sum(price) * ${sign})::bigint as price from bill_line where bill_id = ${bill_id} and kind in (${kinds}) group by month having sum(price) <> 0 order by month`,
  )
  return Object.fromEntries(rows.map(({ month, price }) => [month, price]))
}
const balance = async (code: string): Promise<number> => {
  const [row] = await rowsOf<{ price: number }>(
    `select coalesce(sum(case side when 2 then j.price else -j.price end), 0)::bigint as price from journal_line j join ledger_account a on a.ledger_account_id = j.ledger_account_id where a.code = '${code}'`,
  )
  return row?.price ?? 0
}

/** Adds an adjustment to each share of a bill: what it comes to follows from what the share does. */
const adjust = async (bill_id: number, kind: number, priceOf: (price: number) => number): Promise<void> => {
  for (const { share_id, price } of await rowsOf<{ share_id: number; price: number }>(
    `select share_id, price from bill_share where bill_id = ${bill_id}`,
  ))
    if (priceOf(price) !== 0)
      await rowsOf(`insert into bill_adjust (sn, bill_id, share_id, kind, price, reason, p_id)
        values ('T${share_id}-${kind}-${++adjustments}', ${bill_id}, ${share_id}, ${kind}, ${priceOf(price)}, '试', 1)`)
}
let adjustments = 0
const reduce = async (bill_id: number, { percent, isBack }: { percent: number; isBack: boolean }): Promise<void> => {
  await adjust(bill_id, 3, (price) => -Math.floor((price * percent) / 100))
  if (!isBack) return
  const taken = new Map(
    (
      await rowsOf<{ share_id: number; price: number }>(
        `select share_id, -sum(price)::bigint as price from bill_adjust where bill_id = ${bill_id} and kind = 3 group by share_id`,
      )
    ).map(({ share_id, price }) => [share_id, price]),
  )
  for (const [share_id, price] of taken)
    await rowsOf(`insert into bill_adjust (sn, bill_id, share_id, kind, price, reason, p_id)
      values ('B${share_id}-${++adjustments}', ${bill_id}, ${share_id}, 6, ${price}, '试', 1)`)
}

test('a quarter’s rent has a line a month, and each month its own revenue; a later month waits', async () => {
  const contract_id = await signed({ start_date: '2026-01-01', rent: 310_001, months: 3, cycle: 3, custom_id })
  const [made] = await rowsOf<{ bill_id: number }>(`select bill_id from bill where contract_id = ${contract_id} and "from" = 1`)
  const bill_id = made?.bill_id ?? 0
  expect(await linesOf(bill_id)).toEqual({ '2026-01': 310_001, '2026-02': 310_001, '2026-03': 310_001 })
  expect(await rowsOf(`select days, rent from bill_line where bill_id = ${bill_id} order by month`)).toEqual(
    [31, 28, 31].map((days) => ({ days, rent: 310_001 })),
  )
  await inTx((tx) => recognise(tx, '2026-02'))
  expect(await byMonth(bill_id)).toEqual({ '2026-02': 620_002 })
  expect(await balance('6001.01')).toBe(620_002)
  expect(await rowsOf(`select day, event from journal_line where bill_id = ${bill_id} and event = 15 and side = 1`)).toEqual([
    { day: '2026-02-28', event: 15 },
  ])
  // An accountant finds them in the bill.
  const { list } = done(await at.call('/api/bill_line/index', { bill_id: [bill_id] })).data
  expect(list).toHaveLength(3)
})

test('holdover earns 占用费; a bill that is no rent, a deposit and what is written on the ledger otherwise earn nothing here', async () => {
  const before = await balance('6001.01')
  const stayed = await bill(3_100, '2026-01-01', '2026-01-31', { from_id: stay })
  const charge = await bill(500, '2026-01-01', '2026-01-31', { from_id: at.ground.cost })
  for (const month of ['2026-01', '2026-02']) await inTx((tx) => recognise(tx, month))
  expect(await byMonth(stayed)).toEqual({ '2026-01': 3_100 })
  expect(await byMonth(charge)).toEqual({})
  expect(await balance('6001.03')).toBe(3_100)
  expect(await balance('6001.01')).toBe(before)
})

/** What stands of a bill in the journal, by account: debit less credit. */
const booked = async (bill_id: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await rowsOf<{ code: string; price: number }>(
        `select a.code, sum(case j.side when 1 then j.price else -j.price end)::bigint as price from journal_line j join ledger_account a using (ledger_account_id)
         where j.bill_id = ${bill_id} group by a.code having sum(case j.side when 1 then j.price else -j.price end) <> 0`,
      )
    ).map(({ code, price }) => [code, price]),
  )

test('a service that is billed for a year is a contract liability until its months are over; what is reduced of it is less of them', async () => {
  const parking = await bill(12_000, '2026-01-01', '2026-12-31', { from_id: service, payment_ratio: 50 })
  expect(await booked(parking)).toEqual({ '1221.01': 12_000, '2205': -12_000 })
  for (const month of ['2026-01', '2026-02', '2026-03']) await inTx((tx) => recognise(tx, month))
  expect(await byMonth(parking)).toEqual({ '2026-01': 1_000, '2026-02': 1_000, '2026-03': 1_000 })
  expect(await booked(parking)).toEqual({ '1221.01': 12_000, '2205': -9_000, '6051': -3_000 })
  // Less of all twelve months: of those that were recognised it is taken back.
  done(await at.ask('/api/bill/reduce', { bill_id: parking, how: 1, amount: 7_500, why: '车位停用' }))
  await inTx((tx) => recognise(tx, '2026-04'))
  expect(await byMonth(parking, 2)).toEqual({})
  expect(await booked(parking)).toEqual({ '1221.01': 4_500, '2205': -3_000, '6051': -1_500 })
  expect(await byMonth(parking)).toEqual({ '2026-01': 1_000, '2026-02': 1_000, '2026-03': 1_000, '2026-04': -1_500 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
  // The reduction was of the first half and a part of the other: each has earned its own in the end.
  await inTx((tx) => recognise(tx, '2026-12'))
  expect(
    await rowsOf(`select sum(price)::integer as earned from recognition where bill_id = ${parking} group by share_id order by share_id`),
  ).toEqual([{ earned: 0 }, { earned: 4_500 }])
  done(await at.ask('/api/bill/void', { bill_id: parking, void_why: '录错' }))
  await inTx((tx) => recognise(tx, '2026-12'))
  expect(await booked(parking)).toEqual({})
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('an item that is booked otherwise from now on leaves its bills as they were: they earn where they were booked', async () => {
  const item = await addRow(at.server, 'cost', { name: '场地费', income: 2 })
  const other = await addRow(at.server, 'cost', { name: '搬运费', income: 1 })
  const [rented, moved] = [
    await bill(3_000, '2026-01-01', '2026-01-31', { from_id: item }),
    await bill(500, '2026-01-01', '2026-01-31', { from_id: other }),
  ]
  await rowsOf(`update cost set income = case income when 2 then 1 else 2 end, version = version + 1 where id in (${item}, ${other})`)
  await inTx((tx) => recognise(tx, '2026-01'))
  expect(await booked(rented)).toEqual({ '1122.01': 3_000, '6001.01': -3_000 })
  expect(await booked(moved)).toEqual({ '1221.01': 500, '6051': -500 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('of two who bear the half each, the first makes up for the fen that rounding would add to a month', async () => {
  const halves = await bill(100, '2026-01-01', '2026-03-31', { payment_ratio: 50 })
  for (const month of ['2026-01', '2026-02', '2026-03']) await inTx((tx) => recognise(tx, month))
  expect(await byMonth(halves)).toEqual({ '2026-01': 33, '2026-02': 34, '2026-03': 33 })
})

test('what is recognised is what the lines say, month by month, however late, often and in whatever order; a bill that is void earned nothing', async () => {
  const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05']
  const one = fc.record({
    price: fc.integer({ min: 2, max: 900_000 }),
    start: fc.integer({ min: daysSince('2026-01-01'), max: daysSince('2026-03-31') }),
    length: fc.integer({ min: 0, max: 80 }),
    split: fc.constantFrom({ payer: 1, payment_ratio: 100 }, { payer: 1, payment_ratio: 70 }, { payer: 2, payment_ratio: 30 }),
    isService: fc.boolean(),
    cut: fc.option(fc.integer({ min: 1, max: 99 })),
    less: fc.option(fc.record({ percent: fc.integer({ min: 1, max: 100 }), isBack: fc.boolean(), isFirst: fc.boolean() })),
    isBad: fc.boolean(),
    isVoid: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(one, { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom(...months), { maxLength: 6 }),
      async (asked, order) => {
        const made: number[] = []
        for (const { price, start, length, split, isService, less } of asked) {
          const bill_id = await bill(price, dayText(start), dayText(start + length), { ...split, from_id: isService ? service : rent })
          made.push(bill_id)
          if (less?.isFirst) await reduce(bill_id, less)
        }
        for (const month of order) await inTx((tx) => recognise(tx, month))
        for (const [place, { cut, less, isBad, isVoid }] of asked.entries()) {
          const bill_id = made[place] ?? 0
          if (less && !less.isFirst) await reduce(bill_id, less)
          if (isBad) await adjust(bill_id, 4, (price) => -Math.floor(price / 2))
          const shares = await rowsOf<{ share_id: number; price: number }>(
            `select share_id, price from bill_share where bill_id = ${bill_id}`,
          )
          if (cut !== null)
            await inTx((tx) =>
              cutShort(
                tx,
                shares.map(({ share_id, price }) => ({ bill_id, share_id, from: price, to: Math.floor((price * cut) / 100) })),
                '提前退租',
                null,
              ),
            )
          if (isVoid)
            await rowsOf(
              `update bill set is_void = 1, version = version + 1, updated_at = epoch_now() where bill_id = ${bill_id} and is_void = 0`,
            )
        }
        for (const month of months) await inTx((tx) => recognise(tx, month))
        expect(await inTx((tx) => recognise(tx, '2026-05'))).toBe(0)
        const states = await rowsOf<{ bill_id: number; is_void: number; income: number }>(
          `select bill_id, is_void, income from bill where bill_id in (${made.join(', ')})`,
        )
        const until = (lines: Record<string, number>, month: string): number =>
          Object.entries(lines).reduce((sum, [of, price]) => (of <= month ? sum + price : sum), 0)
        for (const { bill_id, is_void, income } of states) {
          const [earning, apart] = income === 7 ? ['1, 2, 3, 6', '0'] : ['1, 2', '3, 6']
          const revenue = [await linesOf(bill_id, earning), await byMonth(bill_id)] as const
          const reductions = [await linesOf(bill_id, apart, -1), await byMonth(bill_id, 2)] as const
          for (const [lines, earned] of [revenue, reductions])
            for (const month of months) expect(until(earned, month)).toBe(is_void === 1 ? 0 : until(lines, month))
        }
        expect(await wrongInBooks(at.server.db)).toEqual([])
      },
    ),
    { numRuns: rounds(12, 150), endOnFailure: true },
  )
})

test('the job recognises the months that are over and not closed, once', async () => {
  const month = monthBack(1)
  await receive(`${month}-03`)
  await bill(6_000, `${month}-01`, `${month}-28`)
  done(await at.ask('/api/recognition/start'))
  nodes.startDeclared('recognise_rent')
  // The night's own run comes soon after, and says that nothing is left: what it says is not waited for.
  await expect
    .poll(async () => done(await at.call('/api/recognition/index', { month })).data.list, { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ month, price: 6_000, kind: 1, custom_name: '王小明' }))
  // What is told of a run comes before it has let go of the queue.
  await expect.poll(async () => (await at.ask('/api/recognition/start')).code, { timeout: 10_000 }).toBe(200)
  await nodes.becomes('确认收入', { done: '没有要确认的收入' })
})

test('a month in which nobody posted anything has earned its part of what was billed before', async () => {
  const quarter = await bill(90_000, '2033-01-01', '2033-03-31')
  await inTx((tx) => recogniseOpen(tx, '2033-04-02'))
  expect(await byMonth(quarter)).toEqual({ '2033-01': 30_000, '2033-02': 30_000, '2033-03': 30_000 })
})
