import { sql } from 'kysely'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { defineCount } from '../../calls/defineCount.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { whyRank } from './rules/whyRank.ts'

type Placed = Parameters<typeof whyRank>[0] & { key: number }

const queued = inState(waiting, 'queued')

export default [
  /** Why someone who waits stands where they do, by the order of which the rank is told (waiting_view.sql). */
  defineCount({
    of: 'waiting',
    columns: ['rank_reason'],
    tells: [],
    rows: async (db, keys) => {
      const { rows } = await sql<Placed>`
        select w.wait_id as key, o.waiters, o.by_class as "byClass", o.by_time as "byTime", o.by_number as "byNumber",
          (select b.custom_name from waiting b
            where b.status = ${queued} and b.p_id = w.p_id and b.room_type = w.room_type and b.queue_order < w.queue_order
            order by b.queue_order desc limit 1) as before
        from waiting w
        cross join lateral (
          select count(*)::integer as waiters,
            count(*) filter (where b.priority < w.priority)::integer as by_class,
            count(*) filter (where b.priority = w.priority and b.qualified_at < w.qualified_at)::integer as by_time,
            count(*) filter (where b.priority = w.priority and b.qualified_at = w.qualified_at and b.wait_id < w.wait_id)::integer as by_number
          from waiting b where b.status = ${queued} and b.p_id = w.p_id and b.room_type = w.room_type
        ) o
        where w.wait_id = any(${keyList(keys)}) and w.status = ${queued}
      `.execute(db)
      return rows.map(({ key, ...place }) => ({ key, rank_reason: whyRank(place) }))
    },
  }),
]
