import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Tx } from '../../store/connection/database.ts'
import { insertRow } from '../../store/writing/write.ts'

/** Kinds of events (src/schemas/waiting/waiting.ts, eventKinds). */
export const SKIPPED = 2
export const PUBLISHED = 3
export const LOTS = 4
export const RECLASSED = 5
export const TOLD = 6

/** What the chain of a queue is told beside what the store itself tells it. */
interface QueueEvent {
  kind: number
  p_id: number
  /** 0 is all kinds of room. */
  room_type?: number | null
  wait_id?: number
  lottery_id?: number
  publication_id?: number
  status?: number
  reason: string
}

/** Adds an event to the chain of a queue; the store hashes it over the one before (migrations/010-chain.sql). */
export const noteEvent = (tx: Tx, userId: number | null, event: QueueEvent): Promise<number> =>
  insertRow(tx, resourceNamed('waiting_event'), { ...event }, userId)

/** What was found of a chain: how many events it has, and the first that is not as it was written; null where all are. */
export interface Checked {
  events: number
  broken: { seq: number; created_at: number; reason: string | null } | null
}

/** Hashes the chain of a queue anew (0: what is of all kinds of room), from its first event to its last. */
export const checkChain = async (tx: Tx, p_id: number, room_type: number): Promise<Checked> => {
  const { rows } = await sql<Checked>`
    with chain as (
      select e.seq, e.created_at, e.reason,
        e.prev = coalesce(lag(e.hash) over w, repeat('0', 64)) and e.hash = waiting_event_hash(e) and e.seq = row_number() over w as is_right
      from waiting_event e where e.p_id = ${p_id} and e.room_type = ${room_type} window w as (order by e.seq)
    )
    select (select count(*)::integer from chain) as events,
      (select json_build_object('seq', seq, 'created_at', created_at, 'reason', reason) from chain where is_right is not true order by seq limit 1) as broken
  `.execute(tx)
  return rows[0] ?? { events: 0, broken: null }
}
