import { once } from 'es-toolkit'
import { pino } from 'pino'

/** So much of the log, in bytes, waits for whoever reads it; what comes beyond that is lost. */
const MOST_WAITING = 8 * 2 ** 20
/** How often, each tenth of a second, the last of it is tried again as the process ends. */
const LAST_TRIES = 10

/**
 * Gives where the log goes: the standard output, which nobody waits for. Whoever reads it may stand still (a paused terminal, a collector that hangs): calls are answered
 * all the same, and a stop ends.
 */
export const logDestination = once(() => {
  let triesLeft = Number.POSITIVE_INFINITY
  process.once('exit', () => {
    triesLeft = LAST_TRIES
  })
  return pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING, retryEAGAIN: () => triesLeft-- > 0 })
})
