import type { AdminServer } from '../adminServer.ts'
import { addRow } from '../store/ground.ts'

/** How receipts and invoices are made in their first state. */
export const invoiceMakers = (ground: AdminServer) => {
  let serial = 0
  return {
    receipt: () => addRow(ground.server, 'receipt', { number: `PJ试${++serial}`, payer: '交款人', price: 100, flows: 1, p_id: 1 }),
  }
}
