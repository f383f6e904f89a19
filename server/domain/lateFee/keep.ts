import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import type { ReckonedShare } from './shares.ts'

const daysOf = ({ fee }: ReckonedShare): number => fee.pieces.reduce((sum, { days, rate }) => (rate > 0 ? sum + days : sum), 0)

/** Keeps what late fees come to on a day, one row a share; those that come to nothing, and never did, have none. */
export const keepFees = async (tx: Tx, shares: readonly ReckonedShare[], day: string): Promise<void> => {
  const rows = shares.map((share) => ({
    ...{ share_id: share.share_id, bill_id: share.bill_id, party: share.party, bill_date: share.bill_date },
    ...{ custom_name: share.custom_name, custom_id: share.custom_id, company_id: share.party === 2 ? share.company_id : null },
    ...{ contract_id: share.contract_id, org_id: share.org_id, p_id: share.p_id },
    ...{ owed: share.price - share.paid, days: daysOf(share), total: share.fee.total, is_capped: share.fee.isCapped ? 1 : 0, as_of: day },
  }))
  if (rows.length === 0) return
  await sql`
    insert into late_fee (share_id, bill_id, party, bill_date, custom_name, custom_id, company_id, contract_id, org_id, p_id, owed, days, total, is_capped, as_of, billed)
    select g.share_id, g.bill_id, g.party, g.bill_date, g.custom_name, g.custom_id, g.company_id, g.contract_id, g.org_id, g.p_id, g.owed, g.days, g.total,
      g.is_capped, g.as_of, 0
    from json_to_recordset(${JSON.stringify(rows)}::json) as g (share_id integer, bill_id integer, party smallint, bill_date date, custom_name text, custom_id integer,
      company_id integer, contract_id integer, org_id integer, p_id integer, owed bigint, days integer, total bigint, is_capped smallint, as_of date)
    where g.total > 0 or exists (select from late_fee f where f.share_id = g.share_id) order by g.share_id
    on conflict (share_id) do update set owed = excluded.owed, days = excluded.days, total = excluded.total, is_capped = excluded.is_capped, as_of = excluded.as_of,
      version = late_fee.version + 1, updated_at = epoch_now()
    where (late_fee.owed, late_fee.days, late_fee.total, late_fee.is_capped, late_fee.as_of) is distinct from
      (excluded.owed, excluded.days, excluded.total, excluded.is_capped, excluded.as_of)
  `.execute(tx)
}

/** Has what was kept of bills that are void by now come to nothing: of those that owed when they were reckoned, and of those (`changed`) that were paid then. */
export const clearVoid = async (tx: Tx, day: string, changed: RawBuilder<unknown> | null): Promise<void> => {
  await sql`
    update late_fee f set owed = 0, days = 0, total = 0, is_capped = 0, as_of = ${day}::date, version = f.version + 1, updated_at = epoch_now()
    from (select share_id from late_fee where owed > 0 ${changed ? sql`union ${changed}` : sql``}) c join bill_share s on s.share_id = c.share_id
      join bill b on b.bill_id = s.bill_id and b.is_void = 1
    where f.share_id = c.share_id and (f.owed > 0 or f.total > 0)
  `.execute(tx)
}
