import { join } from 'node:path'
import { sql } from 'kysely'
import { diskAt } from '../files/disk.ts'
import { lockContent } from '../files/useFiles.ts'
import type { Database } from '../store/database.ts'

const DAY = 86_400
/** How long errors that browsers reported are kept (docs/operating.md). */
const ERROR_DAYS = 30

/**
 * Clears what has had its time: sessions that expired, answers kept for replays, counted failures, reported errors, images that no record came to name
 * within a day. Any node may do it; of several at once each takes what is left (skip locked).
 */
export const cleanUp = async (db: Database, dataDir: string): Promise<void> => {
  await sql`delete from session where expires_at <= epoch_now()`.execute(db)
  await sql`delete from replay where at < epoch_now() - ${DAY}`.execute(db)
  await sql`delete from login_failure where at < epoch_now() - ${DAY}`.execute(db)
  await sql`delete from error_log where at < epoch_now() - ${ERROR_DAYS * DAY}::bigint`.execute(db)
  const { rows } = await sql<{ hash: string }>`
    with orphan as (
      select img_id from file where not is_used and created_at < epoch_now() - ${DAY} order by created_at limit 500 for update skip locked
    )
    delete from file using orphan where file.img_id = orphan.img_id returning file.hash
  `.execute(db)
  const disk = diskAt(join(dataDir, 'files'))
  for (const hash of new Set(rows.map((row) => row.hash))) {
    await db.transaction().execute(async (tx) => {
      await lockContent(tx, hash)
      const named = await sql`select from file where hash = ${hash} limit 1`.execute(tx)
      if (named.rows.length === 0) await disk.remove(hash)
    })
  }
}
