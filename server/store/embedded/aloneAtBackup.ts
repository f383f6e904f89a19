import { StoreClient } from '../connection/client.ts'
import type { Connection } from './types.ts'

/** Any constant will do, as long as nothing else in this database locks it. */
const BACKUP_LOCK = 7_201_906_118

/** Does some work while nobody else, of this node or another, backs up the same store, which has so many bytes; gives null, and does nothing, where somebody does. */
export const aloneAtBackup = async <T>(connection: Connection, work: (bytes: number) => Promise<T>): Promise<T | null> => {
  const client = new StoreClient({ ...connection, application_name: 'anju backup' })
  await client.connect()
  try {
    const { rows } = await client.query<{ alone: boolean; bytes: number }>(`
      select pg_try_advisory_lock(${BACKUP_LOCK}) as alone, sum(pg_database_size(oid))::float8 as bytes from pg_database
    `)
    return rows[0]?.alone ? await work(rows[0].bytes) : null
  } finally {
    await client.end().catch(() => undefined)
  }
}
