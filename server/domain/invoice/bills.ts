import { sql } from 'kysely'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import type { BillMonth } from './rules/open.ts'

/** A bill as invoices need it. Amounts in fen; `away`: whether its room lies in another city than the operator's, null where that is not known. */
export interface InvoicedBill {
  bill_id: number
  sn: string
  from: 1 | 2 | 3 | 4
  item: string
  price: number
  paid: number
  is_void: number
  payer: number
  custom_id: number | null
  company_id: number | null
  /** All who bear something of it. */
  companies: number[]
  custom_name: string
  p_id: number
  nature: number | null
  /** How it is taxed in the books, where it is (docs/decisions/052-vat.md); percent. */
  tax_kind: number | null
  tax_rate: number | null
  room: string
  address: string | null
  deed_no: string | null
  away: boolean | null
  invoiced: number
  months: BillMonth[]
  parts: BillPart[]
}

/** What one party bears of a bill, and what of the bill is invoiced in its name. Fen; neither a tenant nor a company where nobody has said who that is. */
interface BillPart {
  custom_id: number | null
  company_id: number | null
  price: number
  paid: number
  invoiced: number
}

/** Gives these bills in scope, by their keys, with what of each month is invoiced. `city`: where the operator has its seat, by its name among the divisions; a municipality is a province. */
export const invoicedBills = async (
  db: Queryable,
  keys: readonly number[],
  scope: Scope,
  city: string | undefined,
): Promise<InvoicedBill[]> => {
  const { rows } = await sql<InvoicedBill>`
    select b.bill_id, b.sn, b."from", b.item, b.price, b.paid, b.is_void, b.payer, b.custom_id, b.company_id, b.custom_name, b.p_id, o.nature,
      b.tax_kind, b.tax_rate::float8 as tax_rate,
      array(select distinct s.company_id from bill_share s where s.bill_id = b.bill_id and s.company_id is not null) as companies,
      concat_ws(' ', o.region_name, o.unit_floor) as room,
      nullif(concat_ws(' ', o.address, o.unit_floor), '') as address, o.deed_no,
      case when ${city ?? null}::text is not null and city.name is not null then ${city ?? null}::text not in (city.name, province.name) end as away,
      invoiced_of(b.bill_id) as invoiced, months.all as months, parts.all as parts
    from bill_view b
    left join org o on o.org_id = b.org_id
    left join community c on c.community_id = o.community_id
    left join region city on city.id = c.city left join region province on province.id = c.province
    cross join lateral (
      select coalesce(json_agg(m order by m.month), '[]') as all from (
        select l.month, min(l.start_date) as start_date, max(l.end_date) as end_date, sum(l.price)::bigint as price,
          coalesce((
            select sum(x.price) from invoice_line x join invoice_request i on i.invoice_id = x.invoice_id
            where x.bill_id = b.bill_id and x.month = l.month and invoice_counts(i.kind, i.status)
          ), 0)::bigint as invoiced
        from bill_line l where l.bill_id = b.bill_id group by l.month
      ) m
    ) months
    cross join lateral (
      select json_agg(p) as all from (
        select s.*, coalesce((
            select sum(x.price) from invoice_line x join invoice_request i on i.invoice_id = x.invoice_id
            where x.bill_id = b.bill_id and invoice_counts(i.kind, i.status) and (i.custom_id, i.company_id) is not distinct from (s.custom_id, s.company_id)
          ), 0)::bigint as invoiced
        from (
          select case s.party when 1 then b.custom_id end as custom_id, s.company_id, sum(s.price)::bigint as price, sum(s.paid)::bigint as paid
          from bill_share s where s.bill_id = b.bill_id group by 1, 2
        ) s
      ) p
    ) parts
    where b.bill_id = any(${keyList(keys)}) and ${inScope(scope, 'b.p_id')} order by b.bill_id
  `.execute(db)
  return rows
}
