import { sql } from 'kysely'
import { type Database, kyselyOn, openPool } from '../../store/connection/database.ts'
import { defineCheck, type Finding, good, note, wrong } from '../check.ts'

/** One segment of the log: so much is not what a busy moment leaves. */
const BEHIND_BYTES = 16 * 1024 * 1024

const placeOf = async (db: Database, at: 'pg_current_wal_lsn' | 'pg_last_wal_replay_lsn'): Promise<number> => {
  const { rows } = await sql<{ at: number | null }>`select pg_wal_lsn_diff(${sql.raw(at)}(), '0/0')::bigint as at`.execute(db)
  return rows[0]?.at ?? 0
}

const lookAt = async (primary: Database, connectionString: string): Promise<Finding> => {
  const { host } = new URL(connectionString)
  const db = kyselyOn(openPool({ connectionString }, 1, 'replica'))
  try {
    const at = await placeOf(primary, 'pg_current_wal_lsn')
    const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(db)
    if (!rows[0]?.is_standby) return note(`${host} 现在不是备库`, '切换过主备的不用管；不然请核对 DATABASE_READ_URLS')
    const behind = Math.max(0, at - (await placeOf(db, 'pg_last_wal_replay_lsn')))
    if (behind > BEHIND_BYTES) return wrong(`${host} 落后 ${Math.round(behind / 1024 / 1024)} MB`, '看备库的日志与它到主库的网络')
    return good(`${host} 落后 ${behind} 字节`)
  } catch (error) {
    return wrong(
      `${host} 连不上（${(error as { code?: string }).code ?? (error as Error).message}）`,
      '请核对 DATABASE_READ_URLS，或去掉它',
    )
  } finally {
    await db.destroy()
  }
}

const RANK = ['good', 'note', 'wrong'] as const

/** What the worst of them came to stands for all; what each came to is said. */
export const replicas = defineCheck({
  name: 'replicas',
  label: '备库',
  look: async ({ store, config: { databaseReadUrls } }) => {
    if (databaseReadUrls.length === 0) return good('没有设 DATABASE_READ_URLS，都读主库')
    if (store.is !== 'answers') return note('数据库没有答，没有看')
    const found = await Promise.all(databaseReadUrls.map((url) => lookAt(store.db, url)))
    const worst = found.toSorted((a, b) => RANK.indexOf(b.is) - RANK.indexOf(a.is))[0]
    return { ...(worst as Finding), found: found.map((one) => one.found).join('；') }
  },
})
