import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { actNamed } from '../../calls/actNamed.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { inScope } from '../../store/reading/filters.ts'
import { tickFlows } from './lines.ts'
import { NO_PARTY } from './rules/kinds.ts'

/** What a channel gives back goes the way by which it came, whomever it names. */
const BACK_BY_CHANNEL = 3

interface Refunding {
  price: number
  kind: number
  party: string
  own_account_id: number
  way: number
  custom_name: string
  unused: number
  is_before: boolean
  /** When it went back: a line that says no time is of its day. */
  pay_time: number
}

/** Gives a line with the receipt of which it is to be a refund. Throws 400 where there is no such receipt in scope. */
const refundingOf = async ({ tx, session }: Acting, line_id: number, flow_id: number): Promise<Refunding> => {
  const { rows } = await sql<Refunding>`
    select l.price, l.kind, l.party, l.own_account_id, coalesce(w.way, 3) as way, f.custom_name, f.unused,
      l.day < to_timestamp(f.deal_time)::date as is_before, greatest(l.deal_time, f.deal_time) as pay_time
    from statement_line l join own_account w on w.own_account_id = l.own_account_id
    join flow f on f.flow_id = ${flow_id} and f.type = 1 and f.reverses is null and ${inScope(session.scope, 'f.p_id')}
    where l.line_id = ${line_id}
  `.execute(tx)
  if (!rows[0]) throw new CallError(400, '没有这笔收款，或不在您负责的项目内', { field: 'flow_id' })
  return rows[0]
}

/** Throws 400 where a line cannot be a refund of a receipt: it is of more than is not used of it, is before it, or went to somebody else. */
export const checkRefundOf = async (acting: Acting, line_id: number, flow_id: number): Promise<void> => {
  const { price, kind, party, custom_name, unused, is_before } = await refundingOf(acting, line_id, flow_id)
  const wrong = (message: string) => new CallError(400, message, { field: 'flow_id' })
  if (price > unused) throw wrong(`这笔收款未核销的只有 ¥${fenToYuan(unused)}`)
  if (is_before) throw wrong('对账单的这一行早于那笔收款')
  if (kind !== BACK_BY_CHANNEL && party !== NO_PARTY && party.trim() !== custom_name.trim())
    throw wrong(`这一行退给了${party}，不是付款人${custom_name}：请在那笔收款上“退款”、上传委托书，再勾对这一行`)
}

/** Books a line as a refund of a receipt: what goes back is the line's money, on its account and day. Gives the entry. */
export const refundBy = async (acting: Acting, line_id: number, flow_id: number, why: string): Promise<{ refund_id: number }> => {
  const { price, pay_time, own_account_id, way, custom_name } = await refundingOf(acting, line_id, flow_id)
  const asked = { amount: price, payee: custom_name, pay_way: way, pay_account_id: own_account_id, pay_time, why }
  const { refund_id } = (await actNamed(acting, 'flow', 'refund', [flow_id], asked)) as { refund_id: number }
  await tickFlows(acting, [{ line_id, flow_id: refund_id }])
  return { refund_id }
}
