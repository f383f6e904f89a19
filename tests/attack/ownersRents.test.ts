import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { recognise } from '../../server/domain/closing/index.ts'
import { inTransaction } from '../../server/store/connection/transaction.ts'
import { today } from '../../src/protocol/dates.ts'
import { adminServer } from '../help/adminServer.ts'
import { monthBack } from '../help/closing.ts'
import { secondNode } from '../help/secondNode.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, addRow, cardOf, permit, tokenOf } from '../help/store/ground.ts'
import { done, tenanciesOn } from '../help/tenancies.ts'
import type { Answer } from '../help/testServer.ts'

const at = adminServer()
const second = secondNode(at)
const { room, signed, pay } = tenanciesOn(at)
const { ask } = at
const run = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows

const month = monthBack(1)
const begun = `${month}-01`
const named = (...names: string[]): string[] => names.map((name) => `/api/owner_settlement/${name}`)
const codesOf = (answers: readonly Answer[]): number[] => answers.map(({ code }) => code).sort()

let checkerId: number
let checker: string
let serial = 700
beforeAll(async () => {
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
  checkerId = await addAccount(at.server, 'checker', named('check', 'pay', 'void', 'index', 'detail', 'start'))
  checker = await tokenOf(at.server, checkerId)
})

/** An agreement of an owner who has a share of a room of project 1 since the month began. */
const bound = async (org_id: number, share: number, terms: Record<string, unknown>): Promise<number> => {
  serial += 1
  const owner_id = await addRow(at.server, 'owner', { kind: 1, name: `业主${serial}`, card: cardOf(serial), phone: '13812345678' })
  done(await ask('/api/owner_house/add', { owner_id, org_id, share, from_date: begun }))
  const given = { owner_id, p_id: 1, start_date: begun, end_date: '2099-12-31', settle_day: 1, ...terms }
  const { agreement_id } = done(await ask('/api/entrust_agreement/add', given)).data
  done(await ask('/api/entrust_agreement/enforce', { agreement_id }))
  return agreement_id
}
const stands = async (agreement_id: number) => {
  const rows = await run<{ settlement_id: number; status: number; rent: number; fee: number; net: number }>(
    `select settlement_id, status, rent, fee, net from owner_settlement where agreement_id = ${agreement_id} and status <> 4`,
  )
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows[0]
}
/** A draft of a promised rent, that the administrator made. */
const drafted = async (rent = 40_000): Promise<number> => {
  const agreement_id = await bound(await room(), 100, { book: 2, rent })
  done(await ask('/api/owner_settlement/start'))
  return (await stands(agreement_id))?.settlement_id ?? 0
}
const deed = (name: string, settlement_id: number, more: Record<string, unknown> = {}, token = checker) =>
  ask(`/api/owner_settlement/${name}`, { settlement_id, ...more }, token)
const checked = async (rent?: number): Promise<number> => {
  const settlement_id = await drafted(rent)
  done(await deed('check', settlement_id))
  return settlement_id
}
const paying = () => ({ own_account_id: 900_001, paid_on: today() })
const statusOf = async (settlement_id: number) =>
  (await run<{ status: number }>(`select status from owner_settlement where settlement_id = ${settlement_id}`))[0]?.status
/** What was paid by a settlement, reversals taken off. */
const paidBy = async (settlement_id: number): Promise<number> => {
  const [row] = await run<{ price: number }>(`
    select coalesce(sum(case when exists (select from flow r where r.reverses = f.flow_id) then 0 else f.price end), 0)::bigint as price
    from flow f where f.settlement_id = ${settlement_id} and f.reverses is null`)
  return Number(row?.price)
}
const right = async (): Promise<void> => expect(await wrongInBooks(at.server.db)).toEqual([])

