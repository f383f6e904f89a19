import type { Channel } from '../../src/schemas/outbox/outbox.ts'
import type { JobConfig } from '../jobs/defineJob.ts'
import type { Database, Queryable } from '../store/connection/database.ts'

/** What leaves, as who carries it reads it. */
export interface Leaving {
  /** By it the other side knows a message that it has had before: it goes with every try. */
  key: string
  /** Empty where the setting of the way says to whom. */
  receiver: string | null
  subject: string
  content: string
  /** The column, of the record told of, with the number of whom it is for; opened in sending. */
  dials?: string | null
  resource?: string | null
  record_id?: number | null
}

/** What a way out works with. */
export interface OutboundGround {
  db: Database
  config: JobConfig
}

/** A way out: who carries what leaves by a channel. */
export interface OutboundSpec {
  channel: Channel
  /** Gives how many may leave in a minute; null where nobody carries them: staff tell them from 发件箱. */
  limit(db: Queryable): Promise<number | null>
  /** Sends one, within half a minute, and gives the address that it went to. Throws Unsent where it did not go. */
  send(ground: OutboundGround, leaving: Leaving): Promise<string>
}

/** Of a message that did not go: it may go later, it never will, or nothing goes by this way now. */
type Verdict = 'later' | 'never' | 'closed'

/** Thrown where a message did not go; its words are for staff, and hold nothing that the other side wrote. */
export class Unsent extends Error {
  override name = 'Unsent'
  readonly verdict: Verdict

  constructor(message: string, verdict: Verdict) {
    super(message)
    this.verdict = verdict
  }
}

/** Declares a way out; a domain's outbounds.ts gives a list of them. */
export const defineOutbound = (spec: OutboundSpec): OutboundSpec => Object.freeze(spec)
