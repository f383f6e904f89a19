import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inSet } from '../../store/reading/states.ts'
import { givenOfShares, isOfStay, type SettledShare, type Settlement, settle } from '../bill/index.ts'
import { agreedRule, type RentOfDays, rentUpTo, stayUpTo, unusedElsewhere } from '../contract/index.ts'
import { goesWith } from './goesWith.ts'
import { compensationFor, penaltyFor } from './rules/penalty.ts'

/** What a surrender says that its settlement needs. */
export type Surrendered = Row<
  'surrender',
  'surrender_id' | 'contract_id' | 'org_id' | 'ground' | 'ended_by' | 'notice_on' | 'left_on' | 'kind'
> & {
  checklist: readonly { price?: number }[]
}

/** A share as it is settled, with what of its bill people read. */
export interface BilledShare extends SettledShare {
  bill_id: number
  sn: string
  item: string
  start_date: string
  end_date: string
  from: number
  party: number
  /** Whose share it is. */
  bearer: string
  /** What of it was written off, and what was reduced, for days after the end: these were never owed. */
  recovered: number
  restored: number
  /** What of it stays written off or reduced. */
  kept: number
}

/** What a settlement comes to, with all that it was made of. Amounts in fen. */
export interface Reckoning extends Settlement {
  shares: readonly BilledShare[]
  deposit: number
  /** What was paid of deposits that were charged by hand, which are in no contract's book: it goes back to whoever paid it. */
  byHand: number
  /** The company that paid the deposit and gets it back; null where the tenant did. */
  depositor: string | null
  /** Rent for later days that was collected before the contract was entered here: it is held like the deposit, and so used or given back. */
  elsewhere: { from: string; to: string; price: number } | null
  damages: number
  penalty: number
  /** What the operator owes for ending it early: it is held like the deposit, and so used or given back. */
  compensation: number
  /** The month's rent by which the two go. */
  rent: number
  arrears: number
}

/** Of what is not billed yet: damages and the penalty, which are owed the day the room is given back. */
const CHARGE = -1

interface ShareRow extends Omit<BilledShare, 'after' | 'given' | 'key' | 'recovered' | 'restored' | 'kept'> {
  share_id: number
  company_id: number | null
  /** What the whole bill came to before anything of it was reduced or written off. */
  billed: number
  /** What of the share was reduced, and what written off. */
  reduced: number
  bad: number
  /** It is borne as it stands, not as the contract says: it was charged by hand, or another owes a part of it by now. */
  as_it_stands: boolean
  /** It is for days beyond the term. */
  of_stay: boolean
  given: { flow_id: number; price: number }[]
}

/**
 * The shares that the one who gives the room back owes, or has paid: of the contract's bills, and of others in his name for this room. What the other
 * side bears of them is not settled here; it is only cut (`others`).
 */
const sharesOf = async (db: Queryable, { contract_id, kind, org_id }: Surrendered): Promise<ShareRow[]> => {
  const { rows } = await sql<ShareRow>`
    select s.share_id, s.party, coalesce((select f.name from company f where f.company_id = s.company_id), case s.party when 1 then b.custom_name else '财政补贴' end) as bearer, s.company_id, s.price, s.paid, b.bill_id, b.sn, b.item, b."from", b.bill_date as due, b.start_date, b.end_date,
      b.price + coalesce(b.reduced, 0) + coalesce(b.bad, 0) as billed, less.price as reduced, less.bad, (b.contract_id is null or exists (select from bill_adjust m where m.bill_id = b.bill_id and m.kind = 10)) as as_it_stands, ${isOfStay} as of_stay, coalesce(g.given, '[]') as given
    from contract c
    join bill_view b on ${goesWith(sql`${org_id}`)}
    join bill_share s on s.bill_id = b.bill_id
    cross join lateral (
      select -coalesce(sum(m.price) filter (where m.kind in (3, 6)), 0)::bigint as price, -coalesce(sum(m.price) filter (where m.kind in (4, 5)), 0)::bigint as bad
      from bill_adjust m where (b.reduced > 0 or b.bad > 0) and m.share_id = s.share_id and m.bill_id = b.bill_id
    ) less
    ${givenOfShares}
    where c.contract_id = ${contract_id} and b.is_void = 0 and (b."from" <> 3 or b.contract_id is null)
      and (s.party = ${kind === 2 ? 2 : 1} or b."from" in (1, 3))
    order by b.bill_date, s.share_id
  `.execute(db)
  return rows
}

