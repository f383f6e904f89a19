import { type RawBuilder, sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import paymentPlan from '../../../src/resources/paymentPlan/paymentPlan.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { type FeeAgreed, feeTerms, linesSaid } from '../contract/index.ts'
import { type Agreed, type AgreedTerms, agreedTerms } from './rules/agreed.ts'
import type { Change, LateFee, Owing } from './rules/lateFee.ts'
import { lateFeeOf, standardOn } from './rules/lateFee.ts'
import type { FeeTerms } from './terms.ts'

/** A share of a rent bill with all that changed what was not paid of it. In fen. */
interface FeeShare {
  share_id: number
  bill_id: number
  sn: string
  party: number
  bill_date: string
  custom_name: string
  custom_id: number | null
  company_id: number | null
  contract_id: number | null
  org_id: number | null
  p_id: number
  price: number
  paid: number
  /** What it came to but for what was written off, is another's by now, or was added later. */
  owing: number
  /** When its contract ended; null where it goes on. */
  ended: string | null
  changes: Change[]
  /** What of them was added: by other terms, or by another's part. */
  added: number
  frozen: Owing['frozen']
  /** What its contract agrees on late fees, by the days. */
  agreed: Agreed[]
  /** What was billed of its late fee, and of that of the share which it replaces. */
  billed: number
}

/** A share with its late fee up to a day. */
export interface ReckonedShare extends FeeShare {
  fee: LateFee
  terms: AgreedTerms
  /** Of which no bill was made. */
  rest: number
}

/** What a contract agrees from a day on, as it keeps it. */
type FeeLine = FeeAgreed & { from_date: string }

const agreedOf = ({ from_date: from, fee_way, fee_rate: rate, fee_grace: grace, fee_cap: cap }: FeeLine): Agreed => ({
  from,
  way: fee_way ?? 1,
  rate,
  grace,
  cap,
})

/** Shares that a late fee may be on: of rent, of the tenant or his company, of bills that stand. */
export const isOfRent = sql<boolean>`b."from" = 1 and b.is_void = 0 and s.party in (1, 2)`

const sharesWhere = async (db: Queryable, where: RawBuilder<unknown>): Promise<FeeShare[]> => {
  const { rows } = await sql<Omit<FeeShare, 'agreed'> & { agreed: FeeLine[] }>`
    select s.share_id, b.bill_id, b.sn, s.party, b.bill_date, b.custom_name, b.custom_id, coalesce(s.company_id, b.company_id) as company_id, b.contract_id, b.org_id, b.p_id,
      s.price, s.paid, s.price - coalesce(off.price, 0) as owing,
      case when c.status in (${inSet(contract, 'closed')}) then coalesce(c.left_on, c.end_date) end as ended,
      coalesce(gone.changes, '[]') as changes, off.added, coalesce(held.frozen, '[]') as frozen,
      ${linesSaid(feeTerms)} as agreed,
      (coalesce((select sum(l.price) from late_fee_bill l where l.share_id = s.share_id), 0) + coalesce((select f.carried from late_fee f where f.share_id = s.share_id), 0))::bigint as billed
    from bill b join bill_share s on s.bill_id = b.bill_id
    left join contract c on c.contract_id = b.contract_id
    left join lateral (select sum(a.price)::bigint as price from bill_adjust a where a.share_id = s.share_id and a.kind = 9) anew on true
    -- What went to another and came back is no more than it was.
    left join lateral (
      select max(u.upto)::bigint as most from (select sum(a.price) over (order by a.adjust_id) as upto from bill_adjust a where a.share_id = s.share_id and a.kind = 10) u
    ) moved on true
    left join lateral (
      select (coalesce(sum(a.price), 0) + greatest(0, anew.price))::bigint as price,
        (greatest(0, moved.most) + greatest(0, anew.price))::bigint as added from bill_adjust a where a.share_id = s.share_id and a.kind in (4, 5, 10)
    ) off on true
    left join lateral (
      select json_agg(json_build_object('day', e.day, 'price', e.price) order by e.day) as changes from (
        select day, sum(price)::bigint as price from (
          select coalesce(to_timestamp(f.deal_time)::date, d.day) as day, -a.price as price from allocation a
          left join flow f on f.flow_id = a.flow_id left join deposit_entry d on d.entry_id = a.entry_id where a.share_id = s.share_id
          union all
          select to_timestamp(a.created_at)::date, a.price from bill_adjust a where a.share_id = s.share_id and a.kind in (4, 5, 10)
          union all
          -- What other terms add for days that were billed is late from the day on which it is asked for; what they take off, then or later, was never owed.
          select m.day, m.price - coalesce(lag(m.price) over (order by m.adjust_id), 0) from (
            select n.adjust_id, n.day, greatest(0, min(n.upto) over (order by n.adjust_id desc))::bigint as price from (
              select a.adjust_id, to_timestamp(a.created_at)::date as day, sum(a.price) over (order by a.adjust_id) as upto
              from bill_adjust a where a.share_id = s.share_id and a.kind = 9
            ) n
          ) m
        ) each group by day having sum(price) <> 0
      ) e
    ) gone on true
    left join lateral (
      select json_agg(json_build_object('from', p.begun_on, 'to', coalesce(p.ended_on, '9999-12-30'))) as frozen
      from plan_share x join payment_plan p on p.plan_id = x.plan_id
      where x.share_id = s.share_id and p.fees = 2 and p.begun_on is not null and p.status <> ${inState(paymentPlan, 'broken')}
    ) held on true
    where ${isOfRent} and ${where} order by s.share_id
  `.execute(db)
  return rows.map((share) => ({ ...share, agreed: share.agreed.map(agreedOf) }))
}

/** Gives the late fees of shares up to a day: nothing of those that were due before late fees were charged. */
export const reckonShares = async (
  db: Queryable,
  { set, since }: FeeTerms,
  where: RawBuilder<unknown>,
  day: string,
): Promise<ReckonedShare[]> => {
  if (since === null) return []
  const shares = await sharesWhere(db, sql`${where} and b.bill_date >= ${since}::date`)
  return shares.flatMap((share) => {
    const { bill_date: due, owing: price, changes, added, frozen, ended, agreed } = share
    const standard = standardOn(set, due)
    if (!standard) return []
    const { goesOnAfterEnd, ...usual } = standard
    const terms = agreedTerms(usual, agreed, due)
    const fee = lateFeeOf({ due, price, changes, added, frozen, stop: goesOnAfterEnd ? null : ended }, terms, day)
    return [{ ...share, fee, terms, rest: Math.max(0, fee.total - share.billed) }]
  })
}

/** Those of these bills. */
export const ofBills = (keys: readonly number[]): RawBuilder<unknown> => sql`b.bill_id = any(${keyList(keys)})`

/** Those of these late fees. */
export const ofFees = (keys: readonly number[]): RawBuilder<unknown> =>
  sql`s.share_id in (select share_id from late_fee where late_fee_id = any(${keyList(keys)}))`

/** Those with these keys. */
export const ofShares = (keys: readonly number[]): RawBuilder<unknown> => sql`s.share_id = any(${keyList(keys)})`
