import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../server/calls/defineCall.ts'
import { codesOf, registry } from '../../server/calls/registry.ts'
import { resources } from '../../src/derive/declared.ts'
import { goodParams } from '../help/examples.ts'
import { addAccount, fillGround, type Ground, permit, tokenOf } from '../help/ground.ts'
import { fillProject } from '../help/projects.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>

let server: TestServer
let ground: Ground
let clerk: number
let mine: Record<string, number>
beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  clerk = await addAccount(server, 'clerk', [])
  mine = await fillProject(server, ground, 1, '浦东花苑')
})
afterAll(() => server.close())

/** What every call touches, whether it does its deed or not. */
const PASSING = ['session', 'replay', 'login_failure', 'applied', 'region']

/** What all tables hold, and how many sessions there are. */
const stateOf = async (): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${PASSING}::text[])
  `.execute(server.db)
  const sums = tables.map(({ name }) => sql`select ${name} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.table(name)} t`)
  sums.push(sql`select 'session', count(*)::text from session`)
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`.execute(server.db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** Puts a row into a state as if it had come to it, whatever leads there. */
const put = (table: string, key: string, id: number, values: Params): Promise<unknown> =>
  server.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    const sets = Object.entries(values).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${sql.id(key)} = ${id}`.execute(db)
    await sql`set session_replication_role = origin`.execute(db)
  })

const writes: Call[] = [...registry().values()].filter((call) => call.writes && call.can !== 'public' && !call.takesFile)
