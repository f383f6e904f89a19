import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paperValues } from '../../../server/domain/contract/index.ts'
import { billRent } from '../../../server/domain/contract/rentBilling.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { firstOfMonth } from '../../help/days.ts'
import { addRow, companyCode } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, room, signed, draft, detail, sign, pay } = tenanciesOn(at)

let named = 0
const company = (): Promise<number> => {
  named += 1
  return addRow(at.server, 'company', { name: `承担单位${named}`, code: companyCode(700 + named), contact: '王', phone: '13812345678' })
}
const shares = async (contract_id: number) =>
  (
    await sql<{ start_date: string; end_date: string; billed: number; party: number; company_id: number | null; price: number }>`
      select b.start_date, b.end_date, b.price as billed, s.party, s.company_id, s.price
      from bill b join bill_share s on s.bill_id = b.bill_id
      where b.contract_id = ${contract_id} and b."from" = 1 and b.is_void = 0 and s.price > 0 order by b.start_date, s.party
    `.execute(at.server.db)
  ).rows
const actor = { userId: null, path: 'job:test', label: '试', address: '' }
const bill = (until: string): Promise<number> =>
  inTransaction(at.server.db, actor, async (tx) => (await billRent(tx, { today: today(), until, after: 0 })).made)
const BEGUN = firstOfMonth(-10)
const begun = { start_date: BEGUN, months: 24, mode: 1, rent: 100_000 }

test('a draft says who bears what; signed, each is billed its part, each company has a statement of its own, the paper says it', async () => {
  const [employer, treasury] = [await company(), await company()]
  const { contract_id } = done(await draft({ ...begun, custom_id: await tenant() })).data
  const line = { contract_id, from_date: BEGUN, reason: '单位承诺书' }
  done(await ask('/api/contract/split', { ...line, bearer: 2, company_id: employer, way: 2, sum: 20_000 }))
  done(await ask('/api/contract/split', { ...line, bearer: 3, company_id: treasury, way: 1, percent: 80, cap: 30_000 }))
  // Agreed anew before it is signed: the later word stands.
  done(await ask('/api/contract/split', { ...line, bearer: 2, company_id: employer, way: 2, sum: 25_000 }))
  done(await ask('/api/contract/submit', { contract_id }))
  done(await sign(contract_id, BEGUN))
  const [first, second, third] = await shares(contract_id)
  expect([first, second, third]).toMatchObject([
    { billed: 100_000, party: 1, company_id: null, price: 45_000 },
    { party: 2, company_id: employer, price: 25_000 },
    { party: 3, company_id: treasury, price: 30_000 },
  ])
  expect((await detail(contract_id)).bearing).toBe('单位每月承担 250.00 元，财政补贴承担 80%（每月最多 300.00 元）')
  const packages = done(await ask('/api/company/billPackageList', { company_id: [treasury] })).data.list
  expect(packages[0]).toMatchObject({ party: 3, price: 30_000, paid: 0 })
  expect(done(await ask('/api/company/detail', { company_id: treasury })).data.owed).toBeGreaterThanOrEqual(30_000)
  const paper = (await paperValues(at.server.db, [contract_id], 0)).get(contract_id)?.values.texts
  expect([paper?.租客承担比例, paper?.其余承担说明]).toEqual([
    '其余部分',
    '；承担单位1（单位）每月承担 250.00 元；承担单位2（财政补贴）承担 80%（每月最多 300.00 元）',
  ])
})

