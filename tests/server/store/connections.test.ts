import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Database, giveDirect, kyselyOn, openPool, optionsOf, type Queryable } from '../../../server/store/connection/database.ts'
import { listenTo } from '../../../server/store/connection/listen.ts'
import { noteAway } from '../../../server/store/connection/outage.ts'
import { openOwn } from '../../../server/store/connection/ownConnection.ts'
import { isByTransaction, isSameStore, refuseWrongWays } from '../../../server/store/connection/poolers.ts'
import { inTransaction, reading, unhurried } from '../../../server/store/connection/transaction.ts'
import { untilThere } from '../../../server/store/connection/untilThere.ts'
import { sealerOf } from '../../../server/store/sealing/sealer.ts'
import { isAway } from '../../../server/store/writing/problems.ts'
import { isTold } from '../../help/refusals.ts'
import { tokenOf } from '../../help/store/ground.ts'
import { type StoreProxy, storeProxy } from '../../help/store/storeProxy.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let line: StoreProxy
const open: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  server = await startTestServer()
  line = await storeProxy(() => server.connection, { dropsOptions: true })
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
afterAll(async () => {
  await line.close()
  await server.close()
})

const poolOn = (place = line): Database => {
  const db = kyselyOn(openPool(place.connection(), 2))
  open.push(() => db.destroy())
  return db
}

