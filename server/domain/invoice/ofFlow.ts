import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { requestInvoice } from './make.ts'
import type { AskedOf } from './plan.ts'

/** Gives how much of each bill money has settled, deposits aside; in fen. Throws 409 where it settled none. */
export const settledBy = async (db: Queryable, flow_id: number, scope: Scope): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ bill_id: number; price: number }>`
    select b.bill_id, sum(a.price)::bigint as price
    from allocation a join bill_share s on s.share_id = a.share_id join bill b on b.bill_id = s.bill_id
    where a.flow_id = ${flow_id} and b."from" <> 3 and ${inScope(scope, 'b.p_id')} group by b.bill_id having sum(a.price) > 0 order by b.bill_id
  `.execute(db)
  if (rows.length === 0) throw new CallError(409, '这笔收款没有核销房租或费用账单：先核销再开票')
  return new Map(rows.map(({ bill_id, price }) => [bill_id, price]))
}

/** Requests an invoice of what money has settled: of each bill as much as it did, or what of that is not invoiced. Throws as `requestInvoice` does. */
export const requestOfFlow = async (acting: Acting, flow_id: number, asked: AskedOf & { note?: string | undefined }) => {
  const most = await settledBy(acting.tx, flow_id, acting.session.scope)
  return requestInvoice(acting, [...most.keys()], { ...asked, most, flow_id })
}
