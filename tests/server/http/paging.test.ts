import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '../../../server/calls/registry.ts'
import { fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
const find = (params: Record<string, unknown>) => server.call('/api/admin/find', params, admin)

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())

test('a call of pages gives each row once, page by page, and all at once where nobody says', async () => {
  const { data: all } = await find({})
  expect(all.length).toBeGreaterThan(2)
  const pages = await Promise.all(all.map((_: unknown, place: number) => find({ page: place + 1, page_rows: 1 })))
  expect(pages.flatMap(({ data }) => data)).toEqual(all)
  expect((await find({ page: all.length + 1, page_rows: 1 })).data).toEqual([])
})

test('more rows than a call has at once, or a page before the first, are refused at their field', async () => {
  expect(await find({ page_rows: 101 })).toMatchObject({ code: 400, data: { field: 'page_rows' } })
  expect(await find({ page: 0 })).toMatchObject({ code: 400, data: { field: 'page' } })
})

test('every call that takes a page takes it alike', () => {
  const pages = [...registry().values()].flatMap(({ path, params }) => {
    const { page, page_rows } = params.properties as Record<string, { minimum?: number; maximum?: number } | undefined>
    return page && page_rows ? [[path, page.minimum, page.maximum, page_rows.minimum, (page_rows.maximum ?? 0) <= 1000]] : []
  })
  expect(pages.length).toBeGreaterThan(40)
  for (const [path, ...bounds] of pages) expect([path, ...bounds]).toEqual([path, 1, 1_000_000, 1, true])
})
