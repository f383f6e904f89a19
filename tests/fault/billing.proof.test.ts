import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { PASSWORD, type RealServer } from '../help/realServer.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { md5, signed } from '../help/testServer.ts'

const CONTRACTS = 3000
const MONTHS = 24
const { connection, startNode } = cluster('billing')

/** Contracts in force of two years, of which nothing has been billed; each in a room and of a tenant of its own. */
const FILL = `
  with p as (insert into project (name) values ('浦东一期') returning p_id),
  k as (insert into kind (name, show_type) values ('整栋', 1) returning id),
  r as (insert into community (name, p_id, province, city, county, town, address, region_number) select '花苑', p_id, 31, 3101, 310110, 310110016, '市光路', '1260' from p returning community_id, name, p_id),
  u as (
    insert into unit (sn, name, community_id, p_id, kind_id, show_type, nature)
    select 'FY' || n, '房' || n, community_id, p_id, id, 1, 1 from r, k, generate_series(1, ${CONTRACTS}) n returning unit_id, name, p_id, community_id
  ),
  o as (
    insert into org (unit_id, unit_floor, community_id, region_name, p_id)
    select u.unit_id, u.name, u.community_id, r.name, u.p_id from u, r returning org_id, p_id, substr(unit_floor, 2)::integer as n
  ),
  l as (
    insert into lessee (name, card, "card$sealed", "card$hash", phone, "phone$sealed", "phone$hash", p_id)
    select '租客' || n, '3101***', md5('c' || n)::bytea, md5('c' || n)::bytea, '138****', md5('p' || n)::bytea, md5('p' || n)::bytea, p_id
    from p, generate_series(1, ${CONTRACTS}) n returning custom_id, substr(name, 3)::integer as n
  )
  insert into contract (sn, kind, org_id, custom_id, p_id, start_date, end_date, months, rent, deposit, status, mode, cycle, signed_on)
  select 'HT' || o.n, 1, o.org_id, l.custom_id, o.p_id, (date_trunc('month', current_date) - interval '${MONTHS} months')::date, (date_trunc('month', current_date) - interval '1 day')::date,
    ${MONTHS}, 100000, 0, 4, 2, 1, (date_trunc('month', current_date) - interval '${MONTHS} months')::date
  from o join l using (n)`

const kill = async ({ child }: RealServer): Promise<void> => {
  child.kill('SIGKILL')
  if (child.signalCode === null) await once(child, 'exit')
}

test('a node that is killed as it makes seventy thousand bills leaves none in part: others go on, and each month of each contract is billed once', {
  timeout: 900_000,
}, async () => {
  const first = await startNode()
  const { token } = (await post<{ token: string }>(first, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  const count = async (text: string): Promise<number> => Number((await client.query(`select count(*) as n from ${text}`)).rows[0].n)
  await client.query(FILL)
  await client.query("analyze; delete from job where kind = 'rent_bills'")
  const { job_kind_id } = (await client.query("select job_kind_id from job_kind where name = 'rent_bills'")).rows[0]
  const make = (node: RealServer) => post(node, '/api/job_kind/run', signed({ job_kind_id, request_id: crypto.randomUUID() }, token))
  const bills = () => count('bill')

  for (let kills = 0, node = first; kills < 3; kills++) {
    const before = await bills()
    await make(node)
    await expect.poll(bills, { interval: 20, timeout: 120_000 }).toBeGreaterThan(before)
    await kill(node)
    // Of each contract all of it or none, with what is owed of it, what it is for, and what it posts.
    expect(await count(`(select from bill group by contract_id having count(*) <> ${MONTHS}) part`)).toBe(0)
    node = await startNode()
  }
  const last = await Promise.all([startNode(), startNode()])
  await Promise.all(last.map(make))
  await expect
    .poll(() => count(`job where kind = 'rent_bills' and state in ('queued', 'running')`), { interval: 200, timeout: 300_000 })
    .toBe(0)
  expect(await bills()).toBe(CONTRACTS * MONTHS)
  expect(await count('(select distinct contract_id, start_date from bill) one')).toBe(CONTRACTS * MONTHS)
  expect(await count('bill_share')).toBe(CONTRACTS * MONTHS)
  expect(await count('bill b where (select sum(price) from bill_share s where s.bill_id = b.bill_id) <> b.price')).toBe(0)
  expect(await count('bill b where (select sum(price) from bill_line l where l.bill_id = b.bill_id) <> b.price')).toBe(0)
  expect(
    await count(
      '(select from journal_line group by bill_id having count(*) <> 2 or sum(case side when 1 then price else -price end) <> 0) wrong',
    ),
  ).toBe(0)
  await client.end()
})
