import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { actNamed } from '../../calls/actNamed.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Asked } from '../../calls/lookupCall.ts'
import { containsText, inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { tickFlows } from './lines.ts'

interface Bouncing {
  n: number
  is_other_way: boolean
  is_same_account: boolean
  is_before: boolean
  /** What the line comes to less what the entries do, in fen. */
  rest: number
  /** When it moved back: a line that says no time is of its day. */
  returned_at: number
}

/** Gives a line beside the entries whose money it is to be that moved back. Throws 400 where one of them is not there, or not in scope. */
const bouncingOf = async ({ tx, session }: Acting, line_id: number, flows: readonly number[]): Promise<Bouncing> => {
  const { rows } = await sql<Bouncing>`
    select count(*)::integer as n, bool_and(l.type <> f.type) as is_other_way, bool_and(l.own_account_id = f.own_account_id) as is_same_account,
      bool_or(l.day < to_timestamp(f.deal_time)::date) as is_before, (max(l.price) - sum(f.price))::bigint as rest, greatest(max(l.deal_time), max(f.deal_time)) as returned_at
    from statement_line l join flow f on f.flow_id = any(${keyList(flows)}) and f.reverses is null and ${inScope(session.scope, 'f.p_id')}
    where l.line_id = ${line_id}
  `.execute(tx)
  const [bouncing] = rows
  if (!bouncing || bouncing.n < flows.length) throw new CallError(400, '没有这笔流水，或不在您负责的项目内', { field: 'flows' })
  return bouncing
}

/** Throws 400 where a line cannot be the money of entries that moved back: they moved the same way, are of another account, come to another amount, or came after it. */
export const checkBounceOf = async (acting: Acting, line_id: number, flows: readonly number[]): Promise<void> => {
  const { is_other_way, is_same_account, is_before, rest } = await bouncingOf(acting, line_id, flows)
  const wrong = (message: string) => new CallError(400, message, { field: 'flows' })
  if (!is_other_way) throw wrong('退回的与原来的收支方向须相反')
  if (!is_same_account) throw wrong('退回的与原来的须是同一账户')
  if (is_before) throw wrong('对账单的这一行早于选中的流水')
  if (rest > 0) throw wrong(`合计比这一行少 ¥${fenToYuan(rest)}：几笔合在一起付的，都要选上`)
  if (rest < 0) throw wrong(`合计比这一行多 ¥${fenToYuan(-rest)}：银行退回的是整笔，请核对`)
}

/** Books a line as the money of entries that moved back, on the line's day. Gives the entries that say so. */
export const bounceBy = async (acting: Acting, line_id: number, flows: readonly number[], why: string) => {
  const { returned_at } = await bouncingOf(acting, line_id, flows)
  const reds: { flow_id: number; said?: string }[] = []
  // In one order, whoever asks.
  for (const flow_id of flows.toSorted((one, other) => one - other))
    reds.push((await actNamed(acting, 'flow', 'bounce', [flow_id], { returned_at, why })) as { flow_id: number; said?: string })
  await tickFlows(
    acting,
    reds.map(({ flow_id }) => ({ line_id, flow_id })),
  )
  const [said] = reds.flatMap((red) => red.said ?? [])
  return { flows: reds.map(({ flow_id }) => flow_id), ...(said === undefined ? {} : { said }) }
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

/** Gives what may have moved back by a line: the same amount of the same account the other way, or a part of it of the line's own party or of whoever is looked for, in the half year before, those of the line's own party first. */
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
      and (${isNaming} or f.own_account_id = l.own_account_id and f.type = 3 - l.type and f.reverses is null
        and (f.price = l.price or f.price < l.price and (f.custom_name = l.party or ${text !== ''}))
        and f.deal_time between extract(epoch from (l.day - ${DAYS}::integer)::timestamptz) and extract(epoch from (l.day + 1)::timestamptz) - 1
        and not exists (select from flow r where r.reverses = f.flow_id))
    order by (f.custom_name = l.party) desc, (f.price = l.price) desc, f.deal_time desc, f.flow_id desc ${part}
  `.execute(tx)
  return rows.map(({ day, price, ...row }) => ({ ...row, said: `${day} ¥${fenToYuan(price)}` }))
}
