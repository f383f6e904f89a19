import { type RawBuilder, sql } from 'kysely'
import { type Count, type Counted, defineCount } from '../../calls/defineCount.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'

/** Who bears a share of a bill (domain.md, Money), and how a payer's are found. */
const PAYERS = {
  lessee: { shares: sql`s.party = 1`, isHis: sql`b.custom_id = payer.key`, rents: sql`true` },
  // For how many months it has paid is asked of employers and of whole leases: a treasury's would be all of the town's.
  company: { shares: sql`s.party > 1`, isHis: sql`s.company_id = payer.key`, rents: sql`s.party = 2 and b.company_id = payer.key` },
} as const

type Payer = keyof typeof PAYERS

const sharesOf = (payer: Payer, scope: Scope): RawBuilder<unknown> => {
  const { shares, isHis } = PAYERS[payer]
  return sql`bill b join bill_share s on s.bill_id = b.bill_id and ${shares}
    where ${isHis} and b.is_void = 0 and ${inScope(scope, 'b.p_id')}`
}

/** Bills (b) with the share (s) of each that its payer owes: of a contract the one who rents, whatever a subsidy or an employer still has to pay. */
export const payersShares = sql`bill b join bill_share s on s.bill_id = b.bill_id and s.party = b.payer`

/**
 * Gives what a payer owes in all, counted of the shares that are his: what is overdue (fen), since which due day, for how many days.
 */
export const debtsOf = (payer: Payer): Count =>
  defineCount({
    of: payer,
    columns: ['owed', 'unpaid_since', 'days_late'],
    tells: ['bill'],
    rows: async (db, keys, scope) => {
      const { rows } = await sql<Counted>`
        select payer.key, d.owed, d.unpaid_since, current_date - d.unpaid_since as days_late
        from unnest(${keyList(keys)}) payer (key), lateral (
          select coalesce(sum(s.price - s.paid), 0)::bigint as owed, min(b.bill_date) as unpaid_since
          from ${sharesOf(payer, scope)} and b.paid < b.price and s.paid < s.price and b.bill_date < current_date
        ) d
      `.execute(db)
      return rows
    },
  })

/**
 * Gives for how many months a payer has settled the rent: whole months of the periods of his shares, a part of a month not counted. What was written off is not settled, nor
 * what is wholly another's to pay.
 */
export const monthsPaidOf = (payer: Payer): Count =>
  defineCount({
    of: payer,
    columns: ['months_paid'],
    tells: ['bill'],
    rows: async (db, keys, scope) => {
      const { rows } = await sql<Counted>`
        select payer.key, m.months_paid
        from unnest(${keyList(keys)}) payer (key), lateral (
          select coalesce(sum(extract(year from p.length) * 12 + extract(month from p.length)), 0)::integer as months_paid
          from (select age(b.end_date + 1, b.start_date) as length from ${sharesOf(payer, scope)} and ${PAYERS[payer].rents} and b."from" = 1 and s.paid >= s.price and not exists (
            select from bill_adjust a where a.bill_id = b.bill_id and a.share_id = s.share_id
            having sum(a.price) filter (where a.kind in (4, 5)) < 0 or (s.price = 0 and sum(a.price) filter (where a.kind = 10) < 0)
          )) p
        ) m
      `.execute(db)
      return rows
    },
  })

/**
 * What was paid of a share (`s`), by flow, the earliest first: a lateral join that gives `g.given`, a JSON list of `{ flow_id, price }` in fen, null where
 * nothing was.
 */
export const givenOfShares = sql`
  left join lateral (
    select json_agg(json_build_object('flow_id', a.flow_id, 'price', a.price) order by a.first) as given from (
      select flow_id, sum(price)::bigint as price, min(allocation_id) as first from allocation
      where share_id = s.share_id and flow_id is not null group by flow_id having sum(price) > 0
    ) a
  ) g on true`
