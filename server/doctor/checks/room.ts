import { sql } from 'kysely'
import { defineCheck, good, wrong } from '../check.ts'
import type { Patient } from '../patient.ts'

const MB = 2 ** 20
const LEAST = 1024 * MB

export const inMb = (bytes: number): string => `${Math.floor(bytes / MB)} MB`

/** Gives the bytes of everything that a PostgreSQL here holds; 0 where it does not answer. */
export const storeBytes = async ({ store }: Patient): Promise<number> => {
  if (store.is !== 'answers') return 0
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(store.db)
  return rows[0]?.bytes ?? 0
}

/** A drill, and a move to another PostgreSQL, lay the store down here once more. */
export const room = defineCheck({
  name: 'room',
  label: '磁盘',
  look: async (patient) => {
    const { dataDir, databaseUrl } = patient.config
    const [free, bytes] = [await patient.freeAt(dataDir), databaseUrl ? 0 : await storeBytes(patient)]
    const needed = Math.max(LEAST, bytes)
    const found = `${dataDir} 还有 ${inMb(free)}${bytes > 0 ? `，数据库 ${inMb(bytes)}` : ''}`
    return free < needed ? wrong(`${found}，至少要 ${inMb(needed)}`, '腾出地方，或换一块大些的磁盘：停掉节点，移动 DATA_DIR') : good(found)
  },
})
