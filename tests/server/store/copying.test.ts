import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('rows of a connection that is broken before anybody reads them end the reading, and not the node', async () => {
  const own = await server.open()
  const held = sql`select pg_sleep(60)`.execute(own.db)
  own.cut()
  await expect(held).rejects.toThrow()
  const rows = own.copy(sql`select 1`, 'text')
  await turn()
  await expect(rows.toArray()).rejects.toThrow('not queryable')
})
