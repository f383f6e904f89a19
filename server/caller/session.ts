import type { Tx } from '../store/connection/database.ts'
import type { Scope } from '../store/reading/filters.ts'

/** Who is calling. */
export interface Session {
  tokenHash: Buffer
  userId: number
  name: string
  /** Projects that this person may see; null is all. */
  scope: Scope
  /** The role as which this session looks, read-only; null is the account's own. */
  asRole: number | null
  /** How many writes of this session were done when it was looked up. */
  writes: number
}

/** What adding a record needs: a call's context has it, and so has an import. */
export interface Adding {
  tx: Tx
  session: Pick<Session, 'userId' | 'scope'>
  now: number
}
