import { oneAtATime } from '../jobs/oneAtATime.ts'
import { appliedIn, NewerStoreError, refuseNewer } from '../store/bringUp/release.ts'
import type { Plan } from '../store/bringUp/storePlan.ts'
import type { Database } from '../store/connection/database.ts'
import { warnOf } from '../store/connection/outage.ts'

const LOOK_MS = 10_000

interface Watching {
  db: Database
  plan: Pick<Plan, 'base' | 'domain'>
  log: Parameters<typeof warnOf>[1]
  /** Told once, with the sentence with which this code would refuse to start on the store as it is now. */
  onNewer: (why: string) => void
  lookMs?: number
}

/**
 * Has a running node learn that a newer anju has brought its store up beneath it: it would go on by rules and columns that are no more (docs/operating.md,
 * 升级与退回). Looks every ten seconds; gives what ends the looking.
 */
export const watchRelease = ({ db, plan, log, onNewer, lookMs = LOOK_MS }: Watching) => {
  const look = async (): Promise<void> => {
    try {
      refuseNewer(await appliedIn(db), plan)
    } catch (error) {
      if (!(error instanceof NewerStoreError)) return warnOf(db, log, error, {}, 'what the store was brought up by could not be read')
      clearInterval(timer)
      onNewer(error.message)
    }
  }
  const once = oneAtATime(look)
  const timer = setInterval(once.start, lookMs)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await once.settled()
    },
  }
}
