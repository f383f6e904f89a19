import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import withhold from '../../../src/resources/withhold/withhold.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import { parties } from '../../../src/schemas/common.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { type AdjustedShare, adjust, sharesOfBills, takenOf } from './adjust.ts'
import { allocate, takingBack } from './adjusting.ts'
import { moveDeposit } from './deposits.ts'
import { type Reduced, type Reducing, reduce } from './rules/reduce.ts'
import { takenBack } from './rules/settle.ts'
import { isOfStay } from './stays.ts'
import { isWithBank } from './withBank.ts'

/** A bill that is held. */
interface Held {
  bill_id: number
  sn: string | null
}

const keysOf = (rows: readonly Pick<Held, 'bill_id'>[]): number[] => rows.map(({ bill_id }) => bill_id)

interface Sent {
  sn: string
  count: number
  /** How many of them are in batches that nobody has exported yet, and one of those, where this bill is. */
  drafts: number
  batch: string | null
}

/** Says of which of some bills, and of how many, the bank has been asked for the money and has not answered, so that a deed waits for it, or for them to be taken out of a batch that is not exported yet; null where it is of none. */
export const sentSaid = async (db: Queryable, bills: readonly Pick<Held, 'bill_id'>[], deed: string): Promise<string | null> => {
  const { rows } = await sql<Sent>`
    select b.sn, (count(*) over ())::integer as count, (count(d.sn) over ())::integer as drafts, d.sn as batch
    from bill b left join lateral (select w.sn from withhold_line line join withhold w using (batch_id)
      where line.bill_id = b.bill_id and line.result = ${inState(withholdLine, 'sent')} and w.status = ${inState(withhold, 'draft')} limit 1) d on true
    where b.bill_id = any(${keyList(keysOf(bills))}) and ${isWithBank('b')} order by d.sn is not null, b.bill_id limit 1
  `.execute(db)
  if (!rows[0]) return null
  const { sn, count, drafts, batch } = rows[0]
  if (batch !== null)
    return count === 1
      ? `账单 ${sn} 在代扣批次 ${batch} 里，还没有导出：在批次的明细里“移出批次”，才能${deed}`
      : `账单 ${sn} 等 ${count} 张在代扣批次（${batch} 等）里，还没有导出：在批次的明细里“移出批次”，才能${deed}`
  const waits = count === 1 ? `账单 ${sn} 在代扣批次里，回盘后才能${deed}` : `账单 ${sn} 等 ${count} 张在代扣批次里，回盘后才能${deed}`
  return drafts === 0 ? waits : `${waits}；其中 ${drafts} 张的批次还没有导出，可以“移出批次”`
}

/** Throws 409 where the bank has been asked for the money of a bill and has not answered. */
export const checkNotSent = async ({ tx }: Acting, rows: readonly Held[], deed: string): Promise<void> => {
  const said = await sentSaid(tx, rows, deed)
  if (said) throw new CallError(409, said)
}

/** Says why a bill cannot be void: of one that is paid, written off or void already. */
export const whyNotVoid = ({ sn, is_void, paid }: { sn: string | null; is_void: number | null; paid: number | null }): string =>
  is_void === 1
    ? `账单 ${sn} 已作废`
    : (paid ?? 0) > 0
      ? `账单 ${sn} 已收款，不能作废：请先撤销核销或红冲`
      : `账单 ${sn} 已核销坏账，不能作废：请先收回坏账`

/** Voids bills that are held, as what another deed brings about; those that are void already stay. Throws 409 where one is paid, written off, or with the bank. */
export const voidBills = async (acting: Acting, keys: readonly number[], why: string): Promise<void> => {
  const { tx } = acting
  const { rows } = await sql<Held & { is_void: number; paid: number; bad: number }>`
    select bill_id, sn, is_void, paid, bad from bill where bill_id = any(${keyList(keys)}) and is_void = 0 order by bill_id for no key update
  `.execute(tx)
  const kept = rows.find(({ paid, bad }) => paid > 0 || bad > 0)
  if (kept) throw new CallError(409, whyNotVoid(kept))
  await checkNotSent(acting, rows, '作废')
  await sql`
    update bill set is_void = 1, void_why = ${why.slice(0, 200)}, version = version + 1, updated_at = epoch_now() where bill_id = any(${keyList(keysOf(rows))})
  `.execute(tx)
}

/** Throws 409 for what would be charged again by itself: a stay beyond the term, day by day. */
export const checkNoStay = async ({ tx }: Acting, rows: readonly Held[]): Promise<void> => {
  const { rows: stays } = await sql<{ sn: string }>`
    select b.sn from bill b join contract c on c.contract_id = b.contract_id
    where b.bill_id = any(${keyList(keysOf(rows))}) and ${isOfStay} order by b.bill_id limit 1
  `.execute(tx)
  if (stays[0]) throw new CallError(409, `账单 ${stays[0].sn} 是超期占用费，作废后还会按天再开：请办减免`)
}

