import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import transfer from '../../../src/resources/statement/transfer.ts'
import withhold from '../../../src/resources/withhold/withhold.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'

interface Reckoned {
  batch_id: number
  status: number
  done_price: number
  in_transit: number
  /** Whether transfers that stand name it. */
  is_moved: boolean
}

/**
 * To what a batch that was answered comes: all of it has arrived, nothing was debited, or something is on its way. What arrived and was then given back
 * to the bank, whole, has arrived as well: that it is squared may be undone, that nothing was ever debited may not.
 */
const stateOf = ({ done_price, in_transit, is_moved, status }: Reckoned): 'settle' | 'end' | 'unsettle' | null => {
  const isReturned = status === codeOf(withhold, 'returned')
  if (in_transit !== 0) return isReturned ? null : 'unsettle'
  if (!isReturned) return null
  return done_price > 0 || is_moved ? 'settle' : 'end'
}

/** Batches have arrived when nothing of them is on its way any more, and have not when something is again: told by what was debited and by the transfers that name them. */
export const reckonArrival = async (acting: Acting, batches: readonly number[]): Promise<void> => {
  if (batches.length === 0) return
  const { tx } = acting
  await sql`select from withhold where batch_id = any(${keyList(batches)}) order by batch_id for no key update`.execute(tx)
  const { rows } = await sql<Reckoned>`
    select batch_id, status, done_price, in_transit,
      exists (select from transfer t where t.batch_id = withhold_view.batch_id and t.status = ${inState(transfer, 'stands')}) as is_moved
    from withhold_view where batch_id = any(${keyList(batches)}) and status in (${inState(withhold, 'returned')}, ${inState(withhold, 'arrived')})
  `.execute(tx)
  for (const move of ['settle', 'end', 'unsettle'] as const) {
    const keys = rows.filter((row) => stateOf(row) === move).map(({ batch_id }) => batch_id)
    if (keys.length > 0) await moveBySystem(acting, 'withhold', move, keys)
  }
}

/** Has the batches of transfers reckoned anew. */
export const reckonArrivalOf = async (acting: Acting, transfers: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ batch_id: number }>`
    select distinct batch_id from transfer where transfer_id = any(${keyList(transfers)}) and batch_id is not null
  `.execute(acting.tx)
  await reckonArrival(
    acting,
    rows.map(({ batch_id }) => batch_id),
  )
}

/** A transfer that may have brought money of a batch: it is from what is on its way, stands, and is no other batch's. */
export const mayBring = sql`t.status = ${inState(transfer, 'stands')} and t.batch_id is null and exists (
  select from own_account o where o.way = 7 and o.own_account_id in (t.from_account_id, t.to_account_id))`

/** Refuses a batch of which no money can arrive from that account. Throws 400 where it is not in scope, or was not answered, or the account is not what is on its way. */
export const checkBatch = async ({ tx, session }: Acting, batch_id: number, other: number): Promise<void> => {
  const { rows } = await sql<{ is_transit: boolean }>`
    select exists (select from own_account where own_account_id = ${other} and way = 7) as is_transit
    from withhold where batch_id = ${batch_id} and status in (${inSet(withhold, 'judged')}) and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  if (!rows[0]) throw new CallError(400, '没有这个已回盘的代扣批次，或不在您负责的项目内', { field: 'batch_id' })
  if (!rows[0].is_transit) throw new CallError(400, '选了代扣批次的，另一账户须是代扣在途', { field: 'other' })
}

/** 到账: says of transfers that they brought a batch's money. Throws 409 where one is no such transfer, or where they bring more than is on its way. */
export const arriveBy = async (acting: Acting, batch_id: number, transfers: readonly number[]) => {
  const { tx, session } = acting
  const { numAffectedRows = 0n } = await sql`
    update transfer t set batch_id = ${batch_id}, version = t.version + 1, updated_at = epoch_now()
    where t.transfer_id = any(${keyList(transfers)}) and ${mayBring} and ${inScope(session.scope, 't.p_id')}
  `.execute(tx)
  if (Number(numAffectedRows) < transfers.length)
    throw new CallError(409, '所选划转有的不是从代扣在途转出的，已撤销，或是别的批次的', { field: 'transfers' })
  const { rows } = await sql<{ in_transit: number }>`select in_transit from withhold_view where batch_id = ${batch_id}`.execute(tx)
  const left = rows[0]?.in_transit ?? 0
  if (left < 0) throw new CallError(409, `所选划转的合计比在途多 ¥${fenToYuan(-left)}`, { field: 'transfers' })
  await reckonArrival(acting, [batch_id])
  return { batch_id, said: left === 0 ? '批次已到账' : `已记到账，还有 ¥${fenToYuan(left)} 在途` }
}

/** A line may be so many days from the transfer that brought its money (server/domain/statement/rules/pairs.ts). */
const BROUGHT_DAYS = 7
/** A person's name has so many characters at most. */
const LONGEST_NAME = 4
/** By which words a bank says that it brings what it debited for others, and by which a fund is known. */
const [DEBITED, FUND] = [/代扣|代收|批扣|批量扣/u, /公积金/u]

/**
 * Gives which of some open lines, that read as if somebody had paid, may be the money of a batch: of one that is with the bank, or of which something is on its way, those that say
 * so or come from the fund; and those of just what is on its way, or of a transfer that brought it, which name no person (`nobody` stands for none), nor a company that
 * is registered.
 */
export const arrivingLines = async (tx: Tx, lines: readonly number[], nobody: string): Promise<Set<number>> => {
  if (lines.length === 0) return new Set()
  const { rows } = await sql<{ line_id: number }>`
    with batch as materialized (
      select w.kind, w.bank, w.own_account_id, case w.status when ${inState(withhold, 'exported')} then w.price else w.in_transit end as most, w.in_transit as awaited
      from withhold_view w where w.status in (${inState(withhold, 'exported')}, ${inState(withhold, 'returned')})
    ),
    brought as materialized (
      select t.to_account_id as own_account_id, t.price - coalesce(t.fee, 0) as price, t.day from transfer t
      where t.status = ${inState(transfer, 'stands')} and t.to_line_id is null and t.batch_id is not null
    )
    select l.line_id from statement_line l
    where l.line_id = any(${keyList(lines)}) and (
      exists (
        select from batch b where l.price <= b.most and case b.kind
          when 2 then strpos(l.party, b.bank) > 0 or l.party ~ ${FUND.source}
          else b.own_account_id = l.own_account_id and concat_ws(' ', l.party, l.note) ~ ${DEBITED.source} end
      )
      or (
        exists (select from batch b where b.awaited = l.price and (b.kind = 2 or b.own_account_id = l.own_account_id))
        or exists (select from brought b where b.own_account_id = l.own_account_id and b.price = l.price and abs(b.day - l.day) <= ${BROUGHT_DAYS}::integer)
      ) and (char_length(l.party) > ${LONGEST_NAME}::integer or l.party = ${nobody}) and not exists (select from company where name = l.party)
    )
  `.execute(tx)
  return new Set(rows.map(({ line_id }) => line_id))
}
