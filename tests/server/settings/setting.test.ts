import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '../../../src/declared/settings.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import dunningSetting from '../../../src/resources/settings/dunning.ts'
import logoSetting from '../../../src/resources/settings/logo.ts'
import { upload } from '../../help/files.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
})
afterAll(() => server.close())

const paths = callsOfSetting(logoSetting)
const detail = async () => (await server.call(paths.detail, {}, admin)).data

describe('a setting', () => {
  test.each(settings.map((setting) => [setting.name, setting] as const))(
    '%s: untouched it is what its declaration says; saved as it came it is version 1 and nothing has changed',
    async (_, setting) => {
      const its = callsOfSetting(setting)
      const { data } = await server.call(its.detail, {}, admin)
      expect(data).toMatchObject({ version: 0, at: null, by: null, held: [] })
      expect(await server.call(its.save, { ...data.values, version: 0 }, admin)).toMatchObject({ code: 200, data: { version: 1 } })
      expect((await server.call(its.detail, {}, admin)).data).toMatchObject({ version: 1, by: '系统管理员', values: data.values })
      const { list } = (await server.call(its.history, {}, admin)).data
      expect(list).toMatchObject([{ version: 1, by: '系统管理员', changed: [], restored: null }])
      expect(await server.call(its.restore, { to: 0, version: 1 }, admin)).toMatchObject({ code: 200, data: { version: 2 } })
    },
  )

  test('is read by who holds its detail code, changed by who holds its save code, and nobody else', async () => {
    const reader = await tokenOf(server, await addAccount(server, 'reads', [paths.detail]))
    const writer = await tokenOf(server, await addAccount(server, 'writes', [paths.save]))
    const { values, version } = await detail()
    for (const [path, params] of [
      [paths.save, { ...values, version }],
      [paths.restore, { to: 0, version }],
    ] as const)
      expect((await server.call(path, params, reader)).code, path).toBe(403)
    for (const path of [paths.detail, paths.history]) {
      expect((await server.call(path, {}, reader)).code, path).toBe(200)
      expect((await server.call(path, {}, writer)).code, path).toBe(403)
      expect((await server.call(path, {})).code, path).toBe(302)
    }
    expect(await server.call(paths.save, { ...values, version }, writer)).toMatchObject({ code: 200 })
  })

  test('keeps every version with who changed what, and puts any of them back', async () => {
    const start = (await detail()).version
    const save = async (logo_name: string, version: number) => (await server.call(paths.save, { logo_name, version }, admin)).data.version
    expect(await save('甲', start)).toBe(start + 1)
    expect(await save('乙', start + 1)).toBe(start + 2)
    const { list, count } = (await server.call(paths.history, { page_rows: 2 }, admin)).data
    expect(count).toBe(start + 2)
    expect(list[0]).toMatchObject({ version: start + 2, changed: ['logo_name'], before: { logo_name: '甲' }, after: { logo_name: '乙' } })
    expect(await server.call(paths.restore, { to: start + 1, version: start + 2 }, admin)).toMatchObject({ data: { version: start + 3 } })
    expect((await detail()).values.logo_name).toBe('甲')
    const [last] = (await server.call(paths.history, {}, admin)).data.list
    expect(last).toMatchObject({ restored: start + 1, before: { logo_name: '乙' }, after: { logo_name: '甲' } })
    expect(await server.call(paths.restore, { to: 0, version: start + 3 }, admin)).toMatchObject({ code: 200 })
    expect((await detail()).values).toEqual({ logo_name: '安居租赁运营', logo_img: [] })
    expect(await server.call(paths.restore, { to: 999, version: start + 4 }, admin)).toMatchObject({ code: 404 })
  })

  test('of two people who save at once one is told that the other came first, and nothing of theirs is kept', async () => {
    const { version } = await detail()
    const answers = await Promise.all(['丙', '丁', '戊', '己'].map((logo_name) => server.call(paths.save, { logo_name, version }, admin)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
    for (const { code, msg } of answers) if (code === 409) expect(msg).toBe('该记录已被他人修改，请刷新后重试')
    expect((await detail()).version).toBe(version + 1)
    expect(await server.call(paths.restore, { to: 0, version }, admin)).toMatchObject({ code: 409 })
  })

  test('is judged by its form, and cannot be rewritten behind its back', async () => {
    const { version } = await detail()
    expect(await server.call(paths.save, { logo_name: '', version }, admin)).toMatchObject({ code: 400, msg: '系统名称必填' })
    expect(await server.call(paths.save, { logo_name: '甲' }, admin)).toMatchObject({ code: 400, msg: '请指明版本' })
    expect(await server.call(paths.save, { logo_name: '甲', logo_img: [987654], version }, admin)).toMatchObject({ code: 400 })
    await expect(sql`update setting_version set content = '{}'`.execute(server.db)).rejects.toThrow('设置的版本只能追加')
    await expect(sql`delete from setting_version`.execute(server.db)).rejects.toThrow('设置的版本只能追加')
    await expect(sql`truncate setting_version`.execute(server.db)).rejects.toThrow('设置的版本只能追加')
  })

  test('an earlier version is judged as one that is saved', async () => {
    const its = callsOfSetting(dunningSetting)
    const { version, values } = (await server.call(its.detail, {}, admin)).data
    const wrong = { ...values, sms_text: '请付 {欠了多少}' }
    await sql`
      insert into setting_version (setting, version, content, created_by) values (${dunningSetting.name}, ${version + 1}, ${JSON.stringify(wrong)}::jsonb, 1)
    `.execute(server.db)
    expect(await server.call(its.save, { ...values, version: version + 1 }, admin)).toMatchObject({ code: 200 })
    expect(await server.call(its.restore, { to: version + 1, version: version + 2 }, admin)).toMatchObject({ code: 409 })
  })

  test('a change is in 操作日志, by whom and of what', async () => {
    const { version } = await detail()
    await server.call(paths.save, { logo_name: '新名称', version }, admin)
    const [row] = (await server.call('/api/operation_log/index', { page_rows: 1 }, admin)).data.list
    expect(row).toMatchObject({ resource: 'LogoSetting', record_title: `LOGO设置 第${version + 1}版`, label: '修改LOGO设置' })
  })
})

test('the name and the picture are told to anyone who asks; 0 is no picture', async () => {
  const system = async () => (await server.call('/api/sys/update_logo')).data
  const { version } = await detail()
  await server.call(paths.save, { logo_name: '虹口公租房', version }, admin)
  expect(await system()).toEqual({ logo_name: '虹口公租房', logo_img: '0' })
  const { img_id } = (await upload(server, admin, (await picture('logo.png', 'png')).buffer, 'logo.png')).data
  await server.call(paths.save, { logo_name: '虹口公租房', logo_img: [img_id], version: version + 1 }, admin)
  expect(await system()).toEqual({ logo_name: '虹口公租房', logo_img: `/files/${img_id}/full` })
  const { rows } = await sql<{ is_used: boolean }>`select is_used from file where img_id = ${img_id}`.execute(server.db)
  expect(rows[0]?.is_used).toBe(true)
})
