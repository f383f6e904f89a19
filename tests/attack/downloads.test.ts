import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Jobs } from '../../server/jobs/startJobs.ts'
import { ended, fetchFile, startTestJobs } from '../help/exports.ts'
import { COMPANY, HEADS, tried, workbook } from '../help/imports.ts'
import { addAccount, fillGround, flowOf, permit, tokenOf } from '../help/store/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
let jobs: Jobs
let clerk: number
let token: string

const CODES = ['/api/flow/index', '/api/flow/export', COMPANY, '/api/role/view']
const WHOLE = '没有权限：导出流水列表，以前导出的文件也不能再下载'
const FEWER = '您负责的项目少了，这份文件里有现在看不到的，请重新导出'

beforeAll(async () => {
  server = await startTestServer()
  const ground = await fillGround(server)
  const admin = await tokenOf(server)
  for (const p_id of [1, 2]) await server.call('/api/flow/add', flowOf(ground, { p_id }), admin)
  clerk = await addAccount(server, 'clerk', CODES, [1, 2])
  jobs = startTestJobs(server)
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})

const reach = async (projects: string | null): Promise<void> => {
  await sql`update account set projects = ${projects}::integer[] where user_id = ${clerk}`.execute(server.db)
}
beforeEach(async () => {
  await permit(server, clerk, CODES)
  await reach('{1,2}')
  token = await tokenOf(server, clerk)
})

const exportedAt = async (): Promise<string> => {
  const { data } = await server.call('/api/flow/export', { format: 2, request_id: `${Math.random()}` }, token)
  return (await ended(server, token, data.id)).handle
}
/** What a download is answered: 200, or the refusal's words. */
const fetched = async (path: string, as = token): Promise<unknown> => {
  const response = await fetchFile(server, path, as)
  return response.status === 200 ? 200 : [response.status, ((await response.json()) as { msg: string }).msg]
}
const disable = (isActive: boolean) => sql`update account set is_active = ${isActive} where user_id = ${clerk}`.execute(server.db)

describe('an exported file is asked for again at the moment of download', () => {
  test('the right', async () => {
    const path = await exportedAt()
    expect(await fetched(path)).toBe(200)
    await permit(server, clerk, ['/api/flow/index'])
    expect(await fetched(path)).toEqual([403, WHOLE])
    const newest = async () => (await server.call('/api/message/index', {}, token)).data.list[0]
    expect(await newest()).toMatchObject({ state: 'done', handle: '', error: WHOLE })
    await permit(server, clerk, ['*'])
    expect(await fetched(path)).toBe(200)
    expect(await newest()).toMatchObject({ state: 'done', handle: path, error: '' })
  })

  test('the projects that it was made of, not those that it was asked for with', async () => {
    const path = await exportedAt()
    await reach('{1}')
    expect(await fetched(path)).toEqual([403, FEWER])
    const narrow = await exportedAt()
    expect(await fetched(narrow)).toBe(200)
    await reach('{2}')
    expect(await fetched(narrow)).toEqual([403, FEWER])
    await reach('{2,1}')
    expect([await fetched(path), await fetched(narrow)]).toEqual([200, 200])
    await reach(null)
    const all = await exportedAt()
    expect([await fetched(path), await fetched(all)]).toEqual([200, 200])
    await reach('{1,2}')
    expect([await fetched(path), await fetched(all)]).toEqual([200, [403, FEWER]])
  })

  test('a file of before this was kept is for who sees all projects', async () => {
    const path = await exportedAt()
    await sql`update job set result = result - 'scope'`.execute(server.db)
    expect(await fetched(path)).toEqual([403, FEWER])
    await reach(null)
    expect(await fetched(path)).toBe(200)
  })

  test('the account', async () => {
    const path = await exportedAt()
    await disable(false)
    expect(await fetched(path)).toEqual([401, '登录已失效，请重新登录'])
    await disable(true)
    expect(await fetched(path)).toBe(200)
  })

  test('the role as which one looks', async () => {
    const path = await exportedAt()
    await permit(server, clerk, ['*'])
    const { rows } = await sql<{ role_id: number }>`
      insert into role (name, permission) values ('只看', '{/api/flow/index}') returning role_id`.execute(server.db)
    const view = (await server.call('/api/role/view', { role_id: rows[0]?.role_id }, token)).data.token
    expect(await fetched(path, view)).toEqual([403, WHOLE])
    expect(await fetched(path)).toBe(200)
  })

  test('房态汇总, an export of its own, likewise', async () => {
    const code = '/api/project/exportSummaryOfRoomState'
    await permit(server, clerk, [code])
    const { data } = await server.call(code, {}, token)
    const { handle } = await ended(server, token, data.id)
    expect(await fetched(handle)).toBe(200)
    await reach('{1}')
    expect(await fetched(handle)).toEqual([403, FEWER])
    await permit(server, clerk, CODES)
    expect(await fetched(handle)).toEqual([403, expect.stringMatching(/^没有权限：导出房态汇总/)])
  })
})

describe('an import’s files are asked for again at the moment of download', () => {
  const broken = async (): Promise<string> =>
    (await tried(server, COMPANY, workbook([HEADS, [`甲${Math.random()}`, '短', '王', '138']]), token)).handle

  test('the file with its mistakes: the right, the projects, the account', async () => {
    const path = await broken()
    expect(await fetched(path)).toBe(200)
    await permit(server, clerk, ['/api/flow/index'])
    expect(await fetched(path)).toEqual([403, '没有权限：导入企业列表'])
    await permit(server, clerk, CODES)
    await reach('{1}')
    expect(await fetched(path)).toEqual([403, '您负责的项目少了，这份文件里有现在看不到的，请重新试导入'])
    await reach(null)
    expect(await fetched(path)).toBe(200)
    await disable(false)
    expect(await fetched(path)).toEqual([401, '登录已失效，请重新登录'])
    await disable(true)
    expect(await fetched(path, await tokenOf(server))).toEqual([404, '文件不存在或已过期，请重新试导入'])
  })

  test('the template: the right, and the projects of now', async () => {
    const path = '/files/imports/template/company'
    expect(await fetched(path)).toBe(200)
    await permit(server, clerk, [])
    expect(await fetched(path)).toEqual([403, '没有权限：导入企业列表'])
    await permit(server, clerk, CODES)
    await disable(false)
    expect(await fetched(path)).toEqual([401, '登录已失效，请重新登录'])
    await disable(true)
  })
})
