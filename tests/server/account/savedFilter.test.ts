import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const SHARE = '/api/saved_filter/share'
const content = { filters: { state: [1, 4], area_start: 30, sn: 'A' }, order: '-area', columns: { shown: ['sn'], order: ['sn', 'area'] } }

let server: TestServer
let mine: string
let sharer: string
let asked = 0

beforeAll(async () => {
  server = await startTestServer()
  mine = await tokenOf(server, 2)
  sharer = await tokenOf(server, await addAccount(server, 'sharer', [SHARE, '/api/org/list']))
})
afterAll(() => server.close())

const ask = (deed: string, params: object, token = mine) => {
  asked += 1
  return server.call(`/api/saved_filter/${deed}`, { ...params, request_id: `s${asked}` }, token)
}
const save = (name: string, token = mine, changes: object = {}) =>
  ask('add', { resource: 'org', name, content: JSON.stringify(content), ...changes }, token)
const names = async (token = mine, resource = 'org'): Promise<string[]> =>
  (await ask('offered', { resource }, token)).data.list.map(({ name }: { name: string }) => name)

test('what one saves is one’s own until it is shared, and then everybody’s to use', async () => {
  const { data } = await save('我的')
  const { saved_id } = (await save('大家的', sharer)).data
  expect(await names()).toEqual(['我的'])
  expect(await names(mine, 'flow')).toEqual([])
  expect((await ask('offered', { resource: 'org' })).data.list).toEqual([
    { saved_id: data.saved_id, name: '我的', content, is_shared: false, is_mine: true, by: '周敏' },
  ])
  expect(await ask('share', { saved_id: data.saved_id, is_shared: 1 })).toMatchObject({ code: 403 })
  expect(await ask('share', { saved_id: data.saved_id, is_shared: 1 }, sharer)).toMatchObject({ code: 404 })
  expect(await ask('share', { saved_id, is_shared: 1 }, sharer)).toMatchObject({ code: 200 })
  expect(await names()).toEqual(['大家的', '我的'])
  // Whoever may not read the list is not told what others look for in it.
  expect(await names(await tokenOf(server, await addAccount(server, 'stranger', ['/api/flow/index'])))).toEqual([])
  for (const deed of ['edit', 'del']) expect(await ask(deed, { saved_id, name: '改' })).toMatchObject({ code: deed === 'del' ? 400 : 404 })
  expect(await ask('del', { saved_id })).toMatchObject({ code: 404 })
  // Another who may share takes it back: its maker may have left.
  const second = await tokenOf(server, await addAccount(server, 'second', [SHARE]))
  expect(await ask('share', { saved_id, is_shared: 0 }, second)).toMatchObject({ code: 200 })
  expect(await names()).toEqual(['我的'])
  expect(await names(sharer)).toEqual(['大家的'])
})

test('it is renamed and deleted by its owner, and no two have one name', async () => {
  const { saved_id } = (await save('一', mine, { resource: 'flow' })).data
  expect(await save('一', mine, { resource: 'flow' })).toMatchObject({ code: 409, msg: '已有同名的筛选，请换一个名称' })
  expect(await save('一', sharer, { resource: 'flow' })).toMatchObject({ code: 200 })
  expect(await ask('edit', { saved_id, name: '二' })).toMatchObject({ code: 200 })
  expect(await names(mine, 'flow')).toEqual(['二'])
  expect(await ask('edit', { saved_id })).toMatchObject({ code: 400, msg: '请给筛选起个名称' })
  expect(await ask('del', { saved_id })).toMatchObject({ code: 200 })
  expect(await names(mine, 'flow')).toEqual([])
})

test.each([
  [{ resource: 'nowhere' }, '没有这个列表'],
  [{ name: '' }, '请给筛选起个名称'],
  [{ content: '{' }, '筛选的内容不正确'],
  [{ content: '[]' }, '筛选的内容不正确'],
  [{ content: JSON.stringify({ ...content, more: 1 }) }, '筛选的内容不正确'],
  [{ content: JSON.stringify({ ...content, order: 'area desc' }) }, '筛选的内容不正确'],
  [{ content: JSON.stringify({ ...content, filters: { 'a b': 1 } }) }, '筛选的内容不正确'],
  [{ content: JSON.stringify({ ...content, filters: { sn: { a: 1 } } }) }, '筛选的内容不正确'],
  [{ content: JSON.stringify({ ...content, columns: { shown: [1], order: [] } }) }, '筛选的内容不正确'],
])('what is wrong is said, and nothing is kept: %j', async (changes, msg) => {
  const before = await names()
  expect(await save('坏的', mine, changes)).toMatchObject({ code: 400, msg })
  expect(await names()).toEqual(before)
})

test('fifty of a list are enough for one person, also where two are saved at once', async () => {
  await sql`
    insert into saved_filter (resource, name, content, account_id) select 'bill', 'n' || i, ${JSON.stringify(content)}, 2 from generate_series(1, 49) i
  `.execute(server.db)
  const answers = await Promise.all([save('甲', mine, { resource: 'bill' }), save('乙', mine, { resource: 'bill' })])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  expect(await names(mine, 'bill')).toHaveLength(50)
})

test('the list with which a list opens is kept with the person', async () => {
  const opening = { saved_id: 1, name: '我的', content }
  const put = (value: unknown) => {
    asked += 1
    return server.call(
      '/api/preference/save',
      { changes: [{ name: 'opens.org', value: JSON.stringify(value) }], request_id: `s${asked}` },
      mine,
    )
  }
  expect(await put(opening)).toMatchObject({ code: 200 })
  expect((await server.call('/get_info', {}, mine)).data.preferences).toEqual({ 'opens.org': opening })
  expect(await put({ ...opening, content: { ...content, order: 1 } })).toMatchObject({ code: 400 })
})
