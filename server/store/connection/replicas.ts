import { sql } from 'kysely'
import { sealerOf } from '../sealing/sealer.ts'
import { isAway, isConflict, isCrowded, isOutdated, isReadOnly } from '../writing/problems.ts'
import { type Connection, type Database, kyselyOn, openPool } from './database.ts'
import { type OwnConnection, openOwn } from './ownConnection.ts'

interface Log {
  warn(fields: object, message: string): void
}

/** A standby by which reads may go, as this node finds it. */
interface Replica {
  name: string
  connection: Connection
  db: Database
  /** Whether it answered at the last look and was not behind. */
  isIn: boolean
  /** What hears that it has gone while a read waits for it. */
  readers: Set<(error: unknown) => void>
}

export interface ReplicaStanding {
  replica: string
  isIn: boolean
}

const LOOK_MS = 2_000
/** One that is behind for longer shows too old a world to everyone who has not written. */
const MOST_BEHIND_MS = 10_000
/** How long an answer may be on its way: a read takes a minute at most (client.ts). */
const ANSWER_MS = 75_000

/** Thrown by a read on a replica that has not yet what its caller wrote last. */
export class NotSeen extends Error {
  override name = 'NotSeen'
}

const placeOf = async (db: Database, isPrimary: boolean): Promise<number> => {
  const at = isPrimary
    ? sql`pg_current_wal_lsn()`
    : sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end`
  const { rows } = await sql<{ at: number }>`select pg_wal_lsn_diff(${at}, '0/0')::bigint as at`.execute(db)
  return rows[0]?.at ?? 0
}

const soon = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer within two seconds')), LOOK_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The standbys of a store, looked at every two seconds: one that does not answer or is behind is left out, and said so once. */
export class Replicas {
  readonly #all: Replica[]
  readonly #timer: NodeJS.Timeout
  /** Where the primary was at each look, the oldest first: how long ago it passed a place. */
  #marks: { at: number; when: number }[] = []
  #looking: Promise<unknown> | null = null
  #next = 0
  readonly #mostBehindMs: number

  constructor(
    readonly primary: Database,
    connections: readonly Connection[],
    size: number,
    readonly log: Log,
    /** How often it looks, and for how long one may be behind, in ms. */
    { lookMs = LOOK_MS, mostBehindMs = MOST_BEHIND_MS }: { lookMs?: number; mostBehindMs?: number } = {},
  ) {
    this.#mostBehindMs = mostBehindMs
    this.#all = connections.map((connection) => {
      const { hostname, port } = new URL(connection.connectionString ?? 'postgres://localhost')
      const { host = hostname } = connection
      return {
        connection,
        name: `${host}:${connection.port ?? (port || 5432)}`,
        db: kyselyOn(openPool(connection, size, 'replica', ANSWER_MS)),
        isIn: false,
        readers: new Set(),
      }
    })
    this.#timer = setInterval(() => void this.look(), lookMs)
    void this.look()
  }

  get databases(): readonly Database[] {
    return this.#all.map(({ db }) => db)
  }

  get standing(): readonly ReplicaStanding[] {
    return this.#all.map(({ name, isIn }) => ({ replica: name, isIn }))
  }

  /** Looks at all of them, at once with any look under way. */
  look(): Promise<unknown> {
    this.#looking ??= this.#lookAtAll().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #lookAtAll(): Promise<void> {
    const now = Date.now()
    const at = await soon(placeOf(this.primary, true)).catch(() => null)
    if (at !== null) this.#marks = [...this.#marks.filter(({ when }) => when > now - 2 * this.#mostBehindMs), { at, when: now }]
    await Promise.all(
      this.#all.map(async (replica) => {
        try {
          const replayed = await soon(placeOf(replica.db, false))
          const oldest = this.#marks.find((mark) => mark.at > replayed)?.when ?? now
          if (now - oldest > this.#mostBehindMs) this.leave(replica, new Error(`behind for ${Math.round((now - oldest) / 1000)} s`))
          else this.#take(replica)
        } catch (error) {
          this.leave(replica, error)
        }
      }),
    )
  }

  #take(replica: Replica): void {
    if (!replica.isIn) this.log.warn({ replica: replica.name }, 'reads may go by a replica')
    replica.isIn = true
  }

  /** Leaves one out until it is found well again; who waits for it goes elsewhere. */
  leave(replica: Replica, error: unknown): void {
    if (replica.isIn) this.log.warn({ err: error, replica: replica.name }, 'a replica is left out')
    replica.isIn = false
    for (const fail of replica.readers) fail(error)
  }

  /** Gives one after the other of those that are well; undefined where none is. */
  next(): Replica | undefined {
    const well = this.#all.filter(({ isIn }) => isIn)
    return well[this.#next++ % well.length]
  }

  /** Opens a connection for one long read to one that is well; null where none is. */
  async open(): Promise<OwnConnection | null> {
    const replica = this.next()
    return replica ? openOwn(replica.connection, sealerOf(replica.db), true) : null
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    await Promise.all(this.#all.map(({ db }) => db.destroy()))
  }
}

const replicas = new WeakMap<Database, Replicas>()

/** Has reads that may go by a replica of a store go by these. */
export const giveReplicas = (db: Database, given: Replicas): void => {
  replicas.set(db, given)
}

/** Gives the replicas of a store; undefined where it has none. */
export const replicasOf = (db: Database): Replicas | undefined => replicas.get(db)

/**
 * Gives what a read gives on a replica. Null where there is none, where it throws NotSeen, and where it fails as it would not on the primary: the replica went away, its
 * replay had to end the read, all its connections are taken, or it lacks a column still. The read is done anew there, so it must do nothing but read.
 */
export const byReplica = async <T>(db: Database, read: (replica: Database) => Promise<T>): Promise<{ given: T } | null> => {
  const all = replicas.get(db)
  const replica = all?.next()
  if (!all || !replica) return null
  let fail: (error: unknown) => void = () => {}
  try {
    const gone = new Promise<never>((_, refuse) => {
      fail = refuse
      replica.readers.add(fail)
    })
    return { given: await Promise.race([read(replica.db), gone]) }
  } catch (error) {
    if (!replica.isIn || error instanceof NotSeen || isReadOnly(error) || isConflict(error) || isOutdated(error)) return null
    if (isCrowded(error)) return null
    if (!isAway(error)) throw error
    all.leave(replica, error)
    return null
  } finally {
    replica.readers.delete(fail)
  }
}
