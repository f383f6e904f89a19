import type { AdminServer } from './adminServer.ts'
import { addRow, addTenant, cardOf, flat } from './store/ground.ts'

let people = 700

/** A room with whoever lives there. */
export interface LivedIn {
  org_id: number
  contract_id: number
  custom_id: number
  name: string
}

/** Gives a new room of a project (1 unless said otherwise) that is empty. */
export const emptyRoom = async ({ ask, ground }: AdminServer, p_id = 1): Promise<number> => {
  const region_name = p_id === 1 ? '张杨花苑' : '徐汇花苑'
  const { code, msg, data } = await ask('/api/org/add', flat(ground, { p_id, region_name }))
  if (code !== 200) throw new Error(msg)
  return data.org_id[0]
}

/** Gives a new room with a tenant whose contract is in force; `changes` are of the contract. */
export const letRoom = async (at: AdminServer, changes: Record<string, unknown> = {}): Promise<LivedIn> => {
  const p_id = (changes.p_id as number | undefined) ?? 1
  const org_id = await emptyRoom(at, p_id)
  const name = `租客${++people}`
  const custom_id = await addTenant(at.server, { name, card: cardOf(people), p_id })
  const contract_id = await addRow(at.server, 'contract', {
    ...{
      sn: `HTS${people}`,
      custom_id,
      org_id,
      p_id,
      start_date: '2026-01-01',
      end_date: '2099-12-31',
      rent: 100,
      deposit: 100,
      status: 4,
    },
    ...changes,
  })
  return { org_id, contract_id, custom_id, name }
}
