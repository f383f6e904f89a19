import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'

/** A line as what settles it sees it. Amounts in fen, days YYYY-MM-DD. */
export interface Line {
  line_id: number
  own_account_id: number
  type: number
  kind: number
  price: number
  day: string
  deal_time: number
  party: string
  note: string | null
  serial: string | null
  p_id: number | null
  /** 1 as long as nothing has settled it: what is on it never changes. */
  version: number
}

/** Whoever reads or settles lines waits for the others, so that no two find the same entry; of all accounts, for money goes from one to another. */
export const holdAccounts = async (tx: Tx): Promise<void> => {
  await sql`select from own_account order by own_account_id for no key update`.execute(tx)
}

/** Gives lines by their keys, in their order. */
export const linesOf = async (tx: Tx, keys: readonly number[]): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    select line_id, own_account_id, type, kind, price, day, deal_time, party, note, serial, p_id, version from statement_line
    where line_id = any(${keyList(keys)}) order by line_id
  `.execute(tx)
  return rows
}

/** Whether a bank has a line of an entry `f`: of what stands, and of what moved and moved back, both ways; and of no mistake. */
export const isAtBank = sql`(f.reverses is null or f.is_returned = 1) and not exists (select from flow r where r.reverses = f.flow_id and r.is_returned is null)`

/** Which way an entry's money moved at the bank (`flowTypes`): what is booked below zero moved the other way. */
export const wayAtBank = (flow: string): RawBuilder<number> => {
  const [type, price] = [sql.ref(`${flow}.type`), sql.ref(`${flow}.price`)]
  return sql`case when ${price} > 0 then ${type} else 3 - ${type} end`
}

/** An entry that is a line's money. */
export interface Tick {
  line_id: number
  flow_id: number
}

/** Says of entries whose money they are, each of no line as yet. Throws 409 where one is another's, is reversed, or is not to be seen. */
export const tickFlows = async ({ tx, session }: Pick<Acting, 'tx' | 'session'>, ticks: readonly Tick[]): Promise<void> => {
  if (ticks.length === 0) return
  const { numAffectedRows = 0n } = await sql`
    update flow f set line_id = t.line_id, version = version + 1, updated_at = epoch_now()
    from json_to_recordset(${JSON.stringify(ticks)}::json) as t (line_id integer, flow_id integer)
    where f.flow_id = t.flow_id and f.line_id is null and ${isAtBank} and ${inScope(session.scope, 'f.p_id')}
  `.execute(tx)
  if (Number(numAffectedRows) < ticks.length)
    throw new CallError(409, '所选流水有的已勾对、已红冲，或不在您负责的项目内', { field: 'flows' })
}

/** Has the system say that open lines agree with the books, and how (`settledBy`). */
export const settleLines = async (acting: Acting, keys: readonly number[], how: number): Promise<void> => {
  if (keys.length > 0) await moveBySystem(acting, 'statement_line', 'find', keys, { how })
}

/** Settles an open line by an entry that is made for it, which then names it: its account is the line's, and so not chosen. Throws 404 where there is no such line in scope, 409 where it has been settled meanwhile, 400 where the entry is of another amount, direction or account. */
export const settleByEntry = async (
  acting: Acting,
  line_id: number,
  { price, type, own_account_id }: { price: number; type: number; own_account_id?: number },
): Promise<void> => {
  const { tx, session } = acting
  const { rows } = await sql<Line>`
    select line_id, own_account_id, type, price from statement_line where line_id = ${line_id} and ${inScope(session.scope, 'p_id')} for no key update
  `.execute(tx)
  const [line] = rows
  if (!line) throw new CallError(404, '没有这一行对账单，或不在您负责的项目内')
  if (line.type !== type) throw new CallError(400, '收支方向与对账单的行不同', { field: 'type' })
  if (line.price !== price) throw new CallError(400, '金额须与对账单的行相同', { field: 'price' })
  if (line.own_account_id !== own_account_id) throw new CallError(400, '收付账户须是对账单的账户', { field: 'own_account_id' })
  await settleLines(acting, [line_id], 2)
}

/** Has lines that agreed with the books be open again, and lets go of all that they had: those that are open already stay so. */
export const freeLines = async (acting: Acting, keys: readonly number[]): Promise<void> => {
  if (keys.length === 0) return
  const { tx } = acting
  const { rows } = await sql<{ line_id: number }>`
    select line_id from statement_line where line_id = any(${keyList(keys)}) and status = ${inState(statementLine, 'settled')} order by line_id for no key update
  `.execute(tx)
  await sql`update flow set line_id = null, version = version + 1, updated_at = epoch_now() where line_id = any(${keyList(keys)})`.execute(
    tx,
  )
  if (rows.length > 0)
    await moveBySystem(
      acting,
      'statement_line',
      'free',
      rows.map(({ line_id }) => line_id),
      { how: null, reason: null },
    )
}

/** Has the line be open again of which an entry was that is reversed: the bank has its money as before. */
export const freeLineOf = async (acting: Acting, flow_id: number): Promise<void> => {
  const { rows } = await sql<{ line_id: number }>`select line_id from flow where flow_id = ${flow_id} and line_id is not null`.execute(
    acting.tx,
  )
  await freeLines(
    acting,
    rows.map(({ line_id }) => line_id),
  )
}
