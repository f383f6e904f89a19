import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import publication from '../../../src/resources/waiting/publication.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { hashOf } from './rules/lottery.ts'
import { type ListRow, listText } from './rules/publishedList.ts'

export type Publication = RowOf<typeof publication>

const RESULT = 2

/** The surname's first character and *, never more. */
const masked = sql`left(w.custom_name, 1) || '*'`

/** Whom a list tells of, with their numbers in it: the queue as it stands, or what a lottery drew for those of its pool. */
const sourceOf = ({ kind, p_id, room_type, lottery_id }: Publication): RawBuilder<unknown> =>
  kind === RESULT
    ? sql`
      select row_number() over (order by r.lottery_no)::integer as number, r.lottery_no, r.priority, r.wait_id
      from lottery_row r where r.lottery_id = ${lottery_id}`
    : sql`
      select row_number() over (order by room_type, queue_order)::integer as number, lottery_no, priority, wait_id
      from waiting where status = ${inState(waiting, 'queued')} and p_id = ${p_id}
        and (room_type = ${room_type}::integer or ${room_type}::integer is null)`

const addRows = async (tx: Tx, row: Publication): Promise<ListRow[]> => {
  const { rows } = await sql<ListRow>`
    insert into publication_row (publication_id, number, masked_name, receipt, lottery_no, priority, persons, room_type, wait_id, p_id)
    select ${row.publication_id}::integer, s.number, ${masked}, w.receipt, s.lottery_no, s.priority, q.family_size, w.room_type, w.wait_id, w.p_id
    from (${sourceOf(row)}) s join waiting w on w.wait_id = s.wait_id left join qualification q on q.apply_id = w.apply_id
    order by s.number
    returning number, masked_name, receipt, priority, persons, room_type, lottery_no
  `.execute(tx)
  return rows
}

/**
 * Makes the rows of a list that has just been added, of the queue or the lottery as it stands, and keeps its text and hash. 409 where nobody
 * would be on it.
 */
export const makeList = async ({ tx, now }: Acting, row: Publication): Promise<number> => {
  const rows = await addRows(tx, row)
  if (rows.length === 0) throw new CallError(409, '这个队里没有人，没有可公示的')
  const { rows: last } = await sql<{ seq: number; hash: string }>`
    select seq, hash from waiting_event where p_id = ${row.p_id} and room_type = ${row.room_type ?? 0} order by seq desc limit 1
  `.execute(tx)
  const head = {
    ...{ number: row.number ?? '', kind: row.kind, p_id: row.p_id ?? 0, room_type: row.room_type ?? 0, made_at: now },
    chain_seq: last[0]?.seq ?? 0,
    chain_hash: last[0]?.hash ?? '0'.repeat(64),
  }
  const text = listText(head, rows)
  await sql`insert into published_text (resource, record_id, content) values ('publication', ${row.publication_id}, ${text})`.execute(tx)
  await sql`
    update publication set count = ${rows.length}, made_at = ${now}::bigint, list_hash = ${hashOf(text)} where publication_id = ${row.publication_id}
  `.execute(tx)
  return rows.length
}

/** Writes the published number on each of those who wait, beside their present rank. */
export const giveNumbers = async ({ tx }: Acting, { publication_id }: Publication): Promise<void> => {
  await sql`
    update waiting w set published_no = r.number, publication_id = r.publication_id, version = w.version + 1, updated_at = epoch_now()
    from publication_row r where r.publication_id = ${publication_id} and w.wait_id = r.wait_id
  `.execute(tx)
}

/**
 * Takes the published number of a list that was taken back from each of those who still have it: they have that of the list published last before it, or
 * none. Which was last is what the chain tells of them.
 */
export const takeNumbers = async ({ tx }: Acting, { publication_id }: Publication): Promise<void> => {
  await sql`
    update waiting w set published_no = b.number, publication_id = b.publication_id, version = w.version + 1, updated_at = epoch_now()
    from waiting o left join lateral (
      select r.number, r.publication_id from publication_row r join publication p on p.publication_id = r.publication_id
      where r.wait_id = o.wait_id and p.status in (${inSet(publication, 'isPublished')})
      order by (select min(e.event_id) from waiting_event e where e.publication_id = p.publication_id) desc nulls last, p.from_date desc, p.publication_id desc
      limit 1
    ) b on true
    where o.wait_id = w.wait_id and w.publication_id = ${publication_id}
  `.execute(tx)
}
