import { type RawBuilder, sql } from 'kysely'
import { today } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import { parties } from '../../../src/schemas/common.ts'
import { feeWays } from '../../../src/schemas/contract/fees.ts'
import type { Context } from '../../calls/defineCall.ts'
import { inScope } from '../../store/reading/filters.ts'
import { NOTHING_LEFT } from './charge.ts'
import { ofBills, ofFees, type ReckonedShare, reckonShares } from './shares.ts'
import { readTerms } from './terms.ts'

/** So many stand in the table; the sums are of all. */
const SHOWN = 50

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`
const sumOf = (shares: readonly ReckonedShare[], amount: (share: ReckonedShare) => number): number =>
  shares.reduce((sum, share) => sum + amount(share), 0)

interface About {
  late_fee_id?: number | undefined
  bill_id?: number | undefined
  ids?: readonly number[] | undefined
  /** Whose the `ids` are: bills', else late fees'. */
  isOfBills: boolean
}

const whereOf = ({ late_fee_id, bill_id, ids, isOfBills }: About): RawBuilder<unknown> => {
  if (isOfBills) return ofBills(ids ?? (bill_id === undefined ? [] : [bill_id]))
  return ofFees(ids ?? (late_fee_id === undefined ? [] : [late_fee_id]))
}

const NOT_CHARGED = '没有计收违约金，请先在“违约金设置”里启用'

/** Gives what bills the late fees come to on a day: of each what it is, what was billed before and what is billed now; and the sums. */
export const charging = async ({ tx, session }: Context, { day, ...about }: About & { day: string }): Promise<Preview> => {
  const terms = await readTerms(tx)
  if (terms.since === null) return { facts: [], said: NOT_CHARGED }
  const shares = await reckonShares(tx, terms, sql`${whereOf(about)} and ${inScope(session.scope, 'b.p_id')}`, day)
  const rows = shares.map(({ sn, custom_name, party, fee, billed, rest }) => [
    ...[sn, custom_name, parties[party as 1], `${fee.pieces.reduce((sum, { days }) => sum + days, 0)}`],
    ...[yuan(fee.total), yuan(billed), yuan(rest)],
  ])
  const count = shares.filter(({ rest }) => rest > 0).length
  return {
    facts: [
      { label: '账单', value: `${count}` },
      { label: '本次合计', value: yuan(sumOf(shares, ({ rest }) => rest)) },
      { label: '以前已出', value: yuan(sumOf(shares, ({ billed }) => billed)) },
    ],
    table: {
      heads: ['逾期的账单', '租客', '承担方', '天数', '违约金', '以前已出', '本次'],
      rows: rows.slice(0, SHOWN),
      amounts: 3,
      words: [2],
      ...(rows.length > SHOWN ? { more: rows.length - SHOWN } : {}),
    },
    ...(count === 0 ? { said: NOTHING_LEFT } : {}),
  }
}

/** Gives how the late fee of a bill, or of a share of it, comes about up to today: from when to when, of how much, at what a day. Nothing where there is none. */
export const working = async ({ tx, session }: Context, about: About): Promise<Preview> => {
  const terms = await readTerms(tx)
  const shares = await reckonShares(tx, terms, sql`${whereOf(about)} and ${inScope(session.scope, 'b.p_id')}`, today())
  const late = shares.filter(({ fee }) => fee.total > 0)
  if (late.length === 0) return { facts: [] }
  const words = new Set(late.map(({ terms: { by, grace, cap } }) => `${feeWays[by as 1]}：宽限 ${grace} 天，上限 ${cap}%`))
  const capped = late.some(({ fee }) => fee.isCapped)
  return {
    facts: [
      { label: '违约金', value: yuan(sumOf(late, ({ fee }) => fee.total)) },
      { label: '已出账单', value: yuan(sumOf(late, ({ billed }) => billed)) },
      { label: '未出账单', value: yuan(sumOf(late, ({ rest }) => rest)) },
      { label: '上限', value: yuan(sumOf(late, ({ fee }) => fee.cap)) },
      { label: '宽限与上限', value: [...words].join('；') },
    ],
    table: {
      heads: ['承担方', '起', '止', '天数', '每天（‱）', '依据', '未付', '违约金'],
      rows: late.flatMap(({ party, fee }) =>
        fee.pieces.map(({ from, to, days, rate, by, base, fen }) => [
          ...[parties[party as 1], from, to, `${days}`, `${rate / 1000}`],
          ...[feeWays[(by ?? 1) as keyof typeof feeWays], yuan(base), yuan(fen)],
        ]),
      ),
      amounts: 2,
      words: [0, 5],
    },
    ...(capped ? { said: '已到上限，不再增加' } : {}),
  }
}
