import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Tx } from '../../store/connection/database.ts'
import { nextNumber, series } from '../../store/writing/series.ts'
import { rentItem } from '../statement/index.ts'

/** Books what an owner is paid by a settlement, as an entry of the operator's account (postings.md, owner settlement). Gives the entry. Throws 400 for an account that is not there. */
export const payOwner = async (
  tx: Tx,
  userId: number | null,
  {
    settlement_id,
    owner_id,
    net,
    month,
    p_id,
  }: { settlement_id: number; owner_id: number; net: number; month: string; p_id: number | null },
  { own_account_id, paid_on, note }: { own_account_id: number; paid_on: string; note?: string },
): Promise<{ flow_id: number; sn: string }> => {
  const sn = await nextNumber(tx, series.receipt)
  const { rows } = await sql<{ flow_id: number }>`
    insert into flow (type, "from", from_id, price, p_id, custom_name, way, own_account_id, start_date, end_date, deal_time, note, sn, settlement_id, created_by)
    select 2, 2, ${await rentItem(tx)}::integer, ${net}::bigint, ${p_id}::integer, left(o.name, 60), coalesce(w.way, 3), w.own_account_id,
      to_date(${month}, 'YYYY-MM'), (to_date(${month}, 'YYYY-MM') + interval '1 month')::date - 1, extract(epoch from ${paid_on}::date::timestamptz)::bigint,
      ${note ?? null}::text, ${sn}, ${settlement_id}::integer, ${userId}::integer
    from owner o join own_account w on w.own_account_id = ${own_account_id} and w.retired = 0 where o.owner_id = ${owner_id}
    returning flow_id
  `.execute(tx)
  if (!rows[0]) throw new CallError(400, '所选账户不存在或已停用', { field: 'own_account_id' })
  return { flow_id: rows[0].flow_id, sn }
}
