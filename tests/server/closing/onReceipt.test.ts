import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { recognise } from '../../../server/domain/closing/index.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { rounds } from '../../help/depth.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, cardOf, flat } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'
import { yearEndOn } from '../../help/yearEnd.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { receive, close } = closingOn(at, nodes)
const { rowsOf } = nodes
const { setClosing, pastBill, settleOn, adjustOn, creditOf } = yearEndOn({ server: () => at, rowsOf })

const [early, former, last, now] = [3, 2, 1, 0].map(monthBack) as [string, string, string, string]
const onReceipt = (since: string) => setClosing({ recognition: 2, since })
const byPeriod = () => setClosing({ recognition: 1, since: undefined })
const recognised = async (share_id: number, month = '9999-12'): Promise<[revenue: number, reduced: number]> => {
  const [row] = await rowsOf<{ revenue: number; reduced: number }>(`
    select coalesce(sum(price) filter (where kind = 1), 0)::bigint as revenue, coalesce(sum(price) filter (where kind = 2), 0)::bigint as reduced
    from recognition where share_id = ${share_id} and month <= '${month}'`)
  return [Number(row?.revenue), Number(row?.reduced)]
}
const settle = async (day: string, share_id: number, price: number): Promise<number> => {
  const flow_id = await receive(day, price)
  await settleOn(day, flow_id, share_id, price)
  return flow_id
}
const rent = (start: string, end: string, price: number, made = `${early}-02`) => pastBill({ price, due: start, start, end, made })

beforeAll(async () => {
  for (const month of [early, former, last]) await receive(`${month}-01`)
})

test('the setting says from which month; a month that is none is refused, and none is asked where rent is by the period', async () => {
  const { values, version } = done(await at.ask('/api/closingSetting/detail')).data
  const save = (changes: Record<string, unknown>) => at.ask('/api/closingSetting/save', { ...values, ...changes, version })
  expect(await save({ recognition: 2 })).toMatchObject({ code: 400, msg: '请填从哪个月起收付实现' })
  expect(await save({ recognition: 2, since: '2026-13' })).toMatchObject({ code: 400, msg: '月份须写作 2027-01' })
  expect(await save({ age_1: 101 })).toMatchObject({ code: 400, msg: '计提比例须为0至100' })
  expect((await save({ age_1: 1.5 })).code).toBe(400)
})

