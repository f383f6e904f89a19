import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { nextOf, series } from '../../store/writing/series.ts'

/** A bill that a contract owes (domain.md, Money: type 1), as it is made. Amounts in fen. */
export interface NewBill {
  contract_id: number
  org_id: number
  unit_id: number
  p_id: number
  custom_id: number | null
  company_id: number | null
  custom_name: string
  /** What it is for (domain.md, Money). */
  from: 1 | 2 | 3 | 4
  from_id: number | null
  price: number
  bill_date: string
  start_date: string
  end_date: string
  /** Who owes the first part: 1 the tenant, 2 the organization; and what percent of the whole that is. */
  payer: 1 | 2
  payment_ratio: number
}

/**
 * Makes bills of contracts with their shares, by one statement, and gives how many: the payer's part by the ratio and rounded up, the other's the
 * rest (domain.md, Money). One that its contract has already for this item and period is not made again, whoever asks and however often.
 */
export const makeBills = async (tx: Tx, bills: readonly NewBill[], userId: number | null): Promise<number> => {
  if (bills.length === 0) return 0
  const { rows } = await sql<{ n: number }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(bills.map((bill, n) => ({ n, ...bill })))}::json) as g (
        n integer, contract_id integer, org_id integer, unit_id integer, p_id integer, custom_id integer, company_id integer, custom_name text,
        "from" smallint, from_id integer, price bigint, bill_date date, start_date date, end_date date, payer smallint, payment_ratio integer)
    ),
    made as (
      insert into bill (sn, type, contract_id, org_id, unit_id, p_id, custom_id, company_id, custom_name, "from", from_id, price, bill_date, start_date,
        end_date, payer, payment_ratio, created_by)
      select ${nextOf(series.bill)}, 1, contract_id, org_id, unit_id, p_id, custom_id, company_id, custom_name, "from", from_id, price, bill_date,
        start_date, end_date, payer, payment_ratio, ${userId}::integer
      from given where price > 0 order by n
      on conflict (contract_id, "from", coalesce(from_id, 0), start_date, end_date) where contract_id is not null and is_void = 0 do nothing
      returning bill_id, price, payer, payment_ratio, company_id, p_id
    ),
    shared as (
      insert into bill_share (bill_id, party, company_id, price, p_id, created_by)
      select bill_id, party, case when party = 2 then company_id end, part, p_id, ${userId}::integer
      from made, lateral (select ceil(price * payment_ratio / 100.0)::bigint as payers) split,
        lateral (values (payer, payers), ((3 - payer)::smallint, price - payers)) as shares (party, part)
      where part > 0 order by bill_id, party
    )
    select count(*)::integer as n from made
  `.execute(tx)
  return rows[0]?.n ?? 0
}

/** Voids the bills of a contract on which nothing has been paid, those whose period ends on or after a day alone where one is given; gives how many. */
export const voidUnpaid = async (tx: Tx, contract_id: number, of: { from?: 1 | 3; since?: string } = {}): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update bill set is_void = 1, version = version + 1, updated_at = epoch_now()
    where contract_id = ${contract_id} and is_void = 0 and paid = 0 and type = 1
      and (${of.from ?? null}::smallint is null or "from" = ${of.from ?? null}::smallint)
      and (${of.since ?? null}::date is null or end_date >= ${of.since ?? null}::date)
  `.execute(tx)
  return Number(numAffectedRows)
}