test('from a day on another bears it: paid days stay, the period is divided to the day, and both share what is the same', async () => {
  const [employer, other] = [await company(), await company()]
  const contract_id = await signed({
    ...begun,
    signed_on: BEGUN,
    payment_ratio: 70,
    custom_id: await tenant({ company_id: employer }),
  })
  await pay(contract_id)
  const paid = (await shares(contract_id)).at(-1)?.end_date as string
  const from_date = addDays(paid, 1)
  const line = { contract_id, bearer: 2, company_id: other, way: 1, percent: 50 }
  const asked = { ...line, reason: '换了单位' }
  expect(await ask('/api/contract/split', { ...asked, from_date: paid })).toMatchObject({ code: 400, data: { field: 'from_date' } })
  expect(await ask('/api/contract/split', { ...asked, from_date: firstOfMonth(14) })).toMatchObject({
    code: 400,
    data: { field: 'from_date' },
  })
  await bill(addDays(from_date, 40))
  const before = await shares(contract_id)
  const begin = addDays(from_date, 10)
  const seen = done(await ask('/api/contract/splitting', { ...line, from_date: begin })).data
  expect(seen.table.heads).toEqual(['应付日', '周期', '应付', '租客', '单位'])
  done(await ask('/api/contract/split', { ...asked, from_date: begin }))
  await bill(addDays(from_date, 40))
  const after = await shares(contract_id)
  expect(after.filter(({ end_date }) => end_date < from_date)).toEqual(before.filter(({ end_date }) => end_date < from_date))
  const divided = after.filter(({ start_date }) => start_date === from_date)
  expect(divided.map(({ party, company_id }) => [party, company_id])).toEqual([
    [1, null],
    [2, employer],
    [2, other],
  ])
  expect(divided.reduce((sum, { price }) => sum + price, 0)).toBe(divided[0]?.billed)
  expect(seen.table.rows[0].slice(2)).toEqual([
    `¥${((divided[0]?.billed ?? 0) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    `¥${((divided[0]?.price ?? 0) / 100).toFixed(2)}`,
    `¥${(((divided[1]?.price ?? 0) + (divided[2]?.price ?? 0)) / 100).toFixed(2)}`,
  ])
})

test('what cannot be agreed is refused by its field, and nothing is written', async () => {
  const [employer, treasury] = [await company(), await company()]
  const { contract_id } = done(await draft({ ...begun, custom_id: await tenant() })).data
  const line = { contract_id, company_id: employer, from_date: BEGUN, reason: '承诺' }
  const refused: [Record<string, unknown>, string][] = [
    [{ bearer: 2, way: 1, percent: 101 }, 'percent'],
    [{ bearer: 2, way: 1, percent: -1 }, 'percent'],
    [{ bearer: 2, way: 1, percent: 33.3 }, 'percent'],
    [{ bearer: 2, way: 2, sum: 0 }, 'sum'],
    [{ bearer: 2, way: 2, sum: 2 ** 53 }, 'sum'],
    [{ bearer: 1, way: 1, percent: 10 }, 'bearer'],
    [{ bearer: 2, way: 1, percent: 10, from_date: addDays(BEGUN, -1) }, 'from_date'],
    [{ bearer: 2, way: 1, percent: 10, from_date: '2026-02-30' }, 'from_date'],
    [{ bearer: 2, way: 1, percent: 10, company_id: 99_999_999 }, 'company_id'],
  ]
  for (const [changes, field] of refused)
    expect([field, await ask('/api/contract/split', { ...line, ...changes })]).toMatchObject([field, { code: 400, data: { field } }])
  done(await ask('/api/contract/split', { ...line, bearer: 2, way: 1, percent: 60 }))
  expect(await ask('/api/contract/split', { ...line, bearer: 3, company_id: treasury, way: 1, percent: 50 })).toMatchObject({ code: 400 })
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from contract_split where contract_id = ${contract_id}`.execute(
    at.server.db,
  )
  expect(rows[0]?.n).toBe(1)
})

test('a renewal goes on with who bears what', async () => {
  const employer = await company()
  const { contract_id } = done(await draft({ ...begun, months: 12, custom_id: await tenant() })).data
  const line = { contract_id, company_id: employer, bearer: 2, reason: '承诺' }
  done(await ask('/api/contract/split', { ...line, from_date: BEGUN, way: 1, percent: 10 }))
  done(await ask('/api/contract/split', { ...line, from_date: firstOfMonth(-4), way: 1, percent: 20 }))
  done(await ask('/api/contract/submit', { contract_id }))
  done(await sign(contract_id, BEGUN))
  await pay(contract_id)
  const next = done(await ask('/api/contract/renew', { contract_id, rent: 110_000, months: 12 })).data.contract_id
  const lines = done(await ask('/api/contract_split/index', { contract_id: [next] })).data.list
  expect(lines).toMatchObject([{ from_date: firstOfMonth(2), bearer: 2, percent: 20 }])
})

test('given up within a period, each share is cut by its own rule, and the shares are the bill', async () => {
  const [employer, treasury] = [await company(), await company()]
  const start_date = addDays(today(), -9)
  const { contract_id } = done(await draft({ start_date, months: 12, mode: 2, rent: 100_000, custom_id: await tenant() })).data
  const line = { contract_id, from_date: start_date, reason: '承诺' }
  done(await ask('/api/contract/split', { ...line, bearer: 2, company_id: employer, way: 2, sum: 30_000 }))
  done(await ask('/api/contract/split', { ...line, bearer: 3, company_id: treasury, way: 3, sum: 20_000 }))
  done(await ask('/api/contract/submit', { contract_id }))
  done(await sign(contract_id, start_date))
  const [whole] = await shares(contract_id)
  await pay(contract_id)
  const { surrender_id } = done(await ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() })).data
  const handed = { surrender_id, left_on: today(), keys: 2, room_next: 1, checklist: [{ item: '门窗', state: 1 }] }
  done(await ask('/api/surrender/handover', handed))
  done(await ask('/api/surrender/settle', { surrender_id, way: 3 }))
  const days = (Date.parse(whole?.end_date ?? '') - Date.parse(start_date)) / 86_400_000 + 1
  const part = (fen: number): number => Math.floor((2 * fen * 10 + days) / (2 * days))
  const cut = (await shares(contract_id)).filter((share) => share.start_date === start_date)
  expect(cut.map(({ party, price }) => [party, price])).toEqual([
    [1, part(20_000)],
    [2, part(30_000)],
    [3, part(100_000) - part(20_000) - part(30_000)],
  ])
  expect(cut[0]?.billed).toBe(part(100_000))
})

