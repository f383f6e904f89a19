import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recognise } from '../../../server/domain/closing/index.ts'
import { billRent } from '../../../server/domain/contract/rentBilling.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, companyCode, flowOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, signed, pay } = tenanciesOn(at)

let named = 0
const company = (): Promise<number> => {
  named += 1
  return addRow(at.server, 'company', { name: `补差单位${named}`, code: companyCode(500 + named), contact: '王', phone: '13812345678' })
}
const rowsOf = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows
/** What each party owes and has paid of each rent bill of a contract that stands. */
const shares = (contract_id: number) =>
  rowsOf<{ bill_id: number; start_date: string; end_date: string; party: number; company_id: number | null; price: number; paid: number }>(`
    select b.bill_id, b.start_date, b.end_date, s.party, s.company_id, s.price, s.paid from bill b join bill_share s on s.bill_id = b.bill_id
    where b.contract_id = ${contract_id} and b."from" = 1 and b.is_void = 0 and s.price > 0 order by b.start_date, s.party, s.company_id`)
const adjusted = (contract_id: number) =>
  rowsOf<{ kind: number; price: number; reason: string }>(`
    select a.kind, a.price, a.reason from bill_adjust a join bill b on b.bill_id = a.bill_id where b.contract_id = ${contract_id} order by a.adjust_id`)
const unused = async (contract_id: number): Promise<number> =>
  (
    await rowsOf<{ unused: number }>(`
      select coalesce(sum(f.unused), 0)::bigint as unused from flow f
      where f.org_id = (select org_id from contract where contract_id = ${contract_id}) and f."from" = 2`)
  )[0]?.unused ?? 0
/** The rent of a contract by calendar months, as its lines have it. */
const months = async (contract_id: number) =>
  Object.fromEntries(
    (
      await rowsOf<{ month: string; price: number }>(`
        select l.month, sum(l.price)::bigint as price from bill_line l join bill b on b.bill_id = l.bill_id
        where b.contract_id = ${contract_id} and b."from" = 1 and b.is_void = 0 group by 1 order by 1`)
    ).map(({ month, price }) => [month, price]),
  )
/** Paid by the quarter: the first begins today's quarter ago. */
const begun = { start_date: '2026-01-01', signed_on: '2026-01-01', months: 24, mode: 1, cycle: 3, rent: 100_000 }
const amend = (contract_id: number, from_date: string, rent: number, paid_periods?: number) =>
  ask('/api/contract/amend', { contract_id, from_date, rent, reason: '核减', ...(paid_periods ? { paid_periods } : {}) })

