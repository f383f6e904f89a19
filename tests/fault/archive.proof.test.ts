import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readArchive } from '../../server/archive/readArchive.ts'
import { type Embedded, startEmbedded } from '../../server/store/embedded/index.ts'
import { fixturePath, operator } from '../help/archives.ts'
import { inside } from '../help/store/inside.ts'
import { storeFolder } from '../help/store/storeFolder.ts'

const at = operator('archives')
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const fixture = fixturePath(`${version}.zip`)
const page = { page: 1, page_rows: 50 }

let external: Embedded
const place = storeFolder('outside')
beforeAll(async () => {
  external = await startEmbedded({ dataDir: place, log: quiet })
  await at.run(['--unarchive', '--from', fixture], { DATA_DIR: at.dataDir('source') })
})
afterAll(async () => {
  await external?.stop()
  rmSync(place, { recursive: true, force: true })
})
/** Does something in the server; gives how many rows it came to. */
const inServer = async (statement: string): Promise<number> => {
  const client = new pg.Client({ ...external.connection })
  await client.connect()
  const { rowCount } = await client.query(statement)
  await client.end()
  return rowCount ?? 0
}
const urlOf = (database: string): string => {
  const { user, password, host, port } = external.connection
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** Kills a command so many ms after something is seen of its work, or lets it end where it was quicker. */
const killed = async (options: readonly string[], env: Record<string, string>, isSeen: () => unknown, after = 0): Promise<void> => {
  const child = at.begin(options, env)
  const over = once(child, 'exit')
  while (child.exitCode === null && !(await isSeen())) await wait(2)
  await Promise.race([wait(after), over])
  child.kill('SIGKILL')
  await over
}
const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

test('kill -9 amid an unarchive into DATA_DIR: the store is there whole, or nothing is; the next one does it', async () => {
  const seen = new Set<string>()
  const inDraft = (dataDir: string, part: string): boolean =>
    namesIn(dataDir).some((name) => name.startsWith('unarchive-') && existsSync(join(dataDir, name, part)))
  const sights: [string, (dataDir: string) => boolean, number][] = [
    ['the draft', (dataDir) => inDraft(dataDir, ''), 0],
    ['its cluster', (dataDir) => inDraft(dataDir, 'pg/postmaster.pid'), 100],
    ['its rows', (dataDir) => inDraft(dataDir, 'pg/postmaster.pid'), 1500],
    ['its files', (dataDir) => inDraft(dataDir, 'files'), 0],
    ['its place', (dataDir) => existsSync(join(dataDir, 'restore.json')) || existsSync(join(dataDir, 'pg')), 0],
  ]
  for (const [moment, isSeen, after] of sights) {
    const dataDir = at.dataDir(`killed-${moment.replace(' ', '-')}`)
    await killed(['--unarchive', '--from', fixture], { DATA_DIR: dataDir }, () => isSeen(dataDir), after)
    if (existsSync(join(dataDir, 'restore.json')) || existsSync(join(dataDir, 'pg'))) seen.add('whole')
    else {
      seen.add('nothing')
      expect((await at.run(['--unarchive', '--from', fixture], { DATA_DIR: dataDir })).stdout).toMatch(/^已由归档做出/)
    }
    const { node, ask } = await at.start(dataDir)
    expect((await ask('/api/parking/index', page)).count, moment).toBe(3)
    expect(readdirSync(dataDir).filter((name) => /^(unarchive-|restore)/.test(name))).toEqual([])
    await node.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  expect(seen).toEqual(new Set(['nothing', 'whole']))
})

test('kill -9 amid an archive: no file has its name that is not whole', async () => {
  const dataDir = at.dataDir('source')
  const { node } = await at.start(dataDir)
  for (const moment of [0, 20, 60, 120, 250]) {
    const path = join(at.work, `killed-${moment}.zip`)
    await killed(['--archive', '--to', path], { DATA_DIR: dataDir }, () => existsSync(`${path}.part`), moment)
    if (existsSync(path)) (await readArchive(path)).close()
    else expect((await at.run(['--archive', '--to', path], { DATA_DIR: dataDir })).stdout).toMatch(/^已归档到/)
    expect(existsSync(`${path}.part`)).toBe(false)
  }
  await node.stop()
})

test('kill -9 amid an upgrade: it is done by the next start, the store backed up before', async () => {
  const dataDir = at.dataDir('source')
  const folder = join(dataDir, 'before-upgrade')
  const whole = (): string[] => namesIn(folder).filter((name) => name.endsWith('.zip'))
  let before = await at.start(dataDir)
  for (const [isHalf, after] of [
    [true, 0],
    [true, 100],
    [false, 0],
    [false, 100],
    [false, 400],
    [false, 1500],
  ] as const) {
    await inside(before.node, "update applied set hash = 'another' where name = 'declarations'")
    await before.node.stop()
    const had = new Set(namesIn(folder))
    await killed([], { DATA_DIR: dataDir }, () => namesIn(folder).some((name) => !had.has(name) && name.endsWith('.zip') !== isHalf), after)
    before = await at.start(dataDir)
    expect((await before.ask('/api/parking/index', page)).count).toBe(3)
    expect(whole().length).toBeLessThanOrEqual(2)
    expect(whole().length).toBeGreaterThan(0)
    for (const name of whole()) (await readArchive(join(folder, name))).close()
  }
  await before.node.stop()
  expect(namesIn(folder)).toEqual(whole())
})

test('the way back from an upgrade that is said leads back', async () => {
  const dataDir = at.dataDir('source')
  const clue = { kind: 1, custom_name: '升级后的', phone: '13876543210', place: '五角场', price: 100_000 }
  const before = await at.start(dataDir)
  const { count } = await before.ask('/api/clue/index', page)
  await inside(before.node, "update applied set hash = 'another' where name = 'declarations'")
  await before.node.stop()
  const { node, ask } = await at.start(dataDir)
  const [, path = ''] = /已归档到 (\S+\.zip)。要退回：/.exec(node.output()) ?? []
  await ask('/api/clue/add', clue)
  await node.stop()
  renameSync(join(dataDir, 'pg'), join(dataDir, 'pg.after'))
  const { stdout } = await at.run(['--unarchive', '--from', path, '--as-it-was'], { DATA_DIR: dataDir })
  expect(stdout).toContain(`请换回 ${version} 的代码启动`)
  const back = await at.start(dataDir)
  // As that version had it: it is brought up anew.
  expect(back.node.output()).toContain('升级前')
  expect((await back.ask('/api/clue/index', page)).count).toBe(count)
  expect(namesIn(join(dataDir, 'files')).length).toBeGreaterThan(0)
  await back.node.stop()
})

test('with a folder of backups an upgrade makes one, and the moment that it says is the one before', async () => {
  const [dataDir, elsewhere, BACKUP_DIR] = [at.dataDir('source'), at.dataDir('restored'), join(at.work, 'backups')]
  const before = await at.start(dataDir, { BACKUP_DIR })
  await inside(before.node, "update applied set hash = 'another' where name = 'declarations'")
  await before.node.stop()
  const { node } = await at.start(dataDir, { BACKUP_DIR })
  const [, from = '', moment = ''] = /升级前.*已备份到 (\S+)。要退回：.*--at "([^"]+)"/.exec(node.output()) ?? []
  await node.stop()
  const restored = await at.run(['--restore', '--from', from, '--at', moment], { DATA_DIR: elsewhere, BACKUP_DIR })
  expect(restored.stdout).toMatch(/^已恢复到/)
  // It is as it was before: the next start makes the upgrade again.
  const again = await at.start(elsewhere)
  expect(again.node.output()).toContain('升级前')
  await again.node.stop()
})

