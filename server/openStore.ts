import { sql } from 'kysely'
import { clearDrafts } from './backup/drafts.ts'
import { bringUpStore, isUpgrade } from './bringUpStore.ts'
import { type Config, pastPooler } from './config.ts'
import { sortAnew } from './store/bringUp/sorting.ts'
import { ANSWER_MS, type Connection, type Database, giveDirect, kyselyOn, openPool } from './store/connection/database.ts'
import { warnOf } from './store/connection/outage.ts'
import { type OpenOwn, openOwn } from './store/connection/ownConnection.ts'
import { refuseWrongWays } from './store/connection/poolers.ts'
import { giveReplicas, Replicas } from './store/connection/replicas.ts'
import { untilThere } from './store/connection/untilThere.ts'
import { type Log, startEmbedded } from './store/embedded/index.ts'
import { giveSealer } from './store/sealing/sealer.ts'
import { StartError } from './store/startError.ts'
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

/** How many connections a node has at most for long work, past a pooler, beside its jobs' and the one that listens. */
const DIRECT = 3

/** What the operator should read at once, and find again. */
const tell = (text: string, log: Log): void => {
  process.stdout.write(`${text}\n`)
  log.info({}, text)
}

/** What leads to the store: `db` for calls, `direct` for long work. One command has one connection for both. */
const waysTo = (calls: Connection, connection: Connection, { poolSize, databaseDirectUrl }: Config, isAlone: boolean, log: Log) => {
  const direct = kyselyOn(openPool(connection, isAlone ? 1 : DIRECT))
  if (isAlone) return { db: direct, direct }
  const pool = openPool(calls, poolSize, databaseDirectUrl ? 'transaction' : 'session', ANSWER_MS)
  const db = kyselyOn(pool)
  // A pooled connection that breaks while idle is dropped and replaced; without a listener node would end the process.
  pool.on('error', (error) => warnOf(db, log, error, {}, 'idle connection lost'))
  giveDirect(db, direct)
  return { db, direct }
}

/**
 * Opens the store (the embedded PostgreSQL, or DATABASE_URL's), brings it up to the code (a store in use is backed up first), and fills the national divisions.
 * `isAlone`: for one command, by one connection, so that any other is another node's.
 */
export const openStore = async (given: Config, log: Log, onGiveUp: () => void, isAlone = false): Promise<Store> => {
  const config = isAlone ? pastPooler(given) : given
  if (!config.databaseUrl) {
    await clearDrafts(config.dataDir, log)
    await moveMajor(config, (text) => tell(text, log), log)
  }
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ dataDir: config.dataDir, log, archives: config.backupDir !== null, onGiveUp })
  const { databaseUrl, databaseDirectUrl } = config
  const calls = embedded ? embedded.connection : { connectionString: databaseUrl ?? '' }
  const connection = databaseDirectUrl ? { connectionString: databaseDirectUrl } : calls
  const { db, direct } = waysTo(calls, connection, config, isAlone, log)
  let replicas: Replicas | null = null
  const close = async (): Promise<void> => {
    await replicas?.close()
    await db.destroy()
    if (direct !== db) await direct.destroy()
    await embedded?.stop()
  }
  try {
    const bringUp = async () => {
      await sortAnew(direct, (text) => tell(text, log))
      if (await isUpgrade(direct)) {
        // Who asks for a look changes nothing, least of all beneath nodes of the former version.
        if (isAlone) throw new StartError('这个数据库还没有升级到这个版本：请先启动（npm start，它先备份、再升级），再做这一件')
        tell(await backUpFirst(direct, connection, config), log)
      }
      return bringUpStore(direct, config)
    }
    const reach = async () => {
      for (const one of new Set([direct, db])) await sql`select 1`.execute(one)
      await refuseUnfit(direct)
      await refuseWrongWays(db, connection, databaseDirectUrl !== null)
      return bringUp()
    }
    const sealer = await (embedded ? bringUp() : untilThere(reach, config.storeWait, (text) => tell(text, log)))
    giveSealer(db, sealer)
    if (config.databaseReadUrls.length > 0 && !isAlone) {
      const connections = config.databaseReadUrls.map((connectionString) => ({ connectionString }))
      replicas = new Replicas(db, connections, config.poolSize, log)
      for (const one of replicas.databases) giveSealer(one, sealer)
      giveReplicas(db, replicas)
    }
    return { db, open: () => openOwn(connection, sealer), kind: embedded ? 'embedded' : 'external', close }
  } catch (error) {
    await close()
    throw embedded ? error : storeError(error)
  }
}
