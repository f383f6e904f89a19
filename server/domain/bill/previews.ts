import { sql } from 'kysely'
import type { FormValue } from '../../../src/core/form.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import type { reduceForm, writeOffForm } from '../../../src/schemas/bill/acts.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { sentSaid } from './acts.ts'
import { type AdjustedShare, sharesOfBills } from './adjust.ts'
import { type Reduced, reduce } from './rules/reduce.ts'

/** So many bills stand in the table; the sums are of all. */
const SHOWN = 50

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`
const sumOf = <T>(all: readonly T[], amount: (one: T) => number): number => all.reduce((sum, one) => sum + amount(one), 0)

/** The bills that a dialog is about, one or several. */
interface About {
  bill_id?: number | undefined
  ids?: readonly number[] | undefined
}

interface Bill {
  bill_id: number
  sn: string
  custom_name: string
  shares: AdjustedShare[]
}

/** Those of the bills that are in scope and stand, with their shares. */
const billsOf = async (db: Queryable, { bill_id, ids }: About, scope: Scope): Promise<Bill[]> => {
  const keys = ids ?? (bill_id === undefined ? [] : [bill_id])
  const { rows } = await sql<Omit<Bill, 'shares'>>`
    select bill_id, sn, custom_name from bill where bill_id = any(${keyList(keys)}) and is_void = 0 and "from" <> 3 and ${inScope(scope, 'p_id')} order by bill_id
  `.execute(db)
  const shares = await sharesOfBills(
    db,
    rows.map((bill) => bill.bill_id),
  )
  return rows.map((bill) => ({ ...bill, shares: shares.filter((share) => share.bill_id === bill.bill_id) }))
}

const tableOf = (heads: readonly string[], rows: readonly string[][], amounts: number): Pick<Preview, 'table'> => ({
  table: { heads, rows: rows.slice(0, SHOWN), amounts, ...(rows.length > SHOWN ? { more: rows.length - SHOWN } : {}) },
})

/** What the deed will be refused for is said before. */
const saidOf = (...all: readonly (string | null)[]): Pick<Preview, 'said'> => {
  const said = all.filter((one) => one !== null)
  return said.length > 0 ? { said: said.join('；') } : {}
}

const PROBLEMS: Readonly<Record<NonNullable<Reduced['problem']>, string>> = {
  none: '没有这一承担方',
  beyond: '减免超过应付',
  nothing: '没有可减免的金额',
}

/** What of what comes back of a share is money; the rest of it a deposit paid. In fen. */
const moneyOf = (shares: readonly AdjustedShare[], share_id: number, back: number): number =>
  Math.min(
    back,
    sumOf(shares.find((share) => share.share_id === share_id)?.given ?? [], ({ price }) => price),
  )

/** Gives what reducing the bills comes to: of each what it was, by how much it is less and what then is paid too much; and the sums. */
export const reduction = async (
  { tx, session }: Context,
  { bill_id, ids, ...asked }: About & Omit<FormValue<typeof reduceForm>, 'why'>,
): Promise<Preview> => {
  if ((asked.how === 1 ? asked.amount : asked.percent) === undefined) return { facts: [] }
  const bills = (await billsOf(tx, { bill_id, ids }, session.scope)).map((bill) => ({ ...bill, done: reduce(bill.shares, asked) }))
  const wrong = bills.find(({ done }) => done.problem !== null)
  const told = bills.map(({ sn, custom_name, shares, done: { parts } }) => ({
    ...{ sn, custom_name, price: sumOf(shares, ({ price }) => price) },
    ...{ less: sumOf(parts, ({ less }) => less), back: sumOf(parts, ({ share_id, back }) => moneyOf(shares, share_id, back)) },
    held: sumOf(parts, ({ share_id, back }) => back - moneyOf(shares, share_id, back)),
  }))
  const held = sumOf(told, (one) => one.held)
  const rows = told.map(({ sn, custom_name, price, less, back }) => [
    sn,
    custom_name,
    yuan(price),
    yuan(less),
    yuan(price - less),
    yuan(back),
  ])
  return {
    facts: [
      { label: '账单', value: `${bills.length}` },
      { label: '减免合计', value: yuan(sumOf(told, ({ less }) => less)) },
      { label: '退回预收', value: yuan(sumOf(told, ({ back }) => back)) },
      ...(held > 0 ? [{ label: '退回押金', value: yuan(held) }] : []),
    ],
    ...tableOf(['账单号', '租客', '应付', '减免', '减免后', '退回预收'], rows, 4),
    ...saidOf(
      wrong?.done.problem ? `账单 ${wrong.sn} 不能这样减免：${PROBLEMS[wrong.done.problem]}` : null,
      await sentSaid(tx, bills, '减免'),
    ),
  }
}

/** Of each bill what a party has not paid, or all, and the sum: what a deed takes away; and which of them wait for the bank. */
const unpaidBy = async (
  { tx, session }: Context,
  about: About,
  party: number | undefined,
  [head, label, deed]: readonly [head: string, label: string, deed: string],
): Promise<Preview> => {
  const found = await billsOf(tx, about, session.scope)
  const bills = found.map(({ shares, ...bill }) => {
    const own = shares.filter((share) => party === undefined || share.party === party)
    return { ...bill, price: sumOf(own, ({ price }) => price), paid: sumOf(own, ({ paid }) => paid) }
  })
  return {
    facts: [
      { label: '账单', value: `${bills.length}` },
      { label, value: yuan(sumOf(bills, ({ price, paid }) => price - paid)) },
    ],
    ...tableOf(
      ['账单号', '租客', '应付', '已付', head],
      bills.map(({ sn, custom_name, price, paid }) => [sn, custom_name, yuan(price), yuan(paid), yuan(price - paid)]),
      3,
    ),
    ...saidOf(await sentSaid(tx, found, deed)),
  }
}

/** Gives what writing the bills off comes to: what of each is not paid, and the sum. */
export const writingOff = (context: Context, { party, ...about }: About & Omit<FormValue<typeof writeOffForm>, 'why'>): Promise<Preview> =>
  unpaidBy(context, about, party, ['核销', '核销合计', '核销坏账'])

/** Gives what another is to owe of the bills: what of each its party has not paid, and the sum. */
export const payerChanging = (context: Context, { from_party, ...about }: About & { from_party: number }): Promise<Preview> =>
  unpaidBy(context, about, from_party, ['转出', '转出合计', '改付款方'])
