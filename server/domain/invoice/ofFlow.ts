import { groupBy } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { readSetting } from '../setting/index.ts'
import { requestInvoice, saidOf } from './make.ts'
import type { AskedOf } from './plan.ts'

interface Settled {
  bill_id: number
  p_id: number
  price: number
  invoiced: number
  /** What of the bill is not invoiced at all, by money or otherwise. */
  rest: number
  custom_id: number | null
  company_id: number | null
}

/** What is asked of the bills that money settled, and which those are, of each project by themselves: an invoice is of one. */
interface AskedOfMoney extends Required<Pick<AskedOf, 'most' | 'whose'>> {
  parts: number[][]
}

/**
 * Gives how much of each bill money has settled that is not invoiced as its, deposits and bills that are invoiced otherwise aside, in fen; and whose part that was, where it was one's. Throws 409 where it settled
 * none, or all is.
 */
export const settledBy = async (db: Queryable, flow_id: number, scope: Scope): Promise<AskedOfMoney> => {
  const { paid_first } = await readSetting(db, invoiceSetting)
  const { rows } = await sql<Settled>`
    select b.bill_id, b.p_id, sum(a.price)::bigint as price, case when bool_and(s.party = 1) then b.custom_id end as custom_id,
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
    parts: Object.values(groupBy(open, ({ p_id }) => p_id)).map((bills) => bills.map(({ bill_id }) => bill_id)),
    whose: new Map(open.map(({ bill_id, custom_id, company_id }) => [bill_id, { custom_id, company_id }])),
  }
}

/** Requests invoices of what money has settled, one of each project: of each bill as much as it did, or what of that is not invoiced. Gives the first of them. Throws as `requestInvoice` does. */
export const requestOfFlow = async (acting: Acting, flow_id: number, asked: AskedOf & { note?: string | undefined }) => {
  const { parts, ...settled } = await settledBy(acting.tx, flow_id, acting.session.scope)
  const made: Awaited<ReturnType<typeof requestInvoice>>[] = []
  for (const keys of parts) made.push(await requestInvoice(acting, keys, { ...asked, ...settled, flow_id }))
  return { ...made[0], said: saidOf(made) }
}
