import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageQuery } from '../../../server/store/reading/pageQuery.ts'
import { fileResources, resourceNamed } from '../../../src/declared/declared.ts'
import { askedParams, listsBeside } from '../../../src/declared/opening.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const PLANNED_ANEW = /planned anew/

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const beside = fileResources.flatMap((resource) =>
  listsBeside(resource, 1, resourceNamed).map((list) => ({
    of: resource.name,
    list,
    name: `${resource.name}: ${list.resource} by ${Object.keys(list.where)}`,
  })),
)

test.each(beside)('$name keeps its plan where it names one, and the plan for any value is that of an index', async ({ list }) => {
  const asked = pageQuery(resourceNamed(list.resource), askedParams(list), null).compile(server.db)
  // One of several references may stand on every row, as a label does: only its value tells.
  const isOfSeveral = Object.keys(list.where).some((name) => resourceNamed(list.resource).column[name]?.match === 'has')
  if (!isOfSeveral) expect(asked.sql).not.toMatch(PLANNED_ANEW)
  const plan = await server.db.transaction().execute(async (tx) => {
    // Nothing is in the tables: reading all of one would seem the shortest way.
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (generic_plan, costs off) ${sql.raw(asked.sql)}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Index (Only )?Scan/)
  expect(plan).not.toMatch(/Seq Scan/)
})

test('a list of many is planned by its values', () => {
  const asked = (params: object): string =>
    pageQuery(resourceNamed('contract'), { page: 1, page_rows: 20, ...params }, null).compile(server.db).sql
  expect(asked({ status: [4] })).toMatch(PLANNED_ANEW)
  expect(asked({ org_id: [1, 2] })).toMatch(PLANNED_ANEW)
  expect(asked({ org_id: [1] })).not.toMatch(PLANNED_ANEW)
})
