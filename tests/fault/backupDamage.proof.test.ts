import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secondOf } from '../../src/protocol/dates.ts'
import { backedStore } from '../help/backups.ts'
import { sendFiles } from '../help/files.ts'
import { picture } from '../help/pictures.ts'
import { signed } from '../help/testServer.ts'

const at = backedStore('damage')
const person = (custom_name: string) => ({ kind: 1, custom_name, phone: '13876543210', place: '五角场', price: 100_000 })
const nowSeconds = (): number => Math.floor(Date.now() / 1000)
const archive = '归档数据库日志与文件'
/** The last that a copy reaches to: more may come each minute. */
const lastIn = (folder: string): string =>
  join(folder, 'wal', `${JSON.parse(readFileSync(join(folder, 'latest.json'), 'utf8')).segment}.gz`)
const segments = (): string[] =>
  readdirSync(join(at.backups, 'wal'))
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .toSorted()

/** Restores from a copy of the backups that `spoil` has had; into a folder of its own. */
const restoredFrom = async (
  name: string,
  spoil: (folder: string) => void,
  options: string[] = [],
): Promise<{ stdout: string; status: number | null; to: string }> => {
  const [folder, to] = [join(at.folder, `spoilt-${name}`), join(at.folder, `to-${name}`)]
  cpSync(at.backups, folder, { recursive: true })
  spoil(folder)
  const said = await at.run(['--restore', '--from', folder, ...options], { DATA_DIR: to })
  rmSync(folder, { recursive: true })
  return { ...said, to }
}
const baseOf = (folder: string): string => join(folder, 'base', readdirSync(join(folder, 'base')).toSorted().at(-1) ?? '')

/** Changes one byte of a file: in its midst, or where it is said. */
const flip = (path: string, place = Math.floor(statSync(path).size / 2)): void => {
  const file = openSync(path, 'r+')
  const [byte = 0] = readFileSync(path).subarray(place, place + 1)
  writeSync(file, Buffer.of(byte ^ 1), 0, 1, place)
  closeSync(file)
}

let moment: number
test('a copy is made, and the log archived between deeds', async () => {
  await at.runJob(archive)
  await at.ask('/api/clue/add', person('先来的'))
  const { buffer } = await picture('a.png', 'png')
  await sendFiles(at.server, signed({ key: 'fang' }, at.token), [{ name: 'a.png', bytes: buffer }])
  await at.runJob('备份数据库')
  const written = nowSeconds()
  await expect.poll(nowSeconds, { interval: 20 }).toBeGreaterThan(written)
  moment = written
  await at.ask('/api/clue/add', person('中间的'))
  await at.runJob(archive)
  await at.ask('/api/clue/add', person('后到的'))
  await at.runJob(archive)
})

test.each<[string, (folder: string) => void, RegExp]>([
  ['one byte of the database changed', (folder) => flip(join(baseOf(folder), 'base.tar')), /与备份时不同|已损坏/],
  ['the database cut off', (folder) => truncateSync(join(baseOf(folder), 'base.tar'), 1_000_000), /已损坏或没有写完|不见了/],
  ['the list of its files changed', (folder) => flip(join(baseOf(folder), 'backup_manifest')), /backup_manifest 已损坏/],
  ['its note changed', (folder) => writeFileSync(join(baseOf(folder), 'base.json'), '{'), /base\.json 已损坏：读不出来/],
  ['the list of the uploaded files changed', (folder) => writeFileSync(join(baseOf(folder), 'files.json'), '['), /files\.json 已损坏/],
  ['an uploaded file gone', (folder) => rmSync(join(folder, 'files'), { recursive: true }), /文件 .* 不见了/],
  [
    'a segment gone in the midst',
    (folder) => rmSync(join(folder, 'wal', segments().at(-2) ?? '')),
    /日志 [0-9A-F]{24} 不见了，而后面的还在/,
  ],
  ['the last segment torn', (folder) => truncateSync(lastIn(folder), 900), /日志 [0-9A-F]{24} 已损坏或没有写完/],
  // At its beginning: most of one is nothing, packed so that a bit of it may change and what is unpacked does not.
  ['the last segment changed', (folder) => flip(lastIn(folder), 64), /日志 [0-9A-F]{24} 已损坏/],
])('%s: it is said, and nothing is put in place', async (name, spoil, said) => {
  const { stdout, status, to } = await restoredFrom(name.replaceAll(' ', '-'), spoil)
  expect(stdout).toMatch(said)
  expect(status).toBe(1)
  expect(existsSync(join(to, 'pg'))).toBe(false)
  expect(readdirSync(to)).toEqual(readdirSync(to).filter((left) => left.startsWith('postgres-') || left === 'pg.lock'))
})

