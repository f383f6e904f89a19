import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backedStore } from '../help/backups.ts'
import { sendFiles } from '../help/files.ts'
import { picture } from '../help/pictures.ts'
import { s3Store } from '../help/s3.ts'
import { signed } from '../help/testServer.ts'

const at = backedStore('backup-s3', { OUTBOUND_HOSTS: '127.0.0.1' })
const s3 = s3Store()
const PASSPHRASE = 'wrong-horse-battery-staple'
const archive = '归档数据库日志与文件'
const person = (custom_name: string) => ({ kind: 1, custom_name, phone: '13876543210', place: '五角场', price: 100_000 })
const save = async (values: object): Promise<void> => {
  const { version } = await at.ask('/api/safetySetting/detail')
  await at.ask('/api/safetySetting/save', { backup_at: '03:40', drill_at: '04:20', keep: 2, ...values, version })
}
const factsOf = async (): Promise<Record<string, string>> => {
  const { facts } = await at.ask('/api/safetySetting/standing')
  return Object.fromEntries(facts.map(({ label, value }: { label: string; value: string }) => [label, value]))
}
const listOf = async (name: string) => (await at.ask(`/api/${name}/index`, { page: 1, page_rows: 100 })).list
const metrics = async (): Promise<string> => (await fetch(`${at.server.url}/metrics`)).text()
const to = () => {
  const { endpoint, bucket, secret, accessKey } = s3.place()
  return { place: 3, endpoint, region: 'auto', bucket, prefix: 'house/1', access_key: accessKey, secret, passphrase: PASSPHRASE }
}

test('what the page says is done from then on, without a restart: sealed, into the bucket, and brought back from there', async () => {
  expect(await at.runJob(archive)).toContain('没有设备份到哪里')
  await save(to())
  expect(await at.ask('/api/safetySetting/test')).toEqual({ ok: true, msg: '写入、读回、删除都成功' })
  // The minute's own run may have been there first.
  expect(await at.runJob(archive)).toMatch(/已备份|^日志 \d+ 段/)
  expect(await listOf('backup_copy')).toHaveLength(1)
  await at.ask('/api/clue/add', person('先来的'))
  const { buffer } = await picture('a.png', 'png')
  await sendFiles(at.server, signed({ key: 'fang' }, at.token), [{ name: 'a.png', bytes: buffer }])
  expect(await at.runJob(archive)).toMatch(/^日志 \d+ 段，新文件 [02] 个$/)
  expect(await at.runJob('恢复演练')).toMatch(/^演练成功/)

  expect(await listOf('restore_drill')).toMatchObject([{ outcome: 1, place: 's3://anju/house/1', files: expect.any(Number) }])
  const [copy] = await listOf('backup_copy')
  expect(copy).toMatchObject({ place: 's3://anju/house/1', key: 1, fingerprint: expect.stringMatching(/^[0-9A-F]{4}(-[0-9A-F]{4}){3}$/) })
  const facts = await factsOf()
  expect(facts).toMatchObject({ 备份到: 's3://anju/house/1', 恢复点: expect.stringMatching(/^现在出事，至多丢 \d+ 秒/) })
  expect(await metrics()).toMatch(/anju_backup_behind_seconds \d[\s\S]*anju_restore_drill_ok 1/)

  // Whoever has the bucket reads nothing: not who came, and not what PostgreSQL says of itself.
  const objects = readdirSync(s3.directory, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('_object'),
  )
  expect(objects.length).toBeGreaterThan(5)
  for (const { parentPath, name } of objects) {
    if (name.startsWith('store.json')) continue
    expect(readFileSync(join(parentPath, name)).subarray(0, 6).toString(), name).toBe('ANJU1\n')
  }

  const key = { S3_ENDPOINT: s3.endpoint, S3_ACCESS_KEY: 'S3RVER', S3_SECRET: 'S3RVER', OUTBOUND_HOSTS: '127.0.0.1' }
  const elsewhere = join(at.folder, 'elsewhere')
  const from = ['--restore', '--from', 's3://anju/house/1']
  expect(await at.run([...from, '--list'], { ...key, BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({
    stdout: expect.stringContaining('密钥已封存在内'),
  })
  expect(await at.run(from, { ...key, DATA_DIR: elsewhere })).toMatchObject({ status: 1, stdout: expect.stringContaining('口令打不开') })
  const { stdout, status } = await at.run(from, { ...key, DATA_DIR: elsewhere, BACKUP_PASSPHRASE: PASSPHRASE })
  expect(stdout).toMatch(/^已恢复到 [\s\S]*相符/)
  expect(status).toBe(0)
})

test('while the bucket is away nothing is lost and it is said; when it is back it goes on where it was', async () => {
  const { count } = await at.ask('/api/clue/index', { page: 1, page_rows: 1 })
  await s3.stop()
  expect(await at.runJob(archive)).toMatch(/^s3:\/\/anju\/house\/1 不可用：连接失败/)
  await at.ask('/api/clue/add', person('后到的'))
  await s3.start()
  expect(await at.runJob(archive)).toMatch(/^日志 \d+ 段，新文件 0 个$/)
  expect((await at.ask('/api/clue/index', { page: 1, page_rows: 1 })).count).toBe(count + 1)
})

test('a byte that changed in the bucket is found by the drill, which says so on the page and to whoever watches', async () => {
  const base = readdirSync(s3.directory, { recursive: true, withFileTypes: true }).find(
    ({ name }) => name.startsWith('base.tar') && name.endsWith('_object'),
  )
  const path = join(base?.parentPath ?? '', base?.name ?? '')
  const [place, file] = [Math.floor(statSync(path).size / 2), openSync(path, 'r+')]
  const [byte = 0] = readFileSync(path).subarray(place, place + 1)
  writeSync(file, Buffer.of(byte ^ 1), 0, 1, place)
  closeSync(file)
  expect(await at.runJob('恢复演练')).toMatch(/base\.tar 已损坏/)
  const [drill] = await listOf('restore_drill')
  expect(drill).toMatchObject({ outcome: 2, error: expect.stringContaining('已损坏') })
  expect((await factsOf()).最近的演练).toMatch(/失败；最近 2 次里失败 1 次$/)
  expect(await metrics()).toContain('anju_restore_drill_ok 0')
  const { list } = await at.ask('/api/job_kind/index', { page: 1, page_rows: 100, state: [4] })
  // As 今日待办 asks.
  expect(list.map(({ name }: { name: string }) => name)).toContain('restore_drill')
})
