import { setTimeout as wait } from 'node:timers/promises'
import { isAway } from '../writing/problems.ts'

const AGAIN_MS = 1_000

const because = (error: unknown): string => {
  const { code, message } = error as { code?: string; message: string }
  return code ?? message
}

/**
 * Does what a node does with its store as it starts, from the beginning each time the store goes away in the midst of it: a failover, or machines that start all at once.
 * `tell` hears once that it waits. Throws the store's own error `seconds` after it first went away, and at once what waiting does not mend: a wrong password, a database that is not there.
 */
export const untilThere = async <T>(work: () => Promise<T>, seconds: number, tell: (text: string) => void): Promise<T> => {
  let until: number | null = null
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error) || Date.now() >= (until ?? Date.now() + seconds * 1000)) throw error
      if (until === null) tell(`DATABASE_URL 的数据库连不上（${because(error)}），至多等 ${seconds} 秒`)
      until ??= Date.now() + seconds * 1000
    }
    await wait(AGAIN_MS)
  }
}
