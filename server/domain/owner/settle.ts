import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import entrustAgreement from '../../../src/resources/owner/entrustAgreement.ts'
import ownerSettlement from '../../../src/resources/owner/ownerSettlement.ts'
import { TREASURY } from '../../../src/schemas/owner/owner.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/**
 * Makes what is due to owners for the month before, of agreements whose settling day has come, as drafts, and gives how many. By agency: of each share what was collected
 * of the owner's part of it, less what was settled before (a target and not an increment: what was paid back since lessens it); nothing where that is nought or less. What
 * was written off was not collected, and never more is the owner's than what was. It goes on after an agreement has ended, without a fee by the month: tenants pay late; with that
 * of months before whose settlement was made void, or that nobody settled in time. By a
 * promised rent: that rent, by the days of the month; months since its first settlement that have none, as theirs was made void or nobody made one, are made up for. Each
 * agreement and month once, unless its settlement was made void.
 */
export const makeSettlements = async ({ tx, session, now }: Acting): Promise<number> => {
  const today = dateOf(now)
  // One after the other: two who make them at once would both find a share unsettled.
  await sql`lock table owner_settle_line in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ settlement_id: number }>`
    with month as (select (date_trunc('month', ${today}::date::timestamp) - interval '1 month')::date as first, date_trunc('month', ${today}::date::timestamp)::date - 1 as last),
    due as (
      select a.*, m.first, m.last,
        least(coalesce(a.ended_date, a.end_date), m.last) - greatest(a.start_date, m.first) + 1 as days
      from entrust_agreement a cross join month n
      cross join lateral (
        select min(t.month) as month from owner_settlement t where a.book = 2 and t.agreement_id = a.agreement_id
      ) began
      cross join lateral (
        select day::date as first, (day + interval '1 month')::date - 1 as last
        from generate_series(coalesce(to_date(began.month, 'YYYY-MM'), n.first)::timestamp, n.first::timestamp, interval '1 month') day
      ) m
      where a.status in (${inSet(entrustAgreement, 'bound')}) and (m.first < n.first or a.settle_day <= extract(day from ${today}::date))
        and a.start_date <= m.last and ${inScope(session.scope, 'a.p_id')}
        and not exists (
          select from owner_settlement t where t.agreement_id = a.agreement_id and t.month = to_char(m.first, 'YYYY-MM') and t.status in (${inSet(ownerSettlement, 'stands')})
        )
    ),
    owed as (
      select d.agreement_id, o.share_id, o.bill_id,
        -- Of what is recognised: what was reduced, or is another's to pay, since then is not yet less of it.
        trunc(sum(case o.kind when 1 then o.price else -o.price end) * s.paid / greatest(s.paid, s.price + lost.price, known.price, 1))::bigint
          - coalesce((
            select sum(l.price) from owner_settle_line l join owner_settlement t on t.settlement_id = l.settlement_id
            where l.share_id = o.share_id and t.agreement_id = d.agreement_id and t.status in (${inSet(ownerSettlement, 'stands')})
          ), 0)::bigint as price
      from due d join owner_rent o on o.agreement_id = d.agreement_id join bill_share s on s.share_id = o.share_id
      cross join lateral (
        select coalesce(-sum(x.price), 0) as price from bill_adjust x where x.bill_id = o.bill_id and x.share_id = o.share_id and x.kind in (4, 5)
      ) lost
      cross join lateral (select coalesce(sum(case x.kind when 1 then x.price else -x.price end), 0) as price from recognition x where x.share_id = o.share_id) known
      where d.book = 1 group by d.agreement_id, o.share_id, o.bill_id, s.price, s.paid, lost.price, known.price
    ),
    summed as (select agreement_id, sum(price)::bigint as rent from owed where price <> 0 group by agreement_id having sum(price) > 0),
    -- Months whose fee nobody took: their settlement was made void and not made again in its time, or nobody made one although something had been collected by then.
    missed as (
      select d.agreement_id, count(*)::integer as months
      from due d
      cross join lateral (
        select max(t.month) as month, coalesce(max(t.created_at), 0) as made_at from owner_settlement t
        where t.agreement_id = d.agreement_id and t.status in (${inSet(ownerSettlement, 'stands')})
      ) latest
      cross join lateral (
        select to_char(day, 'YYYY-MM') as month, extract(epoch from (day + interval '2 months' - interval '1 day')::date::timestamptz) as over_at
        from generate_series(date_trunc('month', d.start_date::timestamp), d.first::timestamp - interval '1 month', interval '1 month') day
        where day <= coalesce(d.ended_date, d.end_date)
      ) m
      where d.book = 1 and d.fee_way = 2
        and not exists (select from owner_settlement t where t.agreement_id = d.agreement_id and t.month = m.month and t.status in (${inSet(ownerSettlement, 'stands')}))
        and (
          exists (select from owner_settlement t where t.agreement_id = d.agreement_id and t.month = m.month and t.fee > 0 and t.updated_at >= latest.made_at)
          or m.month > coalesce(latest.month, '') and exists (
            select from owner_rent o join allocation a on a.share_id = o.share_id
            where o.agreement_id = d.agreement_id and o.month <= m.month and o.created_at < m.over_at and a.price > 0 and a.created_at < m.over_at and not exists (
              select from owner_settle_line l join owner_settlement t on t.settlement_id = l.settlement_id
              where l.share_id = o.share_id and t.agreement_id = d.agreement_id and t.status in (${inSet(ownerSettlement, 'stands')})
            )
          )
        )
      group by d.agreement_id
    ),
    made as (
      insert into owner_settlement (month, owner_id, payee, agreement_id, book, rent, fee, net, p_id, created_by)
      select to_char(d.first, 'YYYY-MM'), d.owner_id, case when p.kind = ${TREASURY} then 2 else 1 end, d.agreement_id, d.book, r.rent, r.fee, r.rent - r.fee, d.p_id, ${session.userId}::integer
      from due d join owner p on p.owner_id = d.owner_id left join summed s on s.agreement_id = d.agreement_id
      left join missed x on x.agreement_id = d.agreement_id
      cross join lateral (
        select case d.book when 1 then s.rent else round(d.rent * d.days::numeric / (d.last - d.first + 1))::bigint end as rent
      ) w
      cross join lateral (
        select w.rent, case when d.book = 2 or d.fee_way = 3 then 0 when d.fee_way = 2 then least(d.fee_monthly * (case when d.days > 0 then 1 else 0 end + coalesce(x.months, 0)), w.rent) else round(w.rent * d.fee_percent / 100)::bigint end as fee
      ) r
      where r.rent > 0 and (d.days > 0 or d.book = 1) order by d.agreement_id
      returning settlement_id, agreement_id, p_id
    ),
    lined as (
      insert into owner_settle_line (settlement_id, bill_id, share_id, price, p_id)
      select m.settlement_id, o.bill_id, o.share_id, o.price, m.p_id from made m join owed o on o.agreement_id = m.agreement_id where o.price <> 0 order by m.settlement_id, o.share_id
    )
    select settlement_id from made
  `.execute(tx)
  return rows.length
}

/** Has a settlement owed again whose payment is reversed. */
export const unpayOf = async (acting: Acting, flow_id: number): Promise<void> => {
  const { rows } = await sql<{ settlement_id: number }>`
    select t.settlement_id from flow f join owner_settlement t on t.settlement_id = f.settlement_id where f.flow_id = ${flow_id} and t.status = ${inState(ownerSettlement, 'paid')}
  `.execute(acting.tx)
  if (rows[0]) await moveBySystem(acting, 'owner_settlement', 'unpay', [rows[0].settlement_id])
}
