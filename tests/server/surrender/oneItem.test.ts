import { expect, test } from 'vitest'
import { endTerms } from '../../../server/domain/contract/days.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, pay, bills, detail } = tenanciesOn(at)
const { begin, handOver, settle, figures } = surrendersOn(at)

test('damages and one day of staying that an operator books under one item are both charged, or neither is', async () => {
  const start_date = addDays(today(), -380)
  const contract_id = await signed({ start_date, signed_on: start_date, months: 12 })
  await pay(contract_id)
  const left_on = addDays((await detail(contract_id)).end_date as string, 1)
  await nightWork(at.server, (tx) => endTerms(bySystem(tx), today()))
  const surrender_id = await begin(contract_id, { planned_date: left_on })
  done(await handOver(surrender_id, { left_on, checklist: [{ item: '门', state: 3, price: 30_000 }] }))
  const before = await bills(contract_id)
  const stay = before.filter(({ from, start_date: day }) => from === 2 && day === left_on)
  expect(stay).toHaveLength(1)
  expect(await settle(surrender_id)).toMatchObject({ code: 409, msg: expect.stringMatching(/另选一个费用项/) })
  expect(await bills(contract_id)).toEqual(before)

  const { id } = done(await ask('/api/cost/add', { name: '赔偿' })).data
  const { values, version } = done(await ask('/api/contractSetting/detail')).data
  done(await ask('/api/contractSetting/save', { ...values, settle_item: id, version }))
  done(await settle(surrender_id))
  expect(await figures(surrender_id)).toMatchObject({ damages: 30_000 })
  const charged = (await bills(contract_id)).filter(({ from, start_date: day, is_void }) => from === 2 && day === left_on && is_void === 0)
  expect(charged.map(({ price }) => price).sort((a, b) => a - b)).toEqual([stay[0]?.price ?? 0, 30_000].sort((a, b) => a - b))
  // Damages are no charge for the stay, though they are of its days.
  const [holdover] = done(await ask('/api/holdover/index', { contract_id: [contract_id] })).data.list
  expect(done(await ask('/api/holdover/detail', { holdover_id: holdover.holdover_id })).data.charged).toBe(stay[0]?.price)
})
