import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startRealServer } from '../help/realServer.ts'
import { isTold } from '../help/refusals.ts'
import { readyStore } from '../help/store/readyStore.ts'

const dataDir = readyStore('none', 'install')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs the built program to its end, as an operator does, and gives what it said. */
const run = async (env: Record<string, string>, ...options: string[]): Promise<{ said: string; code: number | null }> => {
  const child = spawn(process.execPath, [resolve('dist/server/main.js'), ...options], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, SAMPLE_DATA: 'none', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { said, code }
}

/** Gives the sentence by which a start refuses: one that the page tells, and no stack. */
const refusalOf = async (env: Record<string, string>): Promise<string> => {
  const { said, code } = await run(env)
  expect(code, said).toBe(1)
  expect(said).not.toMatch(/^\s+at /m)
  expect(isTold(said), said).toBe(true)
  return said
}

test('a start that cannot go on says one sentence: why, and the way out', async () => {
  const [port, below, away] = await Promise.all([
    refusalOf({ PORT: '80a' }),
    refusalOf({ DATA_DIR: join(dataDir, 'secret.key', 'below') }),
    refusalOf({ DATABASE_URL: 'postgres://anju:hunter2@127.0.0.1:9/anju', STORE_WAIT: '0' }),
  ])
  expect(port).toMatch(/PORT：现值是“80a”/)
  expect(below).toMatch(/不可用：路径中有一段不是目录。请/)
  expect(away).toMatch(/^连不上 PostgreSQL.*：请/)
  const path = join(dataDir, 'secret.key')
  const key = readFileSync(path)
  writeFileSync(path, 'abcd')
  expect(await refusalOf({})).toMatch(/不是一把完整的密钥：请/)
  writeFileSync(path, key)
})

test('the doctor looks at a store that stands still and starts nothing; beside a node it sees all, and what is wrong ends with 1', async () => {
  const before = statSync(join(dataDir, 'pg')).mtimeMs
  const still = await run({}, '--doctor')
  expect(still).toMatchObject({ code: 0, said: expect.stringMatching(/－ 数据库　　　没有在运行[\s\S]*没有不对的/) })
  expect(statSync(join(dataDir, 'pg')).mtimeMs).toBe(before)

  const node = await startRealServer({ SAMPLE_DATA: 'none' }, 'dist', dataDir)
  const port = new URL(node.url).port
  try {
    const { said, code } = await run({ PORT: port }, '--doctor')
    for (const line of [
      '端口　　　　http',
      '数据库　　　内置 PostgreSQL 18',
      '备库　　　　没有设',
      '数据库变更　',
      '密钥　　　　',
      '时钟　　　　',
    ])
      expect(said).toContain(`✓ ${line}`)
    expect(said).toMatch(/✗ 备份　　　　没有备份：丢了这台机器，就丢了全部\n.*→ 在“设置 › 数据安全”里选去处/)
    const looks = said.match(/^[✓✗－] /gm) ?? []
    expect(said.endsWith(`\n看了 ${looks.length} 项，1 项不对\n`), said).toBe(true)
    expect(code).toBe(1)
    expect(await refusalOf({ PORT: port })).toMatch(/^端口 \d+ 已被占用：请设 PORT/)
  } finally {
    await node.stop()
  }
})
