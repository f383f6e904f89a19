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

/** The SQL of whether a recognition `r` leaves nothing of what was recognised of its share: the bill is void, cut to nothing or another's to pay, or a reduction is taken back. */
const TAKES_ALL = `(r.price < 0 and 0 = (
      select sum(x.price) from recognition x where x.share_id = r.share_id and x.kind = r.kind and x.recognition_id <= r.recognition_id
    ))`

/** The SQL of whether a recognition `r` has told its owners already. */
const IS_TOLD = 'exists (select from owner_rent o where o.recognition_id = r.recognition_id)'

/**
 * Tells of what was recognised in a month, `YYYY-MM`, which part is the owners'. Each recognition once: what takes all of it back goes to whom it was told, whoever has the
 * room by then. Gives how many rows that made.
 */
export const addOwnersRent = async (tx: Tx, month: string): Promise<number> => {
  const { numAffectedRows: told = 0n } = await sql`
    insert into owner_rent (month, owner_id, agreement_id, bill_id, share, kind, price, share_id, recognition_id, p_id)
    select r.month, h.owner_id, h.agreement_id, r.bill_id, h.share, r.kind, p.price, r.share_id, r.recognition_id, r.p_id
    from recognition r
    join bill b on b.bill_id = r.bill_id
    cross join lateral (select h.owner_house_id, h.owner_id, h.share, a.agreement_id from ${sql.raw(agreedOn('r.month'))}) h
    cross join lateral (select round(r.price * h.share / 100)::bigint as price) p
    where r.month = ${month} and p.price <> 0 and not ${sql.raw(IS_TOLD)} and not ${sql.raw(TAKES_ALL)}
    order by r.recognition_id, h.owner_house_id
  `.execute(tx)
  const { numAffectedRows: taken = 0n } = await sql`
    insert into owner_rent (month, owner_id, agreement_id, bill_id, share, kind, price, share_id, recognition_id, p_id)
    select r.month, had.owner_id, had.agreement_id, r.bill_id, had.share, r.kind, -sum(had.price), r.share_id, r.recognition_id, r.p_id
    from recognition r
    join owner_rent had on had.share_id = r.share_id and had.kind = r.kind and had.recognition_id < r.recognition_id
    where r.month = ${month} and not ${sql.raw(IS_TOLD)} and ${sql.raw(TAKES_ALL)}
    group by r.recognition_id, had.owner_id, had.agreement_id, had.share having sum(had.price) <> 0
    order by r.recognition_id, had.agreement_id, had.share
  `.execute(tx)
  return Number(told + taken)
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
