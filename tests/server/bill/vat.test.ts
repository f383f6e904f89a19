import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { cutShort } from '../../../server/domain/bill/index.ts'
import { recognise } from '../../../server/domain/closing/index.ts'
import { taxIn } from '../../../server/domain/invoice/rules/tax.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { rounds } from '../../help/depth.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, addTenant, cardOf, flat } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

type Params = Record<string, unknown>

const at = adminServer()
const nodes = jobNodes(at)
const { close, receive } = closingOn(at, nodes)
const { signed, bills } = tenanciesOn(at)
const place = { org_id: 0, custom_id: 0, name: '顾一鸣' }
const { bill, read, deed, journal, pay } = billingOn(at, () => place)
const paths = callsOfSetting(invoiceSetting)
const CODE = '3040801010000000000'

/** Has what is billed from now on taxed so. */
const tax = async (rates: readonly Params[]): Promise<void> => {
  const { version } = (await at.call(paths.detail)).data
  const rows = rates.map((row) => ({ code: CODE, rate: 0, ...row }))
  done(await at.ask(paths.save, { title: '安居房屋运营有限公司', city: '上海市', rates: rows, paid_first: 2, by: 1, version }))
}
const vatOf = async (where: Params) => done(await at.call('/api/vat/index', where)).data.list
const standing = (bill_id: number) =>
  sql<{ kind: number; gross: number; price: number }>`
    select kind, sum(gross)::bigint as gross, sum(price)::bigint as price from bill_vat where bill_id = ${bill_id} group by kind having sum(gross) <> 0 or sum(price) <> 0 order by kind
  `
    .execute(at.server.db)
    .then(({ rows }) => rows.map(({ kind, gross, price }) => [kind, Number(gross), Number(price)]))

let public_room: number
let rent_item: number
let service_item: number
beforeAll(async () => {
  const room = async (number: string, nature: number): Promise<number> =>
    done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1, number, nature }))).data.org_id[0]
  place.org_id = await room('701', 3)
  public_room = await room('702', 1)
  place.custom_id = await addTenant(at.server, { name: place.name, p_id: 1, card: cardOf(88_101) })
  rent_item = await addRow(at.server, 'cost', { name: '租金', income: 2 })
  service_item = await addRow(at.server, 'cost', { name: '年付停车费', income: 7 })
})

