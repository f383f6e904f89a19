import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import type { Sealer } from '../../store/sealing/sealer.ts'
import { placeOf } from './drafts.ts'

/** Seals what applicants have typed anew, under another key. */
export const sealDraftsAnew = async (tx: Tx, from: Sealer, to: Sealer): Promise<void> => {
  const { rows } = await sql<{ draft_id: number; typed: Buffer }>`
    select draft_id, typed from application_draft where typed is not null
  `.execute(tx)
  for (const { draft_id, typed } of rows) {
    const place = placeOf({ draft_id })
    await sql`update application_draft set typed = ${to.sealFile(place, from.openFile(place, typed))} where draft_id = ${draft_id}`.execute(
      tx,
    )
  }
}
