import type { Tx } from '../../store/connection/database.ts'

/** Gives a room as people call it: its community and its number. */
export const roomName = async (tx: Tx, org_id: number | null): Promise<string> => {
  const room = await tx.selectFrom('org').select(['region_name', 'unit_floor']).where('org_id', '=', org_id).executeTakeFirst()
  return [room?.region_name, room?.unit_floor].filter(Boolean).join(' ')
}
