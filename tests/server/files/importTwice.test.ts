import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { startTestJobs } from '../../help/exports.ts'
import { imported, settled, tried, workbook } from '../../help/imports.ts'
import { tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
let jobs: Jobs
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  jobs = startTestJobs(server)
})
afterAll(async () => {
  await jobs?.stop()
  await server?.close()
})

const CLUES = '/api/clue/import'
const HEADS = ['类型', '联系人', '手机号', '意向位置', '期望月租']
const clue = (name: string): unknown[] => ['求租', name, '13812345678', '陆家嘴', 3000]
const send = (rows: readonly unknown[][], name?: string) => tried(server, CLUES, workbook(rows), admin, name)
const keep = (import_id: number) => imported(server, admin, import_id)

test('the same rows, saved anew or in another order, are not imported twice until they are taken back', async () => {
  const first = await send([HEADS, clue('赵'), clue('钱')], '线索.xlsx')
  expect(await keep(first.import_id)).toMatchObject({ state: 'done' })
  const turned = (row: readonly unknown[]) => [row[1], row[0], ...row.slice(2), '']
  const anew = [
    [HEADS, clue('钱'), clue('赵')],
    [[...turned(HEADS).slice(0, -1), '跟进情况'], turned(clue('赵')), turned(clue('钱'))],
  ]
  for (const rows of anew)
    expect(await send(rows)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^这些行已由.+于 .+ 导入过（文件 线索\.xlsx），没有再次导入；要重新导入，请先撤销那一次$/),
    })
  // One row more or less is another list, and so is a row that is there twice.
  for (const rows of [
    [HEADS, clue('赵')],
    [HEADS, clue('赵'), clue('钱'), clue('钱')],
  ])
    expect(await send(rows)).toMatchObject({ state: 'right' })

  expect(await server.call('/api/import/undo', { import_id: first.import_id }, admin)).toMatchObject({ code: 200 })
  const [one, two] = [await send(anew[0] ?? []), await send([HEADS, clue('赵'), clue('钱')])]
  await Promise.all([one, two].map(({ import_id }) => server.call('/api/import/run', { import_id }, admin)))
  const ended = await Promise.all([one, two].map(({ import_id }) => settled(server, admin, import_id)))
  expect(ended.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
  expect(ended.find(({ state }) => state === 'failed')?.error).toBe('这些行刚刚已经导入过，没有再次导入')
})
