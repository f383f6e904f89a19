import { request } from 'node:http'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildServer } from '../../../server/buildServer.ts'
import { notify } from '../../../server/domain/message/index.ts'
import { kyselyOn, openPool } from '../../../server/store/connection/database.ts'
import { tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let one: TestServer
/** A second node on the same store. */
let two: { url: string; close(): Promise<void> }
let pool: pg.Pool

beforeAll(async () => {
  one = await startTestServer()
  const { folder: _, ...connection } = inject('store')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(one.db)
  pool = openPool({ ...connection, database: rows[0]?.name ?? '' }, 4)
  pool.on('error', () => {})
  const app = await buildServer(one.config, kyselyOn(pool), '/nonexistent')
  two = { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
})
afterAll(async () => {
  await two.close()
  await pool.end()
  await one.close()
})

/** Opens the stream and gives a function that waits for the next event; each rejects where the line ends. */
const open = async (url: string, token: string) => {
  const response = await fetch(`${url}/events`, { headers: { cookie: `token=${token}` } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string> => {
    for (;;) {
      const found = /event: (\w+)\ndata: .*\n\n/.exec(text)
      if (found) {
        text = text.slice(found.index + found[0].length)
        return found[1] ?? ''
      }
      const { value, done } = (await reader?.read()) ?? { value: '', done: true }
      if (done) throw new Error('the line ended')
      text += value
    }
  }
  return { response, next, close: () => reader?.cancel() }
}
const tell = (account: number) => one.db.transaction().execute((tx) => notify(tx, [account], '新消息', '内容', null))

test('a message made on one node reaches whoever it is for on the other, and nobody else', async () => {
  const token = await tokenOf(one, 3)
  const [theirs, others] = [await open(two.url, await tokenOf(one, 2)), await open(two.url, token)]
  expect(theirs.response.headers.get('content-type')).toContain('text/event-stream')
  expect([await theirs.next(), await others.next()]).toEqual(['message', 'message'])
  await tell(2)
  expect(await theirs.next()).toBe('message')
  await tell(3)
  expect(await others.next()).toBe('message')
  // What comes on a line comes in order: had it heard more than its own, that would stand before its end.
  await one.send('/logout', { token }, 'B')
  await tell(3)
  await expect(others.next()).rejects.toThrow('the line ended')
  await theirs.close()
})

test('the connection that listens comes back after it was cut, and what was missed is asked for', async () => {
  const line = await open(two.url, await tokenOf(one, 2))
  await line.next()
  await tell(2)
  await line.next()
  const admin = new pg.Client({ ...inject('store'), database: pool.options.database as string })
  await admin.connect()
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'")
  await admin.end()
  expect([await line.next(), await line.next(), await line.next()].sort()).toEqual(['declared', 'message', 'setting'])
  await tell(2)
  expect(await line.next()).toBe('message')
  await line.close()
})

test('a setting changed on one node is told to everyone on the other', async () => {
  const lines = [await open(two.url, await tokenOf(one, 2)), await open(two.url, await tokenOf(one, 3))]
  for (const line of lines) expect(await line.next()).toBe('message')
  expect(await one.call('/api/LogoSetting/save', { logo_name: '新名称', version: 0 }, await tokenOf(one))).toMatchObject({ code: 200 })
  for (const line of lines) {
    expect(await line.next()).toBe('setting')
    await line.close()
  }
})

test('a line whose session has ended hears nothing more', async () => {
  const token = await tokenOf(one, 2)
  const line = await open(two.url, token)
  await line.next()
  await one.send('/logout', { token }, 'B')
  await tell(2)
  await expect(line.next()).rejects.toThrow('the line ended')
})

test('who leaves while it is asked who they are has no line, and takes no place of those that an account may have', async () => {
  const [token, lines] = [await tokenOf(one, 2), 20]
  const connections = () => new Promise<number>((told) => one.app.server.getConnections((_error, count) => told(count)))
  const before = await connections()
  const holding = new pg.Client({ ...inject('store'), database: pool.options.database as string })
  await holding.connect()
  await holding.query('begin; lock table session in access exclusive mode')
  const asked = Array.from({ length: lines }, () =>
    request(`${one.url}/events`, { agent: false, headers: { cookie: `token=${token}` } })
      .on('error', () => {})
      .end(),
  )
  await expect.poll(connections).toBeGreaterThanOrEqual(lines)
  for (const one of asked) one.destroy()
  await expect.poll(connections).toBeLessThanOrEqual(before)
  await holding.query('rollback')
  await holding.end()
  const first = await open(one.url, token)
  await first.next()
  const line = await open(one.url, token)
  expect(line.response.status).toBe(200)
  await first.close()
  await line.close()
})

test('without a session there is no line', async () => {
  const response = await fetch(`${two.url}/events`, { headers: { cookie: `token=${'0'.repeat(64)}` } })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 302 })
})
