import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Blobs } from '../files/blobs.ts'
import type { Database } from '../store/connection/database.ts'
import { archivingStatements } from '../store/embedded/index.ts'
import { copyFiles } from './keptFiles.ts'
import { type Latest, latestOf, places, readSegmentName } from './repository.ts'

const zipped = promisify(gzip)

/** A segment, the history of a timeline, the note of a copy; not what PostgreSQL is still writing. */
const ARCHIVED = /^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.[0-9A-F]{8}\.backup)?)$/

/** So long PostgreSQL may take to lay what was asked for. */
const LAID_MS = 20_000
const LOOK_MS = 50

/** Whether the server that runs keeps its log for backups; 'never' where it was started by an older version of anju, which did not prepare it for that. */
export const archivingOf = async (db: Database): Promise<'on' | 'off' | 'never'> => {
  const { rows } = await sql<{ mode: string; library: string }>`
    select current_setting('archive_mode') as mode, current_setting('archive_library') as library
  `.execute(db)
  if (rows[0]?.mode !== 'on') return 'never'
  return rows[0].library === '' ? 'off' : 'on'
}

/** Has the server that runs keep its log for backups from now on, or no more; what it kept before is not wanted then. */
export const setArchiving = async (db: Database, isOn: boolean): Promise<void> => {
  for (const statement of archivingStatements(isOn)) await sql.raw(statement).execute(db)
}

/** Gives the timeline that is written: a restored store begins another. */
export const timelineOf = async (db: Database): Promise<number> => {
  const { rows } = await sql<{
    timeline: number
  }>`select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline`.execute(db)
  return rows[0]?.timeline ?? 0
}

/**
 * Ends the segment that is written, with a commit of this moment in it (only a commit tells a restore that a moment is past), and waits until PostgreSQL has laid it;
 * gives the moment, in seconds. Throws where that takes too long.
 */
export const endSegment = async (db: Database): Promise<number> => {
  // Its own statement: it has to be committed before the segment ends.
  await sql`select pg_logical_emit_message(true, 'anju', 'heartbeat')`.execute(db)
  const { rows } = await sql<{
    name: string
    at: number
  }>`select pg_walfile_name(pg_switch_wal()) as name, extract(epoch from now())::bigint as at`.execute(db)
  const [asked] = rows
  for (let waited = 0; ; waited += LOOK_MS) {
    const { rows: laid } = await sql<{ last: string | null; failed: string | null }>`
      select last_archived_wal as last, case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failed from pg_stat_archiver
    `.execute(db)
    if ((laid[0]?.last ?? '') >= (asked?.name ?? '')) return asked?.at ?? 0
    if (waited >= LAID_MS)
      throw new Error(`WAL ${asked?.name} is not archived${laid[0]?.failed ? `: PostgreSQL could not lay ${laid[0].failed}` : ''}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** The segments and notes that PostgreSQL has laid for whoever fetches them, in order. */
const laidIn = async (laid: string): Promise<string[]> =>
  (await readdir(laid).catch(() => [])).filter((name) => ARCHIVED.test(name)).toSorted()

/** Brings what PostgreSQL has laid into a place of backups, compressed, and gives the names; what is there is whole, and only then is its source gone. */
export const collectSegments = async (laid: string, to: Blobs): Promise<string[]> => {
  const names = await laidIn(laid)
  for (const name of names) {
    await to.put(places.segment(name), await zipped(await readFile(join(laid, name))))
    await rm(join(laid, name))
  }
  return names
}

/** Throws away what PostgreSQL has laid for backups that are not wanted any more. */
export const dropSegments = async (laid: string): Promise<void> => {
  for (const name of await laidIn(laid)) await rm(join(laid, name))
}

/** What one archiving brought. */
export interface Archived {
  segments: number
  copied: number
  latest: Latest
}

const follows = (before: Latest | null, first: string | undefined): boolean => {
  const [last, next] = [readSegmentName(before?.segment ?? ''), readSegmentName(first ?? '')]
  return !last || !next || (next.timeline === last.timeline && next.segment <= last.segment + 1)
}

/** Brings all that was written until now into a place of backups, and notes it: the log, and the files that were uploaded. */
export const archiveNow = async (db: Database, { files, laid, to }: { files: Blobs; laid: string; to: Blobs }): Promise<Archived> => {
  const before = await latestOf(to)
  const at = await endSegment(db)
  const names = (await collectSegments(laid, to)).filter((name) => readSegmentName(name) !== null)
  const { copied } = await copyFiles(files, to, before?.at ?? null)
  const since = before !== null && follows(before, names[0]) ? before.since : (names[0] ?? null)
  const latest: Latest = { at, segment: names.at(-1) ?? before?.segment ?? null, since }
  await to.put(places.latest, Buffer.from(`${JSON.stringify(latest)}\n`))
  return { segments: names.length, copied, latest }
}
