import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'

/** What moves the deposit of a contract beside its being paid: 2 to it from another, 3 from it to another, 4 used for what is owed, 5 given back. */
interface DepositMove {
  contract_id: number
  kind: 2 | 3 | 4 | 5
  /** In fen, above zero. */
  price: number
  flow_id?: number
  bill_id?: number
  other_id?: number
}

/** Adds to the deposit book and gives the entry's key; whose it is, is the contract's. Throws 409 where less is held (the store refuses). */
export const moveDeposit = async (
  tx: Tx,
  { contract_id, kind, price, flow_id, bill_id, other_id }: DepositMove,
  userId: number | null,
): Promise<number> => {
  const signed = kind === 2 ? price : -price
  const { rows } = await sql<{ entry_id: number }>`
    insert into deposit_entry (kind, contract_id, custom_id, company_id, price, day, flow_id, bill_id, other_id, p_id, created_by)
    select ${kind}, contract_id, custom_id, case when custom_id is null then company_id end, ${signed}::bigint, current_date, ${flow_id ?? null}::integer,
      ${bill_id ?? null}::integer, ${other_id ?? null}::integer, p_id, ${userId}::integer
    from contract where contract_id = ${contract_id} returning entry_id
  `.execute(tx)
  return rows[0]?.entry_id as number
}

/** Moves what is held of a contract's deposit to another contract, at most so much; gives how much, in fen. */
export const carryDeposit = async (tx: Tx, from: number, to: number, most: number, userId: number | null): Promise<number> => {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(price), 0)::bigint as held from deposit_entry where contract_id = ${from}
  `.execute(tx)
  const price = Math.min(rows[0]?.held ?? 0, most)
  if (price <= 0) return 0
  await moveDeposit(tx, { contract_id: from, kind: 3, price, other_id: to }, userId)
  await moveDeposit(tx, { contract_id: to, kind: 2, price, other_id: from }, userId)
  return price
}
