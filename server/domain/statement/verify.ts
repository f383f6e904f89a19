import { sql } from 'kysely'
import transfer from '../../../src/resources/statement/transfer.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { apartOf } from './apart.ts'
import { type Line, settleLines } from './lines.ts'
import { pairNamed, type Side } from './rules/pairs.ts'
import { addTransfers } from './transfers.ts'

/** So many days may lie between what a payer said and what the bank says of his money (rules/pairs.ts). */
const DAYS = 7

/** A receipt on 待核实收款. */
interface Unverified extends Side {
  sn: string
  own_account_id: number
}

/**
 * Finds lines that are the money of receipts of which only their payers had said that it came (domain.md, bill: `user_clear` stands in 待核实收款 until a statement line is found): of
 * the same name and amount, within some days. It goes from there to the line's account, once. Gives the lines; entered as receipts they would be paid twice.
 */
export const findUnverified = async (acting: Acting, lines: readonly Line[]): Promise<Set<number>> => {
  const { rows } = await sql<Unverified>`
    select distinct f.flow_id as key, f.price, to_timestamp(f.deal_time)::date - date '1970-01-01' as day, f.custom_name as name, f.sn, f.own_account_id
    from statement_line l join own_account w on w.kind = 6 and w.way = 11 and w.own_account_id <> l.own_account_id
    join flow f on f.own_account_id = w.own_account_id and f.price = l.price and f.type = 1 and f.reverses is null
      and f.deal_time between extract(epoch from (l.day - ${DAYS}::integer)::timestamptz) and extract(epoch from (l.day + ${DAYS + 1}::integer)::timestamptz)
    where l.line_id = any(${keyList(lines.map(({ line_id }) => line_id))}) and not exists (select from flow r where r.reverses = f.flow_id) and not exists (
      -- Told by hand it says not of which: none of that amount is then certain.
      select from transfer t where t.status = ${inState(transfer, 'stands')} and (t.flow_id = f.flow_id
        or t.flow_id is null and t.from_account_id = f.own_account_id and t.price = f.price and t.day between to_timestamp(f.deal_time)::date - ${DAYS}::integer and to_timestamp(f.deal_time)::date + ${DAYS}::integer)
    )
  `.execute(acting.tx)
  if (rows.length === 0) return new Set()
  const byKey = new Map(lines.map((line) => [line.line_id, line]))
  const flows = new Map(rows.map((row) => [row.key, row]))
  const sides = lines.map(({ line_id: key, price, day, party: name }) => ({ key, price, day: Date.parse(day) / 86_400_000, name }))
  const isApart = await apartOf(acting.tx, [...byKey.keys()])
  const pairs = pairNamed(sides, rows, isApart).flatMap(([line_id, flow_id]) => {
    const [line, flow] = [byKey.get(line_id), flows.get(flow_id)]
    return line && flow ? [{ line, flow }] : []
  })
  await settleLines(
    acting,
    pairs.map(({ line }) => line.line_id),
    3,
  )
  await addTransfers(
    acting,
    pairs.map(({ line, flow }) => ({
      ...{ kind: 1, from_account_id: flow.own_account_id, to_account_id: line.own_account_id, to_line_id: line.line_id, flow_id: flow.key },
      ...{ price: line.price, day: line.day, note: `待核实收款 ${flow.sn} 到账`, p_id: line.p_id },
    })),
  )
  return new Set(pairs.map(({ line }) => line.line_id))
}

/** Takes back what a statement had said of an entry's money, which is to be reversed: the line is open again. */
export const unverify = async (acting: Acting, flow_id: number): Promise<void> => {
  const { rows } = await sql<{ transfer_id: number }>`
    select transfer_id from transfer where flow_id = ${flow_id} and status = ${inState(transfer, 'stands')} order by transfer_id
  `.execute(acting.tx)
  const keys = rows.map(({ transfer_id }) => transfer_id)
  if (keys.length > 0) await moveBySystem(acting, 'transfer', 'fall', keys)
}
