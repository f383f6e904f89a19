import type { AdminServer } from '../adminServer.ts'
import { addRow } from '../store/ground.ts'

/** The account that every store has for transfers of money. */
const own_account_id = 900_001

/** How statements, their lines, transfers and months are made in their first state. */
export const statementMakers = (ground: AdminServer) => {
  let serial = 0
  const statement = () =>
    addRow(ground.server, 'statement', {
      ...{ own_account_id, from_day: '2026-03-01', to_day: '2026-03-01', lines: 0, known: 0, income: 0, outgo: 0, enters: 2 },
      ...{ file_name: '对账单.csv', sha256: `${++serial}`, p_id: 1 },
    })
  return {
    statement,
    statement_line: async () => {
      await addRow(ground.server, 'cost', { name: `月租${++serial}`, income: 2 })
      const line = { own_account_id, day: '2026-03-01', deal_time: 1_772_300_000, type: 1, price: 100, party: '甲', kind: 1, file_row: 2 }
      return addRow(ground.server, 'statement_line', { ...line, mark: `${serial}`, statement_id: await statement(), p_id: 1 })
    },
    // Each after all before it, and long ago: what is booked now is of none of them.
    closing: () => {
      serial += 1
      return addRow(ground.server, 'closing', { month: `${1900 + Math.floor(serial / 12)}-${String(1 + (serial % 12)).padStart(2, '0')}` })
    },
    opening: async () => {
      const opening_id = await addRow(ground.server, 'opening', { day: '2026-01-31', money_asked: 100, p_id: 1 })
      await addRow(ground.server, 'cost', { name: `月租${++serial}`, income: 2 })
      await addRow(ground.server, 'opening_item', { opening_id, kind: 4, own_account_id, price: 100, p_id: 1 })
      return opening_id
    },
    transfer: () =>
      addRow(ground.server, 'transfer', { day: '2026-03-01', kind: 2, from_account_id: own_account_id, price: 100, fee: 0, p_id: 1 }),
  }
}
