import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { type Asked, type DeedOn, type Held, livesOn, NOTHING } from '../../help/lives.ts'
import { secondNode } from '../../help/secondNode.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, companyCode } from '../../help/store/ground.ts'
import { done, scan, tenanciesOn } from '../../help/tenancies.ts'
import { nowSeconds } from '../../help/testServer.ts'

const at = adminServer()
const second = secondNode(at)
const { room, tenant, signed } = tenanciesOn(at)
type Params = Record<string, unknown>

let rooms: number[]
let company_id: number
let own_account_id: number
const { rowsOf, deeds: tenancyDeeds, contracts, night, unequal } = livesOn(at, () => rooms)

/** What is saved of a setting. */
const save = async (setting: string, changes: Params): Promise<void> => {
  const { values, version } = done(await at.call(`/api/${setting}/detail`)).data
  done(await at.ask(`/api/${setting}/save`, { ...values, ...changes, version }))
}
beforeAll(async () => {
  rooms = [await room(), await room()]
  company_id = await addRow(at.server, 'company', { name: '付款单位', code: companyCode(700), contact: '王', phone: '13812345678' })
  const account = { name: '代扣户', kind: 1, way: 3, usual: 2, code: '1002.77', debit_layout: 1, bank_name: '建设银行' }
  own_account_id = done(await at.ask('/api/own_account/add', account)).data.own_account_id
  await save('cancelVerificationSetting', { mode: 1, sure: 90, order: 1, tolerance: 100, short: 2, over: 2, reversal: 1 })
  await save('contractSetting', { clears_first: 2, penalty_months: 1, compensation_months: 1, notice_days: 10 })
  await save('lateFeeSetting', { enabled: 1, since: '2020-01-01', rate: 5, cap: 100, grace: 0, start: 1, ended: 1, way: 1, due_days: 10 })
  const rates = [
    { from: 1, code: '3040502020000000000', rate: 9 },
    { from: 2, code: '3040801010000000000', rate: 6 },
  ]
  await save('invoice', { title: '安居房屋运营有限公司', city: '上海市', rates, paid_first: 2, by: 1 })
})

/** A contract with what money has to do with: its bills, and what else there is. */
interface Life extends Held {
  bills: { bill_id: number; owed: number; custom_name: string; org_id: number; unit_id: number }[]
  owing: number[]
  flows: number[]
  unused: { flow_id: number; custom_name: string }[]
  matches: number[]
  plans: number[]
  invoices: number[]
  batches: number[]
}
const lives = async (mine: readonly number[]): Promise<Life[]> => {
  const [there] = await rowsOf<Omit<Life, keyof Held | 'bills' | 'owing' | 'flows'>>(`
    select
      (select coalesce(json_agg(json_build_object('flow_id', flow_id, 'custom_name', custom_name) order by flow_id), '[]') from flow where type = 1 and unused > 0) as unused,
       array(select match_id from match order by 1) as matches,
      array(select plan_id from payment_plan order by 1) as plans, array(select invoice_id from invoice_request order by 1) as invoices,
      array(select batch_id from withhold order by 1) as batches
  `)
  const of = await rowsOf<{ contract_id: number } & Pick<Life, 'bills' | 'owing' | 'flows'>>(`
    select c.contract_id,
      (select coalesce(json_agg(json_build_object('bill_id', b.bill_id, 'owed', b.owed, 'custom_name', b.custom_name, 'org_id', b.org_id, 'unit_id', b.unit_id) order by b.bill_id), '[]')
        from bill_view b where b.contract_id = c.contract_id) as bills,
      array(select s.share_id from bill b join bill_share s using (bill_id) where b.contract_id = c.contract_id and b.is_void = 0 and s.price > s.paid order by 1) as owing,
      array(select flow_id from flow f where f.org_id = c.org_id order by 1) as flows
    from contract c
  `)
  const all = (await contracts()).filter(({ contract_id }) => mine.includes(contract_id))
  return all.map((held) => ({ ...there, ...of.find(({ contract_id }) => contract_id === held.contract_id), ...held }) as Life)
}

