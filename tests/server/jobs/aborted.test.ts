import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defineJob } from '../../../server/jobs/defineJob.ts'
import { inOneCommit } from '../../../server/jobs/inOneCommit.ts'
import { addJob } from '../../../server/jobs/queue.ts'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'

const ground = adminServer()
const { startQuiet, rowsOf } = jobNodes(ground)

test('what a try that was broken off left in an empty table is gone before the next: it is not believed empty while it is filled', async () => {
  await rowsOf('create table filled (key integer primary key, said text not null)')
  const pages = async () => (await rowsOf<{ pages: number }>(`select pg_relation_size('filled')::integer / 8192 as pages`))[0]?.pages
  const found: unknown[] = []
  const fill = defineJob({
    name: 'fill',
    label: '填表',
    run: async (context) => {
      found.push(await pages())
      if (context.job.attempt > 1) return { total: 1, said: '填好了' }
      return inOneCommit(context, async () => {
        await sql`insert into filled select n, repeat('字', 100) from generate_series(1, 10000) n`.execute(context.own.db)
        throw new Error('broken off')
      })
    },
  })
  startQuiet(fill)
  const asked = { msg: '填表', type: 1, params: {}, userId: 1 }
  await ground.server.db.transaction().execute((tx) => addJob(tx, { name: 'fill' }, asked))
  await expect.poll(() => found.length, { timeout: 20_000 }).toBe(2)
  expect(found).toEqual([0, 0])
})
