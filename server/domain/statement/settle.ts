import { partition } from 'es-toolkit'
import { type RawBuilder, sql } from 'kysely'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import transfer from '../../../src/resources/statement/transfer.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { arrivingLines } from '../withhold/index.ts'
import { apartOf } from './apart.ts'
import { enterLines } from './enter.ts'
import { isAtBank, type Line, settleLines, tickFlows, wayAtBank } from './lines.ts'
import { NO_PARTY, SENT_BACK } from './rules/kinds.ts'
import { mayBe, pairNearest, pairUp, type Side } from './rules/pairs.ts'
import { addTransfers, ownOf, type Transfer } from './transfers.ts'
import { findUnverified } from './verify.ts'

/** So many days are looked at on either side of a line's (rules/pairs.ts). */
const DAYS = 7
/** So many days it may take a bank to send money back. */
const DAYS_OF_SENDING_BACK = 31

const open = inState(statementLine, 'open')

interface Entry extends Side {
  type: number
}

interface Rival extends Entry {
  kind: number
}

/** A transfer as an entry: whether it is what a bank took or gave by itself. */
interface Moved extends Entry {
  is_own: boolean
}

/** What comes from nobody but a bank, a channel or an own account. */
const isOwn = ({ kind }: { kind: number }): boolean => kind === 2 || kind === 4 || kind === 5
/** What a bank, or a channel, takes or gives for itself. */
const isBanks = ({ kind }: { kind: number }): boolean => kind === 2 || kind === 5
/** What reads as if somebody had paid. */
const isPaid = ({ type, kind }: { type: number; kind: number }): boolean => type === 1 && kind === 1

/** Entries and transfers without a line that may be some lines' money, and all open lines that may be theirs. */
const rivalsOf = async (tx: Tx, lines: readonly Line[]): Promise<{ lines: Rival[]; flows: Entry[]; transfers: Moved[] }> => {
  const asked = sql`(
    select own_account_id, type, price, min(day) - ${DAYS}::integer as first, max(day) + ${DAYS}::integer as last from statement_line
    where line_id = any(${keyList(lines.map(({ line_id }) => line_id))}) group by own_account_id, type, price
  )`
  const flows = await sql<Entry>`
    with asked as materialized ${asked},
    f as (
      select f.* from asked a join flow f on f.own_account_id = a.own_account_id and f.price = a.price and f.line_id is null and f.reverses is null
        and f.deal_time between extract(epoch from a.first::timestamptz) and extract(epoch from (a.last + 1)::timestamptz) and f.type = a.type
      union all
      -- What moved back is booked below zero, on the side of what it takes back: few.
      select f.* from asked a join flow f on f.own_account_id = a.own_account_id and f.is_returned = 1 and f.price = -a.price and f.line_id is null
        and f.deal_time between extract(epoch from a.first::timestamptz) and extract(epoch from (a.last + 1)::timestamptz) and f.type = 3 - a.type
    )
    select f.flow_id as key, abs(f.price) as price, to_timestamp(f.deal_time)::date - date '1970-01-01' as day, f.custom_name as name, ${wayAtBank('f')} as type
    from f where ${isAtBank}
  `.execute(tx)
  const transfers = await sql<Moved>`
    select t.transfer_id as key, a.price, t.day - date '1970-01-01' as day, '' as name, a.type, t.kind <> 1 as is_own
    from ${asked} a join transfer t on t.status = ${inState(transfer, 'stands')} and t.day between a.first and a.last and case a.type
      when 2 then t.from_account_id = a.own_account_id and t.from_line_id is null and t.price = a.price
      else t.to_account_id = a.own_account_id and t.to_line_id is null and t.price - coalesce(t.fee, 0) = a.price end
  `.execute(tx)
  const rivals = await sql<Rival>`
    select l.line_id as key, l.price, l.day - date '1970-01-01' as day, l.party as name, l.type, l.kind
    from ${asked} a join statement_line l on l.own_account_id = a.own_account_id and l.price = a.price and l.day between a.first and a.last
      and l.type = a.type and l.status = ${open}
  `.execute(tx)
  return { lines: rivals.rows, flows: flows.rows, transfers: transfers.rows }
}

const ofType = <T extends Entry>(sides: readonly T[], type: number): T[] => sides.filter((side) => side.type === type)

/**
 * Finds what of the books some lines are, all of one account; whatever several could be is left. Gives the lines that were found, and those that may be what a bank, or the
 * provident fund, brings of a batch: they are nobody's payment; and those that may be an entry, which are not booked anew.
 */
