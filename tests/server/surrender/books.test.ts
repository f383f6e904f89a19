import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, companyCode } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, room, draft, sign } = tenanciesOn(at)
const { begin, handOver, settle, figures, lines } = surrendersOn(at)

let companies = 700
const company = (): Promise<number> => {
  companies += 1
  return addRow(at.server, 'company', { name: `单位${companies}`, code: companyCode(companies), contact: '王', phone: '13812345678' })
}
beforeAll(async () => {
  const { values, version } = done(await ask('/api/contractSetting/detail')).data
  const terms = { notice_days: 30, penalty_months: 1, compensation_months: 2, cap: 240 }
  done(await ask('/api/contractSetting/save', { ...values, version, ...terms }))
})

/** A part of the whole, in thousandths; all and nothing more often than chance has it. */
const part = fc.oneof(fc.constantFrom(0, 1000), fc.integer({ min: 1, max: 999 }))
const split = fc.oneof(
  fc.record({ bearer: fc.constant(2), way: fc.constant(1), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ bearer: fc.constant(3), way: fc.constant(2), sum: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ bearer: fc.constant(4), way: fc.constant(3), sum: fc.integer({ min: 1, max: 60_000 }) }),
)
const life = fc.record({
  terms: fc.record({
    rent: fc.integer({ min: 1, max: 333_333 }),
    deposit: fc.integer({ min: 0, max: 700_000 }),
    mode: fc.constantFrom(1, 2, 3),
    cycle: fc.constantFrom(1, 2, 3, 6, 12),
    first_part: fc.constantFrom(1, 2),
    months: fc.integer({ min: 1, max: 24 }),
    payment_ratio: fc.constantFrom(100, 100, 70, 50, 30),
    deposit_payer: fc.constantFrom(1, 1, 2),
  }),
  begun: fc.integer({ min: 0, max: 130 }),
  stayed: part,
  split: fc.option(split),
  /** What of each bill is paid, in turn; twice round. */
  pays: fc.array(part, { minLength: 1, maxLength: 6 }),
  damages: fc.array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 2 }),
  charged: fc.option(fc.integer({ min: 1, max: 50_000 })),
  ground: fc.integer({ min: 1, max: 7 }),
  ended_by: fc.constantFrom(1, 2),
  told: fc.option(fc.integer({ min: 0, max: 60 })),
})
type Life = typeof life extends fc.Arbitrary<infer L> ? L : never

/** A contract that was agreed on and signed, with one more charge by hand where there is one. */
const signedOf = async ({ terms, begun, split: bearing, charged }: Life) => {
  const start_date = addDays(today(), -begun)
  const { first_part, ...rest } = terms
  const custom_id = await tenant({ company_id: await company() })
  const org_id = await room()
  const asked = { ...rest, ...(terms.mode === 2 ? {} : { first_part }), custom_id, org_id, start_date }
  const { contract_id } = done(await draft(asked)).data
  if (bearing) {
    const line = { contract_id, company_id: await company(), from_date: start_date, reason: '承诺' }
    // Parts that are more than the whole are refused; the contract then has none.
    await ask('/api/contract/split', { ...line, ...bearing })
  }
  done(await ask('/api/contract/submit', { contract_id }))
  done(await sign(contract_id, start_date))
  if (charged) {
    const { custom_name } = done(await ask('/api/contract/detail', { contract_id })).data
    const days = { bill_date: start_date, start_date, end_date: start_date }
    const whose = { payer: 1, payment_ratio: 100, custom_id, custom_name, late: 0, contract_id: 0, type: 2 }
    done(await ask('/api/bill/create', { org_id, from: 2, from_id: at.ground.cost, price: charged, ...days, ...whose }))
  }
  return { contract_id, org_id, start_date }
}

