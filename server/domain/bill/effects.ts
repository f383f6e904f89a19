import bill from '../../../src/resources/bill/bill.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { requestInvoice } from '../invoice/index.ts'
import { checkNoStay, checkNotSent, giveBack, reduceBills, whyNotVoid, writeOff } from './acts.ts'
import { holdMoneyOf } from './adjust.ts'
import { changePayer } from './alter.ts'
import { percentOf } from './rules/reduce.ts'

/** What staff do with a bill (domain.md, Money): nothing on it is edited, each deed stands beside it. */
export default defineEffects(bill, {
  void: {
    check: async (acting, rows) => {
      await checkNotSent(acting, rows, '作废')
      await checkNoStay(acting, rows)
    },
    refusal: whyNotVoid,
  },
  reduce: {
    holds: holdMoneyOf,
    worth: ({ price }, { how, amount, percent }) => (how === 2 ? percentOf(price ?? 0, percent ?? 100) : (amount ?? 0)),
    check: (acting, rows) => checkNotSent(acting, rows, '减免'),
    after: reduceBills,
    refusal: ({ sn, is_void, from }) =>
      is_void === 1
        ? `账单 ${sn} 已作废，不能减免`
        : from === 3
          ? `账单 ${sn} 是押金，押金不减免`
          : `账单 ${sn} 已核销坏账，没有可减免的金额`,
  },
  restore: { after: giveBack([3, 6], 6) },
  writeOff: {
    check: (acting, rows) => checkNotSent(acting, rows, '核销坏账'),
    after: writeOff,
    refusal: ({ sn, from }) => (from === 3 ? `账单 ${sn} 是押金，未收的押金请作废` : `账单 ${sn} 没有逾期未付的金额，不能核销坏账`),
  },
  changePayer: {
    after: changePayer,
    refusal: ({ sn, from }) => (from === 3 ? `账单 ${sn} 是押金，不改付款方` : `账单 ${sn} 没有未付的部分，不用改付款方`),
  },
  invoice: {
    after: (acting, rows, asked) =>
      requestInvoice(
        acting,
        rows.map(({ bill_id }) => bill_id),
        asked,
      ),
    refusal: ({ sn, is_void }) => (is_void === 1 ? `账单 ${sn} 已作废，不能开票` : `账单 ${sn} 是押金，押金不开票`),
  },
  recover: { after: giveBack([4, 5], 5) },
})
