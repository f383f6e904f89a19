import { warnGuessed } from '../domain/account/index.ts'
import { remindDaily } from '../domain/reminder/index.ts'
import type { Database } from '../store/database.ts'
import { foldTallies, keepFactsDaily } from '../store/keepFacts.ts'

const LOOK_MS = 60_000

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A node's part in what is due by the clock. */
export interface Duties {
  /** Stops, when what is under way is done. */
  stop(): Promise<void>
}

type Duty = (db: Database, now: number) => Promise<number | null>

/** Each gives how many it did, or null where there was nothing to do; of several nodes one does it. */
const duties: Readonly<Record<string, Duty>> = {
  'facts of the day': keepFactsDaily,
  'folds of tallies': foldTallies,
  'reminders of the day': remindDaily,
  'warnings of guesses': warnGuessed,
}

/**
 * Looks each minute for what is due: facts that time alone changes, lines of tallies, the day's reminders (房态提醒设置), and whether someone
 * guesses at a password.
 */
export const startDuties = (db: Database, log: Log): Duties => {
  let underWay: Promise<void> | null = null
  const look = async (): Promise<void> => {
    for (const [what, duty] of Object.entries(duties))
      try {
        const made = await duty(db, Math.floor(Date.now() / 1000))
        if (made !== null) log.info({ made }, `${what} made`)
      } catch (error) {
        log.warn({ err: error }, `${what} could not be made`)
      }
  }
  const start = (): void => {
    underWay ??= look().finally(() => {
      underWay = null
    })
  }
  const timer = setInterval(start, LOOK_MS)
  start()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
