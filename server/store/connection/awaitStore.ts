import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { isAway } from '../writing/problems.ts'
import type { Database } from './database.ts'

const AGAIN_MS = 1_000

const because = (error: unknown): string => {
  const { code, message } = error as { code?: string; message: string }
  return code ?? message
}

/**
 * Waits until a store answers that is away as a node starts: a failover, or a machine that starts all at once. `tell` hears once that it waits. Throws the store's
 * own error after `seconds`, and at once what waiting does not mend: a wrong password, a database that is not there.
 */
export const awaitStore = async (db: Database, seconds: number, tell: (text: string) => void): Promise<void> => {
  const until = Date.now() + seconds * 1000
  for (let tries = 1; ; tries++) {
    try {
      return void (await sql`select 1`.execute(db))
    } catch (error) {
      if (!isAway(error) || Date.now() >= until) throw error
      if (tries === 1) tell(`DATABASE_URL 的数据库连不上（${because(error)}），至多等 ${seconds} 秒`)
    }
    await wait(AGAIN_MS)
  }
}
