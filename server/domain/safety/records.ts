import { sql } from 'kysely'
import type { Database } from '../../store/connection/database.ts'

/** Says to which place the log is to be archived now; null: to none. */
export const tellPlace = async (db: Database, place: string | null): Promise<void> => {
  await sql`update backup_place set is_current = false where is_current and place is distinct from ${place}::text`.execute(db)
  if (place === null) return
  await sql`
    insert into backup_place (place) values (${place}) on conflict (place) do update set is_current = true, since = epoch_now() where not backup_place.is_current
  `.execute(db)
}

/** Says until when (seconds) all is in a place. */
export const tellArchived = async (db: Database, place: string, at: number): Promise<void> => {
  await sql`update backup_place set archived_at = ${at}::bigint where place = ${place}`.execute(db)
}

/** A copy of the database in a place. */
export interface CopyRow {
  name: string
  finished_at: number
  /** In MB. */
  size: number
  files: number
  seconds: number
  key: 1 | 2
  fingerprint: string
  sha256: string
}

/** Brings the list of copies to what a place holds now: those that are gone, or lie elsewhere, are not in it. What was known of one stays. */
export const tellCopies = async (db: Database, place: string, copies: readonly CopyRow[]): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await sql`delete from backup_copy where place <> ${place} or not name = any(${copies.map(({ name }) => name)}::text[])`.execute(tx)
    await sql`
      insert into backup_copy (place, name, finished_at, size, files, seconds, key, fingerprint, sha256)
      select ${place}, c.name, c.finished_at, c.size, c.files, c.seconds, c.key, c.fingerprint, c.sha256
      from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb)
        as c (name text, finished_at bigint, size integer, files integer, seconds integer, key smallint, fingerprint text, sha256 text)
      on conflict (place, name) do nothing
    `.execute(tx)
  })
}

/** What a drill found. */
export interface DrillRow {
  outcome: 1 | 2
  place: string
  base: string | null
  /** The moment of the last commit that came back, in seconds. */
  reached: number | null
  checks: number | null
  files: number | null
  read: number | null
  seconds: number
  error: string | null
}

/** Writes down what a drill found. */
export const tellDrill = async (db: Database, drill: DrillRow): Promise<void> => {
  await sql`
    insert into restore_drill (outcome, place, base, reached, checks, files, read, seconds, error)
    values (${drill.outcome}, ${drill.place}, ${drill.base}, ${drill.reached}, ${drill.checks}, ${drill.files}, ${drill.read}, ${drill.seconds}, ${drill.error})
  `.execute(db)
}

/** Archiving is a minute behind at most; a few of its turns may be taken by a long copy. Later than that something is wrong. */
export const LATE_SECONDS = 300

/** How far archiving has come. */
export interface Behind {
  place: string
  /** For so many seconds nothing has been brought to the place in force. */
  seconds: number
  archived_at: number | null
}

/** Gives how far behind archiving is; null where there is none. */
export const behindOf = async (db: Database): Promise<Behind | null> => {
  const { rows } = await sql<Behind>`
    select place, greatest(epoch_now() - greatest(archived_at, since), 0)::integer as seconds, archived_at from backup_place where is_current
  `.execute(db)
  return rows[0] ?? null
}
