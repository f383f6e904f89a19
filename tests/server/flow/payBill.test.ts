import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, flowOf, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
let rooms: [number, number]
beforeAll(async () => {
  rooms = await roomsInTwoProjects(at.server, at.ground)
})

let asked = 0
const pay = (bill_id: number, changes: Record<string, unknown> = {}, token?: string) =>
  at.call('/api/flow/add', { ...flowOf(at.ground, { org_id: rooms[0], bill_id, ...changes }), request_id: `pay ${++asked}` }, token)

/** A bill of 100 yuan, half of it the tenant's and half an organization's; `payer` is whose turn comes first. */
const billOf = async (payer: 1 | 2 = 1, place = 0): Promise<number> => {
  const { rows } = await sql<{ bill_id: number }>`
    with made as (
      insert into bill (sn, org_id, p_id, "from", from_id, type, payer, payment_ratio, custom_name, start_date, end_date, bill_date, price, paid, is_void)
      values (${`PB${++asked}`}, ${rooms[place] ?? 0}, ${place + 1}, 2, ${at.ground.cost}, 2, ${payer}, 50, '张三', '2026-01-01', '2026-01-31', '2026-01-05', 10000, 0, 0)
      returning bill_id
    ), shares as (
      insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, party, 5000, 0, ${place + 1} from made, (values (1), (2)) as p (party)
    ) select bill_id from made
  `.execute(at.server.db)
  return rows[0]?.bill_id ?? 0
}
const standing = async (bill_id: number): Promise<[bill: number, tenant: number, organization: number]> => {
  const { rows } = await sql<{ paid: number; shares: number[] }>`
    select paid, (select array_agg(s.paid order by party) from bill_share s where s.bill_id = b.bill_id) as shares from bill b where bill_id = ${bill_id}
  `.execute(at.server.db)
  const [tenant = -1, organization = -1] = (rows[0]?.shares ?? []).map(Number)
  return [Number(rows[0]?.paid), tenant, organization]
}

test('money taken for a bill settles what its payer owes, then the other; what is more stays with the entry', async () => {
  const bill = await billOf()
  expect((await pay(bill, { price: 3000 })).code).toBe(200)
  expect(await standing(bill)).toEqual([3000, 3000, 0])
  expect((await pay(bill, { price: 4000 })).code).toBe(200)
  expect(await standing(bill)).toEqual([7000, 5000, 2000])
  const last = await pay(bill, { price: 9000 })
  expect(await standing(bill)).toEqual([10_000, 5000, 5000])
  const { rows } = await sql<{ sum: number }>`select sum(price) from allocation where flow_id = ${last.data.flow_id}`.execute(at.server.db)
  expect(Number(rows[0]?.sum)).toBe(3000)
  const organization = await billOf(2)
  await pay(organization, { price: 6000 })
  expect(await standing(organization)).toEqual([6000, 1000, 5000])
})

test('it is refused, and nothing is booked, where the bill takes none', async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from flow`.execute(at.server.db)
  const [settled, voided, other] = [await billOf(), await billOf(), await billOf(1, 1)]
  await pay(settled, { price: 10_000 })
  await sql`update bill set is_void = 1 where bill_id = ${voided}`.execute(at.server.db)
  const clerk = await tokenOf(at.server, await addAccount(at.server, 'cashier', ['/api/flow/add'], [1]))
  const answers = [
    await pay(settled),
    await pay(voided),
    await pay(await billOf(), { org_id: undefined, unit_id: undefined }),
    await pay(await billOf(), { type: 2 }),
    await pay(other, {}, clerk),
    await pay(2_000_000_000),
  ]
  expect(answers.map(({ code, msg }) => [code, msg])).toEqual([
    [409, '该账单已结清，不用再收'],
    [409, '该账单已作废，不能收款'],
    [400, '所选房间不是账单的房间'],
    [400, '收款须是收入'],
    [404, '没有这张账单，或不在您负责的项目内'],
    [404, '没有这张账单，或不在您负责的项目内'],
  ])
  const after = await sql<{ n: number }>`select count(*)::integer as n from flow`.execute(at.server.db)
  expect(after.rows[0]?.n).toBe((rows[0]?.n ?? 0) + 1)
})

test('ten who take the whole of one bill at once settle it once', async () => {
  const bill = await billOf()
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(bill, { price: 10_000 })))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(9).fill(409)])
  expect(await standing(bill)).toEqual([10_000, 5000, 5000])
})

test('the entry taken back, the bill owes again', async () => {
  const bill = await billOf()
  const { data } = await pay(bill, { price: 8000 })
  expect((await at.call('/api/flow/reverse', { flow_id: data.flow_id, note: '记错了', request_id: `r${++asked}` })).code).toBe(200)
  expect(await standing(bill)).toEqual([0, 0, 0])
})

test('what was charged is paid under the name that it has, also where that is used no more; a new bill of it is not made', async () => {
  const bill = await billOf()
  const [cost, pledge] = [{ id: at.ground.cost }, { id: at.ground.pledge }]
  const { rows } = await sql<{ bill_id: number }>`
    with made as (
      insert into bill (sn, org_id, p_id, "from", from_id, type, payer, payment_ratio, custom_name, start_date, end_date, bill_date, price, paid, is_void)
      values ('PBY', ${rooms[0]}, 1, 3, ${pledge.id}, 2, 1, 100, '张三', '2026-01-01', '2026-01-31', '2026-01-05', 10000, 0, 0) returning bill_id
    ), shares as (insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, 1, 10000, 0, 1 from made) select bill_id from made
  `.execute(at.server.db)
  for (const [name, row] of Object.entries({ cost, pledge })) expect((await at.ask(`/api/${name}/retire`, row)).code).toBe(200)
  expect(await pay(bill, { price: 10_000 })).toMatchObject({ code: 200 })
  expect(await standing(bill)).toEqual([10_000, 5000, 5000])
  expect(await pay(rows[0]?.bill_id ?? 0, { price: 10_000, from: 3, from_id: pledge.id })).toMatchObject({ code: 200 })
  // What goes back of a deposit was taken before; any other money is for something that is used.
  const back = { type: 2, bill_id: undefined, from: 3, from_id: pledge.id, price: 10_000 }
  expect(await pay(0, back)).toMatchObject({ code: 200 })
  const refused = { code: 409, data: { field: 'from_id' } }
  expect(await pay(0, { bill_id: undefined, price: 100 })).toMatchObject(refused)
  expect(await pay(bill, { from: 3, from_id: pledge.id, price: 100 })).toMatchObject(refused)
  for (const [name, row] of Object.entries({ cost, pledge })) expect((await at.ask(`/api/${name}/restore`, row)).code).toBe(200)
})
