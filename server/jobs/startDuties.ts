import type { Database } from '../store/connection/database.ts'

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

/** Gives how many it did, or null where there was nothing to do; of several nodes one does it. `now` is in seconds. */
export type Duty = (db: Database, now: number) => Promise<number | null>

/** Looks each minute which of these is due, each by the word that the log has for it. */
export const startDuties = (db: Database, log: Log, duties: Readonly<Record<string, Duty>>): Duties => {
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
