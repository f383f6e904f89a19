import { resourceNamed } from '../../../src/declared/declared.ts'
import type { settleKinds } from '../../../src/schemas/common.ts'
import type { Tx } from '../../store/connection/database.ts'
import { insertRows } from '../../store/writing/write.ts'
import { isOthersBack, isSettled, type Reckoning, type Surrendered } from './reckoning.ts'

/** A line of a settlement: to the tenant above zero, from him below; what others had paid is theirs (7). In fen. */
export interface SettleLine {
  kind: keyof typeof settleKinds
  words: string
  price: number
  bill_id: number | null
}

/** Gives what a settlement is made of, so that its lines sum to what goes back, or is still owed; beside them what stays with the money of others who had paid. */
export const linesOf = (surrendered: Surrendered, reckoning: Reckoning): SettleLine[] => {
  const { shares, deposit, depositor, elsewhere, damages, penalty, compensation, rent } = reckoning
  const mine = shares.filter((share) => isSettled(surrendered, share))
  const period = ({ item, start_date, end_date }: (typeof mine)[number]): string => `${item} ${start_date} 至 ${end_date}`
  const line = (kind: SettleLine['kind'], words: string, price: number, bill_id: number | null = null): SettleLine[] =>
    price === 0 ? [] : [{ kind, words, price, bill_id }]
  return [
    ...line(1, depositor === null ? '现存押金' : `现存押金（${depositor} 交，退给它）`, deposit),
    ...(elsewhere ? line(2, `导入前已收房租 ${elsewhere.from} 至 ${elsewhere.to}，算到 ${surrendered.left_on}`, elsewhere.price) : []),
    ...mine.flatMap((share) => {
      const back = Math.max(0, share.paid - share.after)
      return share.from === 3
        ? line(1, `${share.item} ${share.sn}`, back, share.bill_id)
        : line(2, `${period(share)}，算到 ${surrendered.left_on}`, back, share.bill_id)
    }),
    ...mine.flatMap((share) => line(3, period(share), -Math.max(0, share.after - share.paid), share.bill_id)),
    ...line(4, '交接清单所列', -damages),
    ...line(5, `提前退租，${penalty / rent} 个月租金`, -penalty),
    ...line(6, `出租方提前退租，${compensation / rent} 个月租金`, compensation),
    ...shares
      .filter((share) => isOthersBack(surrendered, share))
      .flatMap((share) =>
        line(
          7,
          `${period(share)}，算到 ${surrendered.left_on}：${share.bearer} 承担的，多付的留作未核销的收款`,
          share.paid - share.after,
          share.bill_id,
        ),
      ),
  ]
}

/** Writes the lines of a settlement in the place of those that were there. */
export const writeLines = async (tx: Tx, surrendered: Surrendered & { p_id: number | null }, reckoning: Reckoning): Promise<void> => {
  const { surrender_id, p_id } = surrendered
  await tx.deleteFrom('settle_line').where('surrender_id', '=', surrender_id).execute()
  const rows = linesOf(surrendered, reckoning).map((line) => ({ ...line, surrender_id, p_id }))
  if (rows.length > 0) await insertRows(tx, resourceNamed('settle_line'), rows, null)
}
