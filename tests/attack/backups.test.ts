import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOfSetting } from '../../src/derive/settings.ts'
import safety from '../../src/resources/settings/safety.ts'
import { adminServer } from '../help/adminServer.ts'
import { addAccount, tokenOf } from '../help/store/ground.ts'
import '../../server/wiring.ts'

const at = adminServer()
const paths = callsOfSetting(safety)
const [SECRET, PASSPHRASE] = ['s3-secret-of-nobody', 'a passphrase of nobody']
const folder = mkdtempSync(join('/var/tmp', 'anju-attack-'))
afterAll(() => rmSync(folder, { recursive: true }))
const usual = { backup_at: '03:40', drill_at: '04:20', keep: 7 }
const save = async (values: object) => {
  const { version } = (await at.call(paths.detail)).data
  return at.ask(paths.save, { ...usual, ...values, version })
}
const s3 = {
  place: 3,
  endpoint: 'https://s3.example.com',
  region: 'auto',
  bucket: 'anju',
  access_key: 'AKIA',
  secret: SECRET,
  passphrase: PASSPHRASE,
}

let clerk: string
beforeAll(async () => {
  clerk = await tokenOf(at.server, await addAccount(at.server, 'keeper', ['/api/clue/index']))
})

test.each([
  paths.detail,
  paths.save,
  paths.history,
  '/api/safetySetting/test',
  '/api/safetySetting/standing',
  '/api/restore_drill/index',
  '/api/restore_drill/run',
  '/api/backup_copy/index',
  '/api/backup_copy/make',
  '/api/backup_copy/sheet',
])('%s is refused to whoever has not its code', async (path) => {
  expect(await at.call(path, { page: 1, page_rows: 10, version: 0, place: 1, copy_id: 1 }, clerk)).toMatchObject({ code: 403 })
})

test.each(['/api/backup_copy/make', '/api/restore_drill/run'])('%s begins nothing while it is not set where backups go', async (path) => {
  expect(await at.ask(path)).toMatchObject({ code: 400, msg: expect.stringContaining('没有设备份到哪里') })
  expect((await sql`select from job where kind in ('backup', 'restore_drill')`.execute(at.server.db)).rows).toEqual([])
})

test.each<[string, () => string, RegExp]>([
  ['a relative one', () => 'backups', /完整路径/],
  ['one with a way up', () => '/var/tmp/../../etc/x', /不带 \. 与 \.\./],
  ['the data directory', () => at.server.config.dataDir, /不能放在 DATA_DIR 里或包着它/],
  ['one within it', () => join(at.server.config.dataDir, 'pg'), /不能放在 DATA_DIR 里或包着它/],
  ['one around it', () => '/', /不能放在 DATA_DIR 里或包着它|完整路径/],
  ['one of others', () => folder, /目录里有别的东西/],
  ['one that is a file', () => join(folder, 'file', 'x'), /目录不能用：路径里有一段不是目录/],
  ['one where nobody may write', () => '/proc/anju', /目录不能用/],
])('backups do not go to a folder that is %s', async (_what, path, said) => {
  writeFileSync(join(folder, 'file'), '')
  expect(await save({ place: 2, folder: path() })).toMatchObject({ code: 400, msg: expect.stringMatching(said), data: { field: 'folder' } })
})

test('nor to a store in a private network or without TLS, nor unsealed', async () => {
  expect(await save({ ...s3, endpoint: 'http://s3.example.com' })).toMatchObject({ code: 400, data: { field: 'endpoint' } })
  expect(await save({ ...s3, passphrase: '' })).toMatchObject({
    code: 400,
    msg: expect.stringContaining('口令'),
    data: { field: 'passphrase' },
  })
  expect(await save({ ...s3, passphrase: 'short' })).toMatchObject({ code: 400, data: { field: 'passphrase' } })
  expect(await save({ ...s3, bucket: '../other' })).toMatchObject({ code: 400, data: { field: 'bucket' } })
  expect(await save({ ...s3, prefix: '../../other' })).toMatchObject({ code: 400, data: { field: 'prefix' } })
  expect(await save({ ...s3, endpoint: 'https://127.0.0.1:9' })).toMatchObject({ code: 200 })
  expect((await at.ask('/api/safetySetting/test')).data).toEqual({
    ok: false,
    msg: '外部接口不能是内网地址；确需连接的须由运维写进 OUTBOUND_HOSTS',
  })
})

test('its secrets come out nowhere: not in an answer, a version, the log of deeds, or a file', async () => {
  const answers = [
    await save({ ...s3, endpoint: 'https://127.0.0.1:9' }),
    await at.call(paths.detail),
    await at.call(paths.history, { page: 1, page_rows: 20 }),
  ]
  for (const path of ['/api/safetySetting/standing', '/api/safetySetting/test']) answers.push(await at.call(path))
  answers.push(await at.call('/api/operation_log/index', { page: 1, page_rows: 50 }))
  for (const answer of answers) {
    expect(JSON.stringify(answer)).not.toContain(SECRET)
    expect(JSON.stringify(answer)).not.toContain(PASSPHRASE)
  }
  expect((await at.call(paths.detail)).data.held.toSorted()).toEqual(['passphrase', 'secret'])
  const { rows } = await sql<{
    content: string
  }>`select content::text as content from setting_version where setting = ${safety.name}`.execute(at.server.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { content } of rows) for (const secret of [SECRET, PASSPHRASE]) expect(content).not.toContain(secret)
})

test('what a drill found is not changed, by whoever has the database', async () => {
  await sql`insert into restore_drill (outcome, place, seconds) values (2, '/mnt/b', 3)`.execute(at.server.db)
  for (const text of ['update restore_drill set outcome = 1', 'delete from restore_drill', 'truncate restore_drill'])
    await expect(sql.raw(text).execute(at.server.db)).rejects.toThrow('不能改、不能删')
})

test('a folder that is chosen keeps what it has, and only our own is taken for ours', async () => {
  const mine = join(folder, 'mine')
  mkdirSync(mine)
  expect(await save({ place: 2, folder: mine })).toMatchObject({ code: 200 })
  expect(readdirSync(mine)).toEqual([])
  writeFileSync(join(mine, 'store.json'), '{}')
  expect(await save({ place: 2, folder: mine })).toMatchObject({ code: 200 })
})
