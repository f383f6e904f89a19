import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'

/** What moves the deposit of a contract beside its being paid: 2 to it from another, 3 from it to another, 4 used for what is owed, 5 given back; 6 held already when the contract was entered; 7 what the operator owes the payer for ending it early. */
interface DepositMove {
  contract_id: number
  kind: 2 | 3 | 4 | 5 | 6 | 7
  /** In fen, above zero; below where what was entered (6), used (4) or given back (5) is taken back. */
  price: number
  flow_id?: number
  bill_id?: number
  other_id?: number
}

const ADDS: readonly number[] = [2, 6, 7]

/**
 * Adds to the deposit book and gives the entry's key. Whose it is, is as the book says (domain.md, Money: it goes back to whoever paid it): a company's stays that
 * company's, also in the contract that it moves to; a tenant's is whoever is the main tenant now. Throws 409 where less is held (the store refuses).
 */
export const moveDeposit = async (
  tx: Tx,
  { contract_id, kind, price, flow_id, bill_id, other_id }: DepositMove,
  userId: number | null,
): Promise<number> => {
  const signed = ADDS.includes(kind) ? price : -price
  // Of a main tenant who was another before this was kept, or whose bill was paid since.
  await passDeposit(tx, contract_id, userId)
  const { rows } = await sql<{ entry_id: number }>`
    insert into deposit_entry (kind, contract_id, custom_id, company_id, price, day, flow_id, bill_id, other_id, p_id, created_by)
    select ${kind}, c.contract_id, case when o.company_id is null then c.custom_id end, o.company_id, ${signed}::bigint, current_date, ${flow_id ?? null}::integer,
      ${bill_id ?? null}::integer, ${other_id ?? null}::integer, c.p_id, ${userId}::integer
    from contract c
    left join lessee l on l.custom_id = c.custom_id
    left join lateral (
      select e.company_id, true as is_kept from deposit_entry e where e.contract_id in (c.contract_id, ${other_id ?? null}::integer)
      order by e.contract_id = c.contract_id desc, e.entry_id limit 1
    ) book on true
    cross join lateral (
      select case when book.is_kept then book.company_id when c.custom_id is null then c.company_id when c.deposit_payer = 2 then l.company_id end as company_id
    ) o
    where c.contract_id = ${contract_id} returning entry_id
  `.execute(tx)
  return rows[0]?.entry_id as number
}

/**
 * Moves what a contract holds for whoever is its main tenant no more to whoever is (postings.md, deposit moved): it goes back to the one whom the contract names. Of one of them who
 * has less than nothing (what he had paid was taken back since) the moving is taken back (红字). What companies paid stays theirs.
 */
export const passDeposit = async (tx: Tx, contract_id: number, userId: number | null): Promise<void> => {
  const { rows } = await sql<{ former: number; heir: number; held: number }>`
    select e.custom_id as former, c.custom_id as heir, sum(e.price)::bigint as held from deposit_entry e join contract c using (contract_id)
    where e.contract_id = ${contract_id} and e.company_id is null and e.custom_id <> c.custom_id
    group by e.custom_id, c.custom_id having sum(e.price) <> 0 order by sum(e.price) desc
  `.execute(tx)
  for (const { former, heir, held } of rows)
    for (const [kind, custom_id, price] of [
      [3, former, -held],
      [2, heir, held],
    ] as const)
      await sql`
        insert into deposit_entry (kind, contract_id, custom_id, price, day, other_id, p_id, created_by)
        select ${kind}, contract_id, ${custom_id}::integer, ${price}::bigint, current_date, contract_id, p_id, ${userId}::integer
        from contract where contract_id = ${contract_id}
      `.execute(tx)
}

/**
 * Holds again what a payment that is reversed had given back of deposits (红字, with the payment's own accounts): nobody has it. Whoever moves one contract's deposit holds the contract.
 * Gives how much, in fen; nothing for a payment that gave no deposit back.
 */
export const holdReturned = async (tx: Tx, flow_id: number, userId: number | null): Promise<number> => {
  const { rows } = await sql<{ contract_id: number; price: number }>`
    select contract_id, -sum(price)::bigint as price from deposit_entry where flow_id = ${flow_id} and kind = 5
    group by contract_id having sum(price) < 0 order by contract_id
  `.execute(tx)
  for (const { contract_id, price } of rows) {
    await sql`select from contract where contract_id = ${contract_id} for no key update`.execute(tx)
    await moveDeposit(tx, { contract_id, kind: 5, price: -price, flow_id }, userId)
  }
  return rows.reduce((sum, { price }) => sum + price, 0)
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

/** The deposit of a contract as its book has it: what is held, and what of it was there when the contract was entered. Amounts in fen. */
export const depositOf = async (tx: Tx, contract_id: number): Promise<{ held: number; entered: number }> => {
  const { rows } = await sql<{ held: number; entered: number }>`
    select coalesce(sum(price), 0)::bigint as held, coalesce(sum(price) filter (where kind = 6), 0)::bigint as entered
    from deposit_entry where contract_id = ${contract_id}
  `.execute(tx)
  return rows[0] as { held: number; entered: number }
}
