import { type RawBuilder, sql } from 'kysely'

/**
 * These values, as a list of which PostgreSQL does not see while it plans how many they are. Where it does, a plan for one looks cheaper
 * to it than the plan it keeps (which reckons with ten), so a prepared statement would be planned anew at each call: longer than it runs.
 */
export const keyList = (
  values: readonly (number | string | Buffer)[],
  type: 'integer' | 'text' | 'bytea' = 'integer',
): RawBuilder<unknown> => {
  const list = sql.raw(`${type}[]`)
  return sql`(select ${values}::${list})::${list}`
}
