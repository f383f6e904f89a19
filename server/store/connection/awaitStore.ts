import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { isAway } from '../writing/problems.ts'
import type { Database } from './database.ts'
import { StoreError } from './storeError.ts'

const AGAIN_MS = 1_000

const because = (error: unknown): string => {
  const { code, message } = error as { code?: string; message: string }
  return code ?? message
}

/**
 * Waits until a store answers that is away as a node starts: a failover, or a machine that starts all at once. `tell` hears once that it waits. Throws a StoreError
 * after `seconds`, and at once what waiting does not mend: a wrong password, a database that is not there.
 */
export const awaitStore = async (db: Database, tell: (text: string) => void, seconds = 60): Promise<void> => {
  const until = Date.now() + seconds * 1000
  for (let tries = 1; ; tries++) {
    try {
      return void (await sql`select 1`.execute(db))
    } catch (error) {
      if (!isAway(error)) throw error
      if (Date.now() >= until)
        throw new StoreError(`等了 ${seconds} 秒，DATABASE_URL 的数据库还是连不上（${because(error)}）：请看它是否在运行、地址对不对`)
      if (tries === 1) tell(`DATABASE_URL 的数据库连不上（${because(error)}），至多等 ${seconds} 秒`)
    }
    await wait(AGAIN_MS)
  }
}
