import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../../help/depth.ts'
import { tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const SAVE = '/api/preference/save'
let server: TestServer
let mine: string
let theirs: string
let asked = 0

beforeAll(async () => {
  server = await startTestServer()
  ;[mine, theirs] = [await tokenOf(server, 2), await tokenOf(server, 3)]
})
afterAll(() => server.close())

const save = (changes: readonly (readonly [string, unknown])[], token = mine) => {
  asked += 1
  const said = changes.map(([name, value]) => ({ name, value: JSON.stringify(value) }))
  return server.call(SAVE, { changes: said, request_id: `r${asked}` }, token)
}
const kept = async (token = mine) => (await server.call('/get_info', {}, token)).data.preferences

test('what one keeps is one’s own, comes with get_info, and of each name the last stands', async () => {
  expect(await kept()).toEqual({})
  const columns = { shown: ['sn'], order: ['sn', 'area'] }
  const first = [
    ['theme', 'dark'],
    ['density', 'compact'],
    ['map_density', 'compact'],
    ['project', 2],
    ['menu_collapsed', true],
    ['columns.org', columns],
  ] as const
  expect(await save(first)).toMatchObject({ code: 200 })
  expect(await save([['theme', 'light']], theirs)).toMatchObject({ code: 200 })
  expect(await kept()).toEqual({
    theme: 'dark',
    density: 'compact',
    map_density: 'compact',
    project: 2,
    menu_collapsed: true,
    'columns.org': columns,
  })
  expect(await kept(theirs)).toEqual({ theme: 'light' })
  const again = [
    ['theme', 'light'],
    ['theme', 'system'],
    ['project', null],
  ] as const
  expect(await save(again)).toMatchObject({ code: 200 })
  expect(await kept()).toEqual({
    theme: 'system',
    density: 'compact',
    map_density: 'compact',
    menu_collapsed: true,
    'columns.org': columns,
  })
  expect(await server.call(SAVE, { changes: [], account_id: 3 }, mine)).toMatchObject({ code: 400 })
  expect(await server.call(SAVE, { changes: [] })).toMatchObject({ code: 302 })
})

test.each([
  ['theme', 'pink'],
  ['theme', 1],
  ['density', ''],
  ['map_density', 'small'],
  ['locale', 'fr-FR'],
  ['home', 'https://example.com'],
  ['home', '//example.com'],
  ['project', 0],
  ['project', 1.5],
  ['project', '1'],
  ['menu_collapsed', 'yes'],
  ['columns.nowhere', { shown: [], order: [] }],
  ['columns.org', { shown: [] }],
  ['columns.org', { shown: [], order: [], more: 1 }],
  ['columns.org', { shown: ['a b'], order: [] }],
  ['columns.org', []],
  ['columns.org.sn', { shown: [], order: [] }],
  ['opens.org', 'x'],
  ['nothing', 1],
  ['nothing', null],
  ['__proto__', {}],
  ['constructor', 1],
  ['columns.__proto__', { shown: [], order: [] }],
])('%s is no %j: refused whole, nothing kept', async (name, value) => {
  const before = await kept()
  expect(await save([[name, value]])).toMatchObject({ code: 400, data: { field: 'changes' } })
  const both = [
    ['locale', 'en-US'],
    [name, value],
  ] as const
  expect(await save(both)).toMatchObject({ code: 400 })
  expect(await kept()).toEqual(before)
})

test('whatever is sent in whatever order, what is kept is the last of each name', async () => {
  await sql`delete from preference`.execute(server.db)
  const one = fc.oneof(
    fc.tuple(fc.constant('theme'), fc.constantFrom('dark', 'light', null)),
    fc.tuple(fc.constant('project'), fc.option(fc.integer({ min: 1, max: 9 }))),
    fc.tuple(fc.constant('menu_collapsed'), fc.boolean()),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), async (changes) => {
      const before = await kept()
      expect(await save(changes)).toMatchObject({ code: 200 })
      const expected = Object.entries({ ...before, ...Object.fromEntries(changes) }).filter(([, value]) => value !== null)
      expect(await kept()).toEqual(Object.fromEntries(expected))
    }),
    { numRuns: rounds(10, 25) },
  )
})

test('who looks as another role keeps nothing', async () => {
  const admin = await tokenOf(server, 1)
  const { data } = await server.call('/api/role/view', { role_id: 2 }, admin)
  expect(await save([['theme', 'dark']], data.token)).toMatchObject({ code: 403 })
  expect(await kept(admin)).toEqual({})
})
