import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { callsAt } from '../help/calls.ts'
import { monthBack } from '../help/closing.ts'
import { cluster } from '../help/store/cluster.ts'

const BILLS = 60_000
const { connection, startNode } = cluster('closing')

test('a node that is killed as it closes a month has closed nothing half: another goes on, each fen recognised once, under one seal', {
  timeout: 600_000,
}, async () => {
  const month = monthBack(1)
  const first = await startNode()
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  const one = async (text: string): Promise<number> => Number((await client.query(`select (${text}) as n`)).rows[0].n)
  await client.query('begin')
  await client.query(`
    insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, created_at)
    select 'YJ' || n, 1, 1, 90000 + n, '${month}-05', '${month}-01', to_date('${month}', 'YYYY-MM') + 27, 1, 100, '租客', extract(epoch from timestamptz '${month}-02 12:00+08')::bigint
    from generate_series(1, ${BILLS}) n`)
  await client.query('insert into bill_share (bill_id, party, price) select bill_id, 1, price from bill')
  await client.query('commit')
  const due = await one('select sum(price) from bill')
  expect(await one('select count(*) from bill_line')).toBe(BILLS)

  const { call, logIn } = callsAt(first.url)
  const token = await logIn('admin')
  const [{ closing_id }] = (await call('/api/closing/index', { month }, token)).data.list
  expect(await call('/api/closing/close', { closing_id, note: '无' }, token)).toMatchObject({ code: 200 })
  // Killed while it recognises what the month earned.
  await expect
    .poll(
      () =>
        one(
          `select count(*) from pg_stat_activity where query like '%insert into recognition%' and state = 'active' and pid <> pg_backend_pid()`,
        ),
      {
        interval: 5,
        timeout: 60_000,
      },
    )
    .toBeGreaterThan(0)
  first.child.kill('SIGKILL')
  if (first.child.signalCode === null) await once(first.child, 'exit')
  await expect
    .poll(
      () => one(`select count(*) from pg_stat_activity where state = 'active' and query like '%recognition%' and pid <> pg_backend_pid()`),
      {
        timeout: 60_000,
      },
    )
    .toBe(0)
  expect([0, BILLS]).toContain(await one('select count(*) from recognition'))

  const begun = performance.now()
  const second = await startNode()
  await expect
    .poll(
      () => one(`select count(*) from pg_stat_activity where query like '%closing_day%' and state = 'active' and pid <> pg_backend_pid()`),
      {
        interval: 2,
        timeout: 120_000,
      },
    )
    .toBeGreaterThan(0)
  second.child.kill('SIGKILL')
  if (second.child.signalCode === null) await once(second.child, 'exit')
  expect([2, 3]).toContain(await one(`select status from closing where month = '${month}'`))

  await startNode()
  await expect.poll(() => one(`select status from closing where month = '${month}'`), { interval: 200, timeout: 300_000 }).toBe(3)
  console.log(`closed in ${((performance.now() - begun) / 1000).toFixed(0)} s, twice killed`)
  expect(await one('select sum(price) from recognition')).toBe(due)
  expect(await one('select count(*) from recognition')).toBe(BILLS)
  expect(await one('select sum(price) from journal_line where event = 15 and side = 2')).toBe(due)
  expect(
    await one(`select count(*) from closing c where status = 3 and seal is distinct from seal_of(null, c.closing_id)
      and not exists (select from closing f where f.month < c.month)`),
  ).toBe(0)
  expect(
    await one(`select count(*) from journal_digests('${month}-01', '${month}-28') j
      full join closing_day d on d.day = j.day where (d.lines, d.digest) is distinct from (j.lines, j.digest) and coalesce(d.day, j.day) <= '${month}-28'`),
  ).toBe(0)
  await client.end()
})
