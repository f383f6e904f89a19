import type { JobContext, JobResult } from '../jobs/defineJob.ts'
import { type OutboundSpec, Unsent } from './defineOutbound.ts'
import { giveUpBroken, handOver, noteSent, noteUnsent, takeDue } from './queue.ts'
import { allOutbounds } from './registry.ts'

/** How long one run sends by one way, in ms: other periodic jobs wait for it. */
const PATIENCE_MS = 10_000

/** What a run needs of its job. */
export type Sending = Pick<JobContext, 'own' | 'config' | 'signal'>

interface Count {
  sent: number
  unsent: number
  handed: number
}

/** Sends one message and gives what is to be said of it: null where it has gone. */
const trySend = async (spec: OutboundSpec, { own, config }: Sending, taken: Parameters<typeof noteSent>[1]): Promise<Unsent | null> => {
  try {
    await noteSent(own.db, taken, await spec.send({ db: own.db, config }, taken))
    return null
  } catch (error) {
    // Anything else is a fault of ours: the job tells of it, and the message is tried again in its time.
    if (!(error instanceof Unsent)) throw error
    await noteUnsent(own.db, taken, error.message, error.verdict === 'never')
    return error
  }
}

const sendBy = async (spec: OutboundSpec, sending: Sending, count: Count): Promise<void> => {
  const { own, signal } = sending
  const { channel } = spec
  const limit = await spec.limit(own.db)
  if (limit === null) {
    count.handed += await handOver(own.db, channel)
    return
  }
  count.unsent += await giveUpBroken(own.db, channel)
  const end = Date.now() + PATIENCE_MS
  while (!signal.aborted && Date.now() < end) {
    const taken = await takeDue(own.db, channel, limit)
    if (!taken) return
    const unsent = await trySend(spec, sending, taken)
    if (unsent) count.unsent++
    else count.sent++
    if (unsent?.verdict === 'closed') return
  }
}

/** Sends what is due by all ways, each for some seconds at most, and gives how many that were; those that nobody carries are left to staff. */
export const sendDue = async (sending: Sending): Promise<JobResult> => {
  const count: Count = { sent: 0, unsent: 0, handed: 0 }
  for (const spec of allOutbounds()) await sendBy(spec, sending, count)
  const { sent, unsent, handed } = count
  const total = sent + unsent + handed
  return { total, said: total > 0 ? `发出 ${sent} 条，没有发出 ${unsent} 条，待员工告知 ${handed} 条` : '没有要发的' }
}
