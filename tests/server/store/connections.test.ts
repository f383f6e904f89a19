import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type Database, kyselyOn, openPool } from '../../../server/store/connection/database.ts'
import { openOwn } from '../../../server/store/connection/ownConnection.ts'
import { sealerOf } from '../../../server/store/sealing/sealer.ts'
import { isAway } from '../../../server/store/writing/problems.ts'
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
