import { setTimeout as wait } from 'node:timers/promises'
import { Semaphore } from 'es-toolkit'
import { CallError } from '../../src/core/errors.ts'

interface QueueSpec {
  /** How many works run at once. */
  atOnce: number
  /** How many wait at most. */
  waiting: number
  /** How long one waits at most, in seconds. */
  seconds: number
  /** What is told to whoever finds it full, or has waited so long. */
  full: string
}

/** Does a work when its turn comes. Throws 429, with the seconds after which to try again, where there is no room to wait. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** Gives a queue of this node's for works that would take what all other calls need: processors, memory, connections. */
export const makeQueue = ({ atOnce, waiting, seconds, full }: QueueSpec): Queue => {
  const turns = new Semaphore(atOnce)
  let waits = 0
  const refusal = (): CallError => new CallError(429, full, { seconds: 5 })

  const takeTurn = async (): Promise<void> => {
    if (turns.available > 0) return turns.acquire()
    if (waits >= waiting) throw refusal()
    waits++
    const patience = new AbortController()
    const turn = turns.acquire()
    const isMine = await Promise.race([
      turn.then(() => true),
      wait(seconds * 1000, false, { signal: patience.signal, ref: false }).catch(() => false),
    ])
    waits--
    patience.abort()
    if (isMine) return
    // It comes too late, and goes to the next.
    void turn.then(() => turns.release())
    throw refusal()
  }
  return async (work) => {
    await takeTurn()
    try {
      return await work()
    } finally {
      turns.release()
    }
  }
}
