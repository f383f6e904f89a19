import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { proof } from '../../help/depth.ts'
import {
  cleanUp,
  eventually,
  freshDir,
  isRoot,
  makeInstall,
  query,
  readyDir,
  removeReady,
  serverPid,
  start,
  startNode,
} from './embeddedHelp.ts'

const patience = 60_000

afterEach(cleanUp, patience)
afterAll(removeReady)

describe('a first start', { timeout: patience }, () => {
  it('gives a durable, checksummed server behind a socket and a password, sorting by pinyin', async () => {
    const dataDir = freshDir()
    const { connection, adopted, stop } = await start(dataDir)
    expect(adopted).toBe(false)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    const settings = await query(
      connection,
      `select name, setting from pg_settings where name in
      ('data_checksums', 'fsync', 'listen_addresses', 'jit', 'max_connections', 'server_encoding', 'shared_preload_libraries') order by name`,
    )
    expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      jit: 'off',
      listen_addresses: '',
      max_connections: '60',
      server_encoding: 'UTF8',
      shared_preload_libraries: 'pg_stat_statements',
    })
    const names = await query(connection, `select name from unnest(array['张','阿','李','王']) as name order by name`)
    expect(names.map((row) => row.name)).toEqual(['阿', '李', '王', '张'])
    for (const name of ['pg_trgm', 'btree_gist', 'btree_gin', 'pg_stat_statements']) await query(connection, `create extension ${name}`)
    expect(await query(connection, 'select count(*) > 0 as seen from pg_stat_statements')).toEqual([{ seen: true }])
    expect(statSync(join(dataDir, 'pg.password')).mode & 0o777).toBe(0o600)
    await expect(query({ ...connection, password: 'wrong' }, 'select 1')).rejects.toThrow(/password/)

    const pid = serverPid(dataDir)
    expect(pid).toBeGreaterThan(0)
    await stop()
    expect(serverPid(dataDir)).toBeUndefined()
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
    expect(readdirSync(dataDir).filter((name) => /lock|initdb|part/.test(name))).toEqual([])
  })

  proof('works in a directory whose name is long, with spaces, a comma and Chinese', async () => {
    const dataDir = freshDir(`安居 data, ${'long'.repeat(20)}`)
    const { connection, stop } = await start(dataDir)
    expect(Buffer.byteLength(join(connection.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(100)
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
    expect(existsSync(connection.host)).toBe(false)
  })

  proof('works in a short one with spaces and a comma, too', async () => {
    const { connection } = await start(freshDir("我 的, 'data"))
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('makes one cluster when two nodes start at the same instant', async () => {
    const dataDir = freshDir()
    const both = await Promise.all([start(dataDir), start(dataDir)])
    expect(both.map((one) => one.adopted).sort()).toEqual([false, true])
    for (const { connection } of both) expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  proof('makes one cluster when three processes start at the same instant', async () => {
    const dataDir = freshDir()
    const bundle = await makeInstall(join(dataDir, '../install'), true)
    const nodes = await Promise.all([1, 2, 3].map(() => startNode(bundle, dataDir)))
    expect(nodes.filter(({ said }) => !said.adopted)).toHaveLength(1)
    expect(new Set(nodes.map(({ said }) => said.connection.password)).size).toBe(1)
    for (const { child } of nodes) child.kill('SIGTERM')
    await eventually(() => nodes.every(({ child }) => child.exitCode === 0), 'an orderly end of all')
    expect(serverPid(dataDir)).toBeUndefined()
  })

  proof('makes the links that npm leaves out when it runs no install scripts', async () => {
    const dataDir = freshDir()
    const bundle = await makeInstall(join(dataDir, '../install'), false)
    const { said } = await startNode(bundle, dataDir)
    expect(await query(said.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  if (isRoot)
    proof('copies an unhydrated install that an ordinary user may not change', async () => {
      const dataDir = freshDir()
      const bundle = await makeInstall(join(dataDir, '../install'), false)
      const user = { uid: 1, gid: 1 }
      mkdirSync(dataDir)
      chownSync(dataDir, user.uid, user.gid)
      const { said } = await startNode(bundle, dataDir, user)
      expect(await query(said.connection, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(readdirSync(dataDir).some((name) => /^postgres-18/.test(name))).toBe(true)
      // Root joins the server that a user's node started.
      expect((await start(dataDir)).adopted).toBe(true)
    })
})

describe('a second node', { timeout: patience }, () => {
  it('joins, and only the last to leave stops the server', async () => {
    const dataDir = await readyDir()
    const first = await start(dataDir)
    const second = await start(dataDir)
    expect([first.adopted, second.adopted]).toEqual([false, true])
    expect(second.connection).toEqual(first.connection)
    await first.stop()
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
    expect(serverPid(dataDir)).toBeUndefined()
    await second.stop()
  })

  proof('finds the data of the first after both have left', async () => {
    const dataDir = await readyDir()
    const first = await start(dataDir)
    await query(first.connection, 'create table t as select 7 as n')
    await first.stop()
    const password = readFileSync(join(dataDir, 'pg.password'), 'utf8')
    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    expect(await query(second.connection, 'select n from t')).toEqual([{ n: 7 }])
    expect(readFileSync(join(dataDir, 'pg.password'), 'utf8')).toBe(password)
  })
})
