import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { isAway, isCrowded } from '../writing/problems.ts'
import type { Database } from './database.ts'

interface Log {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

interface Outage {
  /** By which the one line in the log is found: everyone who was refused meanwhile has read it. */
  id: string
  since: number
  /** How many works met it. */
  met: number
}

const outages = new WeakMap<Database, Outage>()

const LOOK_MS = 1_000

/** Asks the store each second until it answers, or answers that it refuses, or this side has closed it. */
const waitForIt = async (db: Database): Promise<void> => {
  for (;;) {
    await wait(LOOK_MS, undefined, { ref: false })
    try {
      return void (await sql`select 1`.execute(db))
    } catch (error) {
      if (!isAway(error)) return
    }
  }
}

/**
 * Gives the number of the outage where an error says that the store is away, null for other errors. An outage is told in the log twice, as it begins and
 * as it ends, however many calls and jobs meet it.
 */
export const noteAway = (db: Database, error: unknown, log: Log): string | null => {
  const known = outages.get(db)
  // Those who wait for a connection that another waits with for an answer meet it as well.
  if (known && (isAway(error) || isCrowded(error))) {
    known.met++
    return known.id
  }
  if (!isAway(error)) return null
  const made: Outage = { id: randomUUID().slice(0, 8), since: Date.now(), met: 1 }
  outages.set(db, made)
  log.error({ err: error, id: made.id }, 'the store is away')
  void waitForIt(db).then(() => {
    outages.delete(db)
    log.warn({ id: made.id, seconds: Math.round((Date.now() - made.since) / 1000), met: made.met }, 'the store is back')
  })
  return made.id
}

/** Says in the log what could not be done, unless it is that the store is away: that is said once an outage. */
export const warnOf = (db: Database, log: Log, error: unknown, fields: object, message: string): void => {
  if (noteAway(db, error, log) === null) log.warn({ err: error, ...fields }, message)
}
