import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { readSetting } from '../setting/index.ts'
import { requestInvoice } from './make.ts'
import type { AskedOf } from './plan.ts'

interface Settled {
  bill_id: number
  price: number
  invoiced: number
  /** What of the bill is not invoiced at all, by money or otherwise. */
  rest: number
  custom_id: number | null
  company_id: number | null
}

/** Gives how much of each bill money has settled that is not invoiced as its, deposits and bills that are invoiced otherwise aside, in fen; and whose part that was, where it was one's. Throws 409 where it settled none, or all is. */
export const settledBy = async (db: Queryable, flow_id: number, scope: Scope): Promise<Required<Pick<AskedOf, 'most' | 'whose'>>> => {
  const { paid_first } = await readSetting(db, invoiceSetting)
  const { rows } = await sql<Settled>`
    select b.bill_id, sum(a.price)::bigint as price, case when bool_and(s.party = 1) then b.custom_id end as custom_id,
      case when bool_and(s.party > 1) and count(distinct s.company_id) = 1 then max(s.company_id) end as company_id, (
      select coalesce(sum(l.price), 0)::bigint from invoice_line l
      join invoice_request i on i.invoice_id = l.invoice_id left join invoice_request o on o.invoice_id = i.red_of
      where l.bill_id = b.bill_id and coalesce(o.flow_id, i.flow_id) = ${flow_id} and invoice_counts(i.kind, i.status)
    ) as invoiced, case when ${paid_first === 1}::boolean then least(b.price, b.paid) else b.price end - invoiced_of(b.bill_id) as rest
    from allocation a join bill_share s on s.share_id = a.share_id join bill b on b.bill_id = s.bill_id
    where a.flow_id = ${flow_id} and b."from" <> 3 and ${inScope(scope, 'b.p_id')} group by b.bill_id having sum(a.price) > 0 order by b.bill_id
  `.execute(db)
  if (rows.length === 0) throw new CallError(409, '这笔收款没有核销房租或费用账单：先核销再开票')
  const open = rows.filter(({ price, invoiced, rest }) => price > invoiced && rest > 0)
  if (open.length === 0) throw new CallError(409, '这笔收款已全部开票')
  return {
    most: new Map(open.map(({ bill_id, price, invoiced }) => [bill_id, price - invoiced])),
    whose: new Map(open.map(({ bill_id, custom_id, company_id }) => [bill_id, { custom_id, company_id }])),
  }
}

/** Requests an invoice of what money has settled: of each bill as much as it did, or what of that is not invoiced. Throws as `requestInvoice` does. */
export const requestOfFlow = async (acting: Acting, flow_id: number, asked: AskedOf & { note?: string | undefined }) => {
  const settled = await settledBy(acting.tx, flow_id, acting.session.scope)
  return requestInvoice(acting, [...settled.most.keys()], { ...asked, ...settled, flow_id })
}
