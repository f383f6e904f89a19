import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, addTenant, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
let rooms: [number, number]
beforeAll(async () => {
  rooms = await roomsInTwoProjects(at.server, at.ground)
})

const PATH = '/api/flow/owed'

let bills = 0
/** A bill as the domain keeps it, with the tenant's share of the whole. */
const owes = async (org_id: number, { price = 10_000, paid = 0, bill_date = '2026-01-05', is_void = 0, p_id = 1 }): Promise<void> => {
  await sql`
    with made as (
      insert into bill (sn, org_id, p_id, "from", from_id, type, payer, payment_ratio, custom_name, start_date, end_date, bill_date, price, paid, is_void)
      values (${`ZD${++bills}`}, ${org_id}, ${p_id}, 2, ${at.ground.cost}, 2, 1, 100, '张三', '2026-01-01', '2026-01-31', ${bill_date}, ${price}, ${paid}, ${is_void})
      returning bill_id
    ) insert into bill_share (bill_id, party, price, paid) select bill_id, 1, ${price}, ${paid} from made
  `.execute(at.server.db)
}

test('what a room owes, since when, and how far this money goes', async () => {
  const [room] = rooms
  expect(await at.call(PATH, { org_id: room, type: 1, price: 100 })).toMatchObject({
    code: 200,
    data: {
      facts: [
        { label: '未付账单', value: '0' },
        { label: '欠费合计', value: '¥0.00' },
      ],
      said: '这一笔比欠费多 ¥1.00',
    },
  })
  await owes(room, { bill_date: '2026-03-05', price: 250_000 })
  await owes(room, { bill_date: '2026-02-05', price: 120_000, paid: 20_000 })
  await owes(room, { paid: 10_000 })
  await owes(room, { is_void: 1 })
  await owes(rooms[1], { p_id: 2 })
  const facts = [
    { label: '未付账单', value: '2' },
    { label: '欠费合计', value: '¥3,500.00' },
    { label: '最早应付日', value: '2026-02-05' },
  ]
  expect((await at.call(PATH, { org_id: room })).data).toEqual({ facts })
  expect((await at.call(PATH, { org_id: room, type: 2, price: 100 })).data).toEqual({ facts })
  expect((await at.call(PATH, { org_id: room, type: 1, price: 300_000 })).data).toEqual({ facts, said: '这一笔比欠费少 ¥500.00' })
  expect((await at.call(PATH, { org_id: room, type: 1, price: 350_000 })).data).toEqual({ facts, said: '这一笔与欠费相同' })
})

test('is for who may record money, in rooms of their projects', async () => {
  const clerk = await tokenOf(at.server, await addAccount(at.server, 'clerk', ['/api/flow/add'], [1]))
  const reader = await tokenOf(at.server, await addAccount(at.server, 'reader', ['/api/flow/index']))
  expect(await at.call(PATH, { org_id: rooms[0] }, clerk)).toMatchObject({ code: 200 })
  expect(await at.call(PATH, { org_id: rooms[1] }, clerk)).toMatchObject({ code: 400, data: { field: 'org_id' } })
  expect(await at.call(PATH, { org_id: rooms[0] }, reader)).toMatchObject({ code: 403 })
  expect((await at.call(PATH, {})).data).toEqual({ facts: [] })
})

test('a tenant who lives there is named', async () => {
  const custom_id = await addTenant(at.server, { name: '王小明' })
  await sql`
    insert into contract (sn, kind, custom_id, org_id, p_id, status, start_date, end_date, rent, deposit)
    values ('HT1', 1, ${custom_id}, ${rooms[0]}, 1, 4, current_date - 30, current_date + 300, 100000, 0)
  `.execute(at.server.db)
  expect((await at.call(PATH, { org_id: rooms[0] })).data.facts[0]).toEqual({ label: '现租客', value: '王小明' })
})
