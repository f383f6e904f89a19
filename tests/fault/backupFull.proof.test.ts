import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backedStore } from '../help/backups.ts'

const at = backedStore('full', {})
const archive = '归档数据库日志与文件'
const small = join(at.folder, 'small')
const person = (custom_name: string) => ({ kind: 1, custom_name, phone: '13876543210', place: '五角场', price: 100_000 })
const isRoot = process.getuid?.() === 0
const mount = (): void => {
  mkdirSync(small, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small])
}
afterAll(() => {
  try {
    execFileSync('umount', ['-l', small])
  } catch {
    // It was never mounted.
  }
})
const usual = { backup_at: '03:40', drill_at: '04:20', keep: 2, passphrase: 'correct-horse-battery' }

test.skipIf(!isRoot)(
  'a disk that is full is said; nothing half done counts, people go on, and with room it goes on by itself',
  async () => {
    mount()
    const { version } = await at.ask('/api/safetySetting/detail')
    await at.ask('/api/safetySetting/save', { place: 2, folder: small, ...usual, version })
    expect(await at.runJob(archive)).toMatch(/磁盘满了，腾出地方后自动接着做$/)
    expect(await at.runJob('备份数据库')).toMatch(/磁盘满了/)
    await at.ask('/api/clue/add', person('照常登记'))
    const whole = readdirSync(small, { recursive: true }).filter((name) => String(name).endsWith('base.json'))
    expect(whole).toEqual([])
    execFileSync('mount', ['-o', 'remount,size=600m', small])
    expect(await at.runJob(archive)).toMatch(/^日志 \d+ 段|^已备份/)
    expect(await at.runJob('恢复演练')).toMatch(/^演练成功/)
  },
)

test.skipIf(!isRoot)('a disk that is full as the log is brought: the log stays where it is, and comes when there is room', async () => {
  const filler = join(small, 'filler')
  try {
    writeFileSync(filler, Buffer.alloc(2 ** 30))
  } catch {
    // Until it is full.
  }
  await at.ask('/api/clue/add', person('满的时候'))
  expect(await at.runJob(archive)).toMatch(/磁盘满了/)
  expect(readdirSync(join(at.dataDir, 'wal')).length).toBeGreaterThan(0)
  rmSync(filler)
  expect(await at.runJob(archive)).toMatch(/^日志 \d+ 段|^已备份/)
  expect(readdirSync(join(at.dataDir, 'wal'))).toEqual([])
  expect(await at.runJob('恢复演练')).toMatch(/^演练成功/)
})
