import { sql } from 'kysely'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { givenOfShares } from './debts.ts'
import type { ReducedShare } from './rules/reduce.ts'

/** A share of a bill with what settled it: by flows, the earliest first. Amounts in fen. */
export interface AdjustedShare extends ReducedShare {
  bill_id: number
  company_id: number | null
  given: readonly { flow_id: number; price: number }[]
  /** What a contract's deposit settled of it, by the entry of its book. */
  deducted: readonly { entry_id: number; contract_id: number; price: number }[]
}

/** What of an amount is for some days of a calendar month, `YYYY-MM`. In fen. */
export interface MonthPart {
  month: string
  start_date: string
  end_date: string
  price: number
}

/** A change of what a share comes to, in fen (src/schemas/bill/acts.ts, `adjustKinds`). */
export interface Adjustment {
  bill_id: number
  share_id: number
  kind: 3 | 4 | 5 | 6 | 9 | 10
  price: number
  /** Of other terms (9): from which day on they hold, and what they change of the months. */
  from_date?: string
  months?: readonly MonthPart[]
}

/** Gives the shares of bills, of each those of its payer first. */
export const sharesOfBills = async (db: Queryable, keys: readonly number[]): Promise<AdjustedShare[]> => {
  const { rows } = await sql<AdjustedShare>`
    select s.share_id, s.bill_id, s.party, s.company_id, s.price, s.paid, coalesce(g.given, '[]') as given, coalesce(d.deducted, '[]') as deducted
    from bill b join bill_share s on s.bill_id = b.bill_id
    ${givenOfShares}
    left join lateral (
      select json_agg(json_build_object('entry_id', e.entry_id, 'contract_id', e.contract_id, 'price', a.price) order by e.entry_id) as deducted
      from (
        select entry_id, sum(price)::bigint as price from allocation where share_id = s.share_id and entry_id is not null group by entry_id having sum(price) > 0
      ) a join deposit_entry e on e.entry_id = a.entry_id
    ) d on true
    where b.bill_id = any(${keyList(keys)}) order by b.bill_id, (s.party = b.payer) desc, s.share_id
  `.execute(db)
  return rows
}

/** Holds the money that settled bills: whoever takes it back holds it before the bills, as all who settle do. */
export const holdMoneyOf = async ({ tx }: { tx: Tx }, keys: readonly number[]): Promise<void> => {
  await sql`
    select from flow where flow_id in (
      select a.flow_id from bill_share s join allocation a on a.share_id = s.share_id where s.bill_id = any(${keyList(keys)}) and a.flow_id is not null
    ) order by flow_id for no key update
  `.execute(tx)
}

/** Adds adjustments, each with a number of its own: the store changes shares and bills by them. */
export const adjust = async (tx: Tx, all: readonly Adjustment[], reason: string, userId: number | null): Promise<void> => {
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(all)}::json) as g (bill_id integer, share_id integer, kind smallint, price bigint, from_date date, months json)
    ),
    made as (
      insert into bill_adjust (sn, bill_id, share_id, kind, price, from_date, reason, p_id, created_by)
      select ${nextOf(series.adjustment)}, g.bill_id, g.share_id, g.kind, g.price, greatest(g.from_date, case when g.kind = 9 then b.start_date end), ${reason}, b.p_id,
        ${userId}::integer
      from given g join bill b on b.bill_id = g.bill_id order by g.bill_id, g.share_id
      returning adjust_id, bill_id, share_id, kind, p_id
    )
    insert into bill_line (bill_id, month, start_date, end_date, days, price, kind, adjust_id, p_id)
    select a.bill_id, m.month, m.start_date, m.end_date, m.end_date - m.start_date + 1, m.price, a.kind, a.adjust_id, a.p_id
    from made a join given g on g.share_id = a.share_id,
      json_to_recordset(g.months) as m (month text, start_date date, end_date date, price bigint)
    where m.price <> 0 order by a.adjust_id, m.month
  `.execute(tx)
}

/** Gives what of bills was reduced (kinds 3 and 6) or written off (4 and 5) by share, in fen above zero: what can be given back. */
export const takenOf = async (
  tx: Tx,
  keys: readonly number[],
  kinds: readonly number[],
): Promise<{ bill_id: number; share_id: number; price: number }[]> => {
  const { rows } = await sql<{ bill_id: number; share_id: number; price: number }>`
    select bill_id, share_id, -sum(price)::bigint as price from bill_adjust
    where bill_id = any(${keyList(keys)}) and kind = any(${keyList(kinds)}) group by bill_id, share_id having sum(price) < 0 order by bill_id, share_id
  `.execute(tx)
  return rows
}
