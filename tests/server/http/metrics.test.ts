import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../../server/buildServer.ts'
import { kyselyOn, openPool, standingOfPool } from '../../../server/store/connection/database.ts'
import { tokenOf } from '../../help/store/ground.ts'
import { type StoreProxy, storeProxy } from '../../help/store/storeProxy.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let line: StoreProxy
beforeAll(async () => {
  server = await startTestServer({}, { connections: 2 })
  line = await storeProxy(() => server.connection)
})
afterAll(async () => {
  await line.close()
  await server.close()
})

const scrape = async (url = server.url): Promise<string> => (await fetch(`${url}/metrics`)).text()
const namesIn = (text: string): string[] => [...new Set(text.match(/\b(?:anju|process|nodejs)_[a-z0-9_]+/g))].toSorted()
/** As a scrape gives them: a histogram is three. */
const givenBy = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  )

test('every figure that the alerts, the dashboard and the page name is given, and the page names every one of ours', async () => {
  const given = givenBy(await scrape())
  for (const file of ['deploy/prometheus/alerts.yml', 'deploy/grafana/anju.json']) {
    const named = namesIn(readFileSync(file, 'utf8'))
    expect(named.length, file).toBeGreaterThan(12)
    expect(
      named.filter((name) => !given.has(name)),
      file,
    ).toEqual([])
  }
  const page = readFileSync('docs/operating.md', 'utf8')
  const ours = [...given].filter((name) => name.startsWith('anju_')).map((name) => name.replace(/(?<=anju_call_seconds)_\w+$/, ''))
  expect([...new Set(ours)].filter((name) => !page.includes(`\`${name}`))).toEqual([])
  expect(() => JSON.parse(readFileSync('deploy/grafana/anju.json', 'utf8'))).not.toThrow()
})

test('calls are counted by how they ended', async () => {
  const count = async (outcome: string) =>
    Number(new RegExp(`^anju_calls_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(await scrape())?.[1])
  const token = await tokenOf(server)
  const [done, refused] = [await count('done'), await count('refused')]
  await server.call('/api/bill/index', { page: 1, page_rows: 10 }, token)
  await server.call('/api/bill/index', { page: 1, page_rows: 10 })
  expect([await count('done'), await count('refused'), await count('failed')]).toEqual([done + 1, refused + 1, 0])
})

test('jobs that are queued, wait and fail; letters that wait', async () => {
  const job = (kind: string, state: string, ago: number) =>
    sql`
    insert into job (kind, msg, params, state, created_at, finished_at)
    values (${kind}, 'x', '{}', ${state}, epoch_now() - ${ago}::integer, ${state === 'failed' ? sql`epoch_now()` : null})`.execute(
      server.db,
    )
  await job('export', 'queued', 1000)
  await job('export', 'failed', 0)
  await sql`
    insert into outbox (subject, channel, receiver, content, key, once, state, next_at, created_at)
    values ('x', 1, 'a@b.cn', 'x', 'k1', 'o1', 1, epoch_now(), epoch_now() - 500)`.execute(server.db)
  const text = await scrape()
  expect(text).toContain('anju_jobs{job="export",state="queued"} 1')
  expect(text).toContain('anju_jobs{job="export",state="failed"} 1')
  expect(text).toMatch(/^anju_jobs_waiting_seconds 100\d$/m)
  expect(text).toContain('anju_outbox{state="waiting"} 1')
  expect(text).toMatch(/^anju_outbox_oldest_seconds 50\d$/m)
  await sql`update job set state = 'cancelled' where kind = 'export'`.execute(server.db)
  await sql`delete from outbox`.execute(server.db)
  const after = await scrape()
  expect(after).not.toContain('anju_jobs{')
  expect(after).toMatch(/^anju_outbox_oldest_seconds 0$/m)
})

test('who waits for a connection is seen', async () => {
  const { db } = server
  const held = [1, 2, 3].map(() => sql`select pg_sleep(0.4)`.execute(db))
  await expect.poll(() => standingOfPool(db)).toMatchObject({ size: 2, open: 2, idle: 0, waiting: 1 })
  await Promise.all(held)
  expect(await scrape()).toMatch(/^anju_pool_connections\{state="most"\} 2$/m)
})

test('while the store is away it answers, says so, and gives no old figure for a new one', async () => {
  const db = kyselyOn(openPool(line.connection(), 2))
  const app = await buildServer(server.config, db, '/nonexistent')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const before = await scrape(url)
  expect(before).toMatch(/^anju_store_up 1$/m)
  expect(before).toMatch(/^anju_store_bytes \d+/m)
  await line.down()
  const away = await scrape(url)
  expect(away).toMatch(/^anju_store_up 0$/m)
  expect(away).not.toMatch(/^anju_(store_bytes|outbox|jobs_waiting_seconds)/m)
  expect(away).toMatch(/^anju_pool_waiting 0$/m)
  await app.close()
  await db.destroy()
})
