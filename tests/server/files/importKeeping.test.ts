import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp } from '../../../server/domain/system/cleanUp.ts'
import { importFilesIn } from '../../../server/imports/files.ts'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { fetchFile, startTestJobs } from '../../help/exports.ts'
import { COMPANY, company, fetched, HEADS, sendImport, tried, workbook } from '../../help/imports.ts'
import { addAccount, fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
let jobs: Jobs

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
  jobs = startTestJobs(server)
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})

test('the files of imports have their time, and what cannot be read as a table says why', async () => {
  const noise = await tried(server, COMPANY, workbook([['企业'], ['王']]), admin)
  expect(noise).toMatchObject({
    state: 'failed',
    error: '没有“企业”这一列，是否想写“企业名称”',
  })
  expect(await sendImport(server, COMPANY, Buffer.from('x'), admin, 'a.doc')).toMatchObject({
    code: 400,
    msg: '请选择 Excel（.xlsx）或 CSV 文件',
  })
  expect(await server.call(COMPANY, {}, admin)).toMatchObject({ code: 400, msg: '请选择要导入的文件' })
  const wrong = await tried(server, COMPANY, workbook([HEADS, company(1, { 3: '1' })]), admin)
  expect((await fetched(server, wrong.handle, admin)).length).toBeGreaterThan(500)
  const other = await tokenOf(server, await addAccount(server, 'peeper', ['*']))
  expect((await fetchFile(server, wrong.handle, other)).status).toBe(404)
  const folder = importFilesIn(server.config.dataDir, server.db)
  const names = await folder.names()
  expect(names).toEqual(expect.arrayContaining([`${wrong.import_id}.xlsx`, `${wrong.import_id}-errors.xlsx`]))
  await cleanUp(server.db, server.config)
  expect(await folder.names()).toEqual(names)
  await sql`update import_batch set created_at = created_at - ${8 * 86_400}::bigint`.execute(server.db)
  await cleanUp(server.db, server.config)
  expect(await folder.names()).toEqual([])
  expect((await fetchFile(server, wrong.handle, admin)).status).toBe(404)
})