const payParts = async (org_id: number, pays: readonly number[]): Promise<void> => {
  for (const round of [0, 1]) {
    const { list } = done(await ask('/api/bill/index', { org_id: [org_id], state: [1, 2, 4], page_rows: 100 })).data
    for (const [place, bill] of list.entries()) {
      const price = Math.floor((bill.owed * (pays[(place + round) % pays.length] ?? 0)) / 1000)
      if (price === 0) continue
      const about = {
        from: bill.from === 3 ? 3 : 2,
        from_id: bill.from === 3 ? bill.from_id : at.ground.cost,
        custom_name: bill.custom_name,
      }
      const where = { org_id, unit_id: bill.unit_id, bill_id: bill.bill_id, start_date: bill.start_date, end_date: bill.end_date }
      done(await ask('/api/flow/add', { type: 1, way: 3, price, ...about, ...where }))
    }
  }
}

interface Books {
  came: number
  went: number
  /** Came in and settles nothing. */
  free: number
  held: number
  /** Paid and unpaid of bills, the deposit's apart; what of the tenant's shares of them is paid, what they come to. */
  paid: number
  mine_paid: number
  mine: number
  claimed: number
}
const booksOf = async (contract_id: number, org_id: number): Promise<Books> => {
  const { rows } = await sql<Books>`
    with flows as (select * from flow where org_id = ${org_id}), shares as (
      select s.*, b."from" from bill b join bill_share s on s.bill_id = b.bill_id where b.org_id = ${org_id} and b.is_void = 0
    )
    select
      (select coalesce(sum(price), 0)::bigint from flows where type = 1) as came,
      (select coalesce(sum(price), 0)::bigint from flows where type = 2) as went,
      (select coalesce(sum(price - money_given(flow_id)), 0)::bigint from flows where type = 1) as free,
      (select coalesce(sum(price), 0)::bigint from deposit_entry where contract_id = ${contract_id}) as held,
      (select coalesce(sum(paid), 0)::bigint from shares where "from" <> 3) as paid,
      (select coalesce(sum(paid), 0)::bigint from shares where "from" <> 3 and party = 1) as mine_paid,
      (select coalesce(sum(price), 0)::bigint from shares where "from" <> 3 and party = 1) as mine,
      (select coalesce(sum(price - paid), 0)::bigint from shares where "from" = 3) as claimed
  `.execute(at.server.db)
  return rows[0] as Books
}

test('whatever was agreed on, paid and broken: the lines of a settlement, what goes back or is still due, and the books say the same, to the fen', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (one) => {
      const { contract_id, org_id, start_date } = await signedOf(one)
      await payParts(org_id, one.pays)
      const notice = one.told === null ? {} : { notice_on: addDays(today(), -one.told) }
      const surrender_id = await begin(contract_id, { ground: one.ground, ended_by: one.ended_by, ...notice })
      const checklist = [{ item: '墙面', state: 1 }, ...one.damages.map((price) => ({ item: '家具', state: 2, price }))]
      const left_on = addDays(start_date, Math.floor((one.begun * one.stayed) / 1000))
      const before = await booksOf(contract_id, org_id)
      done(await handOver(surrender_id, { left_on, checklist }))
      const all = await lines(surrender_id)
      done(await settle(surrender_id))
      const { refund, due, damages, penalty, compensation } = await figures(surrender_id)
      const after = await booksOf(contract_id, org_id)

      const sumOf = (isOthers: boolean) => all.reduce((sum, { kind, price }) => ((kind === 7) === isOthers ? sum + price : sum), 0)
      expect(sumOf(false)).toBe(refund - due)
      // What others had paid for later time is told beside it, and lies there.
      expect(sumOf(true)).toBe(after.free - before.free)
      expect(refund === 0 || due === 0).toBe(true)
      // What went out is what was to go back, what the tenant's bills lack is what is still due, and nothing is held or asked for as a deposit.
      expect(after).toMatchObject({ went: refund, held: 0, claimed: 0, came: before.came })
      expect(after.mine - after.mine_paid).toBe(due)
      // What he had paid and what was held, less what he owes to the day, is what he gets.
      expect(before.held + before.mine_paid + compensation - after.mine).toBe(refund - due)
      expect(damages).toBe(one.damages.reduce((sum, price) => sum + price, 0))
      expect(penalty === 0 || compensation === 0).toBe(true)
      // Every fen that came in settles a bill, went out, or lies on its payer's account.
      expect(after.came + compensation).toBe(after.paid + after.went + after.free)
    }),
    { numRuns: rounds(6, 30), seed: 16 },
  )
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
