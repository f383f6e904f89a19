import { finishRestore } from './backup/takePlace.ts'
import type { Config } from './config.ts'
import { loadRegions } from './domain/property/loadRegions.ts'
import { migrate } from './store/bringUp/migrate.ts'
import { plan } from './store/bringUp/plan.ts'
import { type Database, kyselyOn, openPool } from './store/connection/database.ts'
import { type OpenOwn, openOwn } from './store/connection/ownConnection.ts'
import { type Log, startEmbedded } from './store/embedded/index.ts'
import { noteKey, unlock } from './store/sealing/keyCheck.ts'

/** An open store, ready for calls. */
export interface Store {
  db: Database
  /** Opens a connection apart from the pool, for a job. */
  open: OpenOwn
  /** Where it is, for the log: 'embedded' or 'external'. */
  kind: 'embedded' | 'external'
  close(): Promise<void>
}

/** Opens the store (the embedded PostgreSQL, or DATABASE_URL's), brings it up to the code, and fills the national divisions. */
export const openStore = async (config: Config, log: Log, onGiveUp: () => void): Promise<Store> => {
  if (!config.databaseUrl) await finishRestore(config.dataDir)
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ dataDir: config.dataDir, log, archives: config.backupDir !== null, onGiveUp })
  const connection = embedded ? embedded.connection : { connectionString: config.databaseUrl ?? '' }
  const pool = openPool(connection, config.poolSize)
  // A pooled connection that breaks while idle is dropped and replaced; without a listener node would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle connection lost'))
  const db = kyselyOn(pool)
  const close = async (): Promise<void> => {
    await db.destroy()
    await embedded?.stop()
  }
  try {
    const sealer = await unlock(db, config)
    await migrate(db, plan)
    await noteKey(db, sealer)
    await loadRegions(db)
    return { db, open: () => openOwn(connection, sealer), kind: embedded ? 'embedded' : 'external', close }
  } catch (error) {
    await close()
    throw error
  }
}
