import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Database } from '../store/connection/database.ts'
import { copyFiles } from './keptFiles.ts'
import { makeFolder } from './makeFolder.ts'
import { placesIn } from './repository.ts'
import { settled } from './settled.ts'

const zipped = promisify(gzip)

/** A segment, the history of a timeline, the note of a copy; not what PostgreSQL is still writing. */
const ARCHIVED = /^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.[0-9A-F]{8}\.backup)?)$/

/** So long PostgreSQL may take to lay what was asked for. */
const LAID_MS = 20_000
const LOOK_MS = 50

/** Whether the server that runs keeps its log for backups; one that was started without BACKUP_DIR does not. */
export const isArchiving = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ mode: string }>`select current_setting('archive_mode') as mode`.execute(db)
  return rows[0]?.mode === 'on'
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

/** Brings what PostgreSQL has laid into the folder of backups, compressed, and gives how many segments; what is there is whole, and only then is its source gone. */
export const collectSegments = async (laid: string, folder: string): Promise<number> => {
  const places = placesIn(folder)
  await makeFolder(places.wal)
  const names = (await readdir(laid).catch(() => [])).filter((name) => ARCHIVED.test(name)).toSorted()
  for (const name of names) {
    const target = join(places.wal, `${name}.gz`)
    await writeFile(`${target}.part`, await zipped(await readFile(join(laid, name))), { mode: 0o600 })
    await settled(`${target}.part`, target)
    await rm(join(laid, name))
  }
  return names.length
}

/** Notes until when all is there. */
const noteLatest = async (folder: string, at: number): Promise<void> => {
  const { latest } = placesIn(folder)
  await writeFile(`${latest}.part`, `${JSON.stringify({ at })}\n`, { mode: 0o600 })
  await settled(`${latest}.part`, latest)
}

/** Brings all that was written until now into the folder of backups: the log, and the files that were uploaded. */
export const archiveNow = async (
  db: Database,
  { files, laid, folder }: { files: string; laid: string; folder: string },
): Promise<{ segments: number; copied: number; at: number }> => {
  const at = await endSegment(db)
  const segments = await collectSegments(laid, folder)
  const { copied } = await copyFiles(files, placesIn(folder).files)
  await noteLatest(folder, at)
  return { segments, copied, at }
}