test('reversed by many while it is paid again: what the owner was paid is what the settlement says', async () => {
  const settlement_id = await checked(55_500)
  done(await deed('pay', settlement_id, paying()))
  const [flow] = await run<{ flow_id: number }>(`select flow_id from flow where settlement_id = ${settlement_id}`)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0
        ? ask('/api/flow/reverse', { flow_id: flow?.flow_id, note: '转错' })
        : second.send('/api/owner_settlement/pay', { settlement_id, ...paying(), request_id: `again ${n}` }),
    ),
  )
  expect(codesOf(answers.filter((_, n) => n % 2 === 0))).toEqual([200, ...Array(5).fill(409)])
  expect(answers.filter(({ code }, n) => n % 2 === 1 && code === 200).length).toBeLessThanOrEqual(1)
  expect(await paidBy(settlement_id)).toBe((await statusOf(settlement_id)) === 3 ? 55_500 : 0)
  // The one that was reversed is not reversed again, and of it nothing is paid twice.
  expect((await ask('/api/flow/reverse', { flow_id: flow?.flow_id, note: '转错' })).code).toBe(409)
  await right()
})

test('who made it does not check it, not even among others; rights that were taken a moment ago pay nothing', async () => {
  const [mine, others] = [await drafted(), await bound(await room(), 100, { book: 2, rent: 7_000 })]
  done(await ask('/api/owner_settlement/start', {}, checker))
  const byChecker = (await stands(others))?.settlement_id ?? 0
  expect(await deed('check', mine, {}, at.admin)).toMatchObject({ code: 403, msg: '生成人不能审核自己生成的结算单' })
  expect((await ask('/api/owner_settlement/check', { ids: [mine, byChecker] }, checker)).code).toBe(403)
  expect([await statusOf(mine), await statusOf(byChecker)]).toEqual([1, 1])
  for (const name of ['pay', 'unpay']) expect([400, 404, 409], name).toContain((await deed(name, mine, paying())).code)
  done(await deed('check', mine))
  await permit(at.server, checkerId, named('check', 'index'))
  for (const name of ['pay', 'void', 'start']) expect((await deed(name, mine, { ...paying(), why: '试' })).code, name).not.toBe(200)
  expect((await deed('pay', mine, paying())).code).toBe(403)
  expect((await deed('void', mine, { why: '试' })).code).toBe(403)
  await permit(at.server, checkerId, named('check', 'pay', 'void', 'index', 'detail', 'start'))
  expect([await statusOf(mine), await paidBy(mine)]).toEqual([2, 0])
  await right()
})

test('what the dialog does not ask is not taken; who has no right or another project makes none', async () => {
  const settlement_id = await checked()
  for (const more of [{ net: 1 }, { owner_id: 1 }, { price: 999_999 }, { status: 3 }])
    expect((await deed('pay', settlement_id, { ...paying(), ...more })).code, JSON.stringify(more)).toBe(400)
  for (const bad of [0, -1, 2 ** 31, 2 ** 53, 1.5, '1 or 1=1', null])
    expect([400, 404], `${bad}`).toContain((await ask('/api/owner_settlement/pay', { settlement_id: bad, ...paying() }, checker)).code)
  expect([await statusOf(settlement_id), await paidBy(settlement_id)]).toEqual([2, 0])

  const agreement_id = await bound(await room(), 100, { book: 2, rent: 9_000 })
  const codes = [...named('detail', 'index', 'start'), '/api/owner_settle_line/index', '/api/owner_rent/index']
  const stranger = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', codes, [2]))
  // The same words for what is another project's as for what is nobody's.
  const [there, nowhere] = [await deed('detail', settlement_id, {}, stranger), await deed('detail', 2_000_000_000, {}, stranger)]
  expect([there.code, there.msg]).toEqual([404, nowhere.msg])
  for (const name of ['owner_settlement', 'owner_settle_line', 'owner_rent'])
    expect(done(await at.call(`/api/${name}/index`, {}, stranger)).data.list, name).toEqual([])
  expect(await ask('/api/owner_settlement/start', {}, stranger)).toMatchObject({ code: 200, data: { count: 0 } })
  const nobody = await tokenOf(at.server, await addAccount(at.server, 'nobody', ['/api/bill/index']))
  expect((await ask('/api/owner_settlement/start', {}, nobody)).code).toBe(403)
  expect(await stands(agreement_id)).toBeUndefined()
})

