import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArchive } from '../../server/archive/readArchive.ts'
import { fixturePath, fixtures, operator } from '../help/archives.ts'
import { isProof, proof } from '../help/depth.ts'
import { inside } from '../help/store/inside.ts'

const at = operator('archive')
const page = { page: 1, page_rows: 50 }
const CLUE = { kind: 1, custom_name: '后到的', phone: '13876543210', place: '五角场', price: 100_000 }
/** The node on the store of this release: it runs from one test to the next. */
let running: Awaited<ReturnType<typeof at.start>>
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
/** The longest way in npm test, and each in `npm run prove`. */
const tried = isProof ? fixtures : fixtures.slice(0, 1)
const last = tried.at(-1) ?? ''

test('there is a store of this release to be upgraded by the next', () => expect(fixtures.at(-1)).toBe(`${version}.zip`))

test.each(tried)('the store of %s comes up as this version has it, with what is in it, and people go on', async (name) => {
  const dataDir = at.dataDir(name)
  const { stdout, status } = await at.run(['--unarchive', '--from', fixturePath(name)], { DATA_DIR: dataDir })
  expect(stdout).toMatch(/^已由归档做出：.*逐表与归档相同/)
  expect(stdout).not.toMatch(/[1-9]\d* 处不符/)
  if (name !== `${version}.zip`) expect(stdout).toContain(`归档是 ${name.replace('.zip', '')} 的，已升级到 ${version}`)
  expect(status).toBe(0)
  running = await at.start(dataDir)
  const { node, ask } = running
  expect(node.output()).not.toContain('升级前')
  for (const screen of ['bill', 'flow', 'contract', 'qualification', 'reserve', 'lessee', 'journal_line', 'operation_log', 'unit'])
    expect((await ask(`/api/${screen}/index`, page)).count, screen).toBeGreaterThan(0)
  // A page that was made at run time, and its rows.
  expect((await ask('/api/parking/index', page)).count).toBe(3)
  expect((await ask('/api/parking/add', { lot: 'C-1', rent: 30_000, p_id: 1 })).lot_id).toBe(4)
  const [clue] = (await ask('/api/clue/index', page)).list
  expect(await ask('/api/clue/reveal', { clue_id: clue.clue_id })).toMatchObject({ phone: '13812345678' })
  if (name !== last) await node.stop()
})

proof('beside a node that runs a store goes into one file; a half of one is none, and a place that is taken is refused', async () => {
  const [dataDir, path] = [at.dataDir(last), join(at.work, 'now.zip')]
  await running.ask('/api/clue/add', CLUE)
  const { stdout, status } = await at.run(['--archive', '--to', path], { DATA_DIR: dataDir })
  expect(stdout).toMatch(/^已归档到 .*now\.zip：.* 张表 \d+ 行，文件 \d+ 个/)
  expect(status).toBe(0)
  const archive = await readArchive(path)
  archive.close()
  expect(archive.tables.find((table) => table.name === 'clue')?.rows).toBe(2)
  const [nothing, empty] = [at.dataDir('nothing'), at.dataDir('empty')]
  const [again, taken, none, keyless] = await Promise.all([
    at.run(['--unarchive', '--from', path], { DATA_DIR: dataDir }),
    at.run(['--archive', '--to', path], { DATA_DIR: dataDir }),
    at.run(['--archive', '--to', `${path}2`], { DATA_DIR: nothing }),
    at.run(['--unarchive', '--from', path], { DATA_DIR: empty, SECRET_KEY: '' }),
  ])
  expect(again).toMatchObject({ status: 1, stdout: expect.stringContaining('unarchive 只进空的 DATA_DIR') })
  expect(taken).toMatchObject({ stdout: expect.stringContaining('已经有了') })
  expect(none).toMatchObject({ stdout: expect.stringContaining('里没有数据') })
  expect(existsSync(nothing)).toBe(false)
  expect(keyless).toMatchObject({ status: 1, stdout: expect.stringContaining('没有密钥，打不开归档里封存的号码') })
  expect(existsSync(join(empty, 'pg'))).toBe(false)
})

proof('an upgrade backs the store up first and says the way back', async () => {
  const dataDir = at.dataDir(last)
  await inside(running.node, "update applied set hash = 'another' where name = 'declarations'")
  await running.node.stop()
  const { node, ask } = await at.start(dataDir)
  const [, path = ''] =
    /升级前.*已归档到 (\S+\.zip)。要退回：.*npm run unarchive -- --from \S+ --as-it-was，再换回/.exec(node.output()) ?? []
  expect(readdirSync(join(dataDir, 'before-upgrade'))).toHaveLength(1)
  expect((await readArchive(path)).files).toBeNull()
  expect((await ask('/api/parking/index', page)).count).toBe(4)
  await inside(node, "insert into applied (name, hash) values ('domain/later/migrations/999-later.sql', 'x')")
  await node.stop()
})

proof('a store that a newer version made is refused at start, in the sentence that docs/operating.md has', async () => {
  const dataDir = at.dataDir(last)
  const { stdout, status } = await at.run([], { DATA_DIR: dataDir })
  expect(stdout).toContain('有本版本不认识的变更 domain/later/migrations/999-later.sql')
  expect(status).toBe(1)
  const page = readFileSync('docs/operating.md', 'utf8')
  for (const said of ['是较新版本的安居', 'npm run archive -- --to <文件.zip>', 'npm run unarchive -- --from <文件.zip>', 'before-upgrade'])
    expect(page).toContain(said)
  expect(stdout).toContain('是较新版本的安居')
})
