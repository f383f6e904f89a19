import { sql } from 'kysely'
import queueSetting from '../../../src/resources/settings/queue.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { defineCount } from '../../calls/defineCount.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { doubtsOf, saidOf } from '../application/index.ts'
import { settingVersion } from '../setting/index.ts'
import { whichRule, whyRank } from './rules/whyRank.ts'

type Placed = Parameters<typeof whyRank>[0] & { key: number; ahead_id: number | null; ahead: string | null }

const queued = inState(waiting, 'queued')

export default [
  /** What other bureaus' files say against who waits, for whoever may read that. */
  defineCount({
    of: 'waiting',
    columns: ['doubts'],
    tells: ['doubt'],
    rows: async (db, keys) => {
      const found = await db.selectFrom('waiting').select(['wait_id', 'apply_id']).where('wait_id', 'in', keys).execute()
      const doubts = await doubtsOf(
        db,
        found.flatMap(({ apply_id }) => apply_id ?? []),
      )
      return found.map(({ wait_id, apply_id }) => ({
        key: wait_id,
        doubts: (apply_id !== null && saidOf(doubts, apply_id).join('；')) || null,
      }))
    },
  }),
  /** Why someone who waits stands where they do, by what rule, and behind whom, by the order of which the rank is told (waiting_view.sql). */
  defineCount({
    of: 'waiting',
    columns: ['rank_reason', 'rank_rule', 'ahead', 'ahead_id'],
    tells: [],
    rows: async (db, keys) => {
      const version = await settingVersion(db, queueSetting)
      const { rows } = await sql<Placed>`
        select w.wait_id as key, o.waiters, o.by_class as "byClass", o.by_lot as "byLot", o.by_time as "byTime", o.by_number as "byNumber",
          a.wait_id as ahead_id, left(a.custom_name, 1) || '*' as ahead,
          case when w.lottery_no is not null then
            json_build_object('number', l.number, 'round_name', l.round_name, 'round_number', l.round_number, 'seed', l.seed) end as lottery
        from waiting w
        left join lottery l on l.lottery_id = w.lottery_id
        left join lateral (
          select b.wait_id, b.custom_name from waiting b
          where b.status = ${queued} and b.p_id = w.p_id and b.room_type = w.room_type and b.queue_order < w.queue_order
          order by b.queue_order desc limit 1
        ) a on true
        cross join lateral (
          select count(*)::integer as waiters,
            count(*) filter (where b.priority < w.priority)::integer as by_class,
            count(*) filter (where b.priority = w.priority and b.lottery_no is not null and (w.lottery_no is null or b.lottery_no < w.lottery_no))::integer as by_lot,
            count(*) filter (where b.priority = w.priority and b.lottery_no is null and w.lottery_no is null
              and b.qualified_at < w.qualified_at)::integer as by_time,
            count(*) filter (where b.priority = w.priority and b.lottery_no is null and w.lottery_no is null
              and b.qualified_at = w.qualified_at and b.wait_id < w.wait_id)::integer as by_number
          from waiting b where b.status = ${queued} and b.p_id = w.p_id and b.room_type = w.room_type
        ) o
        where w.wait_id = any(${keyList(keys)}) and w.status = ${queued}
      `.execute(db)
      return rows.map(({ key, ahead_id, ahead, ...place }) => ({
        key,
        ahead_id,
        ahead,
        rank_reason: whyRank({ ...place, version }),
        rank_rule: whichRule({ ...place, version }),
      }))
    },
  }),
]
