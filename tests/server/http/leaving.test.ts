import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { tokenOf } from '../../help/store/ground.ts'
import { signed, startTestServer } from '../../help/testServer.ts'

test('whoever leaves a page while it is read is no fault of the server, which goes on', async () => {
  const server = await startTestServer()
  const token = await tokenOf(server)
  // An answer of a few hundred kB is compressed on its way, no longer at once.
  await sql`insert into error_log (address, detail) select '', jsonb_build_object('mes', repeat(md5(n::text), 200)) from generate_series(1, 100) n`.execute(
    server.db,
  )
  const holder = new pg.Client(server.connection)
  await holder.connect()
  await holder.query('begin; lock table error_log in access exclusive mode')
  const said: string[] = []
  const as = (level: string) => ({ value: (fields: object, text: string) => said.push(`${level} ${text} ${JSON.stringify(fields)}`) })
  const noting = Object.create(server.app.log, { error: as('error'), warn: as('warn'), info: as('info') })
  const log = vi.spyOn(server.app.log, 'child').mockReturnValue(noting)

  const leaving = new AbortController()
  const closed = new Promise((done) => server.app.server.once('connection', (line) => line.once('close', done)))
  const body = new URLSearchParams(Object.entries(signed({ page: 1, page_rows: 100 }, token)).map(([name, value]) => [name, `${value}`]))
  const left = fetch(`${server.url}/api/error_log/index`, {
    method: 'POST',
    body,
    signal: leaving.signal,
    headers: { connection: 'close' },
  })
  const waiting = sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBe(1)
  leaving.abort()
  await expect(left).rejects.toThrow('abort')
  await closed
  await holder.query('rollback')
  await holder.end()

  await expect.poll(() => said).toHaveLength(1)
  expect(said).toEqual(['info caller gone {"path":"/api/error_log/index"}'])
  log.mockRestore()
  expect((await server.call('/api/error_log/index', { page: 1 }, token)).code).toBe(200)
  await server.close()
})
