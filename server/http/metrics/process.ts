import { once } from 'es-toolkit'
import { collectDefaultMetrics, Registry } from 'prom-client'

/** Gives what is told of this process (memory, event loop, garbage): measured once, however many servers it starts, for what measures it never stops. */
export const ofProcess = once((): Registry => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
})