/**
 * What a share of a bill of rent comes to up to the end, with what of it was written off, and what of it is reduced then: the whole of it where its days are lived in; of
 * others the part of who bears it, who is found by the kind of party where another stands for it by now. Of what was reduced the days that are lived in have their part.
 */
const rentAfter = (
  { price: open, bad, reduced, billed, party, company_id, as_it_stands }: ShareRow,
  { price: upTo, parts }: RentOfDays,
): { whole: number; less: number } => {
  const price = open + bad
  if (upTo >= billed) return { whole: price, less: reduced }
  // In the proportion in which it is owed; the remainder is the tenant's.
  if (as_it_stands)
    return { whole: (party === 1 ? Math.ceil : Math.floor)((upTo * price) / billed), less: Math.round((upTo * reduced) / billed) }
  const theirs = parts.filter((part) => part.party === party)
  const part = theirs.find((one) => party === 1 || one.company_id === company_id) ?? (theirs.length === 1 ? theirs[0] : undefined)
  const owed = part?.fen ?? 0
  const whole = Math.min(price, reduced > 0 ? Math.round((owed * price) / (price + reduced)) : owed)
  return { whole, less: Math.max(0, Math.min(reduced, owed - whole)) }
}

/** What of a share is cut that comes to less: first what is not paid, then what was written off, last what is paid; what of it was reduced for these days is no reduction. */
const cutOf = ({ price, paid, bad, reduced }: ShareRow, { whole, less }: { whole: number; less: number }) => {
  const off = price + bad - whole
  const recovered = Math.min(bad, Math.max(0, off - Math.max(0, price - paid)))
  return { after: price - (off - recovered), recovered, restored: reduced - less, kept: bad - recovered + less }
}

/** A deposit that was charged by hand goes back with the room: the money that paid it, and what was not paid is asked for no more. What another deposit paid of it stays. */
const heldElsewhere = ({ paid, given }: Pick<ShareRow, 'paid' | 'given'>): number =>
  Math.max(0, paid - given.reduce((sum, { price }) => sum + price, 0))

const afterLeaving = async (
  db: Tx,
  { contract_id, left_on }: Pick<Surrendered, 'contract_id' | 'left_on'>,
  rows: readonly ShareRow[],
): Promise<BilledShare[]> => {
  const upTo = await rentUpTo(db, contract_id)
  const stayed = left_on === null ? ({ price }: ShareRow) => price : await stayUpTo(db, contract_id, left_on)
  return rows.map((share) => {
    const { share_id, billed: _whole, reduced, bad, company_id: _whose, as_it_stands: _how, of_stay, ...row } = share
    if (row.from === 1) {
      // Days that are over by then were lived in, whatever this contract says of them: what was owed when the books were opened is of former ones, too.
      const isOver = left_on === null || row.end_date <= left_on
      // Of what was given back before it began, the first day is kept as its term, and nobody lived there.
      const isAfter = left_on !== null && row.start_date > left_on
      const days = isAfter ? { price: 0, parts: [] } : upTo(row.start_date, row.end_date)
      const lived = isOver ? { whole: row.price + bad, less: reduced } : rentAfter(share, days)
      return { ...row, key: share_id, ...cutOf(share, lived) }
    }
    // Only rent and a stay are for a time; what was charged for something else stays.
    const after = row.from === 3 ? heldElsewhere(row) : of_stay ? stayed(share) : row.price
    return { ...row, key: share_id, after, recovered: 0, restored: 0, kept: bad + reduced }
  })
}