const PROBLEMS: Readonly<
  Record<NonNullable<Reduced['problem']>, (sn: string | null, shares: readonly AdjustedShare[], asked: Reducing) => CallError>
> = {
  none: (sn, _shares, { party }) => new CallError(400, `账单 ${sn} 没有“${parties[(party ?? 1) as 1]}”承担的部分`, { field: 'party' }),
  beyond: (sn, shares, { party }) => {
    const most = shares.reduce((sum, share) => sum + (party === undefined || share.party === party ? share.price : 0), 0)
    return new CallError(400, `减免金额超过账单 ${sn} 的应付 ¥${fenToYuan(most)}`, { field: 'amount' })
  },
  nothing: (sn) => new CallError(409, `账单 ${sn} 没有可减免的金额`),
}

/** What of a deposit comes back from a share. In fen. */
interface Undeducted {
  entry_id: number
  contract_id: number
  price: number
}

/** What of the deposits that settled a share comes back, the latest first. */
const undeducted = ({ deducted }: AdjustedShare, back: number): Undeducted[] => {
  let left = back
  return deducted.toReversed().flatMap((one) => {
    const price = Math.min(left, one.price)
    left -= price
    return price > 0 ? [{ ...one, price }] : []
  })
}

/** A share of which so much is paid beyond what is left of it. In fen. */
interface Overpaid {
  share: AdjustedShare
  back: number
}

/**
 * Takes back what is paid of shares beyond what is left of them: money, the latest first, is on account again; what a deposit paid is deposit again (postings.md: red of its allocation), in
 * the book of the contract whose it was. Gives what comes back to deposits, in fen.
 */
export const takeBackPaid = async ({ tx, session }: Acting, all: readonly Overpaid[]): Promise<number> => {
  const money = all.flatMap(({ share: { share_id: key, given }, back }) => takenBack({ key, given: [...given] }, back))
  await allocate(tx, takingBack(money), session.userId)
  let held = 0
  for (const { share, back } of all.filter((one) => one.share.deducted.length > 0)) {
    const rest = back - money.reduce((sum, { key, price }) => sum + (key === share.share_id ? price : 0), 0)
    for (const { entry_id, contract_id, price } of undeducted(share, rest)) {
      await allocate(tx, [{ share_id: share.share_id, entry_id, price: -price }], session.userId)
      await moveDeposit(tx, { contract_id, kind: 4, price: -price, bill_id: share.bill_id }, session.userId)
      held += price
    }
  }
  return held
}

/** Reduces bills, each as it is asked, and takes back what is paid too much then. Throws 400 where one has less than that, or nobody of that kind bears it. */
export const reduceBills = async (acting: Acting, rows: readonly Held[], { why, ...asked }: Reducing & { why: string }) => {
  const { tx, session } = acting
  const shares = await sharesOfBills(tx, keysOf(rows))
  const all = rows.flatMap(({ bill_id, sn }) => {
    const own = shares.filter((share) => share.bill_id === bill_id)
    const { parts, problem } = reduce(own, asked)
    if (problem !== null) throw PROBLEMS[problem](sn, own, asked)
    return parts.map((part) => ({ ...part, bill_id, share: own.find(({ share_id }) => share_id === part.share_id) as AdjustedShare }))
  })
  const held = await takeBackPaid(acting, all)
  await adjust(
    tx,
    all.map(({ bill_id, share_id, less }) => ({ bill_id, share_id, kind: 3, price: -less })),
    why,
    session.userId,
  )
  return { count: rows.length, ...(held > 0 ? { said: `已减免；押金抵扣过的 ¥${fenToYuan(held)} 仍是押金，在“退租”上“退还押金”` } : {}) }
}

/** Writes off what is not paid of bills, of whoever is named alone. Throws 400 where that is nothing of one. */
export const writeOff = async (
  { tx, session }: Acting,
  rows: readonly Held[],
  { party, why }: { party?: number | undefined; why: string },
) => {
  const shares = await sharesOfBills(tx, keysOf(rows))
  const all = rows.flatMap(({ bill_id, sn }) => {
    const owing = shares.filter(
      (share) => share.bill_id === bill_id && share.price > share.paid && (party === undefined || share.party === party),
    )
    if (owing.length === 0) throw new CallError(400, `账单 ${sn} 没有“${parties[(party ?? 1) as 1]}”未付的部分`, { field: 'party' })
    return owing.map(({ share_id, price, paid }) => ({ bill_id, share_id, kind: 4 as const, price: paid - price }))
  })
  await adjust(tx, all, why, session.userId)
  return { count: rows.length }
}

/** Gives back what adjustments of these kinds took, by one of another kind. */
export const giveBack =
  (kinds: readonly number[], kind: 5 | 6) =>
  async ({ tx, session }: Acting, rows: readonly Held[], { why }: { why: string }) => {
    const taken = await takenOf(tx, keysOf(rows), kinds)
    await adjust(
      tx,
      taken.map((one) => ({ ...one, kind })),
      why,
      session.userId,
    )
    return { count: rows.length }
  }
