import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { secondOf } from '../../src/protocol/dates.ts'
import type { Blobs } from '../files/blobs.ts'
import { type Connection, type Log, ownerFor, type Recovering, startRecovering } from '../store/embedded/index.ts'
import { KEY_FILE } from '../store/sealing/secretKey.ts'
import { BackupError } from './backupError.ts'
import {
  baseFor,
  lastTimelineIn,
  latestOf,
  places,
  readSegmentName,
  readText,
  SEGMENT_BYTES,
  segmentOf,
  segmentsAfter,
} from './repository.ts'
import { openKey } from './sealedKey.ts'
import { unpack } from './unpack.ts'

const unzipped = promisify(gunzip)

/** So many segments lie before the server: more would fill the disk, fewer would let it wait. */
const AHEAD = 8
/** What of the log lies beside the database at most. */
export const LAID_BYTES = AHEAD * SEGMENT_BYTES
const LOOK_MS = 50
/** What is laid and not replayed in so long is not going to be. */
const STUCK_MS = 15_000

const readSegment = async (from: Blobs, name: string): Promise<Buffer> => {
  const found = await from.get(places.segment(name))
  const bytes =
    found &&
    (await buffer(found.stream)
      .then((packed) => unzipped(packed))
      .catch(() => null))
  if (bytes?.length !== SEGMENT_BYTES) throw new BackupError(`日志 ${name} 已损坏或没有写完`)
  return bytes
}

/** What PostgreSQL calls the history of a timeline. */
const historyName = (timeline: number): string => `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`

/**
 * Has a server know of the timelines that others began of the same past: it takes the first number that has no history. What is in them does not matter, it follows its own.
 */
const tellTimelines = ({ has, lay }: Recovering, own: number, last: number): void => {
  for (let timeline = own + 1; timeline <= last; timeline++)
    if (!has(historyName(timeline))) lay(historyName(timeline), Buffer.from(`${own}\t0/0\ttaken\n`))
}

interface Progress {
  place: string | null
  replaying: boolean
}

/**
 * Lays segment after segment before the server until it has replayed them all, or the moment has come and it opened; gives whether it opened. One that is damaged is the last: it matters only where the server does
 * not open before it.
 */
const feed = async ({ client, has, lay }: Recovering, from: Blobs, names: readonly string[]): Promise<boolean> => {
  const first = readSegmentName(names[0] ?? '')?.segment ?? 0
  let [laid, end] = [0, names.length]
  let damage: Error | null = null
  let [place, since] = ['', Date.now()]
  for (;;) {
    const { rows } = await client.query<Progress>('select pg_last_wal_replay_lsn()::text as place, pg_is_in_recovery() as replaying')
    const now = rows[0]
    if (!now?.replaying) return true
    const reached = now.place === null ? 0 : segmentOf(now.place) - first
    for (; laid < end && laid < reached + AHEAD; laid++) {
      const name = names[laid] as string
      const bytes = await readSegment(from, name).catch((error: Error) => error)
      if (bytes instanceof Error) [damage, end] = [bytes, laid]
      else if (!has(name)) lay(name, bytes)
    }
    if (now.place !== place) [place, since] = [now.place ?? '', Date.now()]
    const isStuck = Date.now() - since > STUCK_MS
    // The last one ends with the note that it was ended there, after which the server stands at the next.
    if (laid >= end && (reached >= end || (isStuck && reached >= end - 1))) {
      if (damage) throw damage
      return false
    }
    if (isStuck) throw new BackupError(`日志 ${names[Math.max(reached, 0)] ?? ''} 重放不下去：它已损坏`)
    await wait(LOOK_MS)
  }
}

const restoreKey = async (from: Blobs, base: string, to: string, passphrase: string): Promise<boolean> => {
  const sealed = await readText(from, `${base}/${KEY_FILE}.sealed`)
  if (sealed === null) return false
  if (passphrase === '') throw new BackupError('这份备份里有封存的密钥：请以备份时的 BACKUP_PASSPHRASE 恢复')
  await writeFile(join(to, KEY_FILE), openKey(sealed, passphrase), { mode: 0o600, flush: true })
  return true
}

/** A store that was brought back, open. */
export interface Replayed {
  connection: Connection
  /** From which copy. */
  base: string
  /** The moment of the last commit that it has, in seconds. */
  reached: number
  hasKey: boolean
  stop(): Promise<void>
}

/**
 * Brings a store back from backups into an empty folder: the database as it was at a moment (seconds), or the last that was archived, without its files. Throws BackupError that says what of
 * the backup is damaged or missing, or that it does not reach so far; EmbeddedError where the database does not come up.
 */
export const replay = async (
  { from, to, at, passphrase }: { from: Blobs; to: string; at: number | null; passphrase: string },
  log: Log,
): Promise<Replayed> => {
  const base = await baseFor(from, at)
  const last = Math.max((await latestOf(from))?.at ?? 0, base.finished_at)
  if (at !== null && at > last) throw new BackupError(`最晚只能恢复到 ${secondOf(last)}`)
  const names = await segmentsAfter(from, base)
  const place = places.base(base.name)
  await mkdir(to, { recursive: true, mode: 0o711 })
  const hasKey = await restoreKey(from, place, to, passphrase)
  const password = await readText(from, `${place}/pg.password`)
  if (password === null) throw new BackupError(`备份 ${base.name} 不完整：pg.password 不见了`)
  await writeFile(join(to, 'pg.password'), password, { mode: 0o600 })
  await unpack(from, place, join(to, 'pg'), ownerFor(to))
  const until: Record<string, string> =
    at === null
      ? {}
      : {
          recovery_target_time: `${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')}+00`,
          recovery_target_action: 'promote',
        }
  const server = await startRecovering(to, { ...until, recovery_target_timeline: 'current' }, log)
  try {
    tellTimelines(server, base.timeline, await lastTimelineIn(from))
    const isOpen = await feed(server, from, names)
    if (!isOpen && at !== null) throw new BackupError(`备份里的日志没有到 ${secondOf(at)}`)
    if (!isOpen) await server.client.query('select pg_promote()')
    const { rows } = await server.client.query<{ at: string }>('select extract(epoch from pg_last_xact_replay_timestamp())::bigint as at')
    return { connection: server.connection, base: base.name, reached: Number(rows[0]?.at ?? base.finished_at), hasKey, stop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}
