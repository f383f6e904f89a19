import { sql } from 'kysely'
import type { Tx } from '../store/connection/database.ts'

/** Gives the sequence behind a table's key. */
export const keySequence = async (tx: Tx, table: string, key: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select pg_get_serial_sequence(${table}, ${key}) as name`.execute(tx)
  return rows[0]?.name ?? ''
}

/** Takes `count` numbers in a row from a sequence and gives the first, so that rows can be made here with their numbers and the next one is free. */
export const reserve = async (tx: Tx, sequence: string, count: number): Promise<number> => {
  // Altering it holds off every other taker until this transaction ends: no number falls in between.
  await sql.raw(`alter sequence ${sequence} increment by 1`).execute(tx)
  const { rows } = await sql<{ first: number }>`select nextval(${sequence}::regclass) as first`.execute(tx)
  const first = rows[0]?.first ?? 1
  if (count > 1) await sql`select setval(${sequence}::regclass, ${first + count - 1})`.execute(tx)
  return first
}
