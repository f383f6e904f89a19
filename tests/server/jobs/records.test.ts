import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cleanUp } from '../../../server/domain/system/cleanUp.ts'
import { defineJob } from '../../../server/jobs/defineJob.ts'
import { inOneCommit } from '../../../server/jobs/inOneCommit.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { adminServer } from '../../help/adminServer.ts'
import { csvRows, exported, startTestJobs } from '../../help/exports.ts'
import { DONE, jobNodes } from '../../help/jobNodes.ts'

const ground = adminServer()
const { call } = ground
const { nodes, declared, start, startDeclared, listed, becomes, rowsOf } = jobNodes(ground)

test('what a job writes stands in 操作日志 as done by the system, whether in a transaction of its own or not; nobody’s is not there', async () => {
  const kind = ground.ground.kind[1]
  const rename = (name: string) => sql`update kind set name = ${name} where id = ${kind}`
  const writing = defineJob({
    name: 'writing',
    label: '改名',
    every: 86_400,
    async run(context) {
      await rename('甲').execute(context.own.db)
      await inTransaction(context.own.db, null, (tx) => rename('乙').execute(tx))
      return inOneCommit(context, async (tx) => {
        await rename('丙').execute(tx)
        return { total: 1, said: '改了' }
      })
    },
  })
  start(writing)
  await becomes('改名', { state: DONE })
  const { list } = (await call('/api/operation_log/index', { resource: 'kind', record_id: kind, page: 1 })).data
  const told = list.map(({ created_by, label, path, changes }: Record<string, unknown>) => [
    created_by,
    label,
    path,
    (changes as { after: string }[])[0]?.after,
  ])
  expect(told).toEqual([
    [null, '改名', 'job:writing', '丙'],
    [null, '改名', 'job:writing', '甲'],
  ])
  nodes.push(startTestJobs(ground.server))
  const file = await exported(
    ground.server,
    '/api/operation_log/export',
    { format: 2, columns: 'created_by', record_id: kind, resource: 'kind' },
    ground.admin,
  )
  expect(csvRows(file)).toEqual([['账号'], ['系统'], ['系统']])
})

test('runs that found nothing to do give way to the next; after JOB_DAYS all go but the last of each kind', async () => {
  const idle = defineJob({ name: 'idle', label: '闲', every: 1, run: async () => ({ total: 0, said: '没有变化' }) })
  const node = start(idle)
  const due = () =>
    rowsOf<{ due: number }>("select max(due_at) as due from job where state = 'done'").then(([row]) => Number(row?.due ?? 0))
  await expect.poll(due, { timeout: 10_000 }).toBeGreaterThan(0)
  const began = await due()
  await expect.poll(due, { timeout: 10_000 }).toBeGreaterThan(began + 1)
  await node.stop()
  expect((await rowsOf('select from job')).length).toBeLessThanOrEqual(2)
  await rowsOf('delete from job')
  // What other tests have left: files of exports that no run names any more.
  await cleanUp(ground.server.db, ground.server.config)
  await rowsOf(`
    insert into job (kind, msg, params, state, finished_at)
    select kind, '', '{}', 'done', epoch_now() - days * 86400 from (values ('a', 40), ('a', 31), ('a', 29), ('b', 90), ('b', 80)) v (kind, days)`)
  expect(await cleanUp(ground.server.db, ground.server.config)).toBe(3)
  expect(await rowsOf('select kind, (epoch_now() - finished_at) / 86400 as days from job order by job_id')).toEqual([
    { kind: 'a', days: 29 },
    { kind: 'b', days: 80 },
  ])
})

test('every declared job stands on the page with when it is due, and has been looked for by a node', async () => {
  startDeclared()
  await expect.poll(async () => (await listed('job_kind', { page_rows: 50 })).length, { timeout: 10_000 }).toBe(declared.length)
  const rows: { name: string; every: string | null; is_periodic: number }[] = await listed('job_kind', { page_rows: 50 })
  expect(
    rows
      .filter(({ is_periodic }) => is_periodic === 0)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['export', 'import', 'print'])
  expect(rows.find(({ name }) => name === 'remind')?.every).toBe('每天 08:00')
  for (const { name, every } of declared.filter((one) => one.every)) {
    expect([name, every === undefined]).toEqual([name, false])
    await expect
      .poll(async () => (await rowsOf(`select state from job where kind = '${name}'`))[0], { timeout: 20_000 })
      .toEqual({ state: 'done' })
  }
})
