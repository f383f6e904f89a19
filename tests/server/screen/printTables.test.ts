import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { ended, fetchFile, startTestJobs } from '../../help/exports.ts'
import { beyondPaper, pagesOf, textOf } from '../../help/pdf.ts'
import { addAccount, permit, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { call, ask } = at

const TABLE = '{parcel.visit_id:what,phone,price:total,kind}'

/** Visits, whose paper lists the parcels that were brought. */
const visit = (text = `来访人 {visitor}\n${TABLE}\n签字：`, changes: object = {}): Resource =>
  ({
    name: 'visit',
    label: '来访',
    path: '/screens/visit',
    access: null,
    key: 'visit_id',
    title: 'visitor',
    columns: {
      visit_id: { label: '编号', is: 'int', list: 'never' },
      visitor: { label: '来访人', required: true, max: 40, filter: true },
      p_id: { label: '项目', is: 'ref', of: 'project' },
    },
    scope: 'p_id',
    form: ['visitor', 'p_id'],
    prints: { slip: { label: '来访单', letters: 'LFD', paper: 'A4', text } },
    actions: { slip: { label: '打印来访单', on: 'rows', can: '/api/visit/slip', prints: 'slip' } },
    ...changes,
  }) as unknown as Resource

const parcelColumns = {
  parcel_id: { label: '编号', is: 'int', list: 'never' },
  visit_id: { label: '来访', is: 'ref', of: 'visit', required: true },
  p_id: { label: '项目', is: 'ref', of: 'project' },
  what: { label: '物品', required: true, max: 100, sort: true },
  phone: { label: '联系电话', is: 'phone' },
  price: { label: '价值', is: 'fen' },
  kind: { label: '种类', is: 'enum', of: { 1: '大件', 2: '小件' } },
  photos: { label: '照片', is: 'images' },
  room: { label: '房间', is: 'ref', of: 'org' },
  area: { label: '面积', is: 'decimal', via: 'room.area' },
}
const parcel = (changes: object = {}): Resource =>
  ({
    name: 'parcel',
    label: '携带物品',
    path: '/screens/parcel',
    access: null,
    key: 'parcel_id',
    title: 'what',
    columns: parcelColumns,
    sort: ['what', 'asc'],
    scope: 'p_id',
    form: ['visit_id', 'p_id', 'what', 'phone', 'price', 'kind', 'photos', 'room'],
    ...changes,
  }) as unknown as Resource

let [visits, parcels] = [0, 0]
let jobs: Jobs
beforeAll(async () => {
  jobs = startTestJobs(at.server)
  visits = (await publishScreen(at.server, at.admin, visit('{visitor}'))).id
  const made = await publishScreen(at.server, at.admin, parcel())
  expect(made.answer).toMatchObject({ code: 200 })
  parcels = made.id
  expect(await saveAndPublish(at.server, at.admin, visits, visit())).toMatchObject({ code: 200 })
})
afterAll(() => jobs.stop())

const add = async (path: string, values: Record<string, unknown>): Promise<number> => {
  const { code, msg, data } = await ask(path, values)
  expect([code, msg]).toEqual([200, ''])
  return data.visit_id ?? data.parcel_id
}
const addVisit = (values: object = {}): Promise<number> => add('/api/visit/add', { visitor: '张三丰', p_id: 1, ...values })
const addParcel = (visit_id: number, values: object = {}): Promise<number> =>
  add('/api/parcel/add', { visit_id, p_id: 1, what: '纸箱', ...values })
const someone = async (name: string, codes: string[], projects?: number[]): Promise<string> =>
  tokenOf(at.server, await addAccount(at.server, name, codes, projects))
const print = (visit_id: number, token = at.admin) => ask('/api/visit/slip', { visit_id }, token)
const fileOf = async (handle: string, token = at.admin): Promise<Buffer> => {
  const response = await fetchFile(at.server, handle, token)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
const printed = async (visit_id: number, token = at.admin) => {
  const { code, msg, data } = await print(visit_id, token)
  expect([code, msg]).toEqual([200, ''])
  return { data, text: await textOf(await fileOf(data.handle, token)) }
}
const problems = async (declaration: unknown): Promise<{ id: string; at: string; message: string; hint?: string }[]> =>
  (await call('/api/screen/check', { screen_id: visits, declaration: JSON.stringify(declaration) })).data.problems

test('a table has the rows that hang on the record, in the list’s order, masked as lists mask them, with the total', async () => {
  const [visit_id, other] = [await addVisit(), await addVisit()]
  await addParcel(visit_id, { what: 'A箱', phone: '13812345678', price: 123_456, kind: 2 })
  await addParcel(visit_id, { what: 'B箱', price: 100, kind: 1 })
  await addParcel(other, { what: '别人的箱' })
  const { text } = await printed(visit_id)
  expect(text).toContain('来访人张三丰物品联系电话价值种类A箱138****56781,234.56小件B箱1.00大件合计1,235.56签字：')
  expect(text).not.toMatch(/13812345678|别人/)
})

test('a record on which nothing hangs has a table of heads; one page’s table says its heads again on the next', async () => {
  expect((await printed(await addVisit())).text).toContain('物品联系电话价值种类合计0.00签字')
  const visit_id = await addVisit()
  await sql`insert into parcel (visit_id, p_id, what, price) select ${visit_id}, 1, '第' || n || '件', 100 from generate_series(1, 500) n`.execute(
    at.server.db,
  )
  const { data } = await print(visit_id)
  const pages = await pagesOf(await fileOf(data.handle))
  expect(pages.length).toBeGreaterThan(5)
  for (const page of pages) expect(page.replaceAll(/\s/g, '')).toContain('物品联系电话价值种类')
  expect(pages.at(-1)?.replaceAll(/\s/g, '')).toContain('合计500.00')
})

test('a word that has no place to break stands whole within its cell and on the paper', async () => {
  const visit_id = await addVisit()
  const link = `https://example.com/${'W'.repeat(80)}`
  await addParcel(visit_id, { what: link, price: 100 })
  const { data, text } = await printed(visit_id)
  expect(text.replaceAll('\u200B', '')).toContain(link)
  expect(await beyondPaper(await fileOf(data.handle))).toEqual([])
})

test('a thousand rows are refused with what to do instead', async () => {
  const visit_id = await addVisit({ visitor: '搬家公司' })
  await sql`insert into parcel (visit_id, p_id, what) select ${visit_id}, 1, n::text from generate_series(1, 1000) n`.execute(at.server.db)
  expect(await print(visit_id)).toMatchObject({ code: 409, msg: '“搬家公司”的携带物品超过 500 条，印不成表，请从列表导出' })
})

test('whoever may not read the list cannot print it, nor open or fetch what was printed', async () => {
  const visit_id = await addVisit()
  await addParcel(visit_id)
  const { data } = await printed(visit_id)
  const clerk = await someone('blind', ['/api/visit/slip', '/api/visit/index'])
  const msg = '单据里有“携带物品”的内容，您没有查看的权限，不能打印来访单'
  expect(await print(visit_id, clerk)).toMatchObject({ code: 403, msg })
  expect((await fetchFile(at.server, data.handle, clerk)).status).toBe(403)
  const { data: begun } = await ask('/api/visit/slip', { ids: [visit_id] }, clerk)
  expect(await ended(at.server, clerk, begun.id)).toMatchObject({ state: 'failed', error: msg })
  const reader = await someone('sighted', ['/api/visit/slip', '/api/parcel/index'])
  expect((await printed(visit_id, reader)).data).toMatchObject({ number: data.number, is_again: true })
})

test('a file of several is fetched no more by whoever lost the list', async () => {
  const visit_id = await addVisit()
  const loser = await addAccount(at.server, 'loser', ['/api/visit/slip', '/api/parcel/index'])
  const clerk = await tokenOf(at.server, loser)
  const { data } = await ask('/api/visit/slip', { ids: [visit_id] }, clerk)
  const { handle } = await ended(at.server, clerk, data.id)
  expect((await fetchFile(at.server, handle, clerk)).status).toBe(200)
  await permit(at.server, loser, ['/api/visit/slip'])
  expect((await fetchFile(at.server, handle, clerk)).status).toBe(403)
})

test('another project’s rows stand on nobody’s paper who may not see them', async () => {
  const visit_id = await addVisit()
  await addParcel(visit_id, { what: '一期的箱' })
  await addParcel(visit_id, { what: '二期的箱', p_id: 2 })
  const near = await someone('near', ['/api/visit/slip', '/api/parcel/index'], [1])
  const whole = await printed(visit_id)
  const part = await printed(visit_id, near)
  expect(whole.text).toContain('二期的箱')
  expect([part.text.includes('一期的箱'), part.text.includes('二期的箱')]).toEqual([true, false])
  expect(part.data).toMatchObject({ is_again: false })
  expect((await fetchFile(at.server, whole.data.handle, near)).status).toBe(404)
  // Rows of no project are for who sees all.
  await sql`update parcel set p_id = null where visit_id = ${visit_id}`.execute(at.server.db)
  const bare = await print(visit_id)
  expect((await fetchFile(at.server, bare.data.handle, near)).status).toBe(404)
  expect((await printed(visit_id, near)).text).not.toContain('的箱')
})

test('rows that have changed make another paper; unchanged it is the same', async () => {
  const visit_id = await addVisit()
  const parcel_id = await addParcel(visit_id, { what: '旧箱' })
  const first = await printed(visit_id)
  expect((await printed(visit_id)).data).toEqual({ ...first.data, is_again: true })
  const { version } = (await call('/api/parcel/detail', { parcel_id })).data
  expect(await ask('/api/parcel/edit', { parcel_id, version, visit_id, p_id: 1, what: '新箱' })).toMatchObject({ code: 200 })
  const second = await printed(visit_id)
  expect([second.data.is_again, second.data.number === first.data.number]).toEqual([false, false])
  expect(second.text).toContain('新箱')
  expect(await textOf(await fileOf(first.data.handle))).toContain('旧箱')
})

test('a list that refers to several records at once stands on the paper of each', async () => {
  const tour = {
    ...parcel(),
    ...{ name: 'tour', label: '参观', path: '/screens/tour', key: 'tour_id', title: 'name', sort: ['tour_id', 'asc'], scope: undefined },
    columns: {
      tour_id: { label: '编号', is: 'int', list: 'never' },
      name: { label: '路线', required: true },
      visits: { label: '来访', is: 'refs', of: 'visit' },
      first: { label: '领队', is: 'ref', of: 'visit' },
    },
    form: ['name', 'visits', 'first'],
  } as unknown as Resource
  expect((await publishScreen(at.server, at.admin, tour)).answer).toMatchObject({ code: 200 })
  expect(await saveAndPublish(at.server, at.admin, visits, visit('{tour.visits:name,first}'))).toMatchObject({ code: 200 })
  const ids = [await addVisit({ visitor: '甲' }), await addVisit({ visitor: '乙' }), await addVisit()]
  expect(await ask('/api/tour/add', { name: '环湖', visits: ids.slice(0, 2), first: ids[1] })).toMatchObject({ code: 200 })
  const said = await Promise.all(ids.map(async (visit_id) => (await printed(visit_id)).text.includes('路线领队环湖乙')))
  expect(said).toEqual([true, true, false])
  expect(await saveAndPublish(at.server, at.admin, visits, visit())).toMatchObject({ code: 200 })
})

test('several papers, each with its own rows, become one file', async () => {
  const ids = [await addVisit({ visitor: '甲' }), await addVisit({ visitor: '乙' })]
  for (const id of ids) await addParcel(id, { what: `箱${id}` })
  const { data } = await ask('/api/visit/slip', { ids })
  const { state, handle } = await ended(at.server, at.admin, data.id)
  expect(state).toBe('done')
  const pages = (await pagesOf(await fileOf(handle))).map((page) => page.replaceAll(/\s/g, ''))
  expect(pages.map((page) => ids.filter((id) => page.includes(`箱${id}`)))).toEqual(ids.map((id) => [id]))
})

test.each(['#panic("x")', '], [a', '$x$ *b* _e_ @r <l> // c', `{${TABLE.slice(1, -1)}}`, '{visitor}'])(
  'what people typed into a row is only text: %s',
  async (what) => {
    const visit_id = await addVisit()
    await addParcel(visit_id, { what })
    expect((await printed(visit_id)).text).toContain(what.replaceAll(/\s/g, ''))
  },
)

test.each([
  ['a list that is not in the detail', '{parcell.visit_id:what}', "没有列表 'parcell.visit_id'", 'parcel.visit_id'],
  ['a list of others', '{account.user_id:name}', "没有列表 'account.user_id'", ''],
  ['a column that is not there', '{parcel.visit_id:wat}', "'parcel' 没有列 'wat'", 'what'],
  ['no column', '{parcel.visit_id:}', "没有列 ''", ''],
  ['what only some may read', '{parcel.visit_id:area}', "列 'area' 不能打印在表里", ''],
  ['pictures', '{parcel.visit_id:photos}', "列 'photos' 不能打印在表里", ''],
  ['a total of what is no amount', '{parcel.visit_id:what:total}', "列 'what' 不是金额，没有合计", ''],
  ['a column twice', '{parcel.visit_id:what,what}', '表里的列各写一次，至多 10 列', ''],
  ['a table amid a line', `物品 ${TABLE}`, '是表，须单独占一行', ''],
  ['six tables', Array(6).fill(TABLE).join('\n'), '至多 5 个', ''],
])('is refused: %s', async (_what, text, message, hint) => {
  const found = await problems(visit(text))
  expect(found[0]).toMatchObject({ id: 'R166', at: 'prints.slip.text', message: expect.stringContaining(message) })
  expect(found[0]?.hint ?? '').toContain(hint)
})

test('a column that is called otherwise is found; of one that is gone the print says so, and the screens stay', async () => {
  const visit_id = await addVisit()
  await addParcel(visit_id, { what: '改名前' })
  const { what, ...rest } = parcelColumns
  const renamed = { ...rest, thing: { ...what, was: ['what'] } }
  const form = ['visit_id', 'p_id', 'thing', 'phone', 'price', 'kind', 'photos', 'room']
  const changes = { columns: renamed, title: 'thing', sort: ['thing', 'asc'], form }
  expect(await saveAndPublish(at.server, at.admin, parcels, parcel(changes))).toMatchObject({ code: 200 })
  expect((await printed(visit_id)).text).toContain('改名前')
  const retired = { ...changes, columns: { ...renamed, price: { ...parcelColumns.price, retired: true } } }
  expect(await saveAndPublish(at.server, at.admin, parcels, parcel(retired))).toMatchObject({ code: 200 })
  expect(await print(visit_id)).toMatchObject({ code: 409, msg: expect.stringContaining('已读不到') })
  expect(await ask('/api/visit/index', {})).toMatchObject({ code: 200 })
})