let paid: { share_id: number }
let service_item: number
let unpaid: { bill_id: number; share_id: number }
let ahead: { share_id: number }
test('switched amid a year, the months before stay as they are, and the first open one has the difference', async () => {
  paid = await rent(`${early}-01`, `${early}-28`, 30_000)
  unpaid = await rent(`${early}-01`, `${early}-28`, 20_000)
  // The rent of this month, paid in advance.
  ahead = await rent(`${now}-01`, `${now}-28`, 40_000)
  await settle(`${early}-10`, paid.share_id, 10_000)
  await settle(`${early}-11`, ahead.share_id, 40_000)
  expect(await close(early)).toMatchObject({ status: 3 })
  expect(await creditOf('6001')).toBe(50_000)
  await settle(`${former}-10`, paid.share_id, 5_000)
  await settle(`${last}-10`, paid.share_id, 7_000)
  await onReceipt(early)
  expect(await close(former)).toMatchObject({ status: 3 })
  // 300 and 200 were recognised; 150 and 0 are in by then, and the 400 that is ahead.
  expect([
    await recognised(paid.share_id, former),
    await recognised(unpaid.share_id, former),
    await recognised(ahead.share_id, former),
  ]).toEqual([
    [15_000, 0],
    [0, 0],
    [40_000, 0],
  ])
  expect(await creditOf('6001', `${last}-01`)).toBe(55_000)
  expect(await creditOf('2203.02', `${last}-01`)).toBe(90_000 - 55_000)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what is undone or reversed is not received; what is written off is earned and lost at once', async () => {
  const flow_id = await settle(`${last}-11`, unpaid.share_id, 2_000)
  await settleOn(`${last}-12`, flow_id, unpaid.share_id, -2_000)
  await settle(`${last}-13`, unpaid.share_id, 1_500)
  await adjustOn(`${last}-14`, unpaid, 4, -18_500)
  await inTransaction(at.server.db, null, (tx) => recognise(tx, last))
  expect([await recognised(paid.share_id), await recognised(unpaid.share_id)]).toEqual([
    [22_000, 0],
    [20_000, 0],
  ])
  expect(await creditOf('6702')).toBe(-18_500)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('an unpaid rent or service is nothing that could be lost, and is not allowed for; a charge is', async () => {
  await setClosing({ age_2: 10, age_3: 10, age_4: 10 })
  const charge = await pastBill({ price: 5_000, due: `${early}-01`, made: `${last}-02`, from: 2, from_id: at.ground.cost })
  service_item = await addRow(at.server, 'cost', { name: '宽带费', income: 7 })
  await pastBill({
    price: 1_000,
    due: `${early}-01`,
    made: `${last}-02`,
    start: `${last}-01`,
    end: `${last}-28`,
    from: 2,
    from_id: service_item,
  })
  expect(await close(last)).toMatchObject({ status: 3 })
  const { list } = done(await at.call('/api/allowance_share/index')).data
  expect(list).toMatchObject([{ bill_id: charge.bill_id, owed: 5_000, price: 500 }])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('back to the period, what is not earned yet is taken back', async () => {
  await byPeriod()
  await inTransaction(at.server.db, null, (tx) => recognise(tx, now))
  expect([await recognised(paid.share_id), await recognised(ahead.share_id)]).toEqual([
    [30_000, 0],
    [40_000, 0],
  ])
  const start = `${monthBack(-2)}-01`
  const later = await pastBill({ price: 1_000, due: `${now}-01`, made: `${now}-01`, start, end: start })
  await settle(`${now}-01`, later.share_id, 1_000)
  await onReceipt(now)
  await inTransaction(at.server.db, null, (tx) => recognise(tx, now))
  expect(await recognised(later.share_id)).toEqual([1_000, 0])
  await byPeriod()
  await inTransaction(at.server.db, null, (tx) => recognise(tx, now))
  expect(await recognised(later.share_id)).toEqual([0, 0])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('an owner’s rent goes on by the period; a service in his room is the operator’s own, and earned when it is paid', async () => {
  const org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  const owner_id = await addRow(at.server, 'owner', { kind: 1, name: '业主', card: cardOf(77_002), phone: '13812345678' })
  done(await at.ask('/api/owner_house/add', { owner_id, org_id, share: 100, from_date: `${early}-01` }))
  const terms = { owner_id, p_id: 1, start_date: `${early}-01`, end_date: '2099-12-31', settle_day: 1, book: 1, fee_way: 1, fee_percent: 5 }
  done(
    await at.ask('/api/entrust_agreement/enforce', {
      agreement_id: done(await at.ask('/api/entrust_agreement/add', terms)).data.agreement_id,
    }),
  )
  const theirs = await rent(`${now}-01`, `${now}-28`, 10_000, `${now}-01`)
  await rowsOf(`update bill set org_id = ${org_id} where bill_id = ${theirs.bill_id}`)
  await onReceipt(now)
  const before = await creditOf('2241.04')
  await inTransaction(at.server.db, null, (tx) => recognise(tx, now))
  expect(await recognised(theirs.share_id)).toEqual([10_000, 0])
  expect((await creditOf('2241.04')) - before).toBe(10_000)
  const before2205 = await creditOf('2205')
  const liable = async (): Promise<number> => (await creditOf('2205')) - before2205
  const service = await pastBill({
    price: 1_200,
    due: `${now}-01`,
    made: `${now}-01`,
    start: `${now}-01`,
    end: `${now}-28`,
    from: 2,
    from_id: service_item,
  })
  await rowsOf(`update bill set org_id = ${org_id} where bill_id = ${service.bill_id}`)
  await inTransaction(at.server.db, null, (tx) => recognise(tx, now))
  expect([await recognised(service.share_id), await liable()]).toEqual([[0, 0], 1_200])
  await settle(`${now}-01`, service.share_id, 700)
  await inTransaction(at.server.db, null, (tx) => recognise(tx, now))
  expect([await recognised(service.share_id), await liable()]).toEqual([[700, 0], 500])
  await byPeriod()
  await inTransaction(at.server.db, null, (tx) => recognise(tx, now))
  expect(await recognised(service.share_id)).toEqual([1_200, 0])
  expect((await creditOf('2241.04')) - before).toBe(10_000)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('however bills are taxed, reduced, paid, taken back and written off, what is earned is net what was received, and a bill that is done with leaves nothing deferred', async () => {
  const rates = [{ from: 1, code: '3040502020000000000', rate: 9, kind: 1 }]
  const { version } = done(await at.call('/api/invoice/detail')).data
  done(await at.ask('/api/invoice/save', { title: '安居', city: '上海市', rates, paid_first: 2, by: 1, version }))
  await onReceipt(now)
  const one = fc.record({
    price: fc.integer({ min: 2, max: 500_000 }),
    less: fc.integer({ min: 0, max: 60 }),
    parts: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }),
    isBack: fc.boolean(),
    ends: fc.constantFrom('open', 'paid', 'bad'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 4 }), async (asked) => {
      const day = `${now}-01`
      for (const { price, less, parts, isBack, ends } of asked) {
        const made = await pastBill({ price, due: day, start: day, end: `${now}-28`, made: day })
        const reduced = Math.floor((price * less) / 100)
        if (reduced > 0) await adjustOn(day, made, 3, -reduced)
        let open = price - reduced
        let received = 0
        const pay = async (sum: number): Promise<void> => {
          if (sum <= 0) return
          const flow_id = await settle(day, made.share_id, sum)
          open -= sum
          received += sum
          if (isBack && received === sum) {
            await settleOn(day, flow_id, made.share_id, -sum)
            open += sum
            received -= sum
          }
        }
        let before = 0
        for (const part of parts) {
          await pay(Math.floor((open * part) / 100))
          await inTransaction(at.server.db, null, (tx) => recognise(tx, now))
          const [revenue, taken] = await recognised(made.share_id)
          // Net of the VAT in it, to the fen; more money is never less revenue.
          expect(Math.abs(revenue - taken - received / 1.09)).toBeLessThanOrEqual(1.01)
          if (!isBack) expect(revenue).toBeGreaterThanOrEqual(before)
          before = revenue
        }
        if (ends === 'paid' && open > 0) await settle(day, made.share_id, open)
        if (ends === 'bad' && open > 0) await adjustOn(day, made, 4, -open)
        await inTransaction(at.server.db, null, (tx) => recognise(tx, now))
        if (ends === 'open') continue
        const [left] = await rowsOf<{ price: number }>(
          `select coalesce(sum(case side when 1 then j.price else -j.price end), 0)::bigint as price from journal_line j join ledger_account a using (ledger_account_id)
            where j.share_id = ${made.share_id} and a.code in ('2203.02', '2203.09')`,
        )
        expect(Number(left?.price)).toBe(0)
      }
      expect(await inTransaction(at.server.db, null, (tx) => recognise(tx, now))).toBe(0)
      expect(await wrongInBooks(at.server.db)).toEqual([])
    }),
    { numRuns: rounds(8, 100), endOnFailure: true },
  )
})
