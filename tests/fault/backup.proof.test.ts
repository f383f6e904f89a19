import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFiles } from '../help/files.ts'
import { picture } from '../help/pictures.ts'
import { PASSWORD, type RealServer, startRealServer } from '../help/realServer.ts'
import { post } from '../help/store/cluster.ts'
import { readyStore } from '../help/store/readyStore.ts'
import { md5, signed } from '../help/testServer.ts'

const PERSON = { kind: 1, custom_name: '王小明', phone: '13876543210', place: '五角场', price: 100_000 }

const folder = mkdtempSync(join('/var/tmp', 'anju-backup-'))
// As root PostgreSQL runs as another user, who has to walk through.
chmodSync(folder, 0o711)
const dataDir = readyStore('none', 'backed')
const [backup, restored] = ['backup', 'restored'].map((name) => join(folder, name)) as [string, string]
let server: RealServer
beforeAll(async () => {
  server = await startRealServer({ SAMPLE_DATA: 'none' }, 'dist', dataDir)
})
afterAll(async () => {
  await server?.stop()
  for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true })
})

/** As the operator types it: `npm start -- --backup <folder>`. */
const run = (options: readonly string[], env: Record<string, string> = {}): { stdout: string; status: number | null } =>
  spawnSync(process.execPath, [resolve('dist/server/main.js'), ...options], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    encoding: 'utf8',
  })
const logIn = async (): Promise<string> =>
  (await post<{ token: string }>(server, '/login', { userName: 'admin', password: md5(PASSWORD) })).data.token
const ask = async <T>(path: string, params: object, token?: string): Promise<T> =>
  (await post<T>(server, path, signed({ ...params }, token ?? (await logIn())))).data
const contentOf = (path: string): string[] => (readdirSync(path, { recursive: true }) as string[]).sort()

test('what docs/operating.md says: a stopped store is copied and checked, and a node that starts on the copy has every row and picture', async () => {
  const page = readFileSync('docs/operating.md', 'utf8')
  for (const command of [
    'npm start -- --backup <目录>',
    'npm start -- --check-backup <目录>',
    'cp -a <备份> <新的 DATA_DIR>',
    '--with-key',
  ])
    expect(page).toContain(command)
  expect(page).not.toContain('pg_dump -h')

  const { clue_id } = await ask<{ clue_id: number }>('/api/clue/add', PERSON)
  const { buffer } = await picture('a.png', 'png')
  const { img_id } = (await sendFiles(server, signed({ key: 'fang' }, await logIn()), [{ name: 'a.png', bytes: buffer }])).data
  expect(run(['--backup', backup])).toMatchObject({ stdout: expect.stringContaining('还有节点在运行'), status: 1 })
  expect(existsSync(backup)).toBe(false)
  await server.stop()
  const made = run(['--backup', backup])
  expect(made.stdout).toMatch(/文件逐个核对相符；数据库打得开[\s\S]*相符[\s\S]*密钥 secret\.key 不在备份里/)
  expect(made.status).toBe(0)
  expect(readdirSync(backup).sort()).toEqual(['files', 'manifest.json', 'pg', 'pg.password'])
  expect(readdirSync(folder)).toEqual(['backup'])
  expect(run(['--backup', backup]).stdout).toContain('里已有文件：请换一个新的目录')
  expect(run(['--backup', join(dataDir, 'inside')]).stdout).toContain('备份不能放在 DATA_DIR 里')

  spawnSync('cp', ['-a', backup, restored])
  cpSync(join(dataDir, 'secret.key'), join(restored, 'secret.key'))
  server = await startRealServer({ SAMPLE_DATA: 'none' }, 'dist', restored)
  expect(await ask('/api/clue/reveal', { clue_id })).toEqual({ clue_id, phone: PERSON.phone })
  const token = await logIn()
  const [{ url } = expect.fail('no picture')] = await ask<{ url: string }[]>('/api/upload/info', { img_ids: [img_id] }, token)
  expect((await fetch(server.url + url, { headers: { cookie: `token=${token}` } })).headers.get('content-type')).toMatch(/^image\//)
  await server.stop()
  // The check of the copy, and the node on a copy of it, have left the backup as it was.
  const before = contentOf(backup)
  expect(run(['--check-backup', backup], { DATA_DIR: join(folder, 'elsewhere') })).toMatchObject({ status: 0 })
  expect(contentOf(backup)).toEqual(before)
})

test('a backup of which a byte has changed, a file is gone or is new is told so, file by file', async () => {
  const [spoilt = ''] = (readdirSync(join(backup, 'pg', 'global')) as string[]).filter((name) => /^\d+$/.test(name))
  appendFileSync(join(backup, 'pg', 'global', spoilt), 'x')
  rmSync(join(backup, 'pg', 'PG_VERSION'))
  appendFileSync(join(backup, 'pg', 'stray'), 'x')
  const { stdout, status } = run(['--check-backup', backup])
  expect(status).toBe(1)
  expect(stdout).toMatch(new RegExp(`pg/global/${spoilt}：应为 \\d+ 字节，现为 \\d+ 字节`))
  expect(stdout).toContain('pg/PG_VERSION：不见了')
  expect(stdout).toContain('pg/stray：备份时没有')
  expect(run(['--check-backup', folder]).stdout).toContain('不是备份，或没有做完')
})

test('the key goes along only where it is asked for, and an external store is its own tools’', () => {
  const other = join(folder, 'with-key')
  // What lies beside it is somebody's own.
  mkdirSync(`${other}.part`)
  writeFileSync(join(`${other}.part`, 'mine'), 'x')
  expect(run(['--backup', other, '--with-key'])).toMatchObject({ stdout: expect.stringContaining('密钥 secret.key 也在备份里'), status: 0 })
  expect(readFileSync(join(other, 'secret.key'))).toEqual(readFileSync(join(dataDir, 'secret.key')))
  expect(existsSync(join(`${other}.part`, 'mine'))).toBe(true)
  for (const said of ['{}', 'null', '{"made_at":"","files":[{}]}', '{']) {
    writeFileSync(join(other, 'manifest.json'), said)
    expect(run(['--check-backup', other])).toMatchObject({ stdout: expect.stringMatching(/manifest\.json 已损坏\s*$/), status: 1 })
  }
  const outside = run(['--backup', join(folder, 'none')], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })
  expect(outside).toMatchObject({ stdout: expect.stringContaining('请用它自己的工具（pg_dump'), status: 1 })
})

test('a taken port is told before anything is made', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => taken.once('listening', done))
  const { port } = taken.address() as { port: number }
  const fresh = join(folder, 'fresh')
  const { stdout, status } = run([], { PORT: String(port), DATA_DIR: fresh })
  taken.close()
  expect(stdout).toContain('端口已被占用')
  expect(stdout).not.toContain('首次启动')
  expect(status).toBe(1)
  expect(existsSync(join(fresh, 'pg'))).toBe(false)
})
