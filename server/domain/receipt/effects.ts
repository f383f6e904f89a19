import receipt from '../../../src/resources/invoice/receipt.ts'
import { defineEffects } from '../../calls/defineEffects.ts'

export default defineEffects(receipt, {
  void: {
    sets: { voided_by: ({ session }) => session.userId, voided_at: ({ now }) => now },
    refusal: ({ number }) => `收据 ${number} 已作废`,
  },
})