interface Works {
  day: string
  zone: string
  limit: string
  idle: string
}
const works = async (db: Database): Promise<Works | undefined> =>
  (
    await sql<Works>`
      select to_timestamp(1767196800)::date::text as day, current_setting('timezone') as zone, current_setting('statement_timeout') as limit,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  ).rows[0]

test.each([
  ['dropped on the way', async () => {}],
  [
    'and the role has other days',
    () =>
      sql
        .raw(`alter role ${server.connection.user} in database ${server.connection.database} set timezone to 'America/New_York'`)
        .execute(server.db),
  ],
])('days and limits hold where start-up options are %s', async (_how, prepare) => {
  await prepare()
  // Midnight of the first of January 2026 in Shanghai.
  expect(await works(poolOn())).toEqual({ day: '2026-01-01', zone: 'Asia/Shanghai', limit: '1min', idle: '1min' })
  const own = await openOwn(line.connection(), sealerOf(server.db))
  open.push(async () => own.cut())
  expect(await works(own.db)).toEqual({ day: '2026-01-01', zone: 'Asia/Shanghai', limit: '0', idle: '0' })
})

test.each([
  ['57P01', true],
  ['57P05', true],
  ['08006', true],
  ['25006', true],
  ['23505', false],
  ['40001', false],
])('SQLSTATE %s: away is %s', (code, away) => {
  expect(isAway(Object.assign(new Error('x'), { code }))).toBe(away)
})

test('what has no SQLSTATE is away too, and an error of a file or of a caller is not', () => {
  const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields)
  for (const lost of [
    error('Connection terminated unexpectedly'),
    error('Connection terminated due to connection timeout'),
    error('Client has encountered a connection error and is not queryable'),
    error('connect', { code: 'ECONNREFUSED', syscall: 'connect' }),
    error('connect', { code: 'ENOENT', syscall: 'connect' }),
    error('read', { code: 'ECONNRESET', syscall: 'read' }),
    error('write', { code: 'EPIPE', syscall: 'write' }),
    new AggregateError([error('connect', { code: 'ECONNREFUSED', syscall: 'connect' })]),
  ])
    expect([lost.message, isAway(lost)]).toEqual([lost.message, true])
  for (const other of [
    error('open', { code: 'ENOENT', syscall: 'open' }),
    error('aborted', { code: 'ECONNRESET' }),
    error('x'),
    'Connection terminated',
  ])
    expect(isAway(other)).toBe(false)
})

test('the log of the embedded server holds no value of a row, of a statement or of a mistake', async () => {
  const phone = '13987654321'
  const log = () => readFileSync(join(inject('store').folder, 'pg.log'), 'utf8')
  await sql`create table told (phone text primary key)`.execute(server.db)
  await sql`insert into told values (${phone})`.execute(server.db)
  await expect(sql`insert into told values (${phone})`.execute(server.db)).rejects.toMatchObject({ code: '23505' })
  await expect(sql.raw(`insert into told values ('${phone}')`).execute(server.db)).rejects.toMatchObject({ code: '23505' })
  await expect(sql.raw(`select 'phone ${phone}'::integer`).execute(server.db)).rejects.toMatchObject({ code: '22P02' })
  // What the server logs of itself comes after all that.
  await sql`checkpoint`.execute(server.db)
  await expect.poll(() => log().split('checkpoint complete').length, { interval: 20, timeout: 20_000 }).toBeGreaterThan(1)
  expect(log()).not.toContain(phone)
})

test('by a pooler in transaction mode nothing is prepared, and every transaction and lone statement says what it works by', async () => {
  const db = kyselyOn(openPool(line.connection(), 1, 'transaction'))
  open.push(() => db.destroy())
  const everyTime = { day: '2026-01-01', zone: 'Asia/Shanghai', limit: '1min', idle: '1min' }
  expect(await works(db)).toEqual(everyTime)
  expect(await inTransaction(db, null, (tx) => works(tx))).toEqual(everyTime)
  expect(await reading(db, (tx) => works(tx), 15)).toEqual({ ...everyTime, limit: '15s' })
  expect(await db.transaction().execute((tx) => works(tx))).toEqual(everyTime)
  // What was asked with a value leaves no name behind, and no setting outlasts its transaction: the next may have another connection.
  const { rows } = await sql`select name from pg_prepared_statements where ${1} = 1`.execute(db)
  expect(rows).toEqual([])
  const { rows: left } = await sql`select current_setting('statement_timeout') as limit`.execute(db)
  expect(left).toEqual([{ limit: '1min' }])
})

test('by a pooler in transaction mode a lone statement is done wholly or not at all, and its own error is told', async () => {
  const db = kyselyOn(openPool(line.connection(), 1, 'transaction'))
  open.push(() => db.destroy())
  await sql`create table lone (n integer primary key deferrable initially deferred)`.execute(db)
  await sql`insert into lone values (${1})`.execute(db)
  await expect(sql`insert into lone values (${1})`.execute(db)).rejects.toMatchObject({ code: '23505' })
  await expect(sql`select 1 / ${0}::integer`.execute(db)).rejects.toMatchObject({ code: '22012' })
  await expect(inTransaction(db, null, (tx) => sql`insert into lone values (${2}), (${1})`.execute(tx))).rejects.toMatchObject({
    code: '23505',
  })
  expect((await sql`select n from lone`.execute(db)).rows).toEqual([{ n: 1 }])
})

test('what fails as its transaction begins leaves none open on the connection that others have after it', async () => {
  const db = kyselyOn(openPool(server.connection, 1))
  open.push(() => db.destroy())
  // More than the setting takes.
  await expect(reading(db, async () => null, 10_000_000)).rejects.toMatchObject({ code: '22023' })
  expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
})

test('a connection that is never idle is changed after half an hour, with all that it keeps prepared, and not under whoever works on it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const db = poolOn()
  const pid = async (on: Queryable) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid
  try {
    const first = await pid(db)
    await db.transaction().execute(async (tx) => {
      expect(await pid(tx)).toBe(first)
      vi.advanceTimersByTime(1_799_000)
    })
    expect(await pid(db)).toBe(first)
    await db.transaction().execute(async (tx) => {
      vi.advanceTimersByTime(1_000)
      expect(await pid(tx)).toBe(first)
    })
    expect(await pid(db)).not.toBe(first)
  } finally {
    vi.useRealTimers()
  }
})

test('what needs a connection of its own goes past a pooler', async () => {
  const [pooled, direct] = [poolOn(), poolOn()]
  giveDirect(pooled, direct)
  const process = async (db: Database) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const own = await process(direct)
  expect(await unhurried(pooled, process)).toBe(own)
  expect(await process(pooled)).not.toBe(own)
})

test('a start waits for a store that is away, says so once, and says at once what waiting does not mend', async () => {
  await line.down()
  const db = poolOn()
  const told: string[] = []
  const ask = (one: Database) => () => sql`select 1`.execute(one)
  const waiting = untilThere(ask(db), 20, (text) => told.push(text))
  await expect.poll(() => told, { interval: 5, timeout: 5_000 }).toEqual([expect.stringContaining('至多等 20 秒')])
  await expect(untilThere(ask(db), 0, (text) => told.push(text))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await line.up()
  await waiting
  expect(told.length).toBe(1)
  const wrong = kyselyOn(openPool({ ...line.connection(), database: 'not_there' }, 1))
  open.push(() => wrong.destroy())
  await expect(untilThere(ask(wrong), 20, (text) => told.push(text))).rejects.toMatchObject({ code: '3D000' })
})

test('a start in the midst of which the store goes away is begun again', async () => {
  const db = poolOn()
  const told: string[] = []
  const begun: number[] = []
  const work = () =>
    db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      begun.push(begun.length)
      if (begun.length === 1) line.cutAll()
      return (await sql<{ n: number }>`select 2 as n`.execute(tx)).rows[0]?.n
    })
  expect(await untilThere(work, 20, (text) => told.push(text))).toBe(2)
  expect(begun).toEqual([0, 1])
  expect(told.length).toBe(1)
})

test('an outage is told in the log as it begins and as it ends, however many meet it', async () => {
  const lines: string[] = []
  const log = {
    warn: (_fields: object, text: string) => void lines.push(text),
    error: (_fields: object, text: string) => void lines.push(text),
  }
  const db = poolOn()
  await line.down()
  const met = await Promise.all(
    Array.from({ length: 20 }, () => sql`select 1`.execute(db).catch((error: unknown) => noteAway(db, error, log))),
  )
  expect(new Set(met).size).toBe(1)
  expect(met[0]).toMatch(/^[0-9a-f]{8}$/)
  expect(noteAway(db, new Error('x'), log)).toBeNull()
  expect(lines).toEqual(['the store is away'])
  await line.up()
  await expect.poll(() => lines, { interval: 20, timeout: 10_000 }).toEqual(['the store is away', 'the store is back'])
})

test('who finds every connection taken by others is told so and when to come again, nothing was done, and sent again it is done once', async () => {
  const token = await tokenOf(server)
  const add = () => server.call('/api/cost/add', { name: '电费', request_id: 'crowded' }, token)
  const options = optionsOf(server.db)
  const [every, usual] = [options.max ?? 0, options.connectionTimeoutMillis]
  const free: (() => void)[] = []
  const held = Array.from({ length: every }, () => server.db.connection().execute(() => new Promise<void>((resolve) => free.push(resolve))))
  await expect.poll(() => free.length, { interval: 5, timeout: 10_000 }).toBe(every)
  options.connectionTimeoutMillis = 100
  const refused = [await add(), await server.call('/api/cost/index', {}, token)]
  expect(refused).toEqual(
    refused.map(() => expect.objectContaining({ status: 200, code: 429, msg: expect.stringContaining('没有排上'), data: { seconds: 5 } })),
  )
  const log = { warn: () => {}, error: () => {} }
  // Where the store is known to be away, that is why none comes free.
  const outage = noteAway(server.db, new Error('Connection terminated'), log)
  expect(await add()).toMatchObject({ code: 500, msg: `数据库正在恢复，请稍后再试（编号 ${outage}）` })
  for (const go of free) go()
  await Promise.all(held)
  options.connectionTimeoutMillis = usual
  const { data } = await add()
  expect(await add()).toMatchObject({ code: 200, data })
})

test('a host that vanishes without a word is found: a call ends by this side and is away, and who listens opens another connection', async () => {
  const db = kyselyOn(openPool(line.connection(), 1, 'session', 500))
  open.push(() => db.destroy())
  const heard: string[] = []
  let backs = 0
  const listener = listenTo(db, { anju_beat: (payload) => heard.push(payload) }, () => backs++, 200)
  open.push(() => listener.close())
  await listener.tried
  const first = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const comesBack = line.vanish()
  const lost = await sql`select 1`.execute(db).catch((error: unknown) => error)
  expect([lost, isAway(lost)]).toEqual([expect.objectContaining({ message: 'Query read timeout' }), true])
  comesBack()
  await expect.poll(() => backs, { interval: 20, timeout: 10_000 }).toBe(1)
  expect((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid).not.toBe(first)
  await sql`select pg_notify('anju_beat', 'here')`.execute(server.db)
  await expect.poll(() => heard, { interval: 20, timeout: 5_000 }).toEqual(['here'])
})

test('what leads to a pooler in transaction mode is told from what has a connection of its own, and one store from another', async () => {
  expect(await isByTransaction(line.connection())).toBe(false)
  const db = poolOn()
  expect(await isSameStore(db, server.connection)).toBe(true)
  const other = { ...server.connection, database: 'postgres' }
  expect(await isSameStore(db, other)).toBe(false)
  await expect(refuseWrongWays(db, server.connection, true)).resolves.toBeUndefined()
  const said = await refuseWrongWays(db, other, true).catch((error: Error) => error.message)
  expect([said, isTold(String(said))]).toEqual([expect.stringContaining('不是同一个数据库'), true])
})