test('a deposit that the employer pays is his: billed to him, held for him, carried as his, and given back to him', async () => {
  expect(await draft({ deposit_payer: 2 })).toMatchObject({ code: 400, data: { field: 'deposit_payer' } })
  const employer = await company()
  const start_date = addDays(today(), -9)
  const terms = { start_date, months: 12, mode: 2, rent: 100_000, deposit: 150_000, deposit_payer: 2 }
  const contract_id = await signed({ ...terms, signed_on: start_date, custom_id: await tenant({ company_id: employer }) })
  const owing = done(await ask('/api/bill/index', { contract_id: [contract_id], from: [3] })).data.list
  expect(owing).toMatchObject([{ price: 150_000, payer: 2, payment_ratio: 100 }])
  expect(done(await ask('/api/company/detail', { company_id: employer })).data.owed).toBe(150_000)
  await pay(contract_id)
  const book = async (id: number) =>
    (
      await sql<Record<string, unknown>>`
        select kind, custom_id, company_id, price from deposit_entry where contract_id = ${id} order by entry_id
      `.execute(at.server.db)
    ).rows
  expect(await book(contract_id)).toEqual([{ kind: 1, custom_id: null, company_id: employer, price: 150_000 }])
  const moved = done(await ask('/api/contract/move', { contract_id, p_id: 1, org_id: await room(), start_date: today(), rent: 100_000 }))
    .data.contract_id
  done(await sign(moved))
  expect(await book(moved)).toEqual([{ kind: 2, custom_id: null, company_id: employer, price: 150_000 }])
  const [kept] = done(await ask('/api/deposit/index', { sn: (await detail(moved)).sn })).data.list
  expect(kept).toMatchObject({ held: 150_000, payer_name: `承担单位${named}` })

  const { surrender_id } = done(await ask('/api/surrender/add', { contract_id: moved, ground: 4, ended_by: 1, planned_date: today() })).data
  const checklist = [{ item: '门窗', state: 2, price: 50_000, words: '门锁坏' }]
  done(await ask('/api/surrender/handover', { surrender_id, left_on: today(), keys: 2, room_next: 1, checklist }))
  const { refund } = done(await ask('/api/surrender/detail', { surrender_id })).data
  done(await ask('/api/surrender/settle', { surrender_id, way: 3 }))
  const out = (await book(moved)).at(-1) as { kind: number; company_id: number; price: number }
  expect(out).toMatchObject({ kind: 5, company_id: employer, price: -refund })
  const { rows } = await sql<{ custom_name: string }>`
    select f.custom_name from flow f join deposit_entry e on e.flow_id = f.flow_id where e.contract_id = ${moved} and e.kind = 5
  `.execute(at.server.db)
  expect(rows).toEqual([{ custom_name: `承担单位${named}` }])
  const left = await sql<{ held: number }>`select sum(price)::bigint as held from deposit_entry where contract_id = ${moved}`.execute(
    at.server.db,
  )
  expect(left.rows[0]?.held).toBe(0)
})

test('keys and a renewal wait for what the one who rents owes, not for a subsidy', async () => {
  const treasury = await company()
  const { contract_id } = done(await draft({ ...begun, months: 11, custom_id: await tenant() })).data
  const line = { contract_id, from_date: BEGUN, reason: '批复', bearer: 3, company_id: treasury, way: 1, percent: 20 }
  done(await ask('/api/contract/split', line))
  done(await ask('/api/contract/submit', { contract_id }))
  done(await sign(contract_id, BEGUN))
  expect(await ask('/api/contract/keys', { contract_id, keys_on: today() })).toMatchObject({ code: 409 })
  expect(await ask('/api/contract/renew', { contract_id, rent: 100_000, months: 12 })).toMatchObject({ code: 409 })
  const { list } = done(await ask('/api/bill/index', { contract_id: [contract_id], state: [1, 2, 4] })).data
  for (const bill of list) {
    const price = bill.from === 1 ? (bill.price * 80) / 100 : bill.price
    const about = { from: bill.from === 3 ? 3 : 2, from_id: bill.from === 3 ? bill.from_id : at.ground.cost, custom_name: bill.custom_name }
    const days = { start_date: bill.start_date, end_date: bill.end_date }
    const room = { org_id: bill.org_id, unit_id: bill.unit_id, bill_id: bill.bill_id }
    done(await ask('/api/flow/add', { type: 1, way: 3, price, ...about, ...days, ...room }))
  }
  done(await ask('/api/contract/keys', { contract_id, keys_on: today() }))
  done(await ask('/api/contract/renew', { contract_id, rent: 100_000, months: 12 }))
})
