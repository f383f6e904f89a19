import { type RawBuilder, sql } from 'kysely'
import match from '../../../src/resources/flow/match.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { type TakenBack, withDeposits } from '../contract/index.ts'
import { voidOver } from './over.ts'
import { undoSmall } from './tolerance.ts'

/** What money of matches, or of an entry, would take back of contracts' deposits: what of `a` is settled yet. */
const depositsOf = async ({ tx }: Acting, settled: RawBuilder<unknown>): Promise<TakenBack[]> => {
  const { rows } = await sql<TakenBack>`
    select b.contract_id, sum(a.price)::bigint as price from allocation a join bill_share s on s.share_id = a.share_id join bill b on b.bill_id = s.bill_id
    where ${settled} and a.flow_id is not null and b."from" = 3 and b.contract_id is not null group by b.contract_id having sum(a.price) > 0 order by b.contract_id
  `.execute(tx)
  return rows
}

/**
 * Takes back by counter-entries what is left of matches: what a settlement took back before, or went with a reversal, is not taken twice. In the order of the
 * bills, which is the order in which all who settle hold them.
 */
export const takeBackMatches = async (acting: Acting, keys: readonly number[]): Promise<void> => {
  const { tx, session } = acting
  const ofMatches = sql`a.match_id = any(${keyList(keys)})`
  await undoSmall({ tx, session }, ofMatches)
  const taken = await depositsOf(acting, ofMatches)
  await withDeposits(acting, taken, () =>
    sql`
    insert into allocation (flow_id, share_id, price, match_id, p_id, created_by)
    select m.flow_id, m.share_id, -least(m.price, n.price), m.match_id, m.p_id, ${session.userId}::integer
    from (
      select match_id, flow_id, share_id, sum(price)::bigint as price, min(p_id) as p_id from allocation
      where match_id = any(${keyList(keys)}) group by match_id, flow_id, share_id
    ) m
    join bill_share s on s.share_id = m.share_id
    cross join lateral (select sum(price)::bigint as price from allocation a where a.flow_id = m.flow_id and a.share_id = m.share_id) n
    where least(m.price, n.price) > 0 order by s.bill_id, m.share_id, m.flow_id
  `.execute(tx),
  )
  await voidOver(tx, keys)
}

/**
 * Takes back by counter-entries all that an entry settles, and nothing that other money does. In the order of the bills, which is the order in which all who settle hold
 * them. Gives how many shares owe again.
 */
export const takeBackMoney = async (acting: Acting, flow_id: number): Promise<number> => {
  const { tx, session } = acting
  const ofEntry = sql`a.flow_id = ${flow_id}`
  await undoSmall({ tx, session }, ofEntry)
  const taken = await depositsOf(acting, ofEntry)
  const { numAffectedRows = 0n } = await withDeposits(acting, taken, () =>
    sql`
    insert into allocation (flow_id, share_id, price, p_id, created_by)
    select a.flow_id, a.share_id, -sum(a.price), min(a.p_id), ${session.userId}::integer
    from allocation a join bill_share s on s.share_id = a.share_id
    where a.flow_id = ${flow_id}
    group by a.flow_id, a.share_id, s.bill_id having sum(a.price) <> 0 order by s.bill_id, a.share_id
  `.execute(tx),
  )
  return Number(numAffectedRows)
}

/** Ends the matches that lived of money which was reversed: those of which nothing settles anything any more. What was left of the money and booked is booked no more. */
export const endMatchesOf = async (acting: Acting, flow_id: number): Promise<void> => {
  const { rows: had } = await sql<{ match_id: number }>`
    select distinct match_id from allocation where flow_id = ${flow_id} and match_id is not null
  `.execute(acting.tx)
  await voidOver(
    acting.tx,
    had.map(({ match_id }) => match_id),
  )
  const { rows } = await sql<{ match_id: number }>`
    select m.match_id from match m
    where m.match_id in (select match_id from allocation where flow_id = ${flow_id} and match_id is not null) and m.status = ${inState(match, 'stands')}
      and not exists (
        select from allocation a join flow f on f.flow_id = a.flow_id
        where a.match_id = m.match_id and not exists (select from flow r where r.reverses = f.flow_id)
      )
  `.execute(acting.tx)
  const keys = rows.map(({ match_id }) => match_id)
  if (keys.length === 0) return
  await moveBySystem(acting, 'match', 'fall', keys)
}
