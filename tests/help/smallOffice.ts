import { today } from '../../src/protocol/dates.ts'
import type { AdminServer } from './adminServer.ts'
import { billingOn } from './billing.ts'
import { lot, parking, publishScreen } from './declared/screens.ts'
import { upload } from './files.ts'
import { picture } from './pictures.ts'
import { addRow, cardOf, flowOf } from './store/ground.ts'
import { done, tenanciesOn } from './tenancies.ts'

const phone = '13812345678'

/**
 * What an office has done after its first weeks, all of it by the calls that staff make: contracts that were signed and are paid, bills that are owed, a queue, owners, a page that was made at run
 * time, uploads. Gives what a later test asks for by name.
 */
export const runSmallOffice = async (at: AdminServer): Promise<{ contract_id: number; bill_id: number }> => {
  const { ask } = at
  const tenancies = tenanciesOn(at)
  const [org_id, custom_id] = [await tenancies.room(), await tenancies.tenant({ name: '租客甲', p_id: 1 })]
  const contract_id = await tenancies.signed({ org_id, custom_id })
  await tenancies.pay(contract_id)
  await tenancies.signed()
  const billing = billingOn(at, () => ({ org_id, custom_id, name: '租客甲' }))
  const bill_id = await billing.bill()
  const flow_id = await billing.pay(bill_id, 4_000)
  await billing.bill({ price: 23_456 })
  done(await ask('/api/flow/receipt', { flow_id }))
  const invoice = { invoice_number: '25312000000123456789', input_tax: 600, deductible: 1 }
  const spent = done(
    await ask('/api/flow/add', flowOf(at.ground, { type: 2, custom_name: '某维修公司', price: 10_600, org_id, ...invoice })),
  ).data
  done(await ask('/api/flow/turn_out', { flow_id: spent.flow_id, amount: 200, out_day: today(), reason: 1 }))
  const wanted = { nature: 1, priority: 2, room_type: 1, family_size: 2, income: 500_000, housing_area: 10 }
  const { apply_id } = done(
    await ask('/api/qualification/add', { custom_name: '申请人', card: cardOf(9001), phone, p_id: 1, ...wanted }),
  ).data
  done(await ask('/api/member/add', { apply_id, name: '家人', relation: 1, card: cardOf(9002) }))
  const visit = { start_time: 1_790_000_000, end_time: 1_790_001_800 }
  done(await ask('/api/reserve/add', { org_id: await tenancies.room(), custom_name: '看房人', phone, ...visit }))
  const { owner_id } = done(await ask('/api/owner/add', { kind: 1, name: '业主甲', card: cardOf(9003), phone })).data
  const owned = await tenancies.room()
  done(await ask('/api/owner_house/add', { owner_id, org_id: owned, share: 50, from_date: '2026-01-01' }))
  await addRow(at.server, 'clue', { kind: 1, custom_name: '线索甲', phone, place: '五角场', price: 100_000 })
  const { answer } = await publishScreen(at.server, at.admin, parking())
  done(answer)
  for (const code of ['A-1', 'A-2', 'B-1']) done(await ask('/api/parking/add', lot(code)))
  const { buffer } = await picture('门面.png', 'png')
  done(await upload(at.server, at.admin, buffer))
  return { contract_id, bill_id }
}
