import { sql } from 'kysely'
import entrustAgreement from '../../../src/resources/owner/entrustAgreement.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'

/**
 * Tells of what was recognised in a month, `YYYY-MM`, which part is the owners': of rooms that were theirs on its first day (the bill's, where it begins later) under an
 * agreement by which the rent is the owner's. Each recognition once: whatever it takes back later goes the same way. Gives how many rows that made.
 */
export const addOwnersRent = async (tx: Tx, month: string): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    insert into owner_rent (month, owner_id, agreement_id, bill_id, share, kind, price, share_id, recognition_id, p_id)
    select r.month, h.owner_id, a.agreement_id, r.bill_id, h.share, r.kind, p.price, r.share_id, r.recognition_id, r.p_id
    from recognition r
    join bill b on b.bill_id = r.bill_id
    cross join lateral (select greatest(b.start_date, to_date(r.month, 'YYYY-MM')) as day) d
    join owner_house h on h.org_id = b.org_id and daterange(h.from_date, h.to_date, '[]') @> d.day
    join entrust_agreement a on a.owner_id = h.owner_id and a.p_id = r.p_id and a.book = 1 and a.status in (${inSet(entrustAgreement, 'bound')})
      and daterange(a.start_date, coalesce(a.ended_date, a.end_date), '[]') @> d.day
    cross join lateral (select round(r.price * h.share / 100)::bigint as price) p
    where r.month = ${month} and p.price <> 0 and not exists (select from owner_rent o where o.recognition_id = r.recognition_id)
    order by r.recognition_id, h.owner_house_id
  `.execute(tx)
  return Number(numAffectedRows)
}
