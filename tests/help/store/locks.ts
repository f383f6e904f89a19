import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestServer } from '../testServer.ts'

/** Waits until somebody waits for what this test holds in a transaction of its own. */
export const untilOneWaits = async ({ db }: Pick<TestServer, 'db'>): Promise<void> => {
  const waiting = sql`select from pg_locks where not granted and pid <> pg_backend_pid()`
  await expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 10_000 }).toBeGreaterThan(0)
}
