import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import type { Moved } from './rules/settle.ts'

/** What a share of a bill comes to instead of what it did. Amounts in fen. */
export interface Cut {
  bill_id: number
  share_id: number
  from: number
  to: number
  /** What of it stays written off or reduced. */
  kept?: number
}

/** Adds the adjustments that cut shares short (domain.md, Money: 截短); a bill of which nothing is left is voided instead. What was paid beyond has to be taken back before. */
export const cutShort = async (tx: Tx, cuts: readonly Cut[], reason: string, userId: number | null): Promise<void> => {
  const left = new Map<number, number>()
  for (const { bill_id, to, kept = 0 } of cuts) left.set(bill_id, (left.get(bill_id) ?? 0) + to + kept)
  const gone = [...left].filter(([, rest]) => rest === 0).map(([bill_id]) => bill_id)
  if (gone.length > 0)
    await sql`update bill set is_void = 1, note = coalesce(note || '；', '') || ${reason}, version = version + 1, updated_at = epoch_now()
      where bill_id = any(${gone}::integer[]) and is_void = 0`.execute(tx)
  for (const { bill_id, share_id, from, to } of cuts)
    if (from !== to && !gone.includes(bill_id))
      await sql`
        insert into bill_adjust (sn, bill_id, share_id, kind, price, reason, p_id, created_by)
        select ${nextOf(series.adjustment)}, ${bill_id}, ${share_id}, 2, ${to - from}::bigint, ${reason}, p_id, ${userId}::integer
        from bill where bill_id = ${bill_id}
      `.execute(tx)
}

/** Money of a flow that settles a share, or comes back from it where it is below zero; or of a deposit's entry. In fen. */
export interface Allocated {
  share_id: number
  price: number
  flow_id?: number
  entry_id?: number
}

/** Writes allocations, in the order in which they are given. */
export const allocate = async (tx: Tx, all: readonly Allocated[], userId: number | null): Promise<void> => {
  for (const { share_id, price, flow_id = null, entry_id = null } of all)
    await sql`
      insert into allocation (flow_id, entry_id, share_id, price, p_id, created_by)
      select ${flow_id}::integer, ${entry_id}::integer, ${share_id}, ${price}::bigint, p_id, ${userId}::integer from bill_share where share_id = ${share_id}
    `.execute(tx)
}

/** Gives the counter-entries by which money comes back from shares. */
export const takingBack = (all: readonly Moved[]): Allocated[] =>
  all.map(({ key, flow_id, price }) => ({ share_id: key, flow_id, price: -price }))