/** Gives what is held of a contract's deposit, in fen, and the company whose it is; null where it is the tenant's. */
const depositHeld = async (db: Queryable, contract_id: number): Promise<{ held: number; company: string | null }> => {
  const { rows } = await sql<{ held: number; company: string | null }>`
    select coalesce(sum(e.price), 0)::bigint as held, min(f.name) as company
    from deposit_entry e left join company f on f.company_id = e.company_id where e.contract_id = ${contract_id}
  `.execute(db)
  return rows[0] ?? { held: 0, company: null }
}

const earlyEndOf = async (
  db: Tx,
  { contract_id, ground, ended_by, notice_on, left_on }: Surrendered,
): Promise<Pick<Reckoning, 'penalty' | 'compensation' | 'rent'>> => {
  const { rows } = await sql<{ end_date: string; rent: number; rule_version: number | null; moves: boolean }>`
    select c.end_date, c.rent, c.rule_version, m.start_date is not null as moves
    from (select contract_id, coalesce(planned_end, end_date) as end_date, rent, rule_version from contract where contract_id = ${contract_id}) c
    left join contract m on m.former_id = c.contract_id and m.status in (${inSet(contract, 'hasLet')}) and m.start_date <= c.end_date
  `.execute(db)
  const [kept] = rows
  if (!kept) throw new CallError(404)
  const { rule_version, moves, ...row } = kept
  // Whoever goes on in another room ends nothing: both have agreed on it.
  if (moves) return { penalty: 0, compensation: 0, rent: row.rent }
  const rule = await agreedRule(db, { rule_version })
  const end = { ...row, ground, ended_by: ended_by ?? 1, notice_on, left_on: left_on ?? row.end_date }
  return { penalty: penaltyFor(end, rule), compensation: compensationFor(end, rule), rent: row.rent }
}

/** Whose shares a settlement is about: the tenant's, or the company's of a whole lease. */
export const isSettled = ({ kind }: Pick<Surrendered, 'kind'>, { party }: Pick<BilledShare, 'party'>): boolean =>
  party === (kind === 2 ? 2 : 1)

/** Whether the other side has paid more of a share than it comes to. */
export const isOthersBack = (surrendered: Surrendered, share: BilledShare): boolean =>
  !isSettled(surrendered, share) && share.paid > share.after

/**
 * Gives what giving a room back comes to as the books stand now (domain.md, surrender): nothing is written. The contract must end on the day on which the
 * room was given back already. Amounts in fen.
 */
export const reckon = async (db: Tx, surrendered: Surrendered): Promise<Reckoning> => {
  const { contract_id, checklist, left_on } = surrendered
  const shares = await afterLeaving(db, surrendered, await sharesOf(db, surrendered))
  const mine = shares.filter((share) => isSettled(surrendered, share))
  const { held: deposit, company: depositor } = await depositHeld(db, contract_id)
  const damages = checklist.reduce((sum, { price = 0 }) => sum + price, 0)
  const early = await earlyEndOf(db, surrendered)
  const charges = damages + early.penalty
  const charge: SettledShare = { key: CHARGE, price: charges, paid: 0, after: charges, due: left_on ?? '', given: [] }
  const elsewhere = left_on === null ? null : await unusedElsewhere(db, contract_id, left_on)
  const prepaid = elsewhere?.price ?? 0
  const settled = settle(charges > 0 ? [...mine, charge] : mine, deposit + prepaid + early.compensation)
  return {
    ...settled,
    unused: settled.unused + prepaid,
    shares,
    deposit,
    byHand: mine.reduce((sum, { from, paid, after }) => sum + (from === 3 ? Math.max(0, paid - after) : 0), 0),
    depositor,
    elsewhere,
    damages,
    ...early,
    arrears: settled.owed - charges,
  }
}
