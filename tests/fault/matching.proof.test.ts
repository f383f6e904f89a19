import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { PASSWORD } from '../help/realServer.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { md5, signed } from '../help/testServer.ts'

const PAYMENTS = 6000
const { connection, startNode } = cluster('matching')

test('a run whose node is killed is gone on with by another: each payment is matched once, all of it or nothing, and the runs are undone', async () => {
  const first = await startNode()
  const { token } = (await post<{ token: string }>(first, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    insert into project (name) values ('浦东一期');
    insert into cost (name) values ('停车费');
    with people as (
      insert into lessee (name, card, "card$sealed", "card$hash", phone, "phone$sealed", "phone$hash", p_id)
      select '租客' || n, '3101***', md5('c' || n)::bytea, md5('c' || n)::bytea, '138****', md5('p' || n)::bytea, md5('p' || n)::bytea, (select min(p_id) from project)
      from generate_series(1, ${PAYMENTS}) n returning custom_id, name, p_id
    ),
    made as (
      insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_id, custom_name, p_id)
      select 'ZD' || custom_id, 1, 1, 100000, '2026-01-10', '2026-01-01', '2026-01-31', 1, 100, custom_id, name, p_id from people returning bill_id, custom_name, p_id
    ),
    shared as (insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 100000, p_id from made)
    insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn)
    select 1, 2, 1, 100000, custom_name, 3, '2026-01-01', '2026-01-31', 1790000000, 'SJ' || bill_id from made`)
  await client.query('analyze')
  const count = async (text: string): Promise<number> => Number((await client.query(`select count(*) as n from ${text}`)).rows[0].n)
  const matched = () => count('match')

  expect((await post(first, '/api/match_run/start', signed({}, token))).code).toBe(200)
  await expect.poll(matched, { interval: 10, timeout: 60_000 }).toBeGreaterThan(0)
  first.child.kill('SIGKILL')
  if (first.child.signalCode === null) await once(first.child, 'exit')
  const before = await matched()
  expect(before).toBeLessThan(PAYMENTS)
  expect(await count('(select from allocation group by match_id having count(*) <> 1) wrong')).toBe(0)

  const second = await startNode()
  await expect.poll(matched, { interval: 100, timeout: 100_000 }).toBe(PAYMENTS)
  await expect.poll(() => count(`job where kind = 'match_money' and state in ('queued', 'running')`), { timeout: 60_000 }).toBe(0)
  expect(await count('allocation')).toBe(PAYMENTS)
  expect(await count('flow where unused > 0')).toBe(0)
  expect(await count('bill where paid <> price')).toBe(0)
  for (const { run_id } of (await client.query('select run_id from match_run')).rows)
    expect(await post(second, '/api/match_run/undo', signed({ run_id, request_id: `undo ${run_id}` }, token))).toMatchObject({ code: 200 })
  expect(await count('flow where unused = price')).toBe(PAYMENTS)
  expect(await count('bill where paid <> 0')).toBe(0)
  expect(await count('(select from allocation group by share_id having sum(price) <> 0) wrong')).toBe(0)
  await client.end()
})
