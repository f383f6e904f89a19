import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { feeWays } from '../../../src/schemas/contract/fees.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { keepFees } from './keep.ts'
import { type ReckonedShare, reckonShares } from './shares.ts'
import { type FeeTerms, readTerms } from './terms.ts'

/** Gives the cost item that is booked as late fees; makes one where the operator has none. */
const feeItem = async (tx: Tx): Promise<number> => {
  const known = await sql<{ id: number }>`select id from cost where income = 4 and retired = 0 order by id limit 1`.execute(tx)
  if (known.rows[0]) return known.rows[0].id
  const made = await sql<{ id: number }>`
    insert into cost (name, income) values ('违约金', 4) on conflict (name) do update set income = 4, retired = 0 returning id
  `.execute(tx)
  return made.rows[0]?.id ?? 0
}

const piecesOf = ({ fee }: ReckonedShare) =>
  fee.pieces.map(({ rate, by, ...piece }) => ({ ...piece, rate: `${rate / 1000}`, by: feeWays[(by ?? 1) as keyof typeof feeWays] }))

/** Makes a bill of each late fee, with its share and its record, by one statement. */
const makeFeeBills = async (
  { tx, session }: Pick<Acting, 'tx' | 'session'>,
  shares: readonly ReckonedShare[],
  { due_days, version }: FeeTerms,
  day: string,
): Promise<void> => {
  const from_id = await feeItem(tx)
  const rows = shares.map((share, n) => ({
    ...{ n, share_id: share.share_id, bill_id: share.bill_id, party: share.party, price: share.rest, before: share.billed },
    ...{ total: share.fee.total, cap: share.fee.cap, pieces: piecesOf(share) },
    ...{ start_date: share.fee.pieces[0]?.from ?? day, end_date: share.fee.pieces.at(-1)?.to ?? day },
  }))
  await sql`
    with given as (
      select g.*, s.company_id from json_to_recordset(${JSON.stringify(rows)}::json) as g (n integer, share_id integer, bill_id integer, party smallint, price bigint,
        before bigint, total bigint, cap bigint, pieces json, start_date date, end_date date)
      join bill_share s on s.share_id = g.share_id
    ),
    made as (
      insert into bill (sn, type, contract_id, org_id, unit_id, p_id, custom_id, company_id, custom_name, "from", from_id, price, bill_date, start_date, end_date,
        payer, payment_ratio, of_bill, created_by)
      select ${nextOf(series.bill)}, 1, b.contract_id, b.org_id, b.unit_id, b.p_id, b.custom_id, coalesce(g.company_id, b.company_id), b.custom_name, 2,
        ${from_id}::integer, g.price, ${addDays(day, due_days)}::date, g.start_date, g.end_date, case g.party when 1 then 1 else 2 end, 100, g.bill_id,
        ${session.userId}::integer
      from given g join bill b on b.bill_id = g.bill_id order by g.n
      returning bill_id, of_bill, payer, company_id, p_id
    ),
    paired as (
      select m.bill_id as fee_bill_id, m.p_id, g.* from made m join given g on g.bill_id = m.of_bill and (g.party = 1) = (m.payer = 1)
        and (g.party = 1 or g.company_id is null or g.company_id = m.company_id)
    ),
    shared as (
      insert into bill_share (bill_id, party, company_id, price, p_id, created_by)
      select fee_bill_id, party, case when party > 1 then company_id end, price, p_id, ${session.userId}::integer from paired order by fee_bill_id
    )
    insert into late_fee_bill (late_fee_id, share_id, bill_id, fee_bill_id, as_of, price, before, total, cap, pieces, rule_version, p_id, created_by)
    select f.late_fee_id, p.share_id, p.bill_id, p.fee_bill_id, ${day}::date, p.price, p.before, p.total, p.cap, p.pieces, ${version}, p.p_id, ${session.userId}::integer
    from paired p join late_fee f on f.share_id = p.share_id order by p.share_id
  `.execute(tx)
}

/**
 * Makes bills of the late fees of shares up to a day, as far as none was made before; gives how many, and what they come to in fen. What is kept of them is as of
 * today. Bills are held first: whoever pays one is waited for.
 */
export const chargeShares = async (
  acting: Acting,
  where: RawBuilder<unknown>,
  day: string,
): Promise<{ count: number; price: number; asked: number }> => {
  const { tx } = acting
  await sql`select from bill where bill_id in (select b.bill_id from bill b join bill_share s on s.bill_id = b.bill_id where ${where}) order by bill_id for no key update`.execute(
    tx,
  )
  const terms = await readTerms(tx)
  const shares = await reckonShares(tx, terms, where, day)
  const today = dateOf(acting.now)
  await keepFees(tx, day === today ? shares : await reckonShares(tx, terms, where, today), today)
  const due = shares.filter(({ rest }) => rest > 0)
  if (due.length > 0) await makeFeeBills(acting, due, terms, day)
  return { count: due.length, price: due.reduce((sum, { rest }) => sum + rest, 0), asked: shares.length }
}

/** Why nothing can be billed of what was chosen: said beforehand, and refused with. */
export const NOTHING_LEFT = '所选的没有可出的违约金：在算起日以前到期、没有逾期，或都出过了'

/** Makes bills of the late fees that staff have chosen. Throws 400 for a day to come, 409 where late fees are not charged or there is nothing to bill. */
export const charge = async (acting: Acting, where: RawBuilder<unknown>, day: string): Promise<{ count: number; said: string }> => {
  if (day > dateOf(acting.now)) throw new CallError(400, '还没有到的日子不能出账，只能算到今天', { field: 'day' })
  if ((await readTerms(acting.tx)).since === null) throw new CallError(409, '没有计收违约金，请先在“违约金设置”里启用')
  const { count, price, asked } = await chargeShares(acting, where, day)
  if (count === 0) throw new CallError(409, NOTHING_LEFT)
  const left = asked - count
  return { count, said: `已出 ${count} 张违约金账单，合计 ${fenToYuan(price)} 元${left > 0 ? `，另 ${left} 笔没有可出的` : ''}` }
}

/** Holds the bills that late fees are on, before the late fees. */
export const holdOverdue = async ({ tx }: Pick<Acting, 'tx'>, keys: readonly number[]): Promise<void> => {
  await sql`
    select from bill where bill_id in (select bill_id from late_fee where late_fee_id = any(${keyList(keys)})) order by bill_id for no key update
  `.execute(tx)
}
