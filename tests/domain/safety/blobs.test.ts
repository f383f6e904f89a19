import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { BackupError } from '../../../server/backup/backupError.ts'
import { openPlace } from '../../../server/backup/place.ts'
import { lastTimelineIn } from '../../../server/backup/repository.ts'
import { sealedBlobs } from '../../../server/backup/sealedBlobs.ts'
import type { Blobs } from '../../../server/files/blobs.ts'
import { folderBlobs } from '../../../server/files/folderBlobs.ts'
import { NotAllowed } from '../../../server/outbound/ask.ts'
import { S3Failure, s3Blobs } from '../../../server/outbound/s3Blobs.ts'
import { s3Store } from '../../help/s3.ts'

const folder = mkdtempSync(join('/var/tmp', 'anju-blobs-'))
afterAll(() => rmSync(folder, { recursive: true }))
const store = s3Store()
const strict = s3Store({ isStrict: true })
const config = { outboundHosts: ['127.0.0.1'] }
const key = randomBytes(32)
const readAll = async (blobs: Blobs, path: string): Promise<Buffer | null> => {
  const found = await blobs.get(path)
  return found && buffer(found.stream)
}

describe.each<[string, () => Blobs]>([
  ['a folder', () => folderBlobs(join(folder, 'plain'))],
  ['a bucket', () => s3Blobs(config, store.place('plain'))],
  ['a sealed bucket', () => sealedBlobs(s3Blobs(config, store.place('sealed')), key)],
  ['a sealed folder', () => sealedBlobs(folderBlobs(join(folder, 'sealed')), key)],
])('%s', (_name, open) => {
  test('gives back what it was given, whatever its length, whole or as a stream', async () => {
    const blobs = open()
    // About a chunk of the seal (256 kB) and of a part of S3 (16 MB), and random, so that it stays as long when it is compressed.
    for (const bytes of [0, 1, 262_143, 262_144, 262_145, 524_288]) {
      const content = randomBytes(bytes)
      await blobs.put(`a/${bytes}`, content)
      expect((await readAll(blobs, `a/${bytes}`))?.equals(content), `${bytes}`).toBe(true)
    }
    const long = randomBytes(33 * 2 ** 19)
    await blobs.put('long', Readable.from([long.subarray(0, 7), long.subarray(7, 16_000_000), long.subarray(16_000_000)]))
    expect((await readAll(blobs, 'long'))?.equals(long)).toBe(true)
  }, 30_000)

  test('lists what is below a folder, knows what is there, and forgets what is removed', async () => {
    const blobs = open()
    await blobs.put('b/中文 +%.txt', Buffer.from('一'))
    await blobs.put('b/c/2', Buffer.from('二'))
    await blobs.put('bb', Buffer.from('三'))
    expect((await blobs.list('b')).map(({ path }) => path)).toEqual(['b/c/2', 'b/中文 +%.txt'])
    expect((await readAll(blobs, 'b/中文 +%.txt'))?.toString()).toBe('一')
    expect([await blobs.has('bb'), await blobs.has('nothing'), await blobs.get('nothing')]).toEqual([true, false, null])
    await blobs.remove('bb')
    await blobs.remove('bb')
    expect(await blobs.has('bb')).toBe(false)
  })

  test('keeps nothing of what breaks off', async () => {
    const blobs = open()
    const broken = async function* () {
      yield randomBytes(17 * 2 ** 20)
      throw new Error('broken off')
    }
    await expect(blobs.put('half', Readable.from(broken()))).rejects.toThrow('broken off')
    expect(await blobs.has('half')).toBe(false)
    expect((await blobs.list('')).map(({ path }) => path)).not.toContain('half')
  }, 30_000)
})

describe('what is sealed', () => {
  const raw = folderBlobs(join(folder, 'seal'))
  const sealed = sealedBlobs(raw, key)
  const path = join(folder, 'seal', 'x')
  const text = Buffer.from('李雷 13812345678 '.repeat(50_000))
  const spoilt = async (spoil: (bytes: Buffer) => Buffer): Promise<unknown> => {
    await sealed.put('x', text)
    writeFileSync(path, spoil(readFileSync(path)))
    return readAll(sealed, 'x').then(
      () => 'opened',
      (error: unknown) => error,
    )
  }

  test('says nothing of what it is, and is shorter', async () => {
    await sealed.put('x', text)
    const bytes = readFileSync(path)
    expect(bytes.includes('13812345678')).toBe(false)
    expect(bytes.length).toBeLessThan(text.length / 10)
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['a byte changed in its midst', (bytes) => Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)))],
    ['its salt changed', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 10 ? byte ^ 1 : byte)))],
    ['its last byte missing', (bytes) => bytes.subarray(0, -1)],
    ['its head alone', (bytes) => bytes.subarray(0, 20)],
    ['nothing left', () => Buffer.alloc(0)],
    ['something else', () => randomBytes(500)],
  ])('does not open with %s', async (_what, spoil) => expect(await spoilt(spoil)).toBeInstanceOf(BackupError))

  test('does not open cut off where a chunk ends, in the place of another, or under another key', async () => {
    const long = randomBytes(600_000)
    await sealed.put('x', long)
    writeFileSync(path, readFileSync(path).subarray(0, 38 + 262_144 + 16))
    await expect(readAll(sealed, 'x')).rejects.toThrow('x 已损坏或没有写完')
    await sealed.put('y', long)
    writeFileSync(path, readFileSync(join(folder, 'seal', 'y')))
    await expect(readAll(sealed, 'x')).rejects.toThrow(BackupError)
    await expect(readAll(sealedBlobs(raw, randomBytes(32)), 'y')).rejects.toThrow(BackupError)
  })
})

