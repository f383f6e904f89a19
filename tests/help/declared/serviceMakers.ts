import type { AdminServer } from '../adminServer.ts'
import { addRow } from '../store/ground.ts'

/** How repairs, inspections and violations are made in their first state: in one room for all, so that orders that hold it begin and end beside each other. */
export const serviceMakers = (ground: AdminServer, newRoom: () => Promise<number>) => {
  let serial = 0
  let roomOfServices: Promise<number> | undefined
  const servedRoom = (): Promise<number> => {
    roomOfServices ??= newRoom()
    return roomOfServices
  }
  return {
    repair: async () =>
      addRow(ground.server, 'repair', {
        org_id: await servedRoom(),
        kind: 1,
        urgency: 1,
        description: '滴水',
        reporter: '租客',
        phone: '13812345678',
        p_id: 1,
      }),
    inspect: async () =>
      addRow(ground.server, 'inspect', {
        ...{ batch: `批次${++serial}`, kind: 1, org_id: await servedRoom(), inspector: 1, planned_date: '2026-11-20', p_id: 1 },
      }),
    violation: async () =>
      addRow(ground.server, 'violation', {
        ...{ org_id: await servedRoom(), kind: 1, found_on: '2026-11-01', found_by: 2, facts: '转租', p_id: 1 },
      }),
  }
}
