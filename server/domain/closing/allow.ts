import { sql } from 'kysely'
import closingSetting from '../../../src/resources/settings/closing.ts'
import type { Tx } from '../../store/connection/database.ts'
import { chart, isByPeriod, receivables } from '../journal/index.ts'
import { readSetting } from '../setting/index.ts'
import { isOnReceipt } from './isOnReceipt.ts'

/** On receipt nothing of an unpaid rent or service is in the books as revenue: nothing of it can be lost. What was owed before (期初) is. */
const isUnearned = (onReceipt: boolean) => sql`${onReceipt}::boolean and ${sql.raw(isByPeriod)} and b.opening_id is null`

/**
 * Posts what is to be allowed for of each project at the end of a month, `YYYY-MM`, and gives how many rows that made (postings.md: allowance at month end by age). What
 * each share had open by then, as the books have it and less what of it is an owner's, times the rate of its age: the difference to what 1231 has. A target and not an
 * increment, so it may be done again after a month was opened. Where all rates are nought what 1231 has is taken back.
 */
export const allow = async (tx: Tx, month: string): Promise<number> => {
  const { age_1, age_2, age_3, age_4, age_5, age_6 } = await readSetting(tx, closingSetting)
  const rates = [age_1, age_2, age_3, age_4, age_5, age_6]
  const onReceipt = await isOnReceipt(tx, month)
  const { numAffectedRows = 0n } = await sql`
    with at as (select (to_date(${month}, 'YYYY-MM') + interval '1 month')::date - 1 as last),
    -- What a share has open now, less what was booked since: few lines, where the whole journal is many.
    later as (
      select j.share_id, sum(case j.side when 1 then j.price else -j.price end)::bigint as price
      from journal_line j, at where j.day > at.last and j.ledger_account_id in (${sql.join(receivables.map(({ id }) => id))}) and j.share_id is not null group by j.share_id
    ),
    open as (
      select s.share_id, s.bill_id, s.party, s.p_id, at.last - b.bill_date as days, case b.is_void when 1 then 0 else s.price - s.paid end - coalesce(l.price, 0) as whole
      from at join bill b on b.bill_date <= at.last join bill_share s on s.bill_id = b.bill_id left join later l on l.share_id = s.share_id
      where b."from" <> 3 and (s.paid < s.price or l.share_id is not null) and not (${isUnearned(onReceipt)}) and ${rates.some((rate) => rate > 0)}::boolean
    ),
    -- What of a share is the owners' (docs/decisions/051-owner-settlement.md), by what of it is recognised.
    theirs as (
      select o.share_id, least(greatest(o.price / nullif(r.price, 0), 0), 1) as part
      from (select share_id, sum(case kind when 1 then price else -price end) as price from owner_rent where share_id in (select share_id from open) group by share_id) o
      cross join lateral (select sum(case kind when 1 then price else -price end) as price from recognition where share_id = o.share_id) r
    ),
    aged as (
      select o.share_id, o.bill_id, o.party, o.p_id, o.days, r.age, r.rate, own.owed, round(own.owed * r.rate / 100.0)::bigint as price
      from open o
      join unnest(array[${sql.join(rates)}]::integer[]) with ordinality r (rate, age) on r.age = age_of(o.days)
      left join theirs t on t.share_id = o.share_id
      cross join lateral (select o.whole - round(o.whole * coalesce(t.part, 0))::bigint as owed) own
      where own.owed <> 0
    ),
    summed as (
      select p_id, sum(owed)::bigint as owed, sum(age_1)::bigint as age_1, sum(age_2)::bigint as age_2, sum(age_3)::bigint as age_3, sum(age_4)::bigint as age_4,
        sum(age_5)::bigint as age_5, sum(age_6)::bigint as age_6, sum(required)::bigint as required, sum(balance)::bigint as balance
      from (
        select p_id, owed, case age when 1 then owed else 0 end as age_1, case age when 2 then owed else 0 end as age_2, case age when 3 then owed else 0 end as age_3,
          case age when 4 then owed else 0 end as age_4, case age when 5 then owed else 0 end as age_5, case age when 6 then owed else 0 end as age_6, price as required, 0 as balance
        from aged
        union all
        select t.p_id, 0, 0, 0, 0, 0, 0, 0, 0, t.credit - t.debit from tally_posted t, at where t.ledger_account_id = ${chart.allowance.id} and t.day <= at.last
      ) part group by p_id
    ),
    made as (
      insert into allowance (month, p_id, owed, age_1, age_2, age_3, age_4, age_5, age_6, rates, required, balance, price)
      select ${month}, p_id, owed, age_1, age_2, age_3, age_4, age_5, age_6, ${rates.join('/')}, required, balance, required - balance
      from summed where owed <> 0 or balance <> 0 order by p_id
      returning allowance_id, p_id
    ),
    lined as (
      insert into allowance_share (allowance_id, bill_id, share_id, party, days, age, owed, rate, price, p_id)
      select m.allowance_id, a.bill_id, a.share_id, a.party, a.days, a.age, a.owed, a.rate, a.price, a.p_id
      from aged a join made m on m.p_id is not distinct from a.p_id order by a.share_id
    )
    select from made
  `.execute(tx)
  return Number(numAffectedRows)
}