test('before what is torn, any moment can still be had', async () => {
  const { stdout, status } = await restoredFrom('torn-but-before', (folder) => truncateSync(lastIn(folder), 900), [
    '--at',
    secondOf(moment),
  ])
  expect(stdout).toMatch(/^已恢复到/)
  expect(status).toBe(0)
})

test('another passphrase does not open the key, and none is asked for', async () => {
  const to = join(at.folder, 'other-phrase')
  expect(await at.run(['--restore', '--from', at.backups], { DATA_DIR: to, BACKUP_PASSPHRASE: 'another-passphrase' })).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('打不开备份里的密钥'),
  })
  expect(await at.run(['--restore', '--from', at.backups], { DATA_DIR: to, BACKUP_PASSPHRASE: '' })).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('请以备份时的 BACKUP_PASSPHRASE 恢复'),
  })
})

test('a gap in the log is not forgotten where the copy that has to follow it does not come about', async () => {
  const note = join(baseOf(at.backups), 'base.json')
  const whole = readFileSync(note)
  writeFileSync(note, '{')
  const latest = join(at.backups, 'latest.json')
  const { at: moment, segment } = JSON.parse(readFileSync(latest, 'utf8'))
  const former = (Number.parseInt(segment.slice(16), 16) - 2).toString(16).toUpperCase().padStart(8, '0')
  writeFileSync(latest, JSON.stringify({ at: moment, segment: segment.slice(0, 16) + former }))
  expect(await at.runJob(archive)).toMatch(/已损坏：读不出来$/)
  writeFileSync(note, whole)
  expect(await at.runJob(archive)).toMatch(/^已备份/)
  expect(await at.runJob(archive)).toMatch(/^日志 \d+ 段/)
})

test('a node that is killed amid a drill leaves a copy of the database and its server: the next start throws both away', async () => {
  const drills = (): string[] => readdirSync(at.dataDir).filter((name) => name.startsWith('drill-'))
  const servers = (): number[] =>
    drills()
      .map((name) => join(at.dataDir, name, 'pg', 'postmaster.pid'))
      .filter((path) => existsSync(path))
      .map((path) => Number.parseInt(readFileSync(path, 'utf8'), 10))
  await at.askFor('恢复演练')
  await expect.poll(servers, { timeout: 60_000, interval: 10 }).toHaveLength(1)
  const [server = 0] = servers()
  at.server.child.kill('SIGKILL')
  await once(at.server.child, 'exit')
  expect(drills()).toHaveLength(1)
  await at.start()
  expect(drills()).toEqual([])
  expect(() => process.kill(server, 0)).toThrow()
})

test('a node that is killed as it copies leaves no half copy, and the next one copies', async () => {
  const before = readdirSync(join(at.backups, 'base'))
  await at.askFor('备份数据库')
  const half = (): string[] =>
    readdirSync(join(at.backups, 'base')).filter((name) => !existsSync(join(at.backups, 'base', name, 'base.json')))
  await expect.poll(half, { interval: 2, timeout: 30_000 }).not.toEqual([])
  at.server.child.kill('SIGKILL')
  if (at.server.child.signalCode === null) await once(at.server.child, 'exit')
  const cut = half()
  expect(readdirSync(join(at.backups, 'base')).filter((name) => !cut.includes(name))).toEqual(before)
  await at.start()
  await at.runJob('备份数据库')
  expect(half()).toEqual([])
  expect(readdirSync(join(at.backups, 'base')).length).toBeGreaterThan(before.length)
})

test('a restore that ends amid its taking the place is finished by the next start', async () => {
  await at.stop()
  // As it stands when the power fails after the first of its renames.
  const restored = join(at.dataDir, 'restore-x')
  mkdirSync(restored)
  mkdirSync(join(at.dataDir, 'before-x'))
  // With owners and modes: as root PostgreSQL runs as another user.
  for (const part of ['pg', 'pg.password', 'files'])
    if (existsSync(join(at.dataDir, part))) execFileSync('cp', ['-a', join(at.dataDir, part), join(restored, part)])
  writeFileSync(join(at.dataDir, 'restore.json'), JSON.stringify({ from: 'restore-x', aside: 'before-x' }))
  renameSync(join(at.dataDir, 'pg'), join(at.dataDir, 'before-x', 'pg'))
  await at.start()
  expect((await at.ask('/api/clue/index', { page: 1, page_rows: 10 })).count).toBe(3)
  expect(existsSync(join(at.dataDir, 'restore.json'))).toBe(false)
  expect(existsSync(restored)).toBe(false)
  expect(readdirSync(join(at.dataDir, 'before-x'))).toEqual(expect.arrayContaining(['pg', 'pg.password']))
})