let numbers = 0
const one = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length]
const billOf = ({ bills }: Life, n: number) => one(bills, n)
/** What is asked of one of a contract's bills. */
const onBill =
  (path: string, params: (n: number) => Params) =>
  (life: Life, n: number): Asked => [`/api/bill/${path}`, { bill_id: billOf(life, n)?.bill_id, ...params(n) }]

/** What staff do with money, whatever becomes of the contract. */
const moneyDeeds: Readonly<Record<string, DeedOn<Life>>> = {
  reduce: onBill('reduce', (n) => ({ how: 1, amount: 1 + n * 37, why: '减' })),
  restore: onBill('restore', () => ({ why: '错' })),
  writeOff: onBill('write_off', () => ({ why: '坏' })),
  recover: onBill('recover', () => ({ why: '收' })),
  voidBill: onBill('void', () => ({ void_why: '错' })),
  toCompany: onBill('change_payer', () => ({ from_party: 1, to_party: 2, to_company: company_id, why: '单位付' })),
  toTenant: onBill('change_payer', () => ({ from_party: 2, to_party: 1, why: '自己付' })),
  plan: onBill('plan', () => ({ party: 1, way: 1, count: 2, first_day: today(), fees: 1 })),
  invoice: onBill('invoice', () => ({ paper: 1, line_way: 1 })),
  lateFee: onBill('late_fee', () => ({ day: today() })),
  split: ({ contract_id }, n) => {
    const line = { bearer: 2 + (n % 3), company_id, way: 1, percent: 1 + (n % 60), reason: '承诺' }
    return ['/api/contract/split', { contract_id, from_date: addDays(today(), (n % 120) - 90), ...line, paid_periods: 1 + (n % 2) }]
  },
  raise: ({ contract_id }, n) => {
    const from_date = addDays(today(), (n % 200) - 150)
    return ['/api/contract/amend', { contract_id, from_date, rent: 90_000 + n * 100, reason: '调租', paid_periods: 1 + (n % 2) }]
  },
  fees: ({ contract_id }, n) => [
    '/api/contract/fees',
    { contract_id, from_date: today(), fee_way: 1 + (n % 2), fee_rate: 0.5, fee_grace: n % 5, fee_cap: 20, reason: '约' },
  ],
  enforce: async ({ plans }, n) => ['/api/payment_plan/enforce', { plan_id: one(plans, n), papers: [await scan(at)] }],
  cancelPlan: ({ plans }, n) => ['/api/payment_plan/cancel', { plan_id: one(plans, n), reason: '错' }],
  issue: ({ invoices }, n) => {
    const number = String(20_000_000_000_000_000_000n + BigInt(++numbers))
    return ['/api/invoice_request/enter', { invoice_id: one(invoices, n), number, issued_on: today() }]
  },
  red: ({ invoices }, n) => ['/api/invoice_request/red', { invoice_id: one(invoices, n), red_reason: 1, whole: 1 }],
  match: ({ unused, owing }, n) => [
    '/api/open_receipt/match',
    { flow_id: one(unused, n)?.flow_id, shares: owing.slice(n % Math.max(1, owing.length)).slice(0, 2) },
  ],
  undo: ({ matches }, n) => ['/api/match/undo', { match_id: one(matches, n) }],
  reverse: ({ flows }, n) => ['/api/flow/reverse', { flow_id: one(flows, n), note: '错' }],
  refund: ({ unused }, n) => [
    '/api/flow/refund',
    {
      flow_id: one(unused, n)?.flow_id,
      amount: 1 + n * 50,
      pay_way: 3,
      payee: one(unused, n)?.custom_name,
      pay_time: nowSeconds(),
      why: '多',
    },
  ],
  // As much as a bill owes, or some cents more or less.
  receive: (life, n) => {
    const { owed = 0, custom_name = '某', org_id, unit_id } = billOf(life, n) ?? {}
    const about = { from: 2, from_id: at.ground.cost, start_date: today(), end_date: today(), way: 3, org_id, unit_id }
    return ['/api/flow/add', { type: 1, price: Math.max(1, owed + (n % 61) - 30), custom_name, ...about }]
  },
  pick: ({ bill }) => ['/api/withhold/pick', { ids: [bill?.bill_id], kind: 1, own_account_id }],
  unpick: ({ batches }, n) => ['/api/withhold/void', { batch_id: one(batches, n) }],
}
const DEEDS: Readonly<Record<string, DeedOn<Life>>> = { ...tenancyDeeds, ...moneyDeeds }
const MONEY = [...Object.keys(moneyDeeds), 'match', 'receive', 'receive', 'pay', 'pay', 'pay']
/** What is likely while a contract is in force, is being given back, or is over: money beside it. */
const likelyOf = ({ status, surrendered }: Life): readonly string[] => {
  if (status === 6) return [...MONEY, ...(surrendered === 2 ? ['settle', 'settle', 'reckon', 'reckon'] : ['handOver', 'handOver', 'stay'])]
  return status === 4 ? [...MONEY, 'keys', 'renew', 'leave', 'move', 'amend'] : [...MONEY, 'renew', 'leave']
}