const find = async (
  acting: Acting,
  lines: readonly Line[],
): Promise<{ found: Set<number>; arriving: Set<number>; doubtful: Set<number> }> => {
  const rivals = await rivalsOf(acting.tx, lines)
  const found = new Set<number>()
  const paying = rivals.lines.filter(isPaid)
  const arriving = await arrivingLines(
    acting.tx,
    paying.map(({ key }) => key),
    NO_PARTY,
  )
  const moved = [1, 2].flatMap((type) => {
    const [own, transfers] = [
      ofType(rivals.lines, type).filter((line) => isOwn(line) || arriving.has(line.key)),
      ofType(rivals.transfers, type),
    ]
    const banks = pairNearest(
      own.filter(isBanks),
      transfers.filter(({ is_own }) => is_own),
    )
    const [hasLine, hasTransfer] = [new Set(banks.map(([line]) => line)), new Set(banks.map(([, transfer]) => transfer))]
    const others = pairUp(
      own.filter(({ key }) => !hasLine.has(key)),
      transfers.filter(({ key }) => !hasTransfer.has(key)),
    )
    return [...banks, ...others]
  })
  if (moved.length > 0) {
    await settleLines(
      acting,
      moved.map(([line]) => line),
      3,
    )
    await sql`
      update transfer t set from_line_id = case l.type when 2 then l.line_id else from_line_id end, to_line_id = case l.type when 1 then l.line_id else to_line_id end,
        version = t.version + 1, updated_at = epoch_now()
      from json_to_recordset(${JSON.stringify(moved.map(([line_id, transfer_id]) => ({ line_id, transfer_id })))}::json) as p (line_id integer, transfer_id integer)
      join statement_line l on l.line_id = p.line_id where t.transfer_id = p.transfer_id
    `.execute(acting.tx)
    for (const [line] of moved) found.add(line)
  }
  const rest = rivals.lines.filter(({ key }) => !found.has(key))
  const isApart = await apartOf(
    acting.tx,
    rest.map(({ key }) => key),
  )
  const paid = [1, 2].flatMap((type) => pairUp(ofType(rest, type), ofType(rivals.flows, type), isApart))
  await settleLines(
    acting,
    paid.map(([line]) => line),
    1,
  )
  await tickFlows(
    acting,
    paid.map(([line_id, flow_id]) => ({ line_id, flow_id })),
  )
  for (const [line] of paid) found.add(line)
  const taken = new Set(paid.map(([, flow]) => flow))
  const doubtful = mayBe(
    rest.filter((line) => isPaid(line) && !found.has(line.key)),
    ofType(rivals.flows, 1).filter(({ key }) => !taken.has(key)),
  )
  return { found, arriving, doubtful }
}

/** Whether a line names by its number an account of the operator's that is not this one. */
const namesAnother = (line: string, account: string): RawBuilder<unknown> => sql`exists (
  select from own_account w where w.${sql.id(hashName('number'))} = ${sql.ref(`${line}.${hashName('party_account')}`)} and w.own_account_id <> ${sql.ref(`${account}.own_account_id`)}
)`

/** Money that went from one of the operator's accounts to another, where both have said so: of the same amount, within some days. */
const findOtherSide = async (acting: Acting, lines: readonly Line[]): Promise<Set<number>> => {
  const { rows } = await sql<{ line_id: number; other: number; own_account_id: number; day: string }>`
    select l.line_id, o.line_id as other, o.own_account_id, o.day
    from statement_line l join statement_line o on o.own_account_id <> l.own_account_id and o.price = l.price and o.type = 3 - l.type and o.kind = l.kind and o.status = ${open}
      and case l.type when 2 then o.day - l.day else l.day - o.day end between 0 and ${DAYS}::integer
    where l.line_id = any(${keyList(lines.map(({ line_id }) => line_id))}) and l.status = ${open} and not ${namesAnother('l', 'o')} and not ${namesAnother('o', 'l')}
      and not exists (select from line_apart a where (a.line_id, a.other_line_id) in ((l.line_id, o.line_id), (o.line_id, l.line_id)))
    order by l.line_id, abs(o.day - l.day), o.line_id
  `.execute(acting.tx)
  const byKey = new Map(lines.map((line) => [line.line_id, line]))
  const taken = new Set<number>()
  const others = new Set<number>()
  const transfers: Transfer[] = []
  for (const { line_id, other, own_account_id, day } of rows) {
    const line = byKey.get(line_id)
    if (!line || taken.has(line_id) || others.has(other)) continue
    taken.add(line_id)
    others.add(other)
    const [here, there] = [
      { account: line.own_account_id, line: line_id, day: line.day },
      { account: own_account_id, line: other, day },
    ]
    const [from, to] = line.type === 2 ? [here, there] : [there, here]
    transfers.push({
      ...{ kind: 1, from_account_id: from.account, to_account_id: to.account, from_line_id: from.line, to_line_id: to.line },
      ...{ price: line.price, day: from.day, note: line.note, p_id: line.p_id },
    })
  }
  await settleLines(acting, [...taken, ...others], 3)
  await addTransfers(acting, transfers)
  return taken
}

