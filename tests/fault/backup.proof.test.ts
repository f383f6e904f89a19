import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secondOf } from '../../src/protocol/dates.ts'
import { backedStore } from '../help/backups.ts'
import { sendFiles } from '../help/files.ts'
import { picture } from '../help/pictures.ts'
import { signed } from '../help/testServer.ts'

const at = backedStore('backup')
const person = (custom_name: string) => ({ kind: 1, custom_name, phone: '13876543210', place: '五角场', price: 100_000 })
const nowSeconds = (): number => Math.floor(Date.now() / 1000)
const namesOf = async (): Promise<string[]> =>
  (await at.ask('/api/clue/index', { page: 1, page_rows: 100 })).list.map(({ custom_name }: { custom_name: string }) => custom_name)

/** Until the clock shows another second than that, so that what follows is after it. */
const past = (second: number): Promise<void> => expect.poll(nowSeconds, { interval: 20 }).toBeGreaterThan(second)

let moment: number

const LATEST = join(at.backups, 'latest.json')
/** As if whoever archives had done so last eleven minutes ago. */
const fallSilent = (): void => {
  const latest = JSON.parse(readFileSync(LATEST, 'utf8'))
  writeFileSync(LATEST, JSON.stringify({ ...latest, at: latest.at - 660 }))
}
const laid = (): string[] => readdirSync(join(at.backups, 'wal'))
/** Those of the copies: the day's own may have come beside the one that is made at once. */
const timelines = (): number[] => [
  ...new Set(
    readdirSync(join(at.backups, 'base'))
      .toSorted()
      .map((name) => JSON.parse(readFileSync(join(at.backups, 'base', name, 'base.json'), 'utf8')).timeline as number),
  ),
]

test('a store that people work in is copied and its log archived; a moment between two of their deeds is brought back into a new folder', async () => {
  expect(await at.runJob('归档数据库日志与文件')).toMatch(/已备份|日志 \d+ 段/)
  const { clue_id } = await at.ask('/api/clue/add', person('先来的'))
  const written = nowSeconds()
  await past(written)
  moment = nowSeconds()
  await past(moment)
  await at.ask('/api/clue/add', person('后到的'))
  const { buffer } = await picture('a.png', 'png')
  await sendFiles(at.server, signed({ key: 'fang' }, at.token), [{ name: 'a.png', bytes: buffer }])
  expect(await at.runJob('归档数据库日志与文件')).toMatch(/^日志 \d+ 段，新文件 \d+ 个$/)

  const { stdout } = await at.run(['--restore', '--from', at.backups, '--list'])
  expect(stdout).toContain('密钥已封存在内')
  expect(await at.run(['--restore', '--from', at.backups])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('还有节点在这个 DATA_DIR 上运行'),
  })

  const elsewhere = join(at.folder, 'elsewhere')
  const restored = await at.run(['--restore', '--from', at.backups, '--at', secondOf(moment)], { DATA_DIR: elsewhere })
  expect(restored.stdout).toMatch(/^已恢复到 [\s\S]*相符/)
  expect(restored.status).toBe(0)
  await at.stop()
  await at.start(elsewhere)
  expect(await namesOf()).toEqual(['先来的'])
  // What was sealed opens: the key came along, under the operator's passphrase.
  expect(await at.ask('/api/clue/reveal', { clue_id })).toEqual({ clue_id, phone: '13876543210' })
  // Whoever looks at a restored copy does not write among the backups of the one that people work in.
  expect(await at.runJob('归档数据库日志与文件')).toContain('正由同一个数据库的另一处备份着')
  // Where that one is silent it goes on, on a timeline of its own, and is copied at once.
  fallSilent()
  await at.runJob('归档数据库日志与文件')
  expect(timelines()).toEqual([1, 2])
  await at.stop()
})

