import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../server/store/migrate.ts'
import { plan } from '../../server/store/plan.ts'
import { fillGround } from '../help/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
})
afterAll(() => server.close())

const run = (text: string) => sql.raw(text).execute(server.db)

/** As the code of a new release finds the store. */
const upgrade = async (): Promise<void> => {
  await run("update applied set hash = '' where name = 'declarations'")
  await migrate(server.db, plan)
}

test('a required column that came late may be empty only until its rows are filled', async () => {
  const isNeeded = async () =>
    (
      await sql<{ is: boolean }>`select attnotnull as is from pg_attribute where attrelid = 'cost'::regclass and attname = 'name'`.execute(
        server.db,
      )
    ).rows[0]?.is
  expect(await isNeeded()).toBe(true)
  await run('alter table cost alter column name drop not null; insert into cost (name) values (null)')
  await upgrade()
  expect(await isNeeded()).toBe(false)
  await run("update cost set name = '补上' where name is null")
  await upgrade()
  expect(await isNeeded()).toBe(true)
})