/**
 * What came in and went back to whom it came from, as the bank's own lines say one after the other, some days apart at the most: it was taken back (冲正), or is to be a refund. So is what
 * was paid out by the books and came back from whom it went to (退汇); longer apart, or of a line that nobody has settled yet (two entries in one transfer), where the later line says so, for who was given back a rent pays the next one. Whether it is a payment all
 * the same, a person says.
 */
const wentBack = async (tx: Tx, lines: readonly Line[]): Promise<Set<number>> => {
  const { rows } = await sql<{ line_id: number }>`
    with came as materialized (
      select line_id, own_account_id, price, party, day, deal_time, note from statement_line
      where line_id = any(${keyList(lines.map(({ line_id }) => line_id))}) and party <> ${NO_PARTY}
    ),
    -- Of the days about them once, and not for every line.
    went as materialized (
      select o.line_id, o.own_account_id, o.price, o.party, o.day, o.deal_time, o.status, o.note
      from (select own_account_id, min(day) - ${DAYS_OF_SENDING_BACK}::integer as first, max(day) + ${DAYS_OF_SENDING_BACK}::integer as last from came group by own_account_id) a
      join statement_line o on o.own_account_id = a.own_account_id and o.day between a.first and a.last and o.type = 2 and o.kind = 1
    )
    select distinct c.line_id from came c
    join went o on o.own_account_id = c.own_account_id and o.price = c.price and o.party = c.party
      and abs(o.day - c.day) <= case when case when o.day > c.day then o.note else c.note end ~ ${SENT_BACK.source} then ${DAYS_OF_SENDING_BACK}::integer else ${DAYS}::integer end
      and case when (o.day, o.deal_time, o.line_id) > (c.day, c.deal_time, c.line_id) then o.status = ${open}
        else o.status = ${open} and c.note ~ ${SENT_BACK.source} or exists (select from flow f where f.line_id = o.line_id) end
  `.execute(tx)
  return new Set(rows.map(({ line_id }) => line_id))
}

/** Whether nothing has settled it yet. What somebody has taken back he has another end for: booked again each hour, he could never come to it. */
const isNew = ({ version }: Line): boolean => version === 1

/**
 * Settles open lines of one account, which is held: by entries and transfers that are there, what a bank took or gave by itself, money on its way to another account;
 * and by new receipts what else came in and did not go back, where that is asked. What is not certain stays open. Gives how many were settled.
 */
export const settleOpen = async (acting: Acting, lines: readonly Line[], enters: boolean): Promise<number> => {
  if (lines.length === 0) return 0
  const { found, arriving, doubtful } = await find(acting, lines)
  const [own, others] = partition(
    lines.filter(({ line_id }) => !found.has(line_id)),
    isBanks,
  )
  const booked = own.filter(isNew)
  await settleLines(
    acting,
    booked.map(({ line_id }) => line_id),
    3,
  )
  await addTransfers(acting, booked.map(ownOf))
  const arrived = await findOtherSide(
    acting,
    others.filter(({ kind }) => kind === 4),
  )
  const paid = others.filter((line) => isPaid(line) && !arriving.has(line.line_id))
  const verified = await findUnverified(acting, paid)
  const back = enters ? await wentBack(acting.tx, paid) : new Set<number>()
  const entered = enters ? paid.filter(({ line_id }) => !verified.has(line_id) && !doubtful.has(line_id) && !back.has(line_id)) : []
  await settleLines(
    acting,
    entered.map(({ line_id }) => line_id),
    2,
  )
  await enterLines(acting, entered)
  return lines.filter(({ line_id }) => found.has(line_id)).length + booked.length + arrived.size + verified.size + entered.length
}
