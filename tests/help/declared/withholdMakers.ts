import type { AdminServer } from '../adminServer.ts'
import { addRow, addTenant, cardOf, flat } from '../store/ground.ts'

/** How batches of debits and their lines are made in their first state. */
export const withholdMakers = (ground: AdminServer) => {
  let serial = 0
  const withhold = () => addRow(ground.server, 'withhold', { sn: `DKX${++serial}`, bank: '建行', kind: 1, layout: 1, p_id: 1 })
  return {
    withhold,
    withhold_line: async () => {
      const batch_id = await withhold()
      const custom_id = await addTenant(ground.server, { card: cardOf(9_000 + ++serial) })
      const room = await ground.ask('/api/org/add', flat(ground.ground, { p_id: 1 }))
      const { data } = await ground.ask('/api/bill/create', {
        ...{
          org_id: room.data.org_id[0],
          custom_id,
          custom_name: '租客',
          from: 2,
          from_id: ground.ground.cost,
          price: 100,
          bill_date: '2026-03-01',
          start_date: '2026-03-01',
        },
        ...{ end_date: '2026-03-31', payer: 1, payment_ratio: 100, late: 0, contract_id: 0, type: 2 },
      })
      const line = { batch_id, bill_id: data.bill_id, custom_id, custom_name: '租客', account: '6217001234567890', price: 100, p_id: 1 }
      return addRow(ground.server, 'withhold_line', line)
    },
  }
}
