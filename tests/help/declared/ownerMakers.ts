import { today } from '../../../src/protocol/dates.ts'
import type { AdminServer } from '../adminServer.ts'
import { addRow, cardOf } from '../store/ground.ts'

/** How owners' houses, agreements and settlements are made in their first state, and an owner beside them. */
export const ownersOn = (ground: AdminServer, newRoom: () => Promise<number>) => {
  let serial = 6_000
  const newOwner = (): Promise<number> =>
    addRow(ground.server, 'owner', { kind: 1, name: `业主${++serial}`, card: cardOf(serial), phone: '13812345678' })
  const ownership = async () => ({ owner_id: await newOwner(), org_id: await newRoom() })
  const makers = {
    owner_house: async () => addRow(ground.server, 'owner_house', { ...(await ownership()), share: 1, from_date: '2026-01-01', p_id: 1 }),
    entrust_agreement: async () => {
      const { owner_id } = await ownership()
      return addRow(ground.server, 'entrust_agreement', {
        ...{ owner_id, p_id: 1, book: 1, fee_way: 1, fee_percent: 8, settle_day: 10, start_date: today(), end_date: '2099-12-31' },
      })
    },
    owner_settlement: async () => {
      const { owner_id } = await ownership()
      const terms = { owner_id, p_id: 1, book: 2, rent: 100, settle_day: 10, start_date: today(), end_date: '2099-12-31' }
      const agreement_id = await addRow(ground.server, 'entrust_agreement', terms)
      await addRow(ground.server, 'cost', { name: `月租金${++serial}`, income: 2 })
      return addRow(ground.server, 'owner_settlement', {
        ...{ month: '2026-01', owner_id, agreement_id, book: 2, rent: 100, fee: 0, net: 100, p_id: 1 },
      })
    },
  }
  return { makers, newOwner }
}