test('from the embedded store to a PostgreSQL of the operator and back, with what is in it and its files', async () => {
  const [inside, outside, back] = [at.dataDir('source'), at.dataDir('outside'), at.dataDir('back')]
  await inServer('create database moved template template0')
  const [there, home] = [join(at.work, 'there.zip'), join(at.work, 'home.zip')]
  expect((await at.run(['--archive', '--to', there], { DATA_DIR: inside })).status).toBe(0)
  const env = { DATA_DIR: outside, DATABASE_URL: urlOf('moved') }
  expect((await at.run(['--unarchive', '--from', there], env)).stdout).toMatch(/^已由归档做出/)
  expect((await at.run(['--unarchive', '--from', there], env)).stdout).toContain('unarchive 只进空库')
  const { node, ask } = await at.start(outside, { DATABASE_URL: urlOf('moved') })
  expect((await ask('/api/parking/index', page)).count).toBe(3)
  await node.stop()
  expect((await at.run(['--archive', '--to', home], env)).status).toBe(0)
  expect((await at.run(['--unarchive', '--from', home], { DATA_DIR: back })).status).toBe(0)
  const [one, other] = [await readArchive(there), await readArchive(home)]
  one.close()
  other.close()
  expect(other.files).toEqual(one.files)
  expect(other.tables.find(({ name }) => name === 'flow')).toEqual(one.tables.find(({ name }) => name === 'flow'))
  expect(readdirSync(join(back, 'files'), { recursive: true })).toEqual(readdirSync(join(outside, 'files'), { recursive: true }))
})

test('kill -9 amid an unarchive into a PostgreSQL of the operator: it is empty, whole, or refuses to be used', async () => {
  const said = new Set<string>()
  const sights: [string, string][] = [
    // Amid the rows; when they are committed and it is being looked at; when that is over, or nearly.
    ['rows', "select from pg_stat_activity where datname = 'killed_rows' and query ~ '^(create|copy|alter)'"],
    ['half', "select from pg_stat_activity where datname = 'killed_half' and query ~* '^analyze'"],
    ['audit', "select from pg_stat_activity where datname = 'killed_audit' and application_name = 'anju'"],
  ]
  for (const [moment, sight] of sights) {
    const database = `killed_${moment}`
    await inServer(`create database ${database} template template0`)
    const env = { DATA_DIR: at.dataDir(database), DATABASE_URL: urlOf(database) }
    await killed(['--unarchive', '--from', fixture], env, async () => (await inServer(sight)) > 0)
    // What the killed one had begun is rolled back within 2 s (openOwn).
    await expect.poll(() => inServer(`select from pg_stat_activity where datname = '${database}'`), { timeout: 30_000 }).toBe(0)
    const { stdout } = await at.run(['--unarchive', '--from', fixture], env)
    if (/^已由归档做出/.test(stdout)) said.add('empty')
    else {
      expect(stdout).toContain('unarchive 只进空库')
      const started = await at.run(['--audit'], env)
      said.add(started.status === 0 ? 'whole' : 'half')
      if (started.status !== 0) expect(started.stdout).toContain('这个数据库是 npm run unarchive 做到一半的')
    }
    await inServer(`drop database ${database} with (force)`)
  }
  expect(said).toContain('empty')
  expect(said).toContain('half')
})
