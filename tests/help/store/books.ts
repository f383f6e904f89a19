import { sql } from 'kysely'
import { checkBooks } from '../../../server/domain/journal/index.ts'
import type { Database } from '../../../server/store/connection/database.ts'
import { BROKEN } from './settlement.ts'

/** What of the books does not hold: domain.md's invariants 1 to 3, told by this query of its own, and whatever 账务自检 finds. None of it may be there after anything. */
export const wrongInBooks = async (db: Database): Promise<unknown[]> => {
  const { rows } = await sql.raw(BROKEN).execute(db)
  const checked = await checkBooks(db)
  return [...rows, ...checked.flatMap(({ name, findings }) => findings.map((finding) => ({ check: name, ...finding })))]
}
