import { remindDaily } from '../domain/reminder/index.ts'
import type { Database } from '../store/database.ts'

const LOOK_MS = 60_000

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A node's part in the daily reminders. */
export interface Reminders {
  /** Stops, when the reminders under way are made. */
  stop(): Promise<void>
}

/** Looks each minute whether the day's reminders are due (房态提醒设置); of several nodes one makes them. */
export const startReminders = (db: Database, log: Log): Reminders => {
  let underWay: Promise<void> | null = null
  const look = async (): Promise<void> => {
    try {
      const made = await remindDaily(db, Math.floor(Date.now() / 1000))
      if (made !== null) log.info({ made }, 'reminders of the day made')
    } catch (error) {
      log.warn({ err: error }, 'reminders could not be made')
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
