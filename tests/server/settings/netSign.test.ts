import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityInForce } from '../../../server/domain/netSign/identity.ts'
import { readSecrets } from '../../../server/domain/setting/index.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import netSign from '../../../src/resources/settings/netSign.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const SECRET = 'MIYAO-7f3a9c-not-to-be-seen'
const OTHER = 'MIYAO-second-one'

/** Stands for 法大大: gives a token to the number and key that it knows, by its own reckoning of the sign. */
const fadada = (): Server =>
  createServer((request, response) => {
    const answer = (body: object): void => void response.end(JSON.stringify(body))
    const of = (name: string, headers: IncomingHttpHeaders = request.headers): string => String(headers[name.toLowerCase()])
    const names = ['X-FASC-Api-SubVersion', 'X-FASC-App-Id', 'X-FASC-Grant-Type', 'X-FASC-Nonce', 'X-FASC-Sign-Type', 'X-FASC-Timestamp']
    const text = createHash('sha256')
      .update(names.map((name) => `${name}=${of(name)}`).join('&'))
      .digest('hex')
    const key = createHmac('sha256', SECRET).update(of('X-FASC-Timestamp')).digest()
    const expected = createHmac('sha256', key).update(text).digest('hex')
    if (request.url !== '/api/v5/service/get-access-token' || of('X-FASC-App-Id') !== 'app-1')
      return answer({ code: '100011', msg: '应用不存在' })
    return answer(
      of('X-FASC-Sign') === expected ? { code: '100000', msg: 'ok', data: { accessToken: 't' } } : { code: '100012', msg: '签名错误' },
    )
  })

let server: TestServer
let provider: Server
let host: string
let admin: string
const paths = callsOfSetting(netSign)
beforeAll(async () => {
  server = await startTestServer({ OUTBOUND_HOSTS: '127.0.0.1' })
  admin = await tokenOf(server)
  provider = fadada().listen(0, '127.0.0.1')
  await once(provider, 'listening')
  host = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/api/v5`
})
afterAll(async () => {
  provider.close()
  await server.close()
})

const detail = async () => (await server.call(paths.detail, {}, admin)).data
const save = async (values: object) => server.call(paths.save, { link_hours: 72, ...values, version: (await detail()).version }, admin)
const trial = async () => (await server.call('/api/netSign/test', {}, admin)).data

test('untouched it signs and verifies by itself, the same on every node, and knows what was altered', async () => {
  expect(await trial()).toEqual({ ok: true, msg: '本地签名正常：签名、验签通过，改过的内容被认出' })
  const all = await Promise.all([1, 2, 3].map(() => identityInForce(server.db, server.config)))
  expect(new Set(all.map(({ chain }) => Buffer.from(chain[0] ?? '').toString('hex'))).size).toBe(1)
  await expect(identityInForce(server.db, { ...server.config, secretKey: 'another' })).rejects.toThrow()
})

test('a provider needs its key once; left empty it stays, and it is what the trial uses', async () => {
  const values = { provider: 2, host, app_id: 'app-1', open_corp_id: 'corp-1' }
  expect(await save(values)).toMatchObject({ code: 400, msg: '应用密钥必填', data: { field: 'app_secret' } })
  expect(await save({ ...values, app_secret: OTHER })).toMatchObject({ code: 200 })
  expect(await trial()).toEqual({ ok: false, msg: '法大大没有接受，代码 100012' })
  expect(await save({ ...values, app_secret: SECRET })).toMatchObject({ code: 200 })
  expect(await trial()).toEqual({ ok: true, msg: '法大大连接正常：编号与密钥正确' })
  expect(await save({ ...values, app_secret: '' })).toMatchObject({ code: 200 })
  expect(await trial()).toMatchObject({ ok: true })
  expect(await detail()).toMatchObject({ held: ['app_secret'], values })
  expect(await save({ ...values, app_id: 'app-2' })).toMatchObject({ code: 200 })
  expect(await trial()).toEqual({ ok: false, msg: '法大大没有接受，代码 100011' })
  expect(await save({ ...values, host: 'http://127.0.0.1:1' })).toMatchObject({ code: 200 })
  expect(await trial()).toEqual({ ok: false, msg: '连不上法大大，请检查接口地址与网络' })
})

test('the history tells that the key was changed, and an earlier one is put back with its version', async () => {
  const { list } = (await server.call(paths.history, {}, admin)).data
  const byVersion = new Map(list.map((change: { version: number }) => [change.version, change]))
  expect(byVersion.get(2)).toMatchObject({ changed: ['app_secret'] })
  expect(byVersion.get(3)).toMatchObject({ changed: [] })
  const { version } = await detail()
  expect(await server.call(paths.restore, { to: 1, version }, admin)).toMatchObject({ code: 200 })
  expect(await readSecrets(server.db, netSign, server.config)).toEqual({ app_secret: OTHER })
  expect(await server.call(paths.restore, { to: 2, version: version + 1 }, admin)).toMatchObject({ code: 200 })
  expect(await trial()).toMatchObject({ ok: true })
})

test('a key goes in and never comes out: no call, no log, no table has it', async () => {
  const answers = await Promise.all([
    server.call(paths.detail, {}, admin),
    server.call(paths.history, {}, admin),
    server.call('/api/operation_log/index', { page_rows: 100 }, admin),
    server.call('/api/netSign/test', {}, admin),
  ])
  for (const answer of answers) {
    expect(answer.code).toBe(200)
    for (const secret of [SECRET, OTHER]) expect(JSON.stringify(answer)).not.toContain(secret)
    // Nor as it is kept.
    expect(JSON.stringify(answer)).not.toContain('v1:')
  }
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(server.db)
  for (const { name } of tables.rows) {
    const { rows } = await sql`select from ${sql.table(name)} t where t::text like '%MIYAO%'`.execute(server.db)
    expect([name, rows.length]).toEqual([name, 0])
  }
  const key = join(server.config.dataDir, 'secret.key')
  expect(statSync(key).mode & 0o777).toBe(0o600)
  expect(readFileSync(key, 'utf8')).toMatch(/^[0-9a-f]{64}$/)
})

test('with another key of the installation it is said that the secret has to be typed anew', async () => {
  await expect(readSecrets(server.db, netSign, { ...server.config, secretKey: '另一个' })).rejects.toMatchObject({ code: 409 })
})

test('going back to the local signer takes the key away', async () => {
  expect(await save({ provider: 1 })).toMatchObject({ code: 200 })
  expect(await detail()).toMatchObject({ held: [], values: { provider: 1 } })
  expect(await readSecrets(server.db, netSign, server.config)).toEqual({})
})

test('the trial is for who holds its code', async () => {
  const reader = await tokenOf(server, await addAccount(server, 'reader', [paths.detail, paths.save]))
  expect(await server.call('/api/netSign/test', {}, reader)).toMatchObject({ code: 403 })
})
