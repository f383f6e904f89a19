import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { startTestJobs } from '../../help/exports.ts'
import {
  COMPANY,
  companies,
  company,
  fetched,
  HEADS,
  imported,
  importOf,
  mistakes,
  sendImport,
  sheetsOf,
  tried,
  workbook,
} from '../../help/imports.ts'
import { companyCode, fillGround, tokenOf } from '../../help/store/ground.ts'
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

const SKIP = { existing: 2 }
const count = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.db)).rows[0]?.n ?? 0
const send = (rows: readonly unknown[][], params: object = SKIP) =>
  tried(server, COMPANY, workbook([HEADS, ...rows]), admin, undefined, params)
const notes = async (handle: string, place: number): Promise<unknown[]> =>
  (sheetsOf(await fetched(server, handle, admin))[0] ?? []).map((row) => row[place])

test('rows that are there already are passed over where their sender says so: told how many and which, undone without them', async () => {
  const first = await send(companies(60), {})
  expect(await imported(server, admin, first.import_id)).toMatchObject({ state: 'done', skipped: 0, handle: '' })
  // Every second one is there already, one by its name alone.
  const rows = Array.from({ length: 120 }, (_, index) => company(index % 2 ? 10_000 + index : index / 2 + 1))
  rows[0] = company(1, { 1: companyCode(77_777) })
  expect(await send(rows, {})).toMatchObject({ state: 'wrong', wrong: 60, skipped: 0 })
  const trial = await send(rows)
  expect(trial).toMatchObject({ state: 'right', rows: 120, wrong: 0, skipped: 60, errors: [] })
  expect(await count('company')).toBe(60)
  expect((await notes(trial.handle, 6)).slice(0, 4)).toEqual([
    '错误',
    '原第 2 行：已有，跳过：该企业已登记',
    null,
    '原第 4 行：已有，跳过：该企业已登记',
  ])
  const done = await imported(server, admin, trial.import_id)
  expect(done).toMatchObject({ state: 'done', rows: 120, skipped: 60, progress: 120, handle: trial.handle })
  expect(await count('company')).toBe(120)
  const { rows: said } = await sql<{ done: string }>`select done from job where kind = 'import' order by job_id desc limit 1`.execute(
    server.db,
  )
  expect(said).toEqual([{ done: '导入 60 行，跳过已有的 60 行' }])
  expect(await server.call('/api/import/undo', { import_id: trial.import_id }, admin)).toMatchObject({ code: 200, data: { count: 60 } })
  expect(await count('company')).toBe(60)
  expect(await importOf(server, admin, trial.import_id)).toMatchObject({ state: 'undone', skipped: 60 })
})

test('what stands twice in the file itself, or is wrong otherwise, stays a mistake; where all are there nothing is imported', async () => {
  const rows = [company(1), company(50_001), company(50_002), company(50_001, { 1: companyCode(50_003) }), company(2, { 3: '12345' })]
  const trial = await send(rows)
  expect(trial).toMatchObject({ state: 'wrong', rows: 5, wrong: 2, skipped: 1 })
  expect(mistakes(trial)).toEqual(['A5：该企业已登记', 'D6：手机号须为11位且以1开头'])
  expect((await notes(trial.handle, 6))[1]).toBe('原第 2 行：已有，跳过：该企业已登记')

  const all = await send(companies(5))
  expect(all).toMatchObject({ state: 'right', rows: 5, skipped: 5 })
  expect(await server.call('/api/import/run', { import_id: all.import_id }, admin)).toMatchObject({
    code: 409,
    msg: '这些行都已经有了，没有要导入的',
  })
})

test('a list whose rows are not known again has no such choice', async () => {
  const clues = workbook([
    ['类型', '联系人', '手机号', '意向位置', '期望月租'],
    ['求租', '赵', '13812345678', '陆家嘴', 3000],
  ])
  expect(await sendImport(server, '/api/clue/import', clues, admin, undefined, SKIP)).toMatchObject({ code: 400 })
})
