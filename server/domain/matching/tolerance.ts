import { type RawBuilder, sql } from 'kysely'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { readSetting } from '../setting/index.ts'

/** 记尾差，账单结清. */
const BOOKED = 2

/**
 * Settles what matches left of shares where that is no more than 核销设置 allows and it is to be booked (postings.md, tolerance difference): an adjustment of its own, which goes with its
 * match. Deposits are never short.
 */
export const settleSmall = async ({ tx, session }: Pick<Acting, 'tx' | 'session'>, matches: readonly number[]): Promise<void> => {
  const { tolerance, short } = await readSetting(tx, verificationSetting)
  if (short !== BOOKED || tolerance === 0 || matches.length === 0) return
  await sql`
    insert into bill_adjust (sn, bill_id, share_id, kind, price, match_id, reason, p_id, created_by)
    select ${nextOf(series.adjustment)}, s.bill_id, s.share_id, 7, s.paid - s.price, m.match_id, '尾差', s.p_id, ${session.userId}::integer
    from (select share_id, max(match_id) as match_id from allocation where match_id = any(${keyList(matches)}) group by share_id) m
    join bill_share s on s.share_id = m.share_id join bill b on b.bill_id = s.bill_id
    where s.price - s.paid between 1 and ${tolerance} and b."from" <> 3 and b.is_void = 0 order by s.bill_id, s.share_id
  `.execute(tx)
}

/**
 * Has what was given of the shares that some allocations (`a`) still settle owed again, before these are taken back: by whichever match it was given, the share is settled no more.
 */
export const undoSmall = async ({ tx, session }: Pick<Acting, 'tx' | 'session'>, taken: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into bill_adjust (sn, bill_id, share_id, kind, price, match_id, reason, p_id, created_by)
    select ${nextOf(series.adjustment)}, a.bill_id, a.share_id, 8, -a.price, a.match_id, '撤销尾差', a.p_id, ${session.userId}::integer
    from bill_adjust a join bill b on b.bill_id = a.bill_id
    where a.share_id in (select a.share_id from allocation a where ${taken} group by a.share_id, a.flow_id having sum(a.price) > 0) and a.kind = 7 and b.is_void = 0
      and not exists (select from bill_adjust o where o.match_id = a.match_id and o.share_id = a.share_id and o.kind = 8)
    order by a.bill_id, a.share_id
  `.execute(tx)
}
