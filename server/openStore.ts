import { clearDrafts } from './archive/intoDraft.ts'
import { finishRestore } from './backup/takePlace.ts'
import { bringUpStore, isUpgrade } from './bringUpStore.ts'
import type { Config } from './config.ts'
import { type Database, kyselyOn, openPool } from './store/connection/database.ts'
import { type OpenOwn, openOwn } from './store/connection/ownConnection.ts'
import { type Log, startEmbedded } from './store/embedded/index.ts'
import { refuseUnfit, storeError } from './store/storeWords.ts'
import { backUpFirst } from './upgrade/backUpFirst.ts'
import { moveMajor } from './upgrade/moveMajor.ts'

/** An open store, ready for calls. */
export interface Store {
  db: Database
  /** Opens a connection apart from the pool, for a job. */
  open: OpenOwn
  /** Where it is, for the log: 'embedded' or 'external'. */
  kind: 'embedded' | 'external'
  close(): Promise<void>
}

/** What the operator should read at once, and find again. */
const tell = (text: string, log: Log): void => {
  process.stdout.write(`${text}\n`)
  log.info({}, text)
}

/** Opens the store (the embedded PostgreSQL, or DATABASE_URL's), brings it up to the code (a store in use is backed up first), and fills the national divisions. */
export const openStore = async (config: Config, log: Log, onGiveUp: () => void): Promise<Store> => {
  if (!config.databaseUrl) {
    await finishRestore(config.dataDir)
    await clearDrafts(config.dataDir, log)
    await moveMajor(config, (text) => tell(text, log), log)
  }
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
    if (!embedded) await refuseUnfit(db)
    if (await isUpgrade(db)) tell(await backUpFirst(db, connection, config), log)
    const sealer = await bringUpStore(db, config)
    return { db, open: () => openOwn(connection, sealer), kind: embedded ? 'embedded' : 'external', close }
  } catch (error) {
    await close()
    throw embedded ? error : storeError(error)
  }
}
