import { sumBy } from 'es-toolkit'
import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { type ClearedCounts, clearedParts, clearSampleForm } from '../../../src/schemas/settings/clearSample.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { clearSample } from './clearSample.ts'
import { BUSINESS_TABLES } from './tables.ts'

const CLEAR = '/api/sample/clear'

/** Gives how many rows clearing takes away: one query, which reads every table once. */
const countCleared = async ({ tx }: Context): Promise<ClearedCounts> => {
  const counts = BUSINESS_TABLES.map((table) => sql`select ${table} as name, count(*)::integer as n from ${sql.table(table)}`)
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(tx)
  const of = new Map(rows.map(({ name, n }) => [name, n]))
  const parts = Object.keys(clearedParts).map((name) => [name, of.get(name) ?? 0] as const)
  const others = sumBy(rows, ({ name, n }) => (name in clearedParts ? 0 : n))
  return { ...Object.fromEntries(parts), others } as ClearedCounts
}

export default [
  defineCall(
    { path: '/api/sample/counts', label: '将清空的示例数据', group: '系统', can: CLEAR, params: noParams('将清空的示例数据') },
    countCleared,
  ),
  defineCall(
    { path: CLEAR, label: '清空示例数据', group: '系统', can: 'self', writes: true, params: clearSampleForm },
    async ({ tx, session }: Context) => {
      await clearSample(tx)
      // Emptying tables writes no row of the log, and this must not go unseen.
      await logDeed(tx, { resource: resourceNamed('account'), key: session.userId, title: session.name })
      return null
    },
  ),
]