describe('the VAT of bills', () => {
  test('is none where the setting was never saved, and of bills that were made before it was', async () => {
    const before = await bill()
    expect(await read(before)).toMatchObject({ tax_kind: null, tax_rate: null, vat: null })
    await tax([
      { from: 1, kind: 2, nature: 1 },
      { from: 1, kind: 1, rate: 9 },
      { from: 2, kind: 1, rate: 6 },
      { from: 4, kind: 1, rate: 13 },
    ])
    expect(await journal(before)).toEqual({ '1221.01': 10_000, '6051': -10_000 })
    expect(await standing(before)).toEqual([])
    expect(await vatOf({})).toEqual([])
  })

  test('of a charge is parted at once, from what stands: less when it is reduced, again when that is taken back, untouched by a write-off, none when it is void', async () => {
    const bill_id = await bill()
    expect(await read(bill_id)).toMatchObject({ tax_kind: 1, tax_rate: 6, vat: 566 })
    expect(await journal(bill_id)).toEqual({ '1221.01': 10_000, '6051': -9_434, '2221.01': -566 })
    done(await deed('reduce', { bill_id, how: 1, amount: 3_333, why: '试' }))
    expect(await read(bill_id)).toMatchObject({ price: 6_667, vat: 377 })
    expect(await journal(bill_id)).toEqual({ '1221.01': 6_667, '6051': -6_290, '2221.01': -377 })
    done(await deed('restore', { bill_id, why: '试' }))
    expect(await journal(bill_id)).toEqual({ '1221.01': 10_000, '6051': -9_434, '2221.01': -566 })
    done(await deed('write_off', { bill_id, why: '试' }))
    expect(await read(bill_id)).toMatchObject({ price: 0, vat: 566 })
    expect(await journal(bill_id)).toMatchObject({ '6702': 10_000, '2221.01': -566 })
    const gone = await bill()
    done(await deed('void', { bill_id: gone, void_why: '录错' }))
    expect(await journal(gone)).toEqual({})
    expect(await read(gone)).toMatchObject({ vat: 0 })
    expect(await standing(gone)).toEqual([])
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('of rent follows the room: taxed and exempt side by side, each month its net on its own account, and a closed month holds', async () => {
    const last = monthBack(1)
    const until = `${last}-28`
    const lease = { from_id: rent_item, price: 109_000, bill_date: `${last}-01`, start_date: `${last}-01`, end_date: until }
    await tax([
      { from: 2, kind: 2, nature: 1 },
      { from: 2, kind: 1, rate: 9, nature: 3 },
    ])
    const taxed = await bill(lease)
    const exempt = await bill({ ...lease, org_id: public_room })
    const halves = await bill({ ...lease, price: 10_001, payment_ratio: 50 })
    expect(await read(exempt)).toMatchObject({ tax_kind: 2, tax_rate: null, vat: null })
    expect(await journal(exempt)).toEqual({ '1122.01': 109_000, '2203.02': -109_000 })
    expect(await journal(taxed)).toEqual({ '1122.01': 109_000, '2203.02': -100_000, '2221.01': -9_000 })
    // 826 of the whole; the parts have it in turn.
    expect(await journal(halves)).toMatchObject({ '2203.02': -9_175, '2221.01': -826 })
    await pay(taxed, 20_000)
    done(await deed('reduce', { bill_id: taxed, how: 1, amount: 10_900, why: '困难户' }))
    expect(await journal(taxed)).toMatchObject({ '2203.02': -100_000, '2203.09': 10_000, '2221.01': -8_100 })
    expect(await standing(taxed)).toEqual([
      [1, 109_000, 9_000],
      [2, -10_900, -900],
    ])
    const gone = await bill(lease)
    done(await deed('reduce', { bill_id: gone, how: 2, percent: 33, why: '困难户' }))
    done(await deed('void', { bill_id: gone, void_why: '录错' }))
    expect(await journal(gone)).toEqual({})
    // The setting as it is later rewrites nothing.
    await tax([{ from: 2, kind: 1, rate: 5 }])
    expect(await read(taxed)).toMatchObject({ tax_rate: 9, vat: 8_100 })
    const { invoice_id } = done(await at.ask('/api/bill/invoice', { bill_id: taxed, paper: 1, line_way: 2 })).data
    const { list: invoiced } = done(await at.call('/api/invoice_line/index', { invoice_id: [invoice_id] })).data
    expect(invoiced).toMatchObject([{ price: 98_100, tax: 8_100, rate: 9, tax_kind: 1 }])

    await receive(`${last}-15`)
    expect(await close(last)).toMatchObject({ status: 3 })
    expect(await journal(taxed)).toMatchObject({ '6001.02': -100_000, '6001.09': 10_000, '2221.01': -8_100 })
    expect(await journal(taxed)).not.toHaveProperty('2203.02')
    expect(await journal(taxed)).not.toHaveProperty('2203.09')
    expect(await journal(exempt)).toEqual({ '1122.01': 109_000, '6001.01': -109_000 })
    expect(await journal(halves)).toMatchObject({ '6001.02': -9_175, '2221.01': -826 })
    // What was earned in a month that is closed goes back in the open one.
    done(await deed('void', { bill_id: halves, void_why: '录错' }))
    expect(await wrongInBooks(at.server.db)).toEqual([])

    const { list } = done(await at.call('/api/vat/index', { p_id: 1, month: monthBack(0) })).data
    const of = (tax_kind: number, rate: number) => list.find((row: Params) => row.tax_kind === tax_kind && row.rate === rate)
    expect(of(1, 9)).toMatchObject({ gross: 98_100, net: 90_000, tax: 8_100 })
    expect(of(2, 0)).toMatchObject({ gross: 109_000, net: 109_000, tax: 0 })
    expect(done(await at.call('/api/vat/index', { month: monthBack(0), as_of: `${last}-28` })).data.list).toEqual([])
  })

  test('of a contract’s rents is parted when they are made, and is less when they are cut short; deposits have none', async () => {
    await tax([{ from: 1, kind: 1, rate: 9 }])
    const contract_id = await signed({ rent: 218_000, months: 6, cycle: 3, org_id: place.org_id })
    const [rent, deposit] = [1, 3].map(
      async (from) =>
        (
          await sql<{
            bill_id: number
          }>`select bill_id from bill where contract_id = ${contract_id} and "from" = ${from} order by start_date limit 1`.execute(
            at.server.db,
          )
        ).rows[0]?.bill_id ?? 0,
    )
    const [rent_id, deposit_id] = [await rent, await deposit] as [number, number]
    expect(await bills(contract_id)).not.toEqual([])
    expect(await read(rent_id)).toMatchObject({ tax_kind: 1, tax_rate: 9, vat: 54_000 })
    expect(await read(deposit_id)).toMatchObject({ tax_kind: null, vat: null })
    const { rows } = await sql<{ share_id: number }>`select share_id from bill_share where bill_id = ${rent_id}`.execute(at.server.db)
    const cuts = [{ bill_id: rent_id, share_id: rows[0]?.share_id ?? 0, from: 654_000, to: 218_000 }]
    await inTransaction(at.server.db, null, (tx) => cutShort(tx, cuts, '提前退租', null))
    expect(await journal(rent_id)).toEqual({ '1122.01': 218_000, '2203.02': -200_000, '2221.01': -18_000 })
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('of meters is of what is resold alone, not of what is collected for the supplier', async () => {
    await tax([{ from: 4, kind: 1, rate: 13 }])
    const resold = await addRow(at.server, 'simple', { name: '转供电', call: '度', price: 100, book: 2 })
    const [own, theirs] = [await bill({ from: 4, from_id: resold }), await bill({ from: 4, from_id: at.ground.simple })]
    expect(await journal(own)).toEqual({ '1221.02': 10_000, '6051': -8_850, '2221.01': -1_150 })
    expect(await read(theirs)).toMatchObject({ tax_kind: null })
    expect(await journal(theirs)).toEqual({ '1221.02': 10_000, '2241.02': -10_000 })
  })

  test('whatever is done to bills, in whatever order, comes to the fen: of the bill, its parts and its months, none below nought', async () => {
    const RATE = 6
    await tax([{ from: 2, kind: 1, rate: RATE }])
    const months = ['2026-01', '2026-02', '2026-03', '2026-04']
    const move = fc.record({
      does: fc.constantFrom('reduce', 'restore', 'cut', 'write off', 'recover', 'recognise', 'void'),
      share: fc.nat(1),
      part: fc.integer({ min: 1, max: 100 }),
      month: fc.constantFrom(...months),
    })
    const one = fc.record({
      price: fc.oneof(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 900_000 })),
      days: fc.integer({ min: 0, max: 110 }),
      split: fc.constantFrom(
        { payer: 1, payment_ratio: 100 },
        { payer: 1, payment_ratio: 70 },
        { payer: 2, payment_ratio: 50, user_clear: 0 },
      ),
      charges: fc.constantFrom('rent', 'service', 'cost'),
      moves: fc.array(move, { maxLength: 7 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 3 }), async (asked) => {
        const items = { rent: rent_item, service: service_item, cost: at.ground.cost }
        // What is reduced of a rent is recognised apart; of a service it is less.
        const kinds = { rent: [1, 2], service: [1, 2, 3, 6], cost: [1, 2] }
        for (const { price, days, split, charges, moves } of asked) {
          const end_date = new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)
          const bill_id = await bill({ ...split, price, end_date, from_id: items[charges] })
          for (const { does, share, part, month } of moves) await act(bill_id, does, share, part, month)
          for (const month of months) await inTransaction(at.server.db, null, (tx) => recognise(tx, month))
          const { price: stands, bad, is_void } = await read(bill_id)
          const parts = await partsOf(bill_id)
          const due = is_void === 1 ? 0 : taxIn(Number(stands) + Number(bad), RATE * 100)
          expect(parts.reduce((sum, { vat, less }) => sum + vat - less, 0)).toBe(due)
          for (const { vat, less, net, net_less } of parts)
            expect(Math.min(vat - less, less, net - net_less, net_less)).toBeGreaterThanOrEqual(0)
          for (const month of charges === 'cost' ? [] : months) {
            const { earned, gross } = await upTo(bill_id, month, kinds[charges])
            expect(earned).toBe(is_void === 1 ? 0 : gross - taxIn(gross, RATE * 100))
          }
          // All months are over: of no share anything is left to be earned.
          expect(await deferred(bill_id)).toEqual([])
        }
        expect(await wrongInBooks(at.server.db)).toEqual([])
      }),
      { numRuns: rounds(12, 150), endOnFailure: true },
    )
  })
})

/** Does something to a share of a bill, where it can be done; `part` is percent of what there is. */
const act = async (bill_id: number, does: string, at_share: number, part: number, month: string): Promise<void> => {
  if (does === 'recognise') {
    await inTransaction(at.server.db, null, (tx) => recognise(tx, month))
    return
  }
  if (does === 'void') {
    await sql`update bill set is_void = 1 where bill_id = ${bill_id} and is_void = 0 and bad = 0`.execute(at.server.db)
    return
  }
  const { rows } = await sql<{ share_id: number; price: number; less: number; bad: number }>`
    select s.share_id, s.price, coalesce(-sum(a.price) filter (where a.kind in (3, 6)), 0)::bigint as less, coalesce(-sum(a.price) filter (where a.kind in (4, 5)), 0)::bigint as bad
    from bill b join bill_share s using (bill_id) left join bill_adjust a using (share_id) where b.bill_id = ${bill_id} and b.is_void = 0 group by s.share_id order by s.share_id
  `.execute(at.server.db)
  const share = rows[at_share % Math.max(rows.length, 1)]
  if (!share) return
  const { kind, of } = (
    {
      reduce: { kind: 3, of: -share.price },
      restore: { kind: 6, of: share.less },
      cut: { kind: 2, of: -share.price },
      'write off': { kind: 4, of: -share.price },
      recover: { kind: 5, of: share.bad },
    } as Record<string, { kind: number; of: number }>
  )[does] ?? { kind: 0, of: 0 }
  const price = Math.trunc((Number(of) * part) / 100)
  if (price === 0) return
  await sql`insert into bill_adjust (sn, bill_id, share_id, kind, price, reason, p_id) values (${`V${++adjustments}`}, ${bill_id}, ${share.share_id}, ${kind}, ${price}, '试', 1)`.execute(
    at.server.db,
  )
}
let adjustments = 0

/** Of each share: the VAT of what it came to and of what is reduced, and the nets of both. */
const partsOf = async (bill_id: number): Promise<{ vat: number; less: number; net: number; net_less: number }[]> => {
  const { rows } = await sql<{ vat: number; less: number; net: number; net_less: number }>`
    select coalesce(sum(price) filter (where kind = 1), 0)::float8 as vat, coalesce(-sum(price) filter (where kind = 2), 0)::float8 as less,
      coalesce(sum(gross - price) filter (where kind = 1), 0)::float8 as net, coalesce(-sum(gross - price) filter (where kind = 2), 0)::float8 as net_less
    from bill_vat where bill_id = ${bill_id} group by share_id
  `.execute(at.server.db)
  return rows
}

/** What each share of a bill has on the accounts of what is billed and not earned, where that is not nought. */
const deferred = async (bill_id: number) => {
  const { rows } = await sql`
    select j.share_id, a.code, sum(case j.side when 1 then j.price else -j.price end)::bigint as fen from journal_line j join ledger_account a using (ledger_account_id)
    where j.bill_id = ${bill_id} and a.code in ('2203.02', '2203.09', '2205') group by 1, 2 having sum(case j.side when 1 then j.price else -j.price end) <> 0
  `.execute(at.server.db)
  return rows
}

/** What of a bill was recognised up to a month’s end, and what lines of these kinds come to by then. */
const upTo = async (bill_id: number, month: string, kinds: readonly number[]): Promise<{ earned: number; gross: number }> => {
  const { rows } = await sql<{ earned: number; gross: number }>`
    select coalesce((select sum(price) from recognition where bill_id = ${bill_id} and kind = 1 and month <= ${month}), 0)::float8 as earned,
      coalesce((select sum(price) from bill_line where bill_id = ${bill_id} and kind in (${sql.join(kinds)}) and month <= ${month}), 0)::float8 as gross
  `.execute(at.server.db)
  return rows[0] ?? { earned: 0, gross: 0 }
}
