import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../../server/config.ts'
import { isNewEnough } from '../../../server/doctor/checks/versions.ts'
import { doctor, findings } from '../../../server/doctor/doctor.ts'
import type { Patient } from '../../../server/doctor/patient.ts'
import { noteRelease } from '../../../server/store/bringUp/release.ts'
import { noteKey } from '../../../server/store/sealing/keyCheck.ts'
import { sealerOf } from '../../../server/store/sealing/sealer.ts'
import { storeFolder } from '../../help/store/storeFolder.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const ROOM = 1e12
let server: TestServer
let dataDir: string
let copies: string

beforeAll(async () => {
  server = await startTestServer()
  dataDir = server.config.dataDir
  copies = storeFolder('copies')
  await noteRelease(server.db)
  await noteKey(server.db, sealerOf(server.db))
  await sql`insert into backup_place (place, archived_at) values (${copies}, epoch_now())`.execute(server.db)
  await sql`
    insert into restore_drill (outcome, place, base, reached, checks, files, read, seconds) values (1, ${copies}, 'b', epoch_now(), 26, 0, 0, 3)
  `.execute(server.db)
  await sql`
    insert into backup_copy (place, name, finished_at, size, files, seconds, key, fingerprint, sha256)
    values (${copies}, 'b', epoch_now(), 1, 0, 1, 2, '', '')
  `.execute(server.db)
})
afterAll(async () => {
  await server.close()
  rmSync(copies, { recursive: true, force: true })
})

interface Changed {
  config?: Partial<Config>
  store?: Patient['store']
  freeAt?: Patient['freeAt']
}

/** What the doctor says of this store, by the matter. */
const look = async ({ config = {}, store, freeAt = async () => ROOM }: Changed = {}) => {
  const place = { ...server.config, port: Number(new URL(server.url).port), ...config }
  const found = await findings({ config: place, store: store ?? { is: 'answers', db: server.db }, freeAt })
  return Object.fromEntries(found.map(({ name, label: _, ...finding }) => [name, finding]))
}

const wrong = (found: RegExp, todo: RegExp) => ({ is: 'wrong', found: expect.stringMatching(found), todo: expect.stringMatching(todo) })

/** Does something to the store, looks, and undoes it. */
const harmed = async (harm: string, mend: string, changed?: Changed) => {
  await sql.raw(harm).execute(server.db)
  try {
    return await look(changed)
  } finally {
    await sql.raw(mend).execute(server.db)
  }
}

test('of an installation in order nothing is wrong', async () => {
  const found = await look()
  expect(Object.entries(found).filter(([, { is }]) => is === 'wrong')).toEqual([])
  expect(found).toMatchObject({
    port: { is: 'good', found: expect.stringContaining('有节点在运行，数据库答得上') },
    store: { is: 'good', found: expect.stringMatching(/^内置 PostgreSQL 18.*数据页带校验和$/) },
    clock: { is: 'good' },
    changes: { is: 'good', found: expect.stringMatching(/^\d{2,} 个都执行过，与代码一致$/) },
    key: { is: 'good', found: expect.stringContaining('是封存库里号码的那一把') },
    backup: { is: 'good', found: expect.stringMatching(/^归档落后 \d 秒，备份 .*，演练 .* 成功$/) },
    jobs: { is: 'good' },
  })
})

