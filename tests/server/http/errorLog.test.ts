import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cleanUp } from '../../../server/domain/system/cleanUp.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
})
afterAll(() => server.close())
beforeEach(() => sql`delete from error_log`.execute(server.db))

const report = (params: Record<string, unknown>) => server.send('/save_error_logger', params, 'B')
const list = async () => (await server.call('/api/error_log/index', { page: 1 }, admin)).data.list

test('a report is kept with who and from where, without tokens, passwords, cards or phones', async () => {
  const mes = `卡号310101199001011233电话13812345678 token=${admin} password: 'hunter2' {"new_pwd":"secret1"} ${'0'.repeat(32)}`
  expect(await report({ token: admin, type: 'ajax', code: '500', mes, url: `/api/x/y?token=${admin}` })).toMatchObject({ code: 200 })
  const [row] = await list()
  expect(row).toMatchObject({ type: 'ajax', code: '500', user_id: 1, address: '127.0.0.1' })
  const kept = JSON.stringify(row)
  for (const secret of ['310101199001011233', '13812345678', admin, 'hunter2', 'secret1', '0'.repeat(32)])
    expect(kept).not.toContain(secret)
  expect(row.mes).toContain('138****5678')
})

test('who has no code may not read them; anyone may report, thirty times a minute and no more', async () => {
  const clerk = await tokenOf(server, await addAccount(server, 'clerk', []))
  expect(await server.call('/api/error_log/index', {}, clerk)).toMatchObject({ code: 403 })
  for (let n = 0; n < 30; n++) expect(await report({ mes: `第${n}次` })).toMatchObject({ code: 200 })
  expect(await report({ mes: '太多' })).toMatchObject({ code: 429, data: { seconds: 60 } })
  await sql`update error_log set address = 'elsewhere'`.execute(server.db)
  expect(await report({ mes: '别处不受影响' })).toMatchObject({ code: 200 })
  await sql`update error_log set user_id = 1`.execute(server.db)
  expect(await report({ mes: '同一账号', token: admin })).toMatchObject({ code: 429 })
})

test('a month later it is gone', async () => {
  await report({ mes: '旧的' })
  await sql`update error_log set at = at - 31 * 86400`.execute(server.db)
  await report({ mes: '新的' })
  await cleanUp(server.db, server.config)
  expect((await list()).map((row: { mes: string }) => row.mes)).toEqual(['新的'])
})
