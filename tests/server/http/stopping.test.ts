import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { tokenOf } from '../../help/store/ground.ts'
import { startTestServer } from '../../help/testServer.ts'

/** Less than a browser keeps a connection, by far. */
const SOON_MS = 20_000

test('a server that stops while a call is made answers it, and waits no longer for whoever was answered, or has asked nothing', async () => {
  const server = await startTestServer()
  const token = await tokenOf(server)
  const holder = new pg.Client(server.connection)
  await holder.connect()
  await holder.query('begin; lock table cost in access exclusive mode')
  const answer = server.call('/api/cost/index', {}, token)
  const waiting = sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBe(1)
  // As browsers open one before they need it.
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(silent, 'connect')
  const from = performance.now()
  const stopped = server.app.close()
  await holder.query('rollback')
  await holder.end()
  expect(await answer).toMatchObject({ code: 200 })
  await stopped
  expect(performance.now() - from).toBeLessThan(SOON_MS)
  silent.destroy()
  await server.close()
})
