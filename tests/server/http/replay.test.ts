import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFiles } from '../../help/files.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, fillGround, flowOf, type Ground, tokenOf } from '../../help/store/ground.ts'
import { nowSeconds, signed, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())

const countOf = async (table: string, column: string, value: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(
    server.db,
  )
  return rows[0]?.n ?? -1
}
const times = <T>(n: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, index) => work(index)))

test.each(['A', 'B'] as const)('the same signed write ten times at once is done once and answered alike (style %s)', async (style) => {
  const body = signed(flowOf(ground, { custom_name: `双击${style}` }), admin)
  const answers = await times(10, () => server.send('/api/flow/add', body, style))
  expect(answers[0]).toMatchObject({ code: 200, data: { flow_id: expect.any(Number), sn: expect.any(String) } })
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await countOf('flow', 'custom_name', `双击${style}`)).toBe(1)
})

test('a derived write is done once too, also when it is sent again later', async () => {
  const body = signed({ name: '朝南' }, admin)
  const first = await times(10, () => server.send('/api/tags/add', body))
  const later = await server.send('/api/tags/add', body, 'B')
  for (const answer of [...first, later]) expect(answer).toEqual(first[0])
  expect(first[0]).toMatchObject({ code: 200 })
})

test('the same request_id with another stime is done once', async () => {
  const bodies = [0, 1, 2, 3, 4, 5].map((age) =>
    signed(flowOf(ground, { custom_name: '重发', request_id: 'dialog-1', stime: nowSeconds() - age }), admin),
  )
  const answers = await times(6, (index) => server.send('/api/flow/add', bodies[index] ?? {}))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]?.code).toBe(200)
  expect(await countOf('flow', 'custom_name', '重发')).toBe(1)
})

test('another thing said under the same request_id is refused, and not answered as if it were done', async () => {
  const pay = (price: number) => server.call('/api/flow/add', flowOf(ground, { custom_name: '改了金额', price, request_id: 'lost' }), admin)
  const first = await pay(1000)
  expect(first.code).toBe(200)
  expect(await pay(2000)).toMatchObject({ code: 409, msg: expect.stringContaining('上一次提交其实已经办成了') })
  expect(await pay(1000)).toEqual(first)
  expect(await countOf('flow', 'custom_name', '改了金额')).toBe(1)
})

test('the same request_id is another write on another path, and of another user', async () => {
  const other = await tokenOf(server, await addAccount(server, 'twin', ['/api/tags/add', '/api/cost/add']))
  const add = (path: string, token: string, name: string) => server.call(path, { name, request_id: 'same' }, token)
  const answers = [
    await add('/api/tags/add', admin, '甲'),
    await add('/api/tags/add', other, '乙'),
    await add('/api/cost/add', admin, '丙'),
  ]
  expect(answers.map((answer) => answer.code)).toEqual([200, 200, 200])
  expect([await countOf('tags', 'name', '甲'), await countOf('tags', 'name', '乙'), await countOf('cost', 'name', '丙')]).toEqual([1, 1, 1])
})

test('a write that failed leaves nothing and can be sent again as it is', async () => {
  await sql`insert into tags (name) values ('占用')`.execute(server.db)
  const body = signed({ name: '占用', request_id: 'retry' }, admin)
  expect(await server.send('/api/tags/add', body)).toMatchObject({ code: 409 })
  expect(await server.send('/api/tags/add', body)).toMatchObject({ code: 409 })
  await sql`delete from tags where name = '占用'`.execute(server.db)
  expect(await server.send('/api/tags/add', body)).toMatchObject({ code: 200 })
  expect(await countOf('tags', 'name', '占用')).toBe(1)
})

test('two pictures in one second are two; the same one twice is one', async () => {
  const params = signed({ key: 'fang' }, admin)
  const [a, b] = [await picture('a.jpg', 'jpeg', 1), await picture('b.jpg', 'jpeg', 2)]
  const send = ({ name, buffer }: { name: string; buffer: Buffer }) => sendFiles(server, params, [{ name, bytes: buffer }])
  const [first, second, again] = await Promise.all([send(a), send(b), send(a)])
  expect([first?.code, second?.code, again?.code]).toEqual([200, 200, 200])
  expect(again?.data.img_id).toBe(first?.data.img_id)
  expect(second?.data.img_id).not.toBe(first?.data.img_id)
  const { rows } = await sql<{ n: number }>`select count(*) as n from file`.execute(server.db)
  expect(rows[0]?.n).toBe(2)
})