test('brought back to another moment after that, it begins a third timeline, whose log takes no name of the second', async () => {
  const again = join(at.folder, 'again')
  expect(await at.run(['--restore', '--from', at.backups, '--at', secondOf(moment)], { DATA_DIR: again })).toMatchObject({ status: 0 })
  const former = laid()
  fallSilent()
  await at.start(again)
  expect(await namesOf()).toEqual(['先来的'])
  await at.ask('/api/clue/add', person('第三条'))
  await at.runJob('归档数据库日志与文件')
  expect(timelines()).toEqual([1, 2, 3])
  expect(former.filter((name) => /^00000003/.test(name))).toEqual([])
  await at.stop()
  // The newest is what was worked in last.
  const newest = join(at.folder, 'newest')
  expect(await at.run(['--restore', '--from', at.backups], { DATA_DIR: newest })).toMatchObject({ status: 0 })
  await at.start(newest)
  expect((await namesOf()).toSorted()).toEqual(['先来的', '第三条'].toSorted())
  await at.stop()
  // It is thrown away: what follows is of the first.
  for (const name of readdirSync(join(at.backups, 'base'))) {
    const copy = join(at.backups, 'base', name)
    if (JSON.parse(readFileSync(join(copy, 'base.json'), 'utf8')).timeline > 1) rmSync(copy, { recursive: true })
  }
  fallSilent()
})

test('the newest is brought back in the place of what is there, which is kept', async () => {
  await at.start()
  expect((await namesOf()).toSorted()).toEqual(['先来的', '后到的'].toSorted())
  expect(await at.runJob('恢复演练')).toMatch(/^演练成功：恢复到 .*账务自检相符，\d+ 个文件相符$/)
  await at.stop()
  const { stdout, status } = await at.run(['--restore', '--from', at.backups])
  expect(stdout).toContain('原来的数据移到了')
  expect(status).toBe(0)
  const [aside = ''] = readdirSync(at.dataDir).filter((name) => name.startsWith('before-'))
  expect(readdirSync(join(at.dataDir, aside))).toEqual(expect.arrayContaining(['pg', 'pg.password']))
  expect(readdirSync(at.dataDir).filter((name) => /^(restore|drill)/.test(name))).toEqual([])
})

test('what the operator is told to type is what there is', async () => {
  const page = readFileSync('docs/operating.md', 'utf8')
  for (const command of [
    'npm run backup -- --to <目录>',
    'npm run restore -- --from <目录>',
    '--at "2026-11-22 10:00:00"',
    '--list',
    '--check',
    'BACKUP_PASSPHRASE',
  ])
    expect(page).toContain(command)
  const outside = await at.run(['--backup', '--to', join(at.folder, 'none')], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })
  expect(outside).toMatchObject({ stdout: expect.stringContaining('请用它自己的工具'), status: 1 })
  expect(await at.run(['--backup', '--to', join(at.dataDir, 'inside')])).toMatchObject({
    stdout: expect.stringContaining('不能放在 DATA_DIR 里'),
    status: 1,
  })
  expect(await at.run(['--backup'])).toMatchObject({ stdout: expect.stringContaining('请写明备份到哪个目录'), status: 1 })
  expect(await at.run(['--restore'])).toMatchObject({ stdout: expect.stringContaining('请写明从哪里恢复'), status: 1 })
  expect(await at.run(['--restore', '--from', join(at.folder, 'none')])).toMatchObject({
    stdout: expect.stringContaining('里没有备份'),
    status: 1,
  })
  expect(await at.run(['--restore', '--from', at.backups, '--at', '昨天'])).toMatchObject({
    stdout: expect.stringContaining('请写成'),
    status: 1,
  })
})

test('a taken port is told before anything is made', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => taken.once('listening', done))
  const { port } = taken.address() as { port: number }
  const fresh = join(at.folder, 'fresh')
  const { stdout, status } = await at.run([], { PORT: String(port), DATA_DIR: fresh })
  taken.close()
  expect(stdout).toContain(`端口 ${port} 已被占用`)
  expect(stdout).not.toContain('首次启动')
  expect(status).toBe(1)
  expect(existsSync(join(fresh, 'pg'))).toBe(false)
})
