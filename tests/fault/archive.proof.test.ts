import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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
/** Moments in ms at which a command is killed. */
const MOMENTS = [150, 400, 800, 1500, 2200, 3000, 4000, 5000]

let external: Embedded
const place = storeFolder('outside')
beforeAll(async () => {
  external = await startEmbedded({ dataDir: place, log: quiet })
})
afterAll(async () => {
  await external?.stop()
  rmSync(place, { recursive: true, force: true })
})
const inServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ ...external.connection })
  await client.connect()
  await client.query(statement)
  await client.end()
}
const urlOf = (database: string): string => {
  const { user, password, host, port } = external.connection
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** Kills a command after so many ms; gives whether it was still at it. */
const killed = async (options: readonly string[], env: Record<string, string>, after: number): Promise<boolean> => {
  const child = at.begin(options, env)
  const over = once(child, 'exit')
  await Promise.race([wait(after), over])
  child.kill('SIGKILL')
  await over
  return child.signalCode === 'SIGKILL'
}

test('kill -9 amid an unarchive into DATA_DIR: the store is there whole, or nothing is; the next one does it', async () => {
  const seen = new Set<string>()
  for (const moment of MOMENTS) {
    const dataDir = at.dataDir(`killed-${moment}`)
    await killed(['--unarchive', '--from', fixture], { DATA_DIR: dataDir }, moment)
    if (existsSync(join(dataDir, 'restore.json')) || existsSync(join(dataDir, 'pg'))) seen.add('whole')
    else {
      seen.add('nothing')
      expect((await at.run(['--unarchive', '--from', fixture], { DATA_DIR: dataDir })).stdout).toMatch(/^已由归档做出/)
    }
    const { node, ask } = await at.start(dataDir)
    expect((await ask('/api/parking/index', page)).count, `${moment}`).toBe(3)
    expect(readdirSync(dataDir).filter((name) => /^(unarchive-|restore)/.test(name))).toEqual([])
    await node.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  expect(seen).toContain('nothing')
})

test('kill -9 amid an archive: no file has its name that is not whole', async () => {
  const dataDir = at.dataDir('source')
  await at.run(['--unarchive', '--from', fixture], { DATA_DIR: dataDir })
  const { node } = await at.start(dataDir)
  for (const moment of [300, 500, 700, 800, 900, 1000, 1200]) {
    const path = join(at.work, `killed-${moment}.zip`)
    await killed(['--archive', '--to', path], { DATA_DIR: dataDir }, moment)
    if (existsSync(path)) (await readArchive(path)).close()
    else expect((await at.run(['--archive', '--to', path], { DATA_DIR: dataDir })).stdout).toMatch(/^已归档到/)
    expect(existsSync(`${path}.part`)).toBe(false)
  }
  await node.stop()
})

test('kill -9 amid an upgrade: it is done by the next start, the store backed up before', async () => {
  const dataDir = at.dataDir('source')
  for (const moment of [400, 700, 1000, 1300, 1600, 2000, 2500, 3500]) {
    const before = await at.start(dataDir)
    await inside(before.node, "update applied set hash = 'another' where name = 'declarations'")
    await before.node.stop()
    await killed([], { DATA_DIR: dataDir }, moment)
    const { node, ask } = await at.start(dataDir)
    expect((await ask('/api/parking/index', page)).count).toBe(3)
    await node.stop()
    const kept = readdirSync(join(dataDir, 'before-upgrade')).filter((name) => name.endsWith('.zip'))
    expect(kept.length).toBeLessThanOrEqual(2)
    for (const name of kept) (await readArchive(join(dataDir, 'before-upgrade', name))).close()
  }
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
  for (const moment of MOMENTS) {
    const database = `killed_${moment}`
    await inServer(`create database ${database} template template0`)
    const env = { DATA_DIR: at.dataDir(`o${moment}`), DATABASE_URL: urlOf(database) }
    await killed(['--unarchive', '--from', fixture], env, moment)
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
})
