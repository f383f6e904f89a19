import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildServer } from '../../../server/buildServer.ts'
import { type Database, kyselyOn, openPool } from '../../../server/store/connection/database.ts'
import { giveReplicas, Replicas } from '../../../server/store/connection/replicas.ts'
import { giveSealer, sealerOf } from '../../../server/store/sealing/sealer.ts'
import { rounds } from '../../help/depth.ts'
import { ended, fetchFile, startTestJobs } from '../../help/exports.ts'
import { startStandby } from '../../help/store/standby.ts'
import { signed, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let standby: Awaited<ReturnType<typeof startStandby>>
const nodes: { url: string; close: () => Promise<void>; replicas: Replicas }[] = []
const lines: string[] = []
const log = { warn: (_fields: object, text: string) => void lines.push(text) }

const replicasFor = (db: Database, options: { lookMs?: number; mostBehindMs?: number }): Replicas => {
  const made = new Replicas(db, [{ ...standby.connection, database: server.connection.database }], 4, log, options)
  for (const one of made.databases) giveSealer(one, sealerOf(server.db))
  return made
}
const startNode = async (): Promise<void> => {
  const db = kyselyOn(openPool(server.connection, 4))
  giveSealer(db, sealerOf(server.db))
  const replicas = replicasFor(db, { lookMs: 100 })
  giveReplicas(db, replicas)
  const app = await buildServer(server.config, db, '/nonexistent')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async (): Promise<void> => {
    await app.close()
    await replicas.close()
    await db.destroy()
  }
  nodes.push({ url, close, replicas })
}

beforeAll(async () => {
  server = await startTestServer({ DATABASE_URL: 'postgres://is-not-opened/here' }, { connections: 4 })
  standby = await startStandby(server.connection, inject('store').folder)
  await startNode()
  await startNode()
}, 60_000)
afterAll(async () => {
  for (const { close } of nodes) await close()
  await standby?.stop()
  await server.close()
})

const call = async (nth: number, token: string, path: string, params: Record<string, unknown> = {}) => {
  const body = JSON.stringify(signed(params, token))
  const response = await fetch(nodes[nth % nodes.length]?.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return (await response.json()) as { code: number; msg: string; data: { list: { name: string }[] } }
}
const add = async (nth: number, token: string, name: string): Promise<void> =>
  expect(await call(nth, token, '/api/cost/add', { name })).toMatchObject({ code: 200 })
const names = async (nth: number, token: string): Promise<string[]> => {
  const { code, msg, data } = await call(nth, token, '/api/cost/index', { page: 1, page_rows: 500 })
  expect([code, msg]).toEqual([200, expect.any(String)])
  return data.list.map(({ name }) => name)
}
const areIn = (): boolean => nodes.every(({ replicas }) => replicas.standing.every(({ isIn }) => isIn))
const allIn = () => expect.poll(areIn, { interval: 20, timeout: 20_000 }).toBe(true)
/** Whether the standby has all that is written now. */
const caughtUp = async (): Promise<void> => {
  await standby.resume()
  const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(server.db)
  const [replica] = nodes[0]?.replicas.databases ?? []
  const has = async () =>
    replica && (await sql<{ has: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as has`.execute(replica)).rows[0]?.has
  await expect.poll(has, { interval: 5, timeout: 20_000 }).toBe(true)
}

test('who wrote reads the own write at once, on either node; others read from the replica, what it has', async () => {
  await allIn()
  const [writer, reader] = [await server.login(), await server.login()]
  await caughtUp()
  await standby.pause()
  await add(0, writer, '暂停以后')
  for (const node of [0, 1]) {
    expect(await names(node, writer)).toContain('暂停以后')
    expect(await names(node, reader)).not.toContain('暂停以后')
  }
  // What decides something is read where it is written, and a right is asked there.
  const { rows } = await sql<{ id: number }>`select id from cost where name = '暂停以后'`.execute(server.db)
  expect(await call(0, reader, '/api/cost/edit', { id: rows[0]?.id, name: '别人改的' })).toMatchObject({ code: 200 })
  expect(await names(1, reader)).toContain('别人改的')
  await caughtUp()
  const late = await server.login()
  expect(await names(0, late)).toContain('别人改的')
})

test('whatever sessions write and read on two nodes while the replica stops and goes on, none misses its own last write', async () => {
  const tokens = [await server.login(), await server.login(), await server.login()]
  const written = tokens.map((): string[] => [])
  let seed = 20261127
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  for (let step = 0; step < rounds(30, 600); step++) {
    const who = random(3)
    const token = tokens[who] ?? ''
    const what = random(8)
    if (what === 0) await standby.pause()
    else if (what === 1) await standby.resume()
    else if (what < 4) {
      const some = [`甲${step}`, `乙${step}`]
      await Promise.all(some.map((name) => add(random(2), token, name)))
      written[who]?.push(...some)
    } else expect(await names(random(2), token)).toEqual(expect.arrayContaining(written[who] ?? []))
  }
  await caughtUp()
})

test('an export reads from the replica that has it, and from the primary where none has', async () => {
  const near = replicasFor(server.db, { lookMs: 50 })
  giveReplicas(server.db, near)
  await expect.poll(() => near.standing[0]?.isIn, { interval: 10, timeout: 10_000 }).toBe(true)
  const token = await server.login()
  const ask = async (request_id: string): Promise<number> =>
    (await server.call('/api/cost/export', { format: 2, columns: 'name', request_id }, token)).data.id
  const first = await ask('one')
  await caughtUp()
  await standby.pause()
  await sql`insert into cost (name) values ('要了以后')`.execute(server.db)
  const jobs = startTestJobs(server)
  const fileOf = async (id: number): Promise<string> => {
    const { handle } = await ended(server, token, id)
    return (await fetchFile(server, handle, token)).text()
  }
  expect(await fileOf(first)).not.toContain('要了以后')
  expect(await fileOf(await ask('two'))).toContain('要了以后')
  await jobs.stop()
  await caughtUp()
  await near.close()
})

test('a replica that is behind for too long is left out, and taken again when it has caught up', async () => {
  await caughtUp()
  const strict = replicasFor(server.db, { lookMs: 50, mostBehindMs: 300 })
  const isIn = () => strict.standing[0]?.isIn
  await expect.poll(isIn, { interval: 10, timeout: 10_000 }).toBe(true)
  await standby.pause()
  await sql`select pg_logical_emit_message(true, 'test', 'x')`.execute(server.db)
  await expect.poll(isIn, { interval: 10, timeout: 10_000 }).toBe(false)
  await standby.resume()
  await expect.poll(isIn, { interval: 10, timeout: 10_000 }).toBe(true)
  await strict.close()
})

test('a replica that is killed costs no read, and is said once', async () => {
  await allIn()
  const token = await server.login()
  lines.length = 0
  const reads = Array.from({ length: 40 }, async (_, nth) => {
    if (nth === 10) standby.kill()
    return names(nth, token)
  })
  for (const read of await Promise.all(reads)) expect(read.length).toBeGreaterThan(0)
  await expect.poll(areIn, { interval: 20, timeout: 10_000 }).toBe(false)
  expect((await names(0, token)).length).toBeGreaterThan(0)
  expect(lines).toEqual(['a replica is left out', 'a replica is left out'])
  const metrics = await (await fetch(`${nodes[0]?.url}/metrics`)).text()
  expect(metrics).toMatch(/^anju_replica_in_use\{replica="[^"]+"\} 0$/m)
})