/** 租金收缴台账 by its sums, beside what the bills come to. */
const ledger = async (): Promise<void> => {
  const { receivable, reduced, bad, received } = done(await at.ask('/api/ledger/index', { sums: 1 })).data.sums
  const [bills] = await rowsOf<Params>(
    `select coalesce(sum(price), 0) as owing, coalesce(sum(paid), 0) as received from bill where "from" = 1 and is_void = 0`,
  )
  expect({ owing: receivable - reduced - bad, received }).toEqual(bills)
}

const step = fc.record({ pick: fc.nat(7), deed: fc.nat(209), n: fc.nat(300), onSecond: fc.boolean() })
const terms = fc.record({
  months: fc.constantFrom(6, 12),
  begun: fc.integer({ min: 5, max: 420 }),
  mode: fc.constantFrom(1, 2, 3),
  cycle: fc.constantFrom(1, 2, 3),
  payment_ratio: fc.constantFrom(100, 100, 70, 50),
  deposit: fc.constantFrom(0, 100_000),
  rent: fc.integer({ min: 100_000, max: 200_000 }),
})

test('whatever is done with the money of contracts, in whatever order, beside their lives, on two nodes at once: the books are right after every step', async () => {
  const did = new Set<string>()
  const begin = async ({ begun, ...agreed }: typeof terms extends fc.Arbitrary<infer T> ? T : never): Promise<number> => {
    const custom_id = await tenant({ company_id })
    const withhold_account = `62170013${String(10_000_000 + ++numbers)}`
    done(await at.ask('/api/lessee/agree', { custom_id, withhold_account, withhold_on: '2024-01-01' }))
    const org_id = await room()
    done(await at.ask('/api/org/deed', { org_id, deed_no: `沪（2020）浦字不动产权第${String(++numbers).padStart(6, '0')}号` }))
    const start_date = addDays(today(), -begun)
    return signed({ ...agreed, custom_id, org_id, start_date, signed_on: start_date })
  }
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(terms, terms),
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 26, maxLength: 34, size: 'max' }),
      async (agreed, all) => {
        const mine = [await begin(agreed[0]), await begin(agreed[1])]
        for (const steps of all) {
          const known = await lives(mine)
          const asked = steps.map(async ({ pick, deed, n, onSecond }) => {
            const life = one(known, pick) as Life
            const name = one(likelyOf(life), deed) ?? ''
            const [path, params] = await (DEEDS[name] as DeedOn<Life>)(life, n)
            const ask = onSecond ? second.send : at.call
            const { code, msg } = await ask(path, { ...params, request_id: crypto.randomUUID() })
            expect([path, code, msg, [200, 400, 404, 409].includes(code)]).toEqual([path, code, msg, true])
            if (code === 200) did.add(name)
          })
          await Promise.all([...asked, night()])
          expect(await wrongInBooks(at.server.db)).toEqual([])
          expect(await unequal()).toEqual(NOTHING)
          await ledger()
        }
      },
    ),
    { numRuns: rounds(2, 30), seed: 101, endOnFailure: true },
  )
  // It has gone everywhere.
  expect(Object.keys(moneyDeeds).filter((name) => !did.has(name))).toEqual([])
}, 3_600_000)