test('a rent that is lowered within a quarter that was paid: what is too much is unallocated again, each month has its own, revenue and ledger follow', async () => {
  const contract_id = await signed(begun)
  await pay(contract_id, 1)
  const [first] = await shares(contract_id)
  expect(first).toMatchObject({ end_date: '2026-03-31', price: 300_000, paid: 300_000 })
  const refused = await amend(contract_id, '2026-02-15', 80_000)
  expect(refused).toMatchObject({ code: 400, data: { field: 'from_date' } })
  expect(refused.msg).toMatch(/^房租已收到 \d{4}-\d\d-\d\d，从 .* 起才能改；从这天起就改的，“已收过款的周期”选“补差”$/)
  const seen = done(await ask('/api/contract/amendment', { contract_id, from_date: '2026-02-15', rent: 80_000, paid_periods: 2 })).data
  const all = await shares(contract_id)
  done(await amend(contract_id, '2026-02-15', 80_000, 2))
  // Of February fourteen days of twenty-eight, all of March, and all later quarters that are paid.
  const later = (all.length - 1) * 60_000
  expect(seen.facts).toContainEqual({ label: '租客补差', value: `退回 ¥${fenToYuan(30_000 + later)}` })
  const [quarter] = await shares(contract_id)
  expect(quarter).toMatchObject({ price: 270_000, paid: 270_000 })
  expect(await unused(contract_id)).toBe(30_000 + later)
  expect((await adjusted(contract_id))[0]).toEqual({ kind: 9, price: -30_000, reason: '变更租金：核减' })
  expect(await months(contract_id)).toMatchObject({ '2026-01': 100_000, '2026-02': 90_000, '2026-03': 80_000, '2026-04': 80_000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a rent that is raised: what is too little is owed of the same bill, no late fee of the days before it was asked for', async () => {
  const contract_id = await signed(begun)
  await pay(contract_id, 1)
  done(await amend(contract_id, '2026-03-01', 130_000, 2))
  const [quarter] = await shares(contract_id)
  expect(quarter).toMatchObject({ price: 330_000, paid: 300_000 })
  expect((await adjusted(contract_id))[0]).toMatchObject({ kind: 9, price: 30_000 })
  expect(await months(contract_id)).toMatchObject({ '2026-02': 100_000, '2026-03': 130_000 })
  await pay(contract_id, 1)
  expect((await shares(contract_id)).every(({ price, paid }) => price === paid)).toBe(true)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('another bears a part of a quarter that the tenant has paid: his money comes back, the company owes its part, which can be paid, reduced and surrendered like any other', async () => {
  const employer = await company()
  const contract_id = await signed({ ...begun, custom_id: await tenant({ company_id: employer }) })
  await pay(contract_id, 1)
  const line = { contract_id, bearer: 2, company_id: employer, from_date: '2026-02-01', way: 1, percent: 40 }
  const seen = done(await ask('/api/contract/splitting', { ...line, paid_periods: 2 })).data
  expect(seen.facts.map(({ label }: { label: string }) => label)).toEqual(expect.arrayContaining(['补差的账单', '租客补差', '单位补差']))
  done(await ask('/api/contract/split', { ...line, reason: '补贴核定', paid_periods: 2 }))
  const [tenants, companys] = await shares(contract_id)
  expect([tenants, companys]).toMatchObject([
    { party: 1, price: 220_000, paid: 220_000 },
    { party: 2, company_id: employer, price: 80_000, paid: 0 },
  ])
  expect(await wrongInBooks(at.server.db)).toEqual([])
  const bill_id = companys?.bill_id as number
  done(await ask('/api/bill/reduce', { bill_id, how: 1, amount: 10_000, party: 2, why: '减' }))
  done(await ask('/api/bill/write_off', { bill_id, party: 2, why: '坏' }))
  done(await ask('/api/bill/recover', { bill_id, why: '收' }))
  await pay(contract_id, 1)
  expect((await shares(contract_id)).every(({ price, paid }) => price === paid)).toBe(true)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  // What was agreed of days that are paid stays.
  expect(await ask('/api/contract/split', { ...line, from_date: '2026-01-15', reason: '更正', paid_periods: 2 })).toMatchObject({
    code: 400,
    msg: '这一方从 2026-02-01 起另有约定，那时的房租已收：从 2026-02-02 起才能改',
    data: { field: 'from_date' },
  })
  // And back again: the tenant bears it all from a day within it.
  done(await ask('/api/contract/split', { ...line, from_date: '2026-03-01', percent: 0, reason: '不再承担', paid_periods: 2 }))
  expect((await shares(contract_id)).slice(0, 2)).toMatchObject([
    { party: 1, price: 260_000 },
    { party: 2, price: 30_000 },
  ])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a rent that is lowered takes off first what is not paid, be it another’s by now or written off: no fen is owed, given back or lost that the terms do not say', async () => {
  const partly = async (deed: string, params: object) => {
    const contract_id = await signed({ ...begun, custom_id: await tenant() })
    const [rent] = await shares(contract_id)
    const { bill_id } = rent as { bill_id: number }
    const { org_id } = done(await ask('/api/bill/detail', { bill_id })).data
    done(await ask('/api/flow/add', flowOf(at.ground, { price: 100_000, org_id, bill_id, custom_name: '交款人' })))
    done(await ask(`/api/bill/${deed}`, { bill_id, why: '试', ...params }))
    done(await amend(contract_id, '2026-02-01', 20_000, 2))
    const stand = async () => {
      const of = (await shares(contract_id)).filter((one) => one.bill_id === bill_id).map(({ party, price, paid }) => [party, price, paid])
      const { reduced, bad } = done(await ask('/api/bill/detail', { bill_id })).data
      const { list } = done(await ask('/api/ledger/index', { bill_id: [bill_id], order: 'month' })).data
      const first = list.map(({ receivable }: { receivable: number }) => receivable)
      return { of, reduced, bad, unused: await unused(contract_id), first }
    }
    return { bill_id, stand }
  }
  const first = [100_000, 20_000, 20_000]
  const changed = await partly('change_payer', { from_party: 1, to_party: 2, to_company: await company() })
  const ofBoth = [
    [1, 100_000, 100_000],
    [2, 40_000, 0],
  ]
  expect(await changed.stand()).toEqual({ of: ofBoth, reduced: 0, bad: 0, unused: 0, first })
  const bad = await partly('write_off', {})
  expect(await bad.stand()).toEqual({ of: [[1, 100_000, 100_000]], reduced: 0, bad: 40_000, unused: 0, first })
  done(await ask('/api/bill/recover', { bill_id: bad.bill_id, why: '试' }))
  expect(await bad.stand()).toMatchObject({ of: [[1, 140_000, 100_000]], bad: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('whatever is agreed in whatever order of what is paid and taxed, each bill is owed as if it had been agreed before it was made', async () => {
  const actor = { userId: null, path: 'job:test', label: '试', address: '' }
  const [employer, treasury] = [await company(), await company()]
  const setting = callsOfSetting(invoiceSetting)
  const { version } = done(await at.call(setting.detail, {})).data
  const rates = [{ code: '3040801010000000000', from: 1, kind: 1, rate: 9 }]
  done(await ask(setting.save, { title: '安居房屋运营有限公司', city: '上海市', rates, paid_first: 2, by: 1, version }))
  const start_date = addDays(today(), -330)
  const day = fc.integer({ min: 1, max: 350 }).map((n) => addDays(start_date, n))
  const change = fc.oneof(
    fc.record({ is: fc.constant('rent' as const), from_date: day, rent: fc.integer({ min: 50_000, max: 150_001 }) }),
    fc.record({
      is: fc.constant('split' as const),
      from_date: day,
      bearer: fc.constantFrom(2, 3),
      way: fc.constantFrom(1, 2),
      percent: fc.integer({ min: 0, max: 45 }),
      sum: fc.integer({ min: 1, max: 40_000 }),
    }),
  )
  const agreeOn = (contract_id: number, { is, ...asked }: { is: string } & Record<string, unknown>) =>
    is === 'rent'
      ? ask('/api/contract/amend', { contract_id, ...asked, reason: '试', paid_periods: 2 })
      : ask('/api/contract/split', {
          ...{ contract_id, bearer: asked.bearer, from_date: asked.from_date, way: asked.way, reason: '试', paid_periods: 2 },
          company_id: asked.bearer === 2 ? employer : treasury,
          ...(asked.way === 1 ? { percent: asked.percent } : { sum: asked.sum }),
        })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(1, 2, 3),
      fc.constantFrom(1, 3),
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 3, maxLength: 3 }),
      async (changes, mode, cycle, parts) => {
        const terms = { ...begun, ...{ start_date, signed_on: start_date, mode, cycle, months: 12 } }
        const paid = await signed({ ...terms, custom_id: await tenant({ company_id: employer }) })
        const plain = await signed({ ...terms, custom_id: await tenant({ company_id: employer }) })
        const all = await shares(paid)
        const recognised = () => inTransaction(at.server.db, null, (tx) => recognise(tx, today().slice(0, 7)))
        await recognised()
        const org_id = (await rowsOf<{ org_id: number }>(`select org_id from contract where contract_id = ${paid}`))[0]?.org_id as number
        for (const [place, { bill_id, price }] of all.entries())
          done(
            await ask(
              '/api/flow/add',
              flowOf(at.ground, { org_id, bill_id, price: Math.max(1, Math.floor((price * (parts[place % 3] as number)) / 100)) }),
            ),
          )
        for (const one of changes) {
          const here = await agreeOn(paid, one)
          // What is agreed of days that are paid is not taken away.
          if (/另有约定/.test(here.msg)) continue
          expect((await agreeOn(plain, one)).code).toBe(here.code)
        }
        await inTransaction(at.server.db, actor, (tx) => billRent(tx, { today: today(), until: today(), after: 0 }))
        const owed = async (contract_id: number) => (await shares(contract_id)).map(({ bill_id: _bill, paid: _paid, ...share }) => share)
        expect(await owed(paid)).toEqual(await owed(plain))
        expect(await months(paid)).toEqual(await months(plain))
        const lines = await rowsOf<{ price: number }>(
          `select coalesce(sum(price), 0)::bigint as price from bill_line l where l.bill_id in (select bill_id from bill where contract_id = ${paid} and is_void = 0 and "from" = 1)`,
        )
        expect(lines[0]?.price).toBe((await owed(paid)).reduce((sum, { price }) => sum + price, 0))
        await recognised()
        const earned = async (contract_id: number) => {
          const byParty = await rowsOf<{ party: number; price: number }>(`
            select s.party, sum(r.price)::bigint as price from recognition r join bill b on b.bill_id = r.bill_id join bill_share s on s.share_id = r.share_id
            where b.contract_id = ${contract_id} and b.is_void = 0 group by 1`)
          return [byParty.reduce((sum, { price }) => sum + price, 0), new Map(byParty.map(({ party, price }) => [party, price]))] as const
        }
        const [[whole, byParty], [plainly, eachPlainly]] = [await earned(paid), await earned(plain)]
        expect(whole).toBe(plainly)
        // Whose share came first has what rounding leaves of a bill: a fen of each.
        for (const party of [1, 2, 3])
          expect(Math.abs((byParty.get(party) ?? 0) - (eachPlainly.get(party) ?? 0))).toBeLessThanOrEqual(all.length)
        expect(await wrongInBooks(at.server.db)).toEqual([])
      },
    ),
    { numRuns: rounds(4, 60), endOnFailure: true },
  )
}, 600_000)
