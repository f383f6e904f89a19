import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import type { FirstStep } from '../../../src/protocol/workbench.ts'
import { addAccount, addRow, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
})
afterAll(() => server.close())

const stepsOf = async (token = admin): Promise<FirstStep[]> => (await server.call('/api/workbench/steps', {}, token)).data
const doneOf = async (): Promise<string[]> => (await stepsOf()).flatMap(({ isDone, label }) => (isDone ? [label] : []))

test('上线步骤: nothing is done in a new installation, whatever it brings itself; a step is done by its first row', async () => {
  // The tests' accounts are none of an installation's.
  expect(await doneOf()).toEqual(['开账号'])
  await sql`delete from account where user_id > 1`.execute(server.db)
  expect(await doneOf()).toEqual([])
  await addRow(server, 'project', { name: '东园公租房' })
  await addRow(server, 'kind', { name: '成套住宅', show_type: 2 })
  expect(await doneOf()).toEqual(['登记项目', '登记房源类型'])
  const own = { name: '基本户', kind: 1, way: 3, usual: 2, code: '1002.02' }
  expect(await server.call('/api/own_account/add', own, admin)).toMatchObject({ code: 200 })
  expect(await doneOf()).toEqual(['登记项目', '登记房源类型', '登记收款账户'])
})

test('whoever may not take a step is not told of it, and another’s projects are none of his', async () => {
  const desk = await addAccount(server, 'qiantai', ['/api/workbench/index', '/api/lessee/add', '/api/unit/add'], [])
  expect((await stepsOf(await tokenOf(server, desk))).map(({ label, isDone }) => [label, isDone])).toEqual([
    ['登记房源', false],
    ['登记租客', false],
  ])
})

test('once a month is closed, or the sample is in, nobody is told how to begin', async () => {
  await sql`insert into setting (name, value) values ('sample', '{}')`.execute(server.db)
  expect(await stepsOf()).toEqual([])
  await sql`delete from setting where name = 'sample'`.execute(server.db)
  expect(await stepsOf()).not.toEqual([])
  await sql`
    insert into closing (month, status, closed_by, closed_at, seal) values (${addDays(today(), -31).slice(0, 7)}, 3, 1, epoch_now(), ${'0'.repeat(64)})
  `.execute(server.db)
  expect(await stepsOf()).toEqual([])
})
