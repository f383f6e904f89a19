import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import type lottery from '../../../src/resources/waiting/lottery.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { type Drawn, draw, type Entrant, hashOf, poolText, seedOf } from './rules/lottery.ts'
import program from './rules/lottery.ts?raw'

export type Lottery = RowOf<typeof lottery>

/** What is kept of a pool when it is frozen. */
export interface Pool {
  count: number
  after: number
  hash: string
}

/** The SHA-256 of the rule's file, as it is shipped: who has the sources can hash it too. */
export const programHash = (): string => hashOf(program)

const headOf = ({ number, p_id, room_type, classes, frozen_at, after }: Lottery) => ({
  number: number ?? '',
  p_id,
  room_type,
  classes,
  frozen_at: frozen_at ?? 0,
  after: after ?? 0,
})

/**
 * Writes down who takes part: those who wait in the queue at this moment, of the classes that are meant, for whom no lot was ever drawn here.
 * 409 where there is nobody. Gives what is kept of it with the lottery.
 */
export const freezePool = async ({ tx, now }: Acting, row: Lottery): Promise<Pool> => {
  const { lottery_id, p_id, room_type, classes } = row
  const { rows: entrants } = await sql<Entrant>`
    insert into lottery_row (lottery_id, receipt, priority, wait_id, p_id)
    select ${lottery_id}::integer, receipt, priority, wait_id, p_id from waiting
    where status = ${inState(waiting, 'queued')} and p_id = ${p_id} and room_type = ${room_type} and priority = any(${classes}::integer[]) and lottery_no is null
    returning receipt, priority
  `.execute(tx)
  if (entrants.length === 0) throw new CallError(409, '这个队里没有可以摇号的人')
  const { rows } = await sql<{ after: number }>`
    select coalesce(max(lottery_no), 0)::integer as after from waiting where p_id = ${p_id} and room_type = ${room_type}
  `.execute(tx)
  const after = rows[0]?.after ?? 0
  const text = poolText(headOf({ ...row, frozen_at: now, after }), entrants)
  await sql`insert into published_text (resource, record_id, content) values ('lottery', ${lottery_id}, ${text})`.execute(tx)
  return { count: entrants.length, after, hash: hashOf(text) }
}

/** Gives who takes part as it was written down. 409 where that is no longer what was frozen. */
const entrantsOf = async (tx: Tx, row: Lottery): Promise<Entrant[]> => {
  const { rows } = await sql<Entrant>`select receipt, priority from lottery_row where lottery_id = ${row.lottery_id}`.execute(tx)
  if (hashOf(poolText(headOf(row), rows)) !== row.pool_hash) throw new CallError(409, '名单与冻结时的不一样，不能摇号')
  return rows
}

/** Gives the seed of a lottery whose secrets are open and whose number is known. */
export const seedFor = ({ pool_hash, secret_a, secret_b }: Lottery, round: string): string =>
  seedOf(pool_hash ?? '', round, secret_a ?? '', secret_b ?? '')

/** Draws: writes each one's lot and place into the pool. 409 where the pool is no longer what was frozen. */
export const drawLots = async ({ tx }: Acting, row: Lottery, seed: string): Promise<void> => {
  const drawn: Drawn[] = draw(seed, await entrantsOf(tx, row), row.after ?? 0)
  await sql`
    update lottery_row r set lottery_no = d.lottery_no, place = d.place
    from json_to_recordset(${JSON.stringify(drawn)}::json) as d (receipt text, lottery_no integer, place integer)
    where r.lottery_id = ${row.lottery_id} and r.receipt = d.receipt
  `.execute(tx)
}

/** Has the queue stand by the lots: whoever took part has theirs from now on, wherever they are in their way. */
export const giveLots = async ({ tx }: Acting, { lottery_id }: Lottery): Promise<void> => {
  await sql`
    update waiting w set lottery_no = r.lottery_no, lottery_id = r.lottery_id, version = w.version + 1, updated_at = epoch_now()
    from lottery_row r where r.lottery_id = ${lottery_id} and w.wait_id = r.wait_id
  `.execute(tx)
}
