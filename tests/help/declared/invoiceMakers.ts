import { addInvoice } from '../addInvoice.ts'
import type { AdminServer } from '../adminServer.ts'
import { addRow, flowOf } from '../store/ground.ts'

/** How receipts and invoices are made in their first state. */
export const invoiceMakers = (ground: AdminServer) => {
  let serial = 0
  return {
    invoice_request: async () => (await addInvoice(ground.server)).invoice_id,
    receipt: () => addRow(ground.server, 'receipt', { number: `PJ试${++serial}`, payer: '交款人', price: 100, flows: 1, p_id: 1 }),
    input_tax_out: async () => {
      const invoice = { invoice_number: String(30_000_000 + ++serial), input_tax: 60, deductible: 1 }
      const asked = flowOf(ground.ground, { type: 2, price: 1060, p_id: 1, ...invoice })
      const { flow_id } = (await ground.ask('/api/flow/add', asked)).data
      return addRow(ground.server, 'input_tax_out', { flow_id, day: '2026-03-01', reason: 1, price: 10, p_id: 1 })
    },
  }
}

let numbers = 0
/** What the dialogs of their moves ask. */
export const invoiceAsked = {
  'invoice_request.enter': async () => ({ number: `2631${String(++numbers).padStart(16, '0')}`, issued_on: '2026-01-01' }),
}

/** What they must have, too, where they are put into a state by hand. */
export const invoiceBeside = {
  receipt: async () => `, void_why = '试'`,
  invoice_request: async () => `, number = '2632${String(++numbers).padStart(16, '0')}', issued_on = '2026-01-01', fail_reason = '试'`,
}
