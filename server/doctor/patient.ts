import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { type Config, pastPooler } from '../config.ts'
import { type Connection, type Database, kyselyOn, openPool } from '../store/connection/database.ts'
import { connectionOf, EmbeddedError, pathsOf } from '../store/embedded/index.ts'
import { storeWords } from '../store/storeWords.ts'

/** How the store was found. */
type StoreFound =
  | { is: 'answers'; db: Database }
  /** There is one on this machine, and nobody runs it. */
  | { is: 'stopped' }
  /** Nothing has been made yet. */
  | { is: 'none' }
  | { is: 'away'; why: string; todo: string }

/** What the doctor looks at. */
export interface Patient {
  config: Config
  store: StoreFound
  /** Gives the free bytes of the disk that a folder lies on, or would. */
  freeAt(folder: string): Promise<number>
}

/** Gives the free bytes of the disk that a folder lies on; of its nearest parent where it is not made yet. */
const freeAt = async (folder: string): Promise<number> => {
  let at = folder
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  const { bavail, bsize } = await statfs(at)
  return bavail * bsize
}

const answer = async (connection: Connection): Promise<{ db: Database } | { error: Error }> => {
  const db = kyselyOn(openPool(connection, 1))
  try {
    await sql`select 1`.execute(db)
    return { db }
  } catch (error) {
    await db.destroy()
    return { error: error as Error }
  }
}

/** What a crash leaves: the address of a server that is no more. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED'])

const findEmbedded = async (dataDir: string): Promise<StoreFound> => {
  const { ready, pidFile } = pathsOf(dataDir)
  if (!existsSync(ready)) return { is: 'none' }
  if (!existsSync(pidFile)) return { is: 'stopped' }
  const found = await answer(connectionOf(dataDir))
  if ('db' in found) return { is: 'answers', db: found.db }
  const code = (found.error as NodeJS.ErrnoException).code ?? ''
  if (NOBODY.has(code)) return { is: 'stopped' }
  return { is: 'away', why: `内置数据库不答（${code || found.error.message}）`, todo: `看 ${join(dataDir, 'pg.log')} 的末尾，再 npm start` }
}

const findExternal = async (connectionString: string): Promise<StoreFound> => {
  const found = await answer({ connectionString })
  if ('db' in found) return { is: 'answers', db: found.db }
  const [why, todo] = storeWords(found.error)
  return { is: 'away', why, todo }
}

const findStore = async (config: Config): Promise<StoreFound> => {
  const { dataDir, databaseUrl } = pastPooler(config)
  if (databaseUrl) return findExternal(databaseUrl)
  try {
    return await findEmbedded(dataDir)
  } catch (error) {
    if (error instanceof EmbeddedError) return { is: 'away', why: error.message, todo: '照上面说的做，再 npm start' }
    return { is: 'away', why: (error as Error).message, todo: '请以运行安居的那个用户来看' }
  }
}

/** Does some work with what is to be looked at, and lets go of the store. Starts nothing, and makes nothing. */
export const withPatient = async <T>(config: Config, work: (patient: Patient) => Promise<T>): Promise<T> => {
  const store = await findStore(config)
  try {
    return await work({ config, store, freeAt })
  } finally {
    if (store.is === 'answers') await store.db.destroy()
  }
}
