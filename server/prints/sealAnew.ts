import { sql } from 'kysely'
import type { Tx } from '../store/connection/database.ts'
import type { Sealer } from '../store/sealing/sealer.ts'

/** Seals the numbers of papers that are not drawn yet anew, under another key. */
export const sealPapersAnew = async (tx: Tx, from: Sealer, to: Sealer): Promise<void> => {
  const { rows } = await sql<{ print_id: number; number: string; sealed: Buffer }>`
    select s.print_id, p.number, s.sealed from print_sealed s join print p using (print_id)
  `.execute(tx)
  for (const { print_id, number, sealed } of rows) {
    const place = `print ${number}`
    await sql`update print_sealed set sealed = ${to.sealFile(place, from.openFile(place, sealed))} where print_id = ${print_id}`.execute(tx)
  }
}
