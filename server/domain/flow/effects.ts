import flow from '../../../src/resources/flow/flow.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { requestOfFlow } from '../invoice/index.ts'
import { oneReceipt } from '../receipt/index.ts'
import { turnOut } from '../vat/index.ts'
import { bounceFlow, checkBounce } from './bounce.ts'
import { checkClaim, claimFlow, unclaimFlow } from './claim.ts'
import { checkRefund, refundFlow } from './refund.ts'
import { reverseFlow } from './reverseFlow.ts'

/** What becomes of money that moved: it is reversed once, and a reversal is final (domain.md, Money). */
export default defineEffects(flow, {
  reverse: {
    refusal: ({ reverses }) => (reverses === null ? '该流水已红冲，不能再次红冲' : '红字流水不能再红冲'),
    after: (acting, [{ flow_id }], { note }) => reverseFlow(acting, flow_id, note),
  },
  bounce: {
    refusal: ({ reverses }) => (reverses === null ? '该流水已红冲，不能再登记退回' : '红字流水不能登记退回'),
    check: (acting, [row], asked) => checkBounce(acting, row, asked),
    after: (acting, [{ flow_id }], asked) => bounceFlow(acting, flow_id, asked),
  },
  refund: {
    refusal: ({ type, reverses }) =>
      type === 2 || reverses !== null ? '只能退一笔有效的收入' : '这笔收款没有未核销的余额：已核销的先撤销核销，再退款',
    check: async (_acting, [row], asked) => checkRefund(row, asked),
    after: (acting, [row], asked) => refundFlow(acting, row, asked),
  },
  claim: {
    refusal: ({ custom_id, company_id, unused }) =>
      (custom_id ?? company_id) === null || !unused
        ? '只能认领一笔有效的、还有未核销余额的收款'
        : '这笔收款已知道是谁的，不用认领；认错了的先撤销认领',
    check: (acting, _rows, asked) => checkClaim(acting, asked),
    after: (acting, [row], asked) => claimFlow(acting, row, asked),
  },
  unclaim: {
    refusal: ({ unused }) => (unused ? '这笔收款没有认领过，不用撤销' : '这笔收款没有未核销的余额：核销了的先撤销核销，再撤销认领'),
    after: (acting, [row], { why }) => unclaimFlow(acting, row, why),
  },
  invoice: { after: (acting, [{ flow_id }], asked) => requestOfFlow(acting, flow_id, asked) },
  turnOut: {
    after: (acting, [row], asked) => turnOut(acting, row, asked),
    refusal: ({ deductible, reverses }) =>
      deductible !== 1 ? '没有可抵扣的进项税额，不用转出' : reverses === null ? '该流水已红冲，不能转出进项税' : '红字流水不能转出进项税',
  },
  oneReceipt: {
    after: async ({ tx, session }, rows) => {
      const { receipt_id, number } = await oneReceipt(
        tx,
        rows.map(({ flow_id }) => flow_id),
        session.userId ?? 0,
      )
      return { receipt_id, number, said: `已开收据 ${number}，在“发票列表 › 收据”打印` }
    },
  },
})
