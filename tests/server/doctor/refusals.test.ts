import { createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { openStore } from '../../../server/openStore.ts'
import { StartError } from '../../../server/store/startError.ts'
import { refuseOld, storeError } from '../../../server/store/storeWords.ts'
import { portError, tryPort } from '../../../server/tryPort.ts'
import { isTold } from '../../help/refusals.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Gives by which sentence work refuses; the page has to tell of it. */
const refusalOf = async (work: () => unknown): Promise<string> => {
  const error = await Promise.resolve()
    .then(work)
    .then(
      () => new Error('nothing was refused'),
      (refused: Error) => refused,
    )
  expect(isTold(error.message), error.message).toBe(true)
  return error.message
}

/** Opens the store as a start does, on an external PostgreSQL that differs from this one in something. */
const start = (change: Partial<Record<'user' | 'password' | 'database' | 'host' | 'port', string>> = {}, isAlone = false) => {
  const { user = '', password = '', database = '', host = '', port = 0 } = { ...server.connection, ...change }
  const url = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  return openStore(
    readConfig({ DATABASE_URL: url, DATA_DIR: server.config.dataDir, POOL_SIZE: '2', STORE_WAIT: '0' }),
    quiet as never,
    () => {},
    isAlone,
  )
}

describe('an external PostgreSQL', () => {
  test('that is not there, or has no such name', async () => {
    expect(await refusalOf(() => start({ host: '127.0.0.1', port: '9' }))).toMatch(
      /^连不上 PostgreSQL（没有程序在那里听）：请确认 DATABASE_URL/,
    )
    expect(await refusalOf(() => start({ host: '/nonexistent' }))).toMatch(/^连不上 PostgreSQL（没有那个套接字）：/)
  })

  test('that does not know the password, or the database', async () => {
    const said = await refusalOf(() => start({ password: 'hunter2' }))
    expect(said).toMatch(/^PostgreSQL 不认 DATABASE_URL 里的密码：请改正/)
    expect(said).not.toContain('hunter2')
    expect(await refusalOf(() => start({ database: 'nowhere' }))).toMatch(/^PostgreSQL 里没有 DATABASE_URL 所指的库：请先建好空库/)
  })

  test('whose user may make nothing', async () => {
    const admin = new pg.Client(server.connection)
    await admin.connect()
    await admin.query("create role weak login password 'weak'")
    await admin.query('create database weak_store')
    try {
      expect(await refusalOf(() => start({ user: 'weak', password: 'weak', database: 'weak_store' }))).toMatch(
        /^DATABASE_URL 的用户权限不足/,
      )
    } finally {
      await admin.query('drop database weak_store')
      await admin.query('drop role weak')
      await admin.end()
    }
  })

  test('that is too old', async () => {
    expect(await refusalOf(() => refuseOld(140_012))).toBe('DATABASE_URL 是 PostgreSQL 14：请换上 15 或更高的版本，再启动')
    expect(() => refuseOld(150_000)).not.toThrow()
  })

  test('every word that it, or the line to it, says is told in a sentence; what it is not stays what it was', () => {
    const codes = ['ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT']
    const more = [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      '28000',
      '53300',
      '53100',
      '57P03',
      '25006',
      '0A000',
      '58P01',
    ]
    const sentences = ['timeout expired', 'The server does not support SSL connections', 'a pooler must be in session mode']
    const errors = [
      ...[...codes, ...more].map((code) => Object.assign(new Error('x'), { code })),
      ...sentences.map((text) => new Error(text)),
    ]
    for (const error of errors) {
      const said = storeError(error)
      expect(said).toBeInstanceOf(StartError)
      expect(isTold((said as Error).message), (said as Error).message).toBe(true)
    }
    const ours = new Error('x is not a function')
    expect(storeError(ours)).toBe(ours)
  })
})

test('a key that is not the one of the store is refused before anything is done', async () => {
  const store = await start()
  await store.close()
  const other = () => {
    const { user, password = '', database, host = '', port } = server.connection
    const url = `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
    return openStore(readConfig({ DATABASE_URL: url, DATA_DIR: server.config.dataDir, SECRET_KEY: 'another' }), quiet as never, () => {})
  }
  expect(await refusalOf(other)).toMatch(/用另一把密钥封存的：请设与其他节点相同的 SECRET_KEY/)
})

test('a command beside the nodes does not upgrade the store of a former version', async () => {
  const declared = async (hash: string) => {
    const { rows } = await sql<{ hash: string }>`
      with was as (select hash from applied where name = 'declarations')
      update applied a set hash = ${hash} from was where a.name = 'declarations' returning was.hash
    `.execute(server.db)
    return rows[0]?.hash ?? ''
  }
  const now = await declared('former')
  expect(await refusalOf(() => start({}, true))).toMatch(/^这个数据库还没有升级到这个版本：请先启动/)
  expect(await declared(now)).toBe('former')
  await (await start({}, true)).close()
})

test('a port that is taken, or may not be had, or an address that is not here', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => taken.once('listening', done))
  const { port } = taken.address() as { port: number }
  expect(await refusalOf(() => tryPort({ port, host: '127.0.0.1' }))).toMatch(/^端口 \d+ 已被占用：请设 PORT/)
  taken.close()
  expect(await refusalOf(() => tryPort({ port: 0, host: '192.0.2.1' }))).toMatch(/192\.0\.2\.1 不是本机的地址/)
  const refused = (code: string, syscall: string) =>
    portError(Object.assign(new Error(code), { code, syscall }), { port: 80, host: 'nowhere' })
  for (const error of [refused('EACCES', 'listen'), refused('ENOTFOUND', 'getaddrinfo')]) expect(isTold(error?.message ?? '')).toBe(true)
  expect(refused('EACCES', 'open')).toBeNull()
})
