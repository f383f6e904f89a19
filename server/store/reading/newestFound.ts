import { type RawBuilder, sql } from 'kysely'
import { TEXT_COUNT_CAP } from '../../../src/protocol/envelope.ts'

/** What is looked for in a table called `t`. */
interface Looked {
  table: string
  key: string
  /** As an index finds rows. */
  where: RawBuilder<unknown>
  /** The same for a row at hand. */
  test: RawBuilder<unknown>
  limit: number
}

/** Rows that a walk from the newest on looks at before it gives up. */
const WALK = 10_000

/**
 * Gives the keys of the newest rows found, as an array in SQL. Those that are few are all found and put in order; of many, the newest rows of the table are looked
 * through, which have some among them, or else as many as were found before it was many. The planner cannot be left to choose: where it reckons with many and there
 * are none it looks through the whole table, newest first.
 */
export const newestFound = ({ table, key, where, test, limit }: Looked): RawBuilder<readonly number[]> => {
  const [name, id] = [sql.table(table), sql.ref(`t.${key}`)]
  return sql<readonly number[]>`(
    with found as materialized (select ${id} as key_ from ${name} as t where ${where} limit ${TEXT_COUNT_CAP + 1}),
      counted as (select count(*) as many_ from found),
      walked as materialized (select case when many_ > ${TEXT_COUNT_CAP} then array(
        select ${id} from (select * from ${name} as t order by ${id} desc limit ${WALK}) as t where ${test} order by ${id} desc limit ${limit}) end as keys_ from counted)
    select case when cardinality(keys_) = ${limit} then keys_ else array(select key_ from found order by key_ desc limit ${limit}) end from walked)::integer[]`
}
