import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { csvRows, exported, startTestJobs } from '../../help/exports.ts'
import { fetched, filled, imported, mistakes, sheetsOf, tried } from '../../help/imports.ts'
import { fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const REFUSAL = '主页须是以 http:// 或 https:// 开头的网址'
const shop = (is: 'url' | 'text'): Resource =>
  ({
    name: 'shop',
    label: '商铺',
    path: '/screens/shop',
    menu: { group: '自定义', order: 900 },
    access: 'screen_shop',
    key: 'shop_id',
    title: 'name',
    columns: {
      shop_id: { label: '编号', is: 'int', list: 'never' },
      name: { label: '名称', filter: true, required: true },
      site: { label: '主页', is, filter: true, unique: true },
    },
    sort: ['shop_id', 'desc'],
    form: ['name', 'site'],
  }) as Resource

let server: TestServer
let admin: string
let jobs: Jobs
let screen: number
const call = (path: string, params: Record<string, unknown>) => server.call(path, params, admin)
const sitesBy = async (filter: Record<string, unknown>): Promise<string[]> =>
  (await call('/api/shop/index', { page: 1, page_rows: 20, ...filter })).data.list.map(({ site }: { site: string }) => site)

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
  jobs = startTestJobs(server)
  const made = await publishScreen(server, admin, shop('url'))
  expect(made.answer).toMatchObject({ code: 200 })
  screen = made.id
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})

test('a link is stored, changed, found by a part and exported; anything else is refused at its field', async () => {
  const added = await call('/api/shop/add', { name: '甲', site: 'https://jia.example.cn/店?a=1' })
  expect(added).toMatchObject({ code: 200 })
  const refused = { code: 400, msg: REFUSAL, data: { field: 'site' } }
  for (const site of ['javascript:alert(1)', 'data:text/html,x', 'jia.example.cn']) {
    expect(await call('/api/shop/add', { name: '乙', site })).toMatchObject(refused)
    expect(await call('/api/shop/edit', { ...added.data, name: '甲', site })).toMatchObject(refused)
  }
  expect(await call('/api/shop/edit', { ...added.data, name: '甲', site: 'http://jia.example.cn' })).toMatchObject({ code: 200 })
  expect(await call('/api/shop/add', { name: '乙', site: 'http://jia.example.cn' })).toMatchObject({ code: 409 })
  expect(await call('/api/shop/add', { name: '乙', site: 'https://yi.example.cn' })).toMatchObject({ code: 200 })
  expect(await sitesBy({ site: 'jia.example' })).toEqual(['http://jia.example.cn'])
  expect(await sitesBy({ site: 'example' })).toEqual(['https://yi.example.cn', 'http://jia.example.cn'])
  const [, ...rows] = csvRows(await exported(server, '/api/shop/export', { format: 2, columns: 'name,site' }, admin))
  expect(rows).toEqual([
    ['乙', 'https://yi.example.cn'],
    ['甲', 'http://jia.example.cn'],
  ])
})

test('an import takes links, tells of what is none cell by cell, and its template says how one is written', async () => {
  const template = await fetched(server, '/files/imports/template/shop', admin)
  expect(JSON.stringify(sheetsOf(template))).toContain('以 http:// 或 https:// 开头的网址')
  const wrong = await tried(server, '/api/shop/import', filled(template, [['丙', 'javascript:alert(1)']]), admin)
  expect(mistakes(wrong)).toEqual([`B2：${REFUSAL}`])
  const right = await tried(server, '/api/shop/import', filled(template, [['丙', 'https://bing.example.cn']]), admin)
  expect(await imported(server, admin, right.import_id)).toMatchObject({ state: 'done' })
  expect(await sitesBy({ site: 'bing' })).toEqual(['https://bing.example.cn'])
})

test('a published field of text does not become one of links, nor a link text', async () => {
  const answer = await saveAndPublish(server, admin, screen, shop('text'))
  expect(answer).toMatchObject({ code: 400 })
  expect(JSON.stringify(answer.data)).toContain('columns.site.is')
})
