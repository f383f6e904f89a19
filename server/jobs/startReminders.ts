import { warnGuessed } from '../domain/account/index.ts'
import { remindDaily } from '../domain/reminder/index.ts'
import type { Database } from '../store/database.ts'
import { foldTallies, keepFactsDaily } from '../store/keepFacts.ts'

const LOOK_MS = 60_000

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A node's part in what people are told without having asked. */
export interface Reminders {
  /** Stops, when what is under way is told. */
  stop(): Promise<void>
}

type Teller = (db: Database, now: number) => Promise<number | null>

/** Each gives how many it told, or null where there was nothing to do; of several nodes one tells. */
const tellers: Readonly<Record<string, Teller>> = {
  'facts of the day': keepFactsDaily,
  'lines of tallies folded,': foldTallies,
  'reminders of the day': remindDaily,
  'warnings of guesses': warnGuessed,
}

/** Looks each minute whether the day's reminders are due (房态提醒设置), and whether someone guesses at a password. */
export const startReminders = (db: Database, log: Log): Reminders => {
  let underWay: Promise<void> | null = null
  const look = async (): Promise<void> => {
    for (const [what, teller] of Object.entries(tellers))
      try {
        const made = await teller(db, Math.floor(Date.now() / 1000))
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
