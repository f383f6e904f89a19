import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { leasesOn } from '../../help/leases.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, pay, detail } = tenanciesOn(at)
const { inForce, contracts, withRoom } = leasesOn(at)
const { begin } = surrendersOn(at)

const keys = (lease_id: number, asked: object = {}, token?: string) =>
  ask('/api/lease/keys', { lease_id, keys_on: today(), ...asked }, token)
const keysOf = async (lease_id: number): Promise<(string | null)[]> =>
  (await contracts(lease_id)).map(({ keys_on }: { keys_on: string | null }) => keys_on)
/** Changes 合同设置: what is agreed from now on. */
const save = async (changes: Record<string, number>): Promise<void> => {
  const { values, version } = done(await ask('/api/contractSetting/detail')).data
  done(await ask('/api/contractSetting/save', { ...values, ...changes, version }))
}

test('the keys of all rooms wait until the first payment of each is made, by the rules that they were agreed by', async () => {
  await save({ pays_first: 1 })
  const lease_id = await inForce([await room(), await room()])
  await save({ pays_first: 2 })
  const [first, second] = await contracts(lease_id)
  await pay(first.contract_id)
  expect(await keys(lease_id)).toMatchObject({ code: 409, msg: expect.stringContaining(`合同 ${second.sn}：押金与首期房租还有 2 张账单`) })
  expect(await keysOf(lease_id)).toEqual([null, null])
  await pay(second.contract_id)
  expect(await keys(lease_id, { keys_on: addDays(today(), 1) })).toMatchObject({ code: 400, data: { field: 'keys_on' } })
  expect(await keys(lease_id, { keys_note: '每间两把' })).toMatchObject({ code: 200, data: { count: 2 } })
  expect(await detail(first.contract_id)).toMatchObject({ keys_on: today(), keys_note: '每间两把' })
  expect(done(await ask('/api/lease/detail', { lease_id })).data).toMatchObject({ keys_on: today(), keys_note: '每间两把' })
  expect(await keys(lease_id)).toMatchObject({ code: 409 })
  const lenient = await inForce()
  expect(await keys(lenient)).toMatchObject({ code: 200, data: { count: 1 } })
})

test('a room’s keys can be handed over by themselves, and stay as they were; one that is given up has none', async () => {
  const lease_id = await inForce([await room(), await room(), await room()])
  const [first, second, third] = await contracts(lease_id)
  const earlier = addDays(today(), -1)
  done(await ask('/api/contract/keys', { contract_id: first.contract_id, keys_on: earlier }))
  await begin(third.contract_id)
  expect(await keys(lease_id)).toMatchObject({ code: 200, data: { count: 1 } })
  const given = await Promise.all([first, second, third].map(async ({ contract_id }) => (await detail(contract_id)).keys_on))
  expect(given).toEqual([earlier, today(), null])
})

test('before it is signed there are none, where each has its own none are left, and another project has no such lease; at once, once', async () => {
  expect(await keys(await withRoom())).toMatchObject({ code: 409 })
  const lease_id = await inForce()
  const away = await tokenOf(at.server, await addAccount(at.server, 'away', ['*'], [2]))
  expect(await keys(lease_id, {}, away)).toMatchObject({ code: 404 })
  const answers = await Promise.all([1, 2, 3].map(() => keys(lease_id)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  const single = await inForce()
  const [only] = await contracts(single)
  done(await ask('/api/contract/keys', { contract_id: only.contract_id, keys_on: today() }))
  expect(await keys(single)).toMatchObject({ code: 409, msg: '没有要交钥匙的房间' })
})
