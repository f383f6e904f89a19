import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { actNamed } from '../../calls/actNamed.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Asked } from '../../calls/lookupCall.ts'
import { containsText, inScope } from '../../store/reading/filters.ts'
import { tickFlows } from './lines.ts'

interface Bouncing {
  is_other_way: boolean
  is_same: boolean
  is_before: boolean
  /** When it moved back: a line that says no time is of its day. */
  returned_at: number
}

/** Gives a line beside the entry whose money it is to be that moved back. Throws 400 where there is no such entry in scope. */
const bouncingOf = async ({ tx, session }: Acting, line_id: number, flow_id: number): Promise<Bouncing> => {
  const { rows } = await sql<Bouncing>`
    select l.type <> f.type as is_other_way, l.price = f.price and l.own_account_id = f.own_account_id as is_same,
      l.day < to_timestamp(f.deal_time)::date as is_before, greatest(l.deal_time, f.deal_time) as returned_at
    from statement_line l join flow f on f.flow_id = ${flow_id} and f.reverses is null and ${inScope(session.scope, 'f.p_id')}
    where l.line_id = ${line_id}
  `.execute(tx)
  if (!rows[0]) throw new CallError(400, '没有这笔流水，或不在您负责的项目内', { field: 'flow_id' })
  return rows[0]
}

/** Throws 400 where a line cannot be the money of an entry that moved back: it moved the same way, is of another amount or account, or came before it. */
export const checkBounceOf = async (acting: Acting, line_id: number, flow_id: number): Promise<void> => {
  const { is_other_way, is_same, is_before } = await bouncingOf(acting, line_id, flow_id)
  const wrong = (message: string) => new CallError(400, message, { field: 'flow_id' })
  if (!is_other_way) throw wrong('退回的与原来的一笔收支方向须相反')
  if (!is_same) throw wrong('退回的与原来的一笔须是同一账户、同样金额')
  if (is_before) throw wrong('对账单的这一行早于那笔流水')
}

/** Books a line as the money of an entry that moved back, on the line's day. Gives the entry that says so. */
export const bounceBy = async (acting: Acting, line_id: number, flow_id: number, why: string): Promise<{ flow_id: number; sn: string }> => {
  const { returned_at } = await bouncingOf(acting, line_id, flow_id)
  const red = (await actNamed(acting, 'flow', 'bounce', [flow_id], { returned_at, why })) as { flow_id: number; sn: string }
  await tickFlows(acting, [{ line_id, flow_id: red.flow_id }])
  return red
}

/** So many days after it moved money is looked for that moved back: a cheque or a card may be disputed for half a year. */
const DAYS = 183

interface Bounced {
  flow_id: number
  custom_name: string
  sn: string
  day: string
  price: number
}

/** Gives what may have moved back by a line: the same amount of the same account the other way, in the half year before, those of the line's own party first. */
export const bouncedBy = async (
  { tx, session }: Context,
  { line_id, keyword }: Readonly<Record<string, unknown>>,
  { chosen, isNaming, part }: Asked,
): Promise<Record<string, unknown>[]> => {
  const text = String(keyword ?? '').trim()
  const { rows } = await sql<Bounced>`
    select f.flow_id, f.custom_name, f.sn, to_char(to_timestamp(f.deal_time), 'YYYY-MM-DD') as day, f.price
    from flow f left join statement_line l on l.line_id = ${line_id ?? null}::integer and ${inScope(session.scope, 'l.p_id')}
    where ${chosen} and ${inScope(session.scope, 'f.p_id')} and ${text === '' ? sql`true` : containsText(sql.ref('f.custom_name'), text)}
      and (${isNaming} or f.own_account_id = l.own_account_id and f.price = l.price and f.type = 3 - l.type and f.reverses is null
        and f.deal_time between extract(epoch from (l.day - ${DAYS}::integer)::timestamptz) and extract(epoch from (l.day + 1)::timestamptz) - 1
        and not exists (select from flow r where r.reverses = f.flow_id))
    order by (f.custom_name = l.party) desc, f.deal_time desc, f.flow_id desc ${part}
  `.execute(tx)
  return rows.map(({ day, price, ...row }) => ({ ...row, said: `${day} ¥${fenToYuan(price)}` }))
}
