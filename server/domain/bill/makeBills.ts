import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
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
  /** Who owes it, or its first part: 1 the tenant, 2 the organization. */
  payer: 1 | 2
  /** Who owes what of it, the payer first, where it is not his alone. */
  shares?: readonly NewShare[]
  /** What it comes to month by month, where rents say so; they sum to its price. Left out, each month has its part of it by days. */
  lines?: readonly NewLine[]
}

/** What of a bill is for some days of one calendar month. In fen: a month's rent, and what these days come to. */
interface NewLine {
  month: string
  start_date: string
  end_date: string
  days: number
  rent: number
  price: number
}

/** What a party owes of a bill (src/schemas/common.ts, `parties`). In fen. */
interface NewShare {
  party: 1 | 2 | 3 | 4
  company_id: number | null
  price: number
}

const sharesOf = ({ shares, payer, company_id, price }: NewBill): readonly NewShare[] =>
  shares ?? [{ party: payer, company_id: payer === 2 ? company_id : null, price }]

/** What percent of a bill its payer bears, kept on it as it was when it was made (domain.md, Money). */
const ratioOf = (bill: NewBill): number => {
  const payers = sharesOf(bill).filter(({ party }) => party === bill.payer)
  return Math.round((payers.reduce((sum, { price }) => sum + price, 0) * 100) / bill.price)
}

/**
 * Makes bills of contracts with their shares and lines, by one statement, and gives how many (domain.md, Money). One that its contract has already for this item and period is not made again, whoever asks and however often.
 */
export const makeBills = async (tx: Tx, bills: readonly NewBill[], userId: number | null): Promise<number> => {
  if (bills.length === 0) return 0
  const { rows } = await sql<{ n: number }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(bills.map((bill, n) => ({ n, ...bill, payment_ratio: ratioOf(bill), shares: sharesOf(bill) })))}::json) as g (
        n integer, contract_id integer, org_id integer, unit_id integer, p_id integer, custom_id integer, company_id integer, custom_name text,
        "from" smallint, from_id integer, price bigint, bill_date date, start_date date, end_date date, payer smallint, payment_ratio integer, shares json, lines json)
    ),
    made as (
      insert into bill (sn, type, contract_id, org_id, unit_id, p_id, custom_id, company_id, custom_name, "from", from_id, price, bill_date, start_date,
        end_date, payer, payment_ratio, created_by)
      select ${nextOf(series.bill)}, 1, contract_id, org_id, unit_id, p_id, custom_id, company_id, custom_name, "from", from_id, price, bill_date,
        start_date, end_date, payer, payment_ratio, ${userId}::integer
      from given where price > 0 order by n
      on conflict (contract_id, "from", coalesce(from_id, 0), start_date, end_date) where contract_id is not null and is_void = 0 and of_bill is null do nothing
      returning bill_id, contract_id, "from", from_id, start_date, end_date, p_id
    ),
    shared as (
      insert into bill_share (bill_id, party, company_id, price, p_id, created_by)
      select m.bill_id, s.party, s.company_id, s.price, m.p_id, ${userId}::integer
      from made m
      join given g on g.contract_id = m.contract_id and g."from" = m."from" and g.from_id is not distinct from m.from_id
        and g.start_date = m.start_date and g.end_date = m.end_date,
        json_to_recordset(g.shares) as s (party smallint, company_id integer, price bigint)
      where g.price > 0 and s.price > 0 order by m.bill_id, s.party
    ),
    lined as (
      insert into bill_line (bill_id, month, start_date, end_date, days, rent, price, kind, heads, p_id)
      select m.bill_id, l.month, l.start_date, l.end_date, l.days, l.rent, l.price, 1,
        case when m."from" = 1 and row_number() over (partition by m.bill_id, l.month order by l.start_date) = 1 then 1 end, m.p_id
      from made m
      join given g on g.contract_id = m.contract_id and g."from" = m."from" and g.from_id is not distinct from m.from_id
        and g.start_date = m.start_date and g.end_date = m.end_date,
        json_to_recordset(g.lines) as l (month text, start_date date, end_date date, days integer, rent bigint, price bigint)
      where g.lines is not null order by m.bill_id, l.start_date
    )
    select count(*)::integer as n from made
  `.execute(tx)
  return rows[0]?.n ?? 0
}

/** Holds the bills of contracts that stand until the transaction ends, so that what is being paid at this moment is waited for, and seen; gives what is paid of each, in fen. */
export const holdBills = async (tx: Tx, ...contracts: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ paid: number }>`
    select paid from bill where contract_id = any(${keyList(contracts)}) and is_void = 0 order by bill_id for no key update
  `.execute(tx)
  return rows.map(({ paid }) => paid)
}

/** Voids the bills of a contract on which nothing has been paid, those whose period ends on or after a day alone where one is given; gives how many. */
export const voidUnpaid = async (tx: Tx, contract_id: number, of: { from?: 1 | 3; since?: string } = {}): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update bill set is_void = 1, version = version + 1, updated_at = epoch_now()
    where contract_id = ${contract_id} and is_void = 0 and paid = 0 and type = 1
      and (${of.from ?? null}::smallint is null or "from" = ${of.from ?? null}::smallint)
      and (${of.since ?? null}::date is null or (end_date >= ${of.since ?? null}::date and of_bill is null))
  `.execute(tx)
  return Number(numAffectedRows)
}
