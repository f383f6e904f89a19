import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { dialog, lease, papersField } from '../../help/declared/leases.ts'
import { publishScreen } from '../../help/declared/screens.ts'
import { fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
let screen: number

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
  const made = await publishScreen(server, admin, lease())
  expect(made.answer).toMatchObject({ code: 200 })
  screen = made.id
})
afterAll(() => server.close())

const pictures = {
  columns: { ...lease().columns, papers: { label: '附件', is: 'images' } },
  prints: { sheet: { label: '清单', letters: 'ZYQD', paper: 'A4', text: '{name}' } },
}
test.each<[string, Resource, string, string]>([
  ['more than so many', lease({ max: 10 }), 'R183', 'columns.papers.max'],
  ['none', lease({ max: 0 }), 'R183', 'columns.papers.max'],
  [
    'a dialog that asks for it otherwise',
    lease({}, { dialogs: { more: dialog({ later: { ...papersField, 'x-is': 'images' } }) } }),
    'R184',
    'dialogs.more.properties.later.x-is',
  ],
  [
    'a dialog that asks for what nothing keeps',
    lease({}, { dialogs: { more: dialog({ extra: papersField }) } }),
    'R184',
    'dialogs.more.properties.extra',
  ],
  [
    'rows of a dialog',
    lease(
      {},
      {
        dialogs: {
          more: dialog({
            rows: {
              type: 'array',
              title: '行',
              'x-is': 'rows',
              maxItems: 3,
              items: { type: 'object', properties: { later: papersField }, additionalProperties: false },
            },
          }),
        },
      },
    ),
    'R185',
    'dialogs.more.properties.rows.items.properties.later.x-is',
  ],
  ['a filter', lease({ filter: true }), 'R113', 'columns.papers.filter'],
  ['attachments become pictures', lease({}, pictures), 'R212', 'columns.papers.is'],
])('refused by the checks: %s', async (_what, declaration, id, at) => {
  const { data } = await server.call('/api/screen/check', { screen_id: screen, declaration: JSON.stringify(declaration) }, admin)
  expect(data.problems).toContainEqual(expect.objectContaining({ id, at }))
})
