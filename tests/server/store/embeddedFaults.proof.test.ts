import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
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
  spawnTracked,
  start,
  startNode,
} from './embeddedHelp.ts'

const patience = 60_000

afterEach(cleanUp, patience)
afterAll(removeReady)

const kill = (dataDir: string): number => {
  const pid = serverPid(dataDir) ?? 0
  expect(pid).toBeGreaterThan(0)
  process.kill(pid, 'SIGKILL')
  return pid
}

describe('a node killed with SIGKILL', { timeout: patience }, () => {
  it('leaves its server to the next start, which adopts it', async () => {
    const dataDir = await readyDir()
    const bundle = await makeInstall(join(dataDir, '../install'), true)
    const { child, said } = await startNode(bundle, dataDir)
    await query(said.connection, 'create table t as select 7 as n')
    const pid = serverPid(dataDir)
    child.kill('SIGKILL')
    await eventually(() => child.signalCode, 'the end of the node')
    const next = await start(dataDir)
    expect(next.adopted).toBe(true)
    expect(serverPid(dataDir)).toBe(pid)
    expect(await query(next.connection, 'select n from t')).toEqual([{ n: 7 }])
    await next.stop()
    expect(serverPid(dataDir)).toBeUndefined()
  })

  it('during its first start leaves nothing that hinders the next', async () => {
    const dataDir = freshDir()
    const bundle = await makeInstall(join(dataDir, '../install'), true)
    const dying = startNode(bundle, dataDir).catch(() => undefined)
    await eventually(() => readdirSync(dataDir).find((name) => name.startsWith('initdb-')), 'initdb')
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'pg.lock'), 'utf8')) as { pid: number }
    process.kill(pid, 'SIGKILL')
    await dying
    const { connection, adopted } = await start(dataDir)
    expect(adopted).toBe(false)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('a server killed with SIGKILL', { timeout: patience }, () => {
  it('comes back with every acknowledged row', async () => {
    const dataDir = await readyDir()
    const { connection } = await start(dataDir)
    await query(connection, 'create table t (n int primary key)')
    let acknowledged = 0
    const writing = (async () => {
      for (;;) await query(connection, `insert into t values (${acknowledged + 1})`).then(() => acknowledged++)
    })().catch(() => undefined)
    await eventually(() => acknowledged > 50, 'fifty rows')
    const pid = kill(dataDir)
    await writing
    const rows = await eventually(() => query(connection, 'select count(*)::int as n from t'), 'the return of the server')
    expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged)
    expect(serverPid(dataDir)).not.toBe(pid)
  })

  proof('is started once by two nodes', async () => {
    const dataDir = await readyDir()
    const [first, second] = [await start(dataDir), await start(dataDir)]
    kill(dataDir)
    await eventually(() => query(second.connection, 'select 1'), 'the return of the server')
    // Both are members again: each may leave first.
    const members = "select count(*)::int as n from pg_locks where locktype = 'advisory' and mode = 'ShareLock'"
    await eventually(async () => (await query(first.connection, members))[0]?.n === 2, 'two members')
    await first.stop()
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  proof('is given up after five times in a minute', async () => {
    const dataDir = await readyDir()
    let gaveUp = false
    const { stop } = await start(dataDir, () => {
      gaveUp = true
    })
    let killed = 0
    let last: number | undefined
    await eventually(() => {
      const pid = serverPid(dataDir)
      if (pid !== undefined && pid !== last) {
        last = kill(dataDir)
        killed++
      }
      return gaveUp
    }, 'giving up')
    expect(killed).toBeGreaterThanOrEqual(5)
    await stop()
  })

  it('recovers by itself when only one backend is killed', async () => {
    const dataDir = await readyDir()
    const { connection, stop } = await start(dataDir)
    const pid = serverPid(dataDir)
    const [backend] = await query(connection, "select pid from pg_stat_activity where application_name = 'anju-node'")
    process.kill(Number(backend?.pid), 'SIGKILL')
    const member = "select pid from pg_stat_activity where application_name = 'anju-node'"
    await eventually(async () => (await query(connection, member))[0]?.pid !== backend?.pid, 'a new member connection')
    expect(serverPid(dataDir)).toBe(pid)
    await stop()
    expect(serverPid(dataDir)).toBeUndefined()
  })
})

describe('what a crash leaves behind', { timeout: patience }, () => {
  proof('a half-done initdb is done anew, and kept aside', async () => {
    const dataDir = freshDir()
    mkdirSync(join(dataDir, 'pg'), { recursive: true })
    mkdirSync(join(dataDir, 'initdb-0123456789ab/pg'), { recursive: true })
    writeFileSync(join(dataDir, 'pg/PG_VERSION'), '18\n')
    const { connection } = await start(dataDir)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('pg.unfinished-'))).toHaveLength(1)
    expect(existsSync(join(dataDir, 'initdb-0123456789ab'))).toBe(false)
  })

  it('a cluster that was ready is never removed, however broken', async () => {
    const dataDir = await readyDir()
    rmSync(join(dataDir, 'pg/global/pg_control'))
    await expect(start(dataDir)).rejects.toThrow(/内置数据库启动失败[\s\S]*pg_control/)
    expect(existsSync(join(dataDir, 'pg/base/1/PG_VERSION'))).toBe(true)
  })

  proof('a postmaster.pid whose number belongs to another process by now is seen through', async () => {
    const dataDir = await readyDir()
    // The same user's, so that PostgreSQL alone would take it for a server.
    const other = spawnTracked('sleep', ['600'], isRoot ? { uid: 65534, gid: 65534 } : {})
    const pg = join(dataDir, 'pg')
    writeFileSync(join(pg, 'postmaster.pid'), `${other.pid}\n${pg}\n1700000000\n5432\n${pg}\n\n  1234567    123456\nready   \n`)
    writeFileSync(join(pg, '.s.PGSQL.5432.lock'), `${other.pid}\n${pg}\n1700000000\n5432\n${pg}\n`)
    const { connection, adopted } = await start(dataDir)
    expect(adopted).toBe(false)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(other.exitCode).toBeNull()
  })

  it.each([
    ['a dead process', { pid: 2 ** 22 + 1, born: 'boot/1' }],
    ['a process whose number another has by now', { pid: process.pid, born: 'boot/1' }],
  ])('a start lock of %s is taken over', async (_, { pid, born }) => {
    const dataDir = await readyDir()
    writeFileSync(join(dataDir, 'pg.lock'), JSON.stringify({ token: 'x', host: hostname(), pid, born }))
    const { connection } = await start(dataDir)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})
