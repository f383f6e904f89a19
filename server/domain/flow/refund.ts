import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { refundForm } from '../../../src/schemas/flow/refund.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Row } from '../../store/connection/rows.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { insertGiving } from '../../store/writing/write.ts'

type Receipt = Row<
  'flow',
  | ('flow_id' | 'from' | 'from_id' | 'unused' | 'deal_time' | 'custom_name')
  | ('start_date' | 'end_date' | 'org_id' | 'unit_id' | 'p_id' | 'custom_id' | 'company_id')
>
type Asked = FormValue<typeof refundForm>

/**
 * Throws 400 at its field for more than is not used of a receipt, for a day before it came, and where it goes to somebody else without a paper that says so
 * (domain.md, Money: to who paid, else with 委托书).
 */
export const checkRefund = ({ unused: left, deal_time, custom_name }: Receipt, { amount, pay_time, payee, imgs = [] }: Asked): void => {
  const unused = left ?? 0
  if (amount > unused) throw new CallError(400, `这笔收款未核销的只有 ¥${fenToYuan(unused)}`, { field: 'amount' })
  if (pay_time < (deal_time ?? 0)) throw new CallError(400, '退款时间不能早于收款的交易时间', { field: 'pay_time' })
  if (payee.trim() !== custom_name?.trim() && imgs.length === 0) throw new CallError(400, '退给别人须上传委托书', { field: 'imgs' })
}

/** Writes what goes back of a receipt as an expense of its own, of the same party and room (postings.md: prepayment refund). Gives the entry and its number. */
export const refundFlow = async ({ tx, session }: Acting, receipt: Receipt, asked: Asked): Promise<{ refund_id: number; sn: string }> => {
  const { from, from_id, start_date, end_date, org_id, unit_id, p_id, custom_id, company_id, flow_id: refunds } = receipt
  const { amount: price, payee, pay_way: way, pay_account_id: own_account_id, pay_time: deal_time, why: note, imgs } = asked
  const about = { from, from_id, start_date, end_date, org_id, unit_id, p_id, custom_id, company_id, refunds }
  const row = {
    ...about,
    type: 2,
    price,
    custom_name: payee.trim(),
    way,
    own_account_id,
    deal_time,
    note,
    imgs,
    sn: nextOf(series.receipt),
  }
  const made = await insertGiving(tx, resourceNamed('flow'), row, session.userId, ['flow_id', 'sn'])
  return { refund_id: made.flow_id as number, sn: made.sn as string }
}