describe('it says what is wrong, and what to do', () => {
  test('a disk that is full, of the data and of the copies', async () => {
    const full = await look({ config: { backupDir: copies }, freeAt: async () => 2 ** 20 })
    expect(full).toMatchObject({
      room: wrong(/还有 1 MB，数据库 \d+ MB，至少要 1024 MB/, /腾出地方/),
      backupRoom: wrong(/放不下/, /BACKUP_KEEP/),
    })
  })

  test('copies that are nowhere, or would go with the data', async () => {
    expect(await look({ config: { backupDir: '/nonexistent/copies' } })).toMatchObject({ backupRoom: wrong(/不在$/, /挂上/) })
    mkdirSync(join(dataDir, 'copies'), { recursive: true })
    expect(await look({ config: { backupDir: join(dataDir, 'copies') } })).toMatchObject({
      backupRoom: wrong(/在 DATA_DIR 里/, /换一个目录/),
    })
  })

  test('no backups, archiving that is behind, no copy for days, a drill that failed', async () => {
    const place = 'update backup_place set is_current'
    expect(await harmed(`${place} = false`, `${place} = true`)).toMatchObject({ backup: wrong(/没有备份/, /BACKUP_DIR/) })
    const archived = (ago: number) => `update backup_place set archived_at = epoch_now() - ${ago}, since = epoch_now() - ${ago}`
    expect(await harmed(archived(900), archived(0))).toMatchObject({ backup: wrong(/归档落后 900 秒/, /归档数据库日志与文件/) })
    const copied = (ago: number) => `update backup_copy set finished_at = epoch_now() - ${ago}`
    expect(await harmed(copied(200_000), copied(0))).toMatchObject({ backup: wrong(/最近的备份是 \d{4}-/, /立即备份/) })
    const drilled = (outcome: number) =>
      `insert into restore_drill (outcome, place, base, reached, checks, files, read, seconds, error) values (${outcome}, '', 'b', epoch_now(), 26, 0, 0, 3, '文件损坏')`
    expect(await harmed(drilled(2), drilled(1))).toMatchObject({ backup: wrong(/演练失败：文件损坏/, /立即演练/) })
  })

  test('a change that was not made, a store of a newer anju', async () => {
    const [set, back] = [
      "update applied set name = 'x-' || name, hash = 'x' || hash",
      'update applied set name = substr(name, 3), hash = substr(hash, 2)',
    ]
    const one = (statement: string) => `${statement} where name like '%051-safety.sql'`
    expect(await harmed(one(set), one(back))).toMatchObject({ changes: wrong(/较新的安居/, /换上不低于它的版本/) })
    const [away, there] = [
      "create table held as select * from applied where name like '%051-safety.sql'; delete from applied where name like '%051-safety.sql'",
      'insert into applied select * from held; drop table held',
    ]
    expect(await harmed(away, there)).toMatchObject({ changes: wrong(/1 个变更没有执行：.*051-safety\.sql/, /重启节点/) })
  })

  test('another key, one that all may read, none, half of one', async () => {
    expect(await look({ config: { secretKey: 'another' } })).toMatchObject({ key: wrong(/SECRET_KEY 不是/, /SECRET_KEY/) })
    const path = join(dataDir, 'secret.key')
    chmodSync(path, 0o644)
    expect(await look()).toMatchObject({ key: wrong(/别的用户也能读（644）/, /chmod 600/) })
    chmodSync(path, 0o600)
    const elsewhere = join(dataDir, 'elsewhere')
    expect(await look({ config: { dataDir: elsewhere } })).toMatchObject({ key: wrong(/secret\.key 不在/, /放回 DATA_DIR/) })
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'secret.key'), 'abcd', { mode: 0o600 })
    expect(await look({ config: { dataDir: elsewhere } })).toMatchObject({ key: wrong(/不是一把完整的密钥/, /./) })
  })

  test('a clock that went back, a job that failed', async () => {
    const job = (ahead: number) =>
      `insert into job (kind, msg, params, state, error, created_at) values ('archive_log', 'x', '{}', 'failed', '目录不可写', epoch_now() + ${ahead})`
    await sql`insert into job_kind (name, label, every, version) values ('archive_log', '归档数据库日志与文件', '60', 1) on conflict do nothing`.execute(
      server.db,
    )
    const found = await harmed(job(3600), "delete from job where kind = 'archive_log'")
    expect(found).toMatchObject({ clock: wrong(/时钟倒退过/, /NTP/), jobs: wrong(/归档数据库日志与文件（目录不可写）/, /再次运行/) })
  })

  test('a port that another program has; an address that is not here; whose word anybody may write', async () => {
    const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    await new Promise((done) => other.once('listening', done))
    const { port } = other.address() as AddressInfo
    expect(await look({ config: { port } })).toMatchObject({ port: wrong(/被别的程序占用/, /PORT/) })
    other.close()
    expect(await look({ config: { port } })).toMatchObject({ port: { is: 'good', found: expect.stringContaining('空着') } })
    expect(await look({ config: { host: '192.0.2.1' } })).toMatchObject({ port: wrong(/192\.0\.2\.1 不是本机的地址/, /0\.0\.0\.0/) })
    expect(await look({ config: { host: '0.0.0.0', trustProxy: 1 } })).toMatchObject({ doors: wrong(/由他自己写/, /代理的地址/) })
  })

  test('a connection that may lose what was answered', async () => {
    const set = (to: string) => `alter database "${server.connection.database}" set synchronous_commit = ${to}`
    const look = async () => {
      const { host, port, user, password, database } = server.connection
      const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
      return doctor(readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0' }))
    }
    await sql.raw(set('off')).execute(server.db)
    const { text, isRight } = await look()
    expect(text).toMatch(/✗ 数据库　　　外部 PostgreSQL 18.*没有开 synchronous_commit：断电会丢已经回答的\n.*→ .*设回 on/)
    expect(isRight).toBe(false)
    await sql.raw(set('on')).execute(server.db)
    expect(await look()).toMatchObject({
      isRight: true,
      text: expect.stringMatching(/－ 备份　　　　数据在外部的 PostgreSQL 里[\s\S]*没有不对的$/),
    })
  })

  test('a store that does not answer', async () => {
    const { text, isRight } = await doctor(readConfig({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/x', DATA_DIR: dataDir, PORT: '0' }))
    expect(text).toMatch(/✗ 数据库　　　连不上 PostgreSQL（没有程序在那里听）\n.*→ 请确认 DATABASE_URL 的地址/)
    expect(text).not.toContain('hunter2')
    expect(isRight).toBe(false)
  })
})

test('where nothing is installed yet it makes nothing', async () => {
  const nowhere = join(dataDir, 'nowhere')
  const { text, isRight } = await doctor(readConfig({ DATA_DIR: nowhere, PORT: '0' }))
  expect(text).toContain('里还没有数据，首次 npm start 时建立')
  expect(isRight).toBe(true)
  expect(() => mkdirSync(nowhere)).not.toThrow()
})

test('Node is measured by package.json', () => {
  expect(['18.20.0', '20.10.9', '20.11.0', '24.0.0'].map(isNewEnough)).toEqual([false, false, true, true])
})
