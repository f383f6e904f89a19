import { sql } from 'kysely'
import type { Queryable } from '../../store/connection/database.ts'
import { FIRST_TEXT } from './firstText.ts'
import { readVersion } from './versions.ts'

/** A version of a template. */
export interface TextOf {
  template_id: number
  no: number
}

/** Gives the version in force of the default template of a kind of contract; null where the operator has none. */
export const textInForce = async (db: Queryable, kind: number): Promise<TextOf | null> => {
  const { rows } = await sql<TextOf>`select template_id, no from template where kind = ${kind} and is_default = 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Gives the text that a contract is printed from: of the version that it was finalized with; where none was kept, of the default in force, and
 * where the operator has no template at all the text with which a new one begins.
 */
export const contractText = async (db: Queryable, kind: number, kept: TextOf | null): Promise<string> => {
  const found = kept ?? (await textInForce(db, kind))
  return found ? readVersion(db, found.template_id, found.no) : FIRST_TEXT
}
