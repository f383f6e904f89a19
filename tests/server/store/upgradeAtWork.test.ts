import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../server/store/bringUp/migrate.ts'
import { plan } from '../../../server/store/bringUp/plan.ts'
import { proof } from '../../help/depth.ts'
import { untilOneWaits } from '../../help/store/locks.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // A number that is never taken back: how often the store was made anew.
  await run(`
    create sequence made_anew;
    create function count_anew() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.bill_view') then perform nextval('made_anew'); end if; end $$;
    create event trigger count_anew on ddl_command_end when tag in ('CREATE VIEW') execute function count_anew()
  `)
})
afterAll(() => server.close())

const run = (text: string) => sql.raw(text).execute(server.db)
/** The store is as the release before has left it. */
const outdated = () => run("update applied set hash = '' where name = 'declarations'")
const madeAnew = async (): Promise<number> =>
  Number((await sql<{ n: string | null }>`select pg_sequence_last_value('made_anew'::regclass) as n`.execute(server.db)).rows[0]?.n ?? 0)

test('of nodes that start at once one brings the store up; the others wait, and do not do it again', async () => {
  await outdated()
  await Promise.all([migrate(server.db, plan), migrate(server.db, plan), migrate(server.db, plan)])
  expect(await madeAnew()).toBe(1)
})

proof('who is in the middle of something comes first, also where the two would wait for each other', async () => {
  await outdated()
  const before = await madeAnew()
  const own = await server.open()
  try {
    await sql`begin`.execute(own.db)
    await sql`select count(*) from cost`.execute(own.db)
    const upgrade = migrate(server.db, plan)
    await untilOneWaits(server)
    // What comes before it in the alphabet is taken by now.
    const read = sql`select count(*) from account`.execute(own.db)
    await read
    await sql`commit`.execute(own.db)
    await upgrade
  } finally {
    own.cut()
  }
  expect((await madeAnew()) - before).toBe(1)
})

proof('who reads for long is let read to the end, and others with him meanwhile', async () => {
  await outdated()
  const own = await server.open()
  try {
    await sql`begin`.execute(own.db)
    await sql`select count(*) from cost`.execute(own.db)
    const upgrade = migrate(server.db, plan)
    await untilOneWaits(server)
    // It lets go of what it has taken, and comes again.
    expect((await sql`select count(*) from account`.execute(server.db)).rows).toHaveLength(1)
    await sql`commit`.execute(own.db)
    await upgrade
  } finally {
    own.cut()
  }
})
