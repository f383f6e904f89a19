import { clearDrafts } from './archive/intoDraft.ts'
import { finishRestore } from './backup/takePlace.ts'
import { bringUpStore, isUpgrade } from './bringUpStore.ts'
import type { Config } from './config.ts'
import { awaitStore } from './store/connection/awaitStore.ts'
import { type Database, giveDirect, kyselyOn, openPool } from './store/connection/database.ts'
import { warnOf } from './store/connection/outage.ts'
import { type OpenOwn, openOwn } from './store/connection/ownConnection.ts'
import { refuseWrongWays } from './store/connection/poolers.ts'
import { type Log, startEmbedded } from './store/embedded/index.ts'
import { giveSealer } from './store/sealing/sealer.ts'
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

/** How many connections past a pooler a node has at most for long work, beside its jobs' and the one that listens. */
const DIRECT = 3

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
  const { databaseUrl, databaseDirectUrl } = config
  const calls = embedded ? embedded.connection : { connectionString: databaseUrl ?? '' }
  const connection = databaseDirectUrl ? { connectionString: databaseDirectUrl } : calls
  const pool = openPool(calls, config.poolSize, databaseDirectUrl ? 'transaction' : 'session')
  const db = kyselyOn(pool)
  // A pooled connection that breaks while idle is dropped and replaced; without a listener node would end the process.
  pool.on('error', (error) => warnOf(db, log, error, {}, 'idle connection lost'))
  const direct = databaseDirectUrl ? kyselyOn(openPool(connection, DIRECT)) : db
  giveDirect(db, direct)
  const close = async (): Promise<void> => {
    await db.destroy()
    if (direct !== db) await direct.destroy()
    await embedded?.stop()
  }
  try {
    if (databaseUrl) {
      for (const one of new Set([direct, db])) await awaitStore(one, (text) => tell(text, log))
      await refuseWrongWays(db, connection, databaseDirectUrl !== null)
    }
    if (await isUpgrade(direct)) tell(await backUpFirst(direct, connection, config), log)
    const sealer = await bringUpStore(direct, config)
    giveSealer(db, sealer)
    return { db, open: () => openOwn(connection, sealer), kind: embedded ? 'embedded' : 'external', close }
  } catch (error) {
    await close()
    throw error
  }
}
