import flow from '../../../src/resources/flow/flow.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { requestOfFlow } from '../invoice/index.ts'
import { oneReceipt } from '../receipt/index.ts'
import { reverseFlow } from './reverseFlow.ts'

/** What becomes of money that moved: it is reversed once, and a reversal is final (domain.md, Money). */
export default defineEffects(flow, {
  reverse: {
    refusal: ({ reverses }) => (reverses === null ? '该流水已红冲，不能再次红冲' : '红字流水不能再红冲'),
    after: (acting, [{ flow_id }], { note }) => reverseFlow(acting, flow_id, note),
  },
  invoice: { after: (acting, [{ flow_id }], asked) => requestOfFlow(acting, flow_id, asked) },
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
