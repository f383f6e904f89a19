import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { sendFiles } from '../help/files.ts'
import { PASSWORD } from '../help/realServer.ts'
import { bankFile } from '../help/stating.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { md5, signed } from '../help/testServer.ts'

const LINES = 49_900
/** So many were entered by hand before. */
const KNOWN = 2_000
const { connection, startNode } = cluster('statement')

test('a node that is killed as it reads a statement leaves nothing of it, and as it settles one nothing half: another goes on, each line once', {
  timeout: 900_000,
}, async () => {
  const first = await startNode()
  const { token } = (await post<{ token: string }>(first, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  const count = async (text: string): Promise<number> => Number((await client.query(`select count(*) as n from ${text}`)).rows[0].n)
  await client.query(`
    insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn)
    select 1, 2, (select min(id) from cost), 100000 + n, '租客' || n, 3, '2026-03-01', '2026-03-31', extract(epoch from timestamptz '2026-03-02 12:00+08')::bigint, 'SJ' || n
    from generate_series(1, ${KNOWN}) n`)
  const file = bankFile(
    Array.from({ length: LINES }, (_, n) => ({
      day: `2026-03-${String(1 + Math.floor((n * 31) / LINES)).padStart(2, '0')}`,
      price: 100_001 + n,
      party: `租客${n + 1}`,
      account: `62170012${String(n).padStart(11, '0')}`,
      note: '房租',
      serial: `S${n}`,
    })),
  )
  const send = (at: { url: string }) =>
    sendFiles(
      at,
      signed({ own_account_id: 900_001, request_id: randomUUID() }, token),
      [{ name: '明细.csv', bytes: file }],
      '/api/statement/read',
    )

  // Killed while it writes the lines.
  const sent = send(first).catch(() => null)
  await expect
    .poll(() => count(`pg_stat_activity where query like '%statement_line%' and state <> 'idle' and pid <> pg_backend_pid()`), {
      interval: 5,
      timeout: 120_000,
    })
    .toBeGreaterThan(0)
  first.child.kill('SIGKILL')
  if (first.child.signalCode === null) await once(first.child, 'exit')
  await sent
  const second = await startNode()
  await expect
    .poll(() => count(`pg_stat_activity where state = 'active' and query like '%statement_line%' and pid <> pg_backend_pid()`), {
      timeout: 60_000,
    })
    .toBe(0)
  expect([await count('statement'), await count('statement_line')]).toEqual([0, 0])

  const begun = performance.now()
  expect(await send(second)).toMatchObject({ code: 200, data: { lines: LINES, known: 0 } })
  const read = (performance.now() - begun) / 1000
  const settled = () => count('statement_line where status = 2')
  await expect.poll(settled, { interval: 20, timeout: 120_000 }).toBeGreaterThan(500)
  second.child.kill('SIGKILL')
  if (second.child.signalCode === null) await once(second.child, 'exit')
  expect(await settled()).toBeLessThan(LINES)
  expect(
    await count(
      '(select from statement_line l left join flow f on f.line_id = l.line_id group by l.line_id, l.status having count(f.*) <> case l.status when 2 then 1 else 0 end) wrong',
    ),
  ).toBe(0)

  const again = performance.now()
  await startNode()
  await expect.poll(settled, { interval: 200, timeout: 600_000 }).toBe(LINES)
  console.log(`read ${read.toFixed(1)} s, settled ${((performance.now() - again) / 1000).toFixed(0)} s`)
  await expect.poll(() => count('statement where status = 2'), { timeout: 60_000 }).toBe(1)
  expect(await count('flow')).toBe(LINES)
  expect(await count('statement_line where how = 1')).toBe(KNOWN)
  expect(await count('(select from flow group by line_id having count(*) <> 1) wrong')).toBe(0)
  expect(await count('(select from reconciled(current_date) where bank <> books or not_in_bank <> 0 or not_in_books <> 0) wrong')).toBe(0)
  await client.end()
})