describe('a place of backups', () => {
  const by = (system: string, writer = 'here') => ({ system, writer })
  const opened = (prefix: string, passphrase: string, system: string | null, writer?: string) =>
    openPlace(
      { spec: { s3: store.place(prefix) }, outboundHosts: config.outboundHosts, passphrase },
      system === null ? null : by(system, writer),
    )

  test('is of the database that marked it, under the passphrase that it had then', async () => {
    const mine = await opened('mine', 'correct-horse-battery', '1')
    await mine.put('latest.json', Buffer.from('{}'))
    expect((await readAll(await opened('mine', 'correct-horse-battery', null), 'latest.json'))?.toString()).toBe('{}')
    await expect(opened('mine', 'correct-horse-battery', '2')).rejects.toThrow('另一个数据库的备份')
    await expect(opened('mine', 'another-passphrase', '1')).rejects.toThrow('口令打不开')
    await expect(opened('mine', '', '1')).rejects.toThrow('须有口令')
    await expect(opened('nobody', 'correct-horse-battery', null)).rejects.toThrow('里没有备份')
    const local = { spec: { folder: join(folder, 'local') }, outboundHosts: [], passphrase: '' }
    await openPlace(local, by('1'))
    await expect(openPlace(local, by('2'))).rejects.toThrow('另一个数据库的备份')
    // Nothing but the mark says anything to whoever has the bucket alone.
    expect(readdirSync(store.directory, { recursive: true }).some((name) => String(name).includes('store.json'))).toBe(true)
  })

  test('is one data directory’s at a time: a store that was restored elsewhere writes into another’s no sooner than that is silent', async () => {
    const latest = (seconds: number) => Buffer.from(JSON.stringify({ at: Math.floor(Date.now() / 1000) - seconds }))
    const passphrase = 'correct-horse-battery'
    const place = await opened('shared', passphrase, '1')
    await place.put('latest.json', latest(500))
    await expect(opened('shared', passphrase, '1', 'elsewhere')).rejects.toThrow('正由同一个数据库的另一处备份着')
    expect(await readAll(await opened('shared', passphrase, null), 'latest.json')).not.toBeNull()
    await opened('shared', passphrase, '1')
    await place.put('latest.json', latest(700))
    await opened('shared', passphrase, '1', 'elsewhere')
    await place.put('latest.json', latest(0))
    await expect(opened('shared', passphrase, '1')).rejects.toThrow('请换一个目录或前缀')
    // As an older version of anju marked it.
    const local = { spec: { folder: join(folder, 'older') }, outboundHosts: [], passphrase: '' }
    mkdirSync(local.spec.folder)
    writeFileSync(join(local.spec.folder, 'store.json'), JSON.stringify({ system: '1', salt: null, check: null }))
    writeFileSync(join(local.spec.folder, 'latest.json'), latest(0))
    await openPlace(local, by('1'))
    await expect(openPlace(local, by('1', 'elsewhere'))).rejects.toThrow('另一处')
  })

  test('a restored store begins a timeline that nobody has begun there', async () => {
    const blobs = folderBlobs(join(folder, 'timelines'))
    expect(await lastTimelineIn(blobs)).toBe(0)
    await blobs.put('wal/000000010000000000000009.gz', Buffer.from('a'))
    await blobs.put('wal/00000003.history.gz', Buffer.from('a'))
    expect(await lastTimelineIn(blobs)).toBe(3)
    await blobs.put('base/20260101T000000Z/base.json', Buffer.from(JSON.stringify({ finished_at: 1, segment: 1, timeline: 4 })))
    expect(await lastTimelineIn(blobs)).toBe(4)
    await blobs.put('wal/0000000A000000000000000A.00000028.backup.gz', Buffer.from('a'))
    expect(await lastTimelineIn(blobs)).toBe(10)
  })

  test('a bucket that is not there, a wrong key and a private address are told', async () => {
    const place = store.place()
    await expect(s3Blobs(config, { ...place, bucket: 'nothing-here' }).list('')).rejects.toThrow('没有这个存储桶')
    await s3Blobs(config, strict.place()).put('中文 +%/a', Buffer.from('a'))
    await expect(s3Blobs(config, { ...strict.place(), secret: 'wrong' }).put('a', Buffer.from('a'))).rejects.toThrow('访问密钥不对')
    await expect(s3Blobs(config, { ...place, accessKey: 'wrong' }).put('a', Buffer.from('a'))).rejects.toThrow(S3Failure)
    expect(() => s3Blobs({ outboundHosts: [] }, place)).toThrow(NotAllowed)
    await expect(s3Blobs({ outboundHosts: [] }, { ...place, endpoint: 'https://127.0.0.1:1' }).list('')).rejects.toThrow(NotAllowed)
  })
})
