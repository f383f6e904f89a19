import { sql } from 'kysely'
import { codesOf } from '../../../src/core/states.ts'
import entrustAgreement from '../../../src/resources/owner/entrustAgreement.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'
import { isService } from '../journal/index.ts'

/**
 * The SQL of whose a bill `b` is in a month, the SQL of `YYYY-MM`: of rooms that were an owner's (`h`) on its first day (the bill's, where it begins later; of what comes
 * after the bill's last month, that month's), under an agreement (`a`) by which the rent is the owner's. A service is the operator's own.
 */
const agreedOn = (month: string): string => {
  const day = `greatest(b.start_date, least(to_date(${month}, 'YYYY-MM'), date_trunc('month', b.end_date::timestamp)::date))`
  return `
    owner_house h
    join entrust_agreement a on a.owner_id = h.owner_id and a.p_id = b.p_id and a.book = 1 and a.status in (${codesOf(entrustAgreement, 'bound').join(', ')})
      and daterange(a.start_date, coalesce(a.ended_date, a.end_date), '[]') @> ${day}
    where not ${isService} and h.org_id = b.org_id and daterange(h.from_date, h.to_date, '[]') @> ${day}`
}

/** The SQL of whether something of a share `s` of a bill `b` is, or was, an owner's in a month, the SQL of `YYYY-MM`. */
export const isOwners = (month: string): string =>
  `(s.share_id in (select share_id from owner_rent) or exists (select from ${agreedOn(month)}))`

/** The SQL of whether a recognition `r` has told its owners already. */
const IS_TOLD = 'exists (select from owner_rent o where o.recognition_id = r.recognition_id)'

/** The lines of a bill whose months a recognition of a kind is of (server/domain/closing/recognise.ts): the rent, and what of it was reduced. */
const LINES = 'case f.kind when 1 then l.kind in (1, 2, 9) else l.kind in (3, 6) end'

/**
 * Tells of what was recognised in a month, `YYYY-MM`, which part is the owners'. As what is recognised it is a target and not an increment: of all that is recognised of a share by
 * then each owner has what is of the months in which the room was his, less what he was told before. So of a quarter's bill that is reduced, cut or void later each owner bears what is of
 * his months, whoever has the room by then. Each recognition once. Gives how many rows that made.
 */
export const addOwnersRent = async (tx: Tx, month: string): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    with fresh as (
      select max(r.recognition_id) as recognition_id, r.bill_id, r.share_id, r.kind, r.p_id from recognition r join bill b on b.bill_id = r.bill_id
      where r.month = ${month} and not ${sql.raw(IS_TOLD)}
        and (exists (select from owner_house h where h.org_id = b.org_id) or exists (select from owner_rent o where o.bill_id = r.bill_id))
      group by r.bill_id, r.share_id, r.kind, r.p_id
    )
    insert into owner_rent (month, owner_id, agreement_id, bill_id, share, kind, price, share_id, recognition_id, p_id)
    select ${month}, w.owner_id, w.agreement_id, f.bill_id, w.share, f.kind, w.price, f.share_id, f.recognition_id, f.p_id
    from fresh f join bill b on b.bill_id = f.bill_id
    cross join lateral (
      select sum(x.price) as price from recognition x where x.share_id = f.share_id and x.kind = f.kind and x.month <= ${month}
    ) t
    cross join lateral (
      select owner_id, agreement_id, share, sum(price)::bigint as price from (
        select h.owner_id, h.agreement_id, h.share, round(t.price * sum(m.price) / m.whole * h.share / 100) as price
        from (
          select l.month, sum(l.price) as price, sum(sum(l.price)) over () as whole from bill_line l
          where l.bill_id = f.bill_id and l.month <= ${month} and ${sql.raw(LINES)} group by l.month
        ) m
        cross join lateral (select h.owner_id, h.share, a.agreement_id from ${sql.raw(agreedOn('m.month'))}) h
        -- The month at whose end this one was recognised first: what had no agreement then is nobody's for good.
        cross join lateral (select min(x.month) as month from recognition x where x.bill_id = f.bill_id and x.kind = 1 and x.month >= m.month and x.month < ${month}) first
        where m.whole <> 0 and (first.month is null or exists (
          select from owner_rent o where o.bill_id = f.bill_id and o.agreement_id = h.agreement_id and o.month = first.month
        )) group by h.owner_id, h.agreement_id, h.share, m.whole
        union all
        select o.owner_id, o.agreement_id, o.share, -o.price from owner_rent o
        where o.bill_id = f.bill_id and o.share_id = f.share_id and o.kind = f.kind and o.month <= ${month}
      ) part group by owner_id, agreement_id, share having sum(price) <> 0
    ) w
    order by f.recognition_id, w.agreement_id, w.owner_id, w.share
  `.execute(tx)
  return Number(numAffectedRows)
}

/** Whether a room was on a day (of a moment, seconds) an owner's under an agreement by which the rent, and with it what the room costs, is the owner's. */
export const isUnderAgency = async (tx: Tx, org_id: number, moment: number): Promise<boolean> => {
  const { rows } = await sql`
    select from owner_house h join org o on o.org_id = h.org_id
    join entrust_agreement a on a.owner_id = h.owner_id and a.p_id = o.p_id and a.book = 1 and a.status in (${inSet(entrustAgreement, 'bound')})
    cross join lateral (select to_timestamp(${moment}::bigint)::date as day) d
    where h.org_id = ${org_id} and daterange(h.from_date, h.to_date, '[]') @> d.day and daterange(a.start_date, coalesce(a.ended_date, a.end_date), '[]') @> d.day
    limit 1
  `.execute(tx)
  return rows.length > 0
}
