import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../server/store/bringUp/migrate.ts'
import { plan } from '../../../server/store/bringUp/plan.ts'
import { fillGround } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

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

test('an index that is not what its name now stands for is made anew, and no other', async () => {
  const indexes = async () =>
    (
      await sql<{ name: string; oid: number; definition: string }>`
        select relname as name, indexrelid::integer as oid, pg_get_indexdef(indexrelid) as definition
        from pg_index join pg_class c on c.oid = indexrelid where indrelid = 'contract'::regclass order by 1
      `.execute(server.db)
    ).rows
  const before = await indexes()
  const [changed, unmarked] = before.filter(({ name }) => /_(filter|order)$/.test(name))
  await run(`drop index "${changed?.name}"; create index "${changed?.name}" on contract (created_at)`)
  await run(`comment on index "${unmarked?.name}" is null`)
  await upgrade()
  const after = await indexes()
  expect(after.map(({ name, definition }) => [name, definition])).toEqual(before.map(({ name, definition }) => [name, definition]))
  const remade = after.filter(({ name, oid }) => oid !== before.find((other) => other.name === name)?.oid).map(({ name }) => name)
  expect(remade.sort()).toEqual([changed?.name, unmarked?.name].sort())
  await upgrade()
  expect(await indexes()).toEqual(after)
})

test('a change that was laid into another folder is known by its text and not done again', async () => {
  const names = async () =>
    (await sql<{ name: string }>`select name from applied where name like 'domain/%' order by name`.execute(server.db)).rows.map(
      ({ name }) => name,
    )
  const before = await names()
  await run("update applied set name = replace(name, 'domain/', 'domain/former/') where name like 'domain/%'")
  await upgrade()
  expect(await names()).toEqual(before.map((name) => name.replace('domain/', 'domain/former/')))
  await run("update applied set name = replace(name, 'domain/former/', 'domain/')")
})

test('a column that was there has the default that is declared now, and one that has it is left alone', async () => {
  const defaults = async () =>
    (
      await sql<{ at: string; oid: number; given: string }>`
        select adrelid::regclass || '.' || attname as at, d.oid::integer as oid, pg_get_expr(adbin, adrelid) as given
        from pg_attrdef d join pg_attribute a on attrelid = adrelid and attnum = adnum where attgenerated = '' order by 1
      `.execute(server.db)
    ).rows
  const before = await defaults()
  await run('alter table clue alter column status drop default; alter table waiting alter column status set default 2')
  await upgrade()
  const after = await defaults()
  expect(after.map(({ at, given }) => [at, given])).toEqual(before.map(({ at, given }) => [at, given]))
  const remade = after.filter(({ at, oid }) => oid !== before.find((one) => one.at === at)?.oid).map(({ at }) => at)
  expect(remade).toEqual(['clue.status', 'waiting.status'])
})
