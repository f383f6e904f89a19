import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { declareAtRunTime } from '../../../src/declared/declared.ts'
import { adminServer } from '../../help/adminServer.ts'
import { lot, parking, publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const at = adminServer({ API_DOCS: 'staff' })
const { call } = at

describe('a screen made at run time', () => {
  let id = 0
  test('is there with all its calls as soon as it is published', async () => {
    const made = await publishScreen(at.server, at.admin, parking())
    id = made.id
    expect(made.answer).toMatchObject({ code: 200, data: { no: 1 } })
    expect(await call('/api/parking/index')).toMatchObject({ code: 200, data: { list: [], count: 0 } })
    expect(await call('/api/parking/add', lot('A-1'))).toMatchObject({ code: 200, data: { lot_id: 1 } })
    expect(await call('/api/parking/add', lot('A-2', { p_id: 2, rent: 40_000 }))).toMatchObject({ code: 200 })
    const { data } = await call('/api/parking/index', { order: '-rent', rent_start: 30_001 })
    expect(data.list).toMatchObject([{ lot: 'A-2', rent: 40_000, state: 1 }])
  })
  test('holds its rules with their messages', async () => {
    expect(await call('/api/parking/add', { rent: 1 })).toMatchObject({ code: 400, msg: '车位号必填', data: { field: 'lot' } })
    expect(await call('/api/parking/add', lot('A-1', { note: '又一次' }))).toMatchObject({ code: 409 })
    expect(await call('/api/parking/add', lot('A-3', { p_id: 999 }))).toMatchObject({ code: 400, data: { field: 'p_id' } })
    expect(await call('/api/parking/let', { lot_id: 1, owner: '张三', plate: '沪a' })).toMatchObject({
      code: 400,
      msg: '车牌须为大写字母和数字',
    })
    expect(await call('/api/parking/let', { lot_id: 1, owner: '张三', plate: 'A12345' })).toMatchObject({ code: 200 })
    expect(await call('/api/parking/let', { lot_id: 1, owner: '李四' })).toMatchObject({ code: 409 })
    expect(await call('/api/parking/detail', { lot_id: 1 })).toMatchObject({ data: { owner: '张三', state: 2 } })
  })
  test('is open to whoever has its codes, and to nobody else', async () => {
    const reader = await tokenOf(at.server, await addAccount(at.server, 'reader', ['/api/parking/index']))
    expect(await call('/api/parking/index', {}, reader)).toMatchObject({ code: 200 })
    expect(await call('/api/parking/add', lot('B-1'), reader)).toMatchObject({ code: 403 })
    expect(await call('/api/parking/index', {}, 'nobody')).toMatchObject({ code: 302 })
  })
  test('gets what a file gets: role tree, menu key, log, documentation, export', async () => {
    const { data: tree } = await call('/api/role/tree')
    const group = tree.find((branch: { group: string }) => branch.group === '车位登记')
    expect(group.calls.map(({ path }: { path: string }) => path)).toContain('/api/parking/stop')
    const { data: access } = await call('/api/role/access')
    expect(JSON.stringify(access)).toContain('screen_parking')
    expect((await call('/get_info')).data).toMatchObject({ access: expect.arrayContaining(['screen_parking']) })
    const { rows } = await sql`select record_title, label from operation_log where resource = 'parking' order by log_id limit 1`.execute(
      at.server.db,
    )
    expect(rows).toMatchObject([{ record_title: 'A-1' }])
    const document = (await (await fetch(`${at.server.url}/docs/json`, { headers: { cookie: `token=${at.admin}` } })).json()) as {
      paths: Record<string, unknown>
    }
    expect(Object.keys(document.paths)).toContain('/api/parking/let')
    expect(await call('/api/parking/export', { format: 2 })).toMatchObject({ code: 200 })
  })
  test('a node that has not heard of a change is right at the next call', async () => {
    declareAtRunTime([], 0)
    expect(await call('/api/parking/index')).toMatchObject({ code: 200, data: { count: 2 } })
    declareAtRunTime([parking({ label: '旧' })], -1)
    const added = parking({ columns: { ...parking().columns, size: { label: '面积', is: 'decimal' } } })
    expect(await saveAndPublish(at.server, at.admin, id, added)).toMatchObject({ code: 200, data: { no: 2 } })
    declareAtRunTime([parking()], 1)
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).toHaveProperty('size')
  })
  test('a field that is renamed keeps its content, and its old name is understood', async () => {
    const { owner, ...rest } = parking().columns
    const renamed = parking({
      columns: { ...rest, holder: { ...owner, label: '承租人', was: ['owner'] }, size: { label: '面积', is: 'decimal' } } as never,
      dialogs: {
        let: {
          title: '出租',
          type: 'object',
          properties: { holder: { type: 'string', title: '承租人', maxLength: 40 } },
          required: ['holder'],
          additionalProperties: false,
        },
      },
    })
    expect(await saveAndPublish(at.server, at.admin, id, renamed)).toMatchObject({ code: 200, data: { no: 3 } })
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).toMatchObject({ holder: '张三' })
    expect(await call('/api/parking/let', { lot_id: 2, owner: '王五' })).toMatchObject({ code: 200 })
    expect((await call('/api/parking/index', { owner: '王' })).data.list).toMatchObject([{ lot: 'A-2', holder: '王五' }])
  })
  test('people go on working while fields come and change their names: nothing fails, nothing is lost', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const { holder, ...rest } = data.draft.columns
    const named = (name: string, was: string[]): Resource => ({
      ...data.draft,
      columns: { ...rest, [name]: { ...holder, was } },
      dialogs: { let: { ...data.draft.dialogs.let, properties: { [name]: data.draft.dialogs.let.properties.holder }, required: [name] } },
    })
    let isDone = false
    const added: string[] = []
    const work = async (who: number): Promise<void> => {
      for (let turn = 0; !isDone; turn++) {
        const code = `W${who}-${turn}`
        expect(await call('/api/parking/add', lot(code))).toMatchObject({ code: 200 })
        added.push(code)
        expect(await call('/api/parking/index', { holder: '张', page_rows: 5 })).toMatchObject({ code: 200 })
      }
    }
    const people = [0, 1, 2, 3].map(work)
    for (let turn = 0; turn < 6; turn++) {
      const next = turn % 2 === 0 ? named('lessor', ['owner', 'holder']) : named('holder', ['owner', 'lessor'])
      expect(await saveAndPublish(at.server, at.admin, id, next)).toMatchObject({ code: 200 })
    }
    isDone = true
    await Promise.all(people)
    const { rows } = await sql<{ lot: string }>`select lot from parking where lot like 'W%'`.execute(at.server.db)
    expect(rows.map(({ lot: code }) => code).sort()).toEqual(added.sort())
    expect(added.length).toBeGreaterThan(6)
  })
  test('a field is never lost: not by leaving it out, retiring it, or going back', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const { plate: _plate, ...without } = (data.draft as Resource).columns
    expect(await saveAndPublish(at.server, at.admin, id, { ...data.draft, columns: without })).toMatchObject({
      code: 400,
      data: { problems: [{ id: 'R213', at: 'columns.plate' }] },
    })
    const retired = { ...data.draft, columns: { ...without, plate: { label: '车牌', max: 10, retired: true } } }
    expect(await saveAndPublish(at.server, at.admin, id, retired)).toMatchObject({ code: 200 })
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).not.toHaveProperty('plate')
    const { data: versions } = await call('/api/screen_version/index', { screen_id: [id] })
    const first = versions.list.find(({ no }: { no: number }) => no === 1)
    expect(await call('/api/screen/rollback', { version_id: first.version_id })).toMatchObject({ code: 200 })
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).toMatchObject({ owner: '张三', plate: 'A12345' })
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).not.toHaveProperty('size')
  })
  test('going back asks before what was never published is lost, and says no where the draft was changed meanwhile', async () => {
    const { data: before } = await call('/api/screen/draft', { screen_id: id })
    const draft = { ...before.draft, empty: '没有发布过的话' }
    const saved = await call('/api/screen/save', { screen_id: id, version: before.version, declaration: JSON.stringify(draft) })
    const { data: versions } = await call('/api/screen_version/index', { screen_id: [id] })
    const { version_id } = versions.list.find(({ no }: { no: number }) => no === before.no - 1)
    const back = (params: object) => call('/api/screen/rollback', { version_id, ...params })
    expect(await back({ version: saved.data.version })).toMatchObject({ code: 409, msg: expect.stringContaining('还没有发布的修改') })
    expect((await call('/api/screen/draft', { screen_id: id })).data).toMatchObject({ no: before.no, draft: { empty: '没有发布过的话' } })
    expect(await back({ version: before.version, discard: 1 })).toMatchObject({ code: 409 })
    expect(await back({ version: saved.data.version, discard: 1 })).toMatchObject({ code: 200 })
    expect((await call('/api/screen/draft', { screen_id: id })).data.draft.empty).toBeUndefined()
    await saveAndPublish(at.server, at.admin, id, before.published)
  })
  test('a version says what it changed', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const { columns } = data.draft as Resource
    const { note, ...rest } = columns
    await saveAndPublish(at.server, at.admin, id, {
      ...data.draft,
      empty: '还没有车位',
      form: data.draft.form.map((name: string) => (name === 'note' ? 'remark' : name)),
      columns: {
        ...rest,
        remark: { ...note, label: '说明', was: ['note'] },
        rent: { ...rest.rent, help: '每月' },
        more: { label: '备用' },
      },
    })
    const { data: versions } = await call('/api/screen_version/index', { screen_id: [id] })
    const { version_id } = versions.list[0]
    expect((await call('/api/screen/differences', { version_id })).data.differences).toEqual([
      '页面：没有记录时显示：否 → 还没有车位',
      '字段“月租”：填写说明：否 → 每月',
      '字段“说明”的代码从 note 改为 remark',
      '字段“备注”改称“说明”',
      '加了字段“备用”',
    ])
    const first = versions.list.find(({ no }: { no: number }) => no === 1)
    expect((await call('/api/screen/differences', { version_id: first.version_id })).data.differences).toEqual(['第一版'])
    expect(await call('/api/screen/differences', { version_id: 999_999 })).toMatchObject({ code: 404 })
    expect(await call('/api/screen/rollback', { version_id: versions.list[1].version_id })).toMatchObject({ code: 200 })
  })
  test('goes and comes back with its records', async () => {
    expect(await call('/api/screen/withdraw', { screen_id: id })).toMatchObject({ code: 200 })
    expect(await call('/api/parking/index')).toMatchObject({ code: 404 })
    expect((await call('/get_info')).data.permission).not.toContain('/api/parking/index')
    expect(await call('/api/screen/restore', { screen_id: id })).toMatchObject({ code: 200 })
    expect((await call('/api/parking/index')).data.count).toBeGreaterThan(3)
    expect(await call('/api/screen/del', { screen_id: id })).toMatchObject({ code: 409 })
  })
  test('two admins at one screen: the second is told and the first is kept', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const save = (label: string) =>
      call('/api/screen/save', { screen_id: id, version: data.version, declaration: JSON.stringify({ ...data.draft, label }) })
    expect(await save('甲')).toMatchObject({ code: 200 })
    expect(await save('乙')).toMatchObject({ code: 409 })
    expect((await call('/api/screen/draft', { screen_id: id })).data.draft.label).toBe('甲')
    expect(await call('/api/screen/publish', { screen_id: id, version: data.version })).toMatchObject({ code: 409 })
  })
})

test('whoever may do everything finds a new page in the menu, and so the group in which it stands', async () => {
  await sql`update role set access = array_remove(access, 'finance') where '*' = any(permission)`.execute(at.server.db)
  const page = parking({ menu: { group: '财务管理', order: 99 } }, 'grouped')
  expect((await publishScreen(at.server, at.admin, page)).answer).toMatchObject({ code: 200, msg: '' })
  expect((await call('/get_info')).data).toMatchObject({ access: expect.arrayContaining(['screen_grouped', 'finance']) })
})