test('of a room of two owners each has his own part, once, whoever makes them at once; a rent that goes back while it is settled is settled once', async () => {
  const org_id = await room()
  const [one, two] = [
    await bound(org_id, 60, { book: 1, fee_way: 1, fee_percent: 10 }),
    await bound(org_id, 40, { book: 1, fee_way: 1, fee_percent: 5 }),
  ]
  const contract_id = await signed({ org_id, start_date: begun, signed_on: begun, rent: 60_001 })
  await inTransaction(at.server.db, null, (tx) => recognise(tx, month))
  await pay(contract_id, 1)
  await Promise.all([
    ...Array.from({ length: 5 }, () => ask('/api/owner_settlement/start')),
    ...Array.from({ length: 5 }, (_, n) => second.send('/api/owner_settlement/start', { request_id: `start ${n}` })),
  ])
  expect(await stands(one)).toMatchObject({ rent: 36_001, fee: 3_600, net: 32_401 })
  expect(await stands(two)).toMatchObject({ rent: 24_000, fee: 1_200, net: 22_800 })
  const lines = await run(`select 1 from owner_settle_line l join owner_settlement t using (settlement_id)
    left join owner_rent o on o.share_id = l.share_id and o.agreement_id = t.agreement_id where o.owner_id is distinct from t.owner_id`)
  expect(lines).toEqual([])
  // Made void and made anew by many at once, it is there once more and no dearer.
  const first = (await stands(one))?.settlement_id ?? 0
  await Promise.all([deed('void', first, { why: '试' }), ...Array.from({ length: 6 }, () => ask('/api/owner_settlement/start'))])
  done(await ask('/api/owner_settlement/start'))
  expect(await stands(one)).toMatchObject({ rent: 36_001, net: 32_401 })
  // What came in goes back while its part is checked and paid: what the owner has too much is taken off next time, and nothing is told twice.
  const again = (await stands(one))?.settlement_id ?? 0
  const flows = await run<{ flow_id: number }>(
    `select distinct a.flow_id from allocation a join bill_share s using (share_id) join bill b using (bill_id) where b.contract_id = ${contract_id}`,
  )
  expect(flows.length).toBeGreaterThan(0)
  const answers = await Promise.all([
    deed('check', again),
    ...flows.map(({ flow_id }) => ask('/api/flow/reverse', { flow_id, note: '退票' })),
    ask('/api/owner_settlement/start'),
  ])
  for (const { code } of answers) expect([200, 409]).toContain(code)
  done(await deed('pay', again, paying()))
  expect(await paidBy(again)).toBe(32_401)
  await right()
})

test('an owner who was entered twice takes his settlements and rents along', async () => {
  const [row] = await run<{ owner_id: number }>('select owner_id from owner_rent limit 1')
  const into = await addRow(at.server, 'owner', { kind: 1, name: '业主甲', card: cardOf(999), phone: '13812345678' })
  done(await ask('/api/owner/merge', { owner_id: row?.owner_id, merged_into: into }))
  for (const table of ['owner_rent', 'owner_settlement'])
    expect(await run(`select 1 from ${table} where owner_id = ${row?.owner_id}`), table).toEqual([])
  await right()
})

test('what was told is only ever added to: rents, settlements and their lines are neither changed nor taken away, not even in the store', async () => {
  const other = 'select o.owner_id from owner o where o.owner_id <> t.owner_id limit 1'
  for (const text of [
    'update owner_rent set price = price + 1',
    "update owner_rent set month = '2000-01'",
    'update owner_rent set share = 1',
    `update owner_rent t set owner_id = (${other})`,
    'delete from owner_rent',
    'truncate owner_rent cascade',
    'update owner_settle_line set price = price + 1',
    'delete from owner_settle_line',
    'truncate owner_settle_line',
    'update owner_settlement set net = net - 1, rent = rent - 1',
    'update owner_settlement set fee = fee + 1, net = net - 1 where fee < rent',
    "update owner_settlement set month = '2000-01'",
    `update owner_settlement t set owner_id = (${other})`,
    'update owner_settlement set is_checked = 0 where is_checked = 1',
    'delete from owner_settlement',
    'truncate owner_settlement cascade',
  ])
    await expect(run(text), text).rejects.toThrow(/追加/)
  const columns = 'month, owner_id, agreement_id, book, rent, fee, net, p_id'
  const again = `insert into owner_settlement (${columns}) select ${columns} from owner_settlement where status <> 4 limit 1`
  await expect(run(again)).rejects.toThrow('owner_settlement_once')
  await right()
})
