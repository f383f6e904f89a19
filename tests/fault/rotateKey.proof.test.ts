import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backedStore } from '../help/backups.ts'
import { PASSWORD, type RealServer, startRealServer } from '../help/realServer.ts'
import { post } from '../help/store/cluster.ts'
import { readyStore } from '../help/store/readyStore.ts'
import { md5, signed } from '../help/testServer.ts'

const dataDir = readyStore('none', 'rotate')
const PERSON = { kind: 1, custom_name: '王小明', phone: '13876543210', place: '五角场', price: 100_000 }

let server: RealServer
beforeAll(async () => {
  server = await startRealServer({ SAMPLE_DATA: 'none' }, 'dist', dataDir)
})
afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** As the operator types it: `npm start -- --rotate-key`. */
const rotate = (): string => {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const { stdout } = spawnSync(process.execPath, [resolve('dist/server/main.js'), '--rotate-key'], { env, encoding: 'utf8' })
  return stdout
}
const ask = async <T>(path: string, params: object): Promise<T> => {
  const { token } = (await post<{ token: string }>(server, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  return (await post<T>(server, path, signed({ ...params }, token))).data
}

test('the key is changed by one command while nothing runs, and what was sealed opens with the new one', async () => {
  const { clue_id } = await ask<{ clue_id: number }>('/api/clue/add', PERSON)
  expect(rotate()).toContain('还有节点在运行：请停掉所有节点，再更换密钥')
  await server.stop()
  expect(rotate()).toMatch(/已用新密钥重新封存 1 个号码、0 项设置密钥。[\s\S]*旧密钥留在/)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('secret.key'))).toHaveLength(2)
  server = await startRealServer({ SAMPLE_DATA: 'none' }, 'dist', dataDir)
  expect(await ask('/api/clue/reveal', { clue_id })).toEqual({ clue_id, phone: PERSON.phone })
  expect((await ask<{ count: number }>('/api/clue/index', { phone: PERSON.phone })).count).toBe(1)
})

const backed = backedStore('rotated')
const bases = (): string[] => readdirSync(join(backed.backups, 'base')).toSorted()

test('after a change of key the database is copied anew: with the copy of before, what is restored could not be opened', async () => {
  const { clue_id } = await backed.ask('/api/clue/add', PERSON)
  await backed.runJob('归档数据库日志与文件')
  await backed.stop()
  expect(await backed.run(['--rotate-key'])).toMatchObject({ status: 0 })
  // Copied within the hour, it is not copied anew at once: neither a check nor a restore takes the former key for the right one.
  await backed.start()
  await backed.runJob('归档数据库日志与文件')
  expect(bases()).toHaveLength(1)
  await backed.stop()
  expect(await backed.run(['--restore', '--from', backed.backups, '--check'])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('换过密钥以后还没有重新备份'),
  })
  expect((await backed.run(['--restore', '--from', backed.backups], { DATA_DIR: join(backed.folder, 'former') })).stdout).toContain(
    '请把更换以后的',
  )
  // As if it had been made last night.
  const [former = ''] = bases()
  const note = join(backed.backups, 'base', former, 'base.json')
  const said = JSON.parse(readFileSync(note, 'utf8'))
  writeFileSync(note, JSON.stringify({ ...said, finished_at: said.finished_at - 7200 }))
  await backed.start()
  await backed.runJob('归档数据库日志与文件')
  expect(bases()).toHaveLength(2)
  await backed.runJob('归档数据库日志与文件')
  expect(bases()).toHaveLength(2)
  await backed.stop()
  const elsewhere = join(backed.folder, 'elsewhere')
  expect(await backed.run(['--restore', '--from', backed.backups], { DATA_DIR: elsewhere })).toMatchObject({ status: 0 })
  await backed.start(elsewhere)
  expect(await backed.ask('/api/clue/reveal', { clue_id })).toEqual({ clue_id, phone: PERSON.phone })
  await backed.stop()
})
