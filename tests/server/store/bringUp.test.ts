import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../server/store/bringUp/migrate.ts'
import { plan } from '../../../server/store/bringUp/plan.ts'
import { sortAnew } from '../../../server/store/bringUp/sorting.ts'
import { watchRelease } from '../../../server/upgrade/watchRelease.ts'
import { proof } from '../../help/depth.ts'
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

const isNeeded = async () =>
  (
    await sql<{ is: boolean }>`select attnotnull as is from pg_attribute where attrelid = 'cost'::regclass and attname = 'name'`.execute(
      server.db,
    )
  ).rows[0]?.is
const indexes = async () =>
  (
    await sql<{ name: string; oid: number; definition: string }>`
      select relname as name, indexrelid::integer as oid, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class c on c.oid = indexrelid where indrelid = 'contract'::regclass order by 1
    `.execute(server.db)
  ).rows
const changes = async () =>
  (await sql<{ name: string }>`select name from applied where name like 'domain/%' order by name`.execute(server.db)).rows.map(
    ({ name }) => name,
  )
const defaults = async () =>
  (
    await sql<{ at: string; oid: number; given: string }>`
      select adrelid::regclass || '.' || attname as at, d.oid::integer as oid, pg_get_expr(adbin, adrelid) as given
      from pg_attrdef d join pg_attribute a on attrelid = adrelid and attnum = adnum where attgenerated = '' order by 1
    `.execute(server.db)
  ).rows
const looked = async () => ({
  isNeeded: await isNeeded(),
  indexes: await indexes(),
  changes: await changes(),
  defaults: await defaults(),
})
type Looked = Awaited<ReturnType<typeof looked>>

/** An upgrade takes seconds: one finds all that is not as it should be, and one more finds all put right but the row that is filled between them. */
let before: Looked
let after: Looked
let again: Looked
let [changed, unmarked] = ['', '']
beforeAll(async () => {
  before = await looked()
  await run('alter table cost alter column name drop not null; insert into cost (name) values (null)')
  ;[changed = '', unmarked = ''] = before.indexes.map(({ name }) => name).filter((name) => /_(filter|order)$/.test(name))
  await run(`drop index "${changed}"; create index "${changed}" on contract (created_at)`)
  await run(`comment on index "${unmarked}" is null`)
  await run("update applied set name = replace(name, 'domain/', 'domain/former/') where name like 'domain/%'")
  await run('alter table clue alter column status drop default; alter table waiting alter column status set default 2')
  await upgrade()
  after = await looked()
  await run("update cost set name = '补上' where name is null")
  await upgrade()
  again = await looked()
})

test('a required column that came late may be empty only until its rows are filled', () => {
  expect([before.isNeeded, after.isNeeded, again.isNeeded]).toEqual([true, false, true])
})

test('an index that is not what its name now stands for is made anew, and no other', () => {
  const told = ({ indexes }: Looked) => indexes.map(({ name, definition }) => [name, definition])
  expect(told(after)).toEqual(told(before))
  const remade = after.indexes.filter(({ name, oid }) => oid !== before.indexes.find((other) => other.name === name)?.oid)
  expect(remade.map(({ name }) => name).sort()).toEqual([changed, unmarked].sort())
  expect(again.indexes).toEqual(after.indexes)
})

test('a change that was laid into another folder is known by its text and not done again', () => {
  expect(after.changes).toEqual(before.changes.map((name) => name.replace('domain/', 'domain/former/')))
})

test('a column that was there has the default that is declared now, and one that has it is left alone', () => {
  const told = ({ defaults }: Looked) => defaults.map(({ at, given }) => [at, given])
  expect(told(after)).toEqual(told(before))
  const remade = after.defaults.filter(({ at, oid }) => oid !== before.defaults.find((one) => one.at === at)?.oid)
  expect(remade.map(({ at }) => at)).toEqual(['clue.status', 'waiting.status'])
  expect(again.defaults).toEqual(after.defaults)
})

test('a node learns, once, that a newer anju has brought its store up beneath it; of its own it hears nothing', async () => {
  const warned: string[] = []
  const say = (_fields: object, message: string): void => void warned.push(message)
  const told: string[] = []
  let looks = 0
  const seen = {
    domain: plan.domain,
    get base() {
      looks += 1
      return plan.base
    },
  }
  const watch = watchRelease({
    db: server.db,
    plan: seen,
    log: { warn: say, error: say },
    onNewer: (why) => void told.push(why),
    lookMs: 5,
  })
  await expect.poll(() => looks).toBeGreaterThan(2)
  expect(told).toEqual([])
  await run("insert into applied (name, hash) values ('domain/x/migrations/999-x.sql', 'x')")
  await expect
    .poll(() => told)
    .toEqual([expect.stringContaining('有本版本不认识的变更 domain/x/migrations/999-x.sql：请换上不低于它的版本')])
  const then = looks
  await watch.stop()
  expect([looks, told.length, warned]).toEqual([then, 1, []])
})

proof(
  'indexes that another version of the sorting rules made are made anew, once; rows that are alike by now are told, and it is tried again',
  async () => {
    const fileOf = async (index: string) =>
      (await sql<{ file: string }>`select pg_relation_filenode(${index}::regclass)::text as file`.execute(server.db)).rows[0]?.file
    const files = () => Promise.all(['account_user_name_key', 'account_pkey'].map(fileOf))
    const told: string[] = []
    const sort = () => sortAnew(server.db, (text) => void told.push(text))
    const before = await files()
    await sort()
    expect([await files(), told]).toEqual([before, []])

    await run("update pg_database set datcollversion = '1.0' where datname = current_database()")
    await run("update pg_collation set collversion = '1.0' where collname = 'natural_order'")
    await run("create table twice (name text); create index twice_name on twice (name); insert into twice values ('甲'), ('甲')")
    await run("update pg_index set indisunique = true where indexrelid = 'twice_name'::regclass")
    await expect(sort()).rejects.toThrow(
      /^PostgreSQL 的文字排序规则换过版本，索引 public\.twice_name 重建不了，有重复的（.*甲.*）：请改掉其中一条，再启动$/,
    )
    await run('drop table twice')
    told.length = 0
    await Promise.all([sort(), sort()])
    expect(told).toEqual([expect.stringMatching(/（1\.0 → .+）：重建 \d{3} 个索引，请稍候$/)])
    const after = await files()
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true])
    await sort()
    expect([await files(), told.length]).toEqual([after, 1])
  },
)
