import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { passNights } from '../../help/days.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, pay, room, tenant, detail } = tenanciesOn(at)
const { begin, handOver, figures, settle } = surrendersOn(at)
let place = { org_id: 0, custom_id: 0, name: '原主租人' }
const { bill } = billingOn(at, () => place)

test('a fee in the name of a former main tenant is settled with the contract that another went on with, and so is a repair that he reported', async () => {
  const org_id = await room()
  const former = await tenant({ name: place.name })
  const contract_id = await signed({
    org_id,
    custom_id: former,
    start_date: addDays(today(), -9),
    signed_on: addDays(today(), -9),
    months: 12,
    mode: 2,
  })
  await pay(contract_id)
  place = { ...place, org_id, custom_id: former }
  const fee = await bill({ price: 4_000 })
  const broken = { org_id, kind: 1, urgency: 1, description: '漏水', reporter: '原主租人', phone: '13812345678' }
  const { repair_id } = done(await ask('/api/repair/add', broken)).data
  await passNights(at.server, 3, ['contract'])
  const heir = await tenant({ name: '接着住的人' })
  done(await ask('/api/contract/heir', { contract_id, custom_id: heir, reason: '去世' }))
  done(await ask('/api/repair/dispatch', { repair_id, handler: 1, visit_start: 1_900_000_000, visit_end: 1_900_003_600, lays_up: 0 }))
  const paid = { work: '换了阀芯', cost: 6_000, borne_by: 2, from_id: at.ground.cost, due_days: 10 }
  const { bill_id } = done(await ask('/api/repair/finish', { repair_id, ...paid })).data
  expect(done(await ask('/api/bill/detail', { bill_id })).data).toMatchObject({ custom_id: heir, custom_name: '接着住的人' })

  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id))
  expect(await figures(surrender_id)).toMatchObject({ arrears: 10_000 })
  done(await settle(surrender_id))
  for (const one of [fee, bill_id]) expect(done(await ask('/api/bill/detail', { bill_id: one })).data).toMatchObject({ owed: 0 })
  expect(await detail(contract_id)).toMatchObject({ status: 7 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
