import { beforeAll, expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { leasesOn } from '../../help/leases.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, pay, signed } = tenanciesOn(at)
const { withRoom, inForce, contracts, sign } = leasesOn(at)
const { begin } = surrendersOn(at)

/** Who applies, and who decides. */
let [clerk, head] = ['', '']
const SETTING = '/api/checkSetting/save'
/** Has this business wait for somebody, or for nobody. */
const approve = async (business: 'signing' | 'renewal' | 'contract_void', isAsked: boolean): Promise<void> => {
  const { values, version } = done(await ask('/api/checkSetting/detail')).data
  done(await ask(SETTING, { ...values, [business]: isAsked ? [{ way: 1, who: 2, user_id: decider }] : [], version }))
}
let decider = 0
beforeAll(async () => {
  clerk = await tokenOf(at.server, await addAccount(at.server, 'clerk', ['*']))
  decider = await addAccount(at.server, 'head', ['key:audit'])
  head = await tokenOf(at.server, decider)
})

const decide = (deed: string, audit_id: number, who = head, params: object = {}) =>
  ask(`/api/my_audit/${deed}`, { audit_id, ...params }, who)
const submitted = async (path: string, params: object): Promise<number> => {
  const { data } = done(await ask(path, params as Record<string, unknown>, clerk))
  expect(data).toEqual({ audit_ids: [expect.any(Number)] })
  return data.audit_ids[0]
}
const lease = async (lease_id: number) => done(await ask('/api/lease/detail', { lease_id })).data
const standing = async (lease_id: number): Promise<number[]> => [
  (await lease(lease_id)).status,
  ...(await contracts(lease_id)).map(({ status }: { status: number }) => status),
]
const stateOf = async (org_id: number): Promise<number> => (await ask('/api/org/detail', { org_id })).data.state
const followers = async (lease_id: number) => done(await ask('/api/lease/index', { former_id: [lease_id] })).data.list

test('a whole lease that is to be agreed to waits with its rooms free, and is final with all of them by the last yes', async () => {
  await approve('signing', true)
  const [one, other] = [await room(), await room()]
  const lease_id = await withRoom([one, other])
  const refused = await submitted('/api/lease/submit', { lease_id })
  expect(await standing(lease_id)).toEqual([2, 1, 1])
  expect([await stateOf(one), await stateOf(other)]).toEqual([1, 1])
  expect(await ask('/api/lease/rooms', { lease_id, rooms: [await room()], each: 1 })).toMatchObject({ code: 409 })
  expect((await decide('agree', refused, clerk)).code).not.toBe(200)
  done(await decide('refuse', refused, head, { opinion: '租金偏低' }))
  expect(await standing(lease_id)).toEqual([1, 1, 1])
  const audit_id = await submitted('/api/lease/submit', { lease_id })
  const agreed = await Promise.all([1, 2, 3].map(() => decide('agree', audit_id)))
  expect(agreed.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await standing(lease_id)).toEqual([3, 3, 3])
  expect([await stateOf(one), await stateOf(other)]).toEqual([3, 3])
  done(await sign(lease_id))
  expect(await standing(lease_id)).toEqual([4, 4, 4])
  await approve('signing', false)
})

test('a room that is let to somebody else meanwhile keeps the lease from being final: it goes back to a draft', async () => {
  await approve('signing', true)
  const taken = await room()
  const lease_id = await withRoom([taken, await room()])
  const audit_id = await submitted('/api/lease/submit', { lease_id })
  await approve('signing', false)
  await signed({ org_id: taken })
  expect((await decide('agree', audit_id)).data.msg).toContain('不是空置')
  expect(await standing(lease_id)).toEqual([1, 1, 1])
})

test('a renewal that is to be agreed to makes nothing before, and all of it with the last yes', async () => {
  const lease_id = await inForce([await room(), await room()])
  for (const { contract_id } of await contracts(lease_id)) await pay(contract_id)
  await approve('renewal', true)
  const asked = { lease_id, months: 12, each: 90_000 }
  const withdrawn = await submitted('/api/lease/renew', asked)
  expect(await followers(lease_id)).toEqual([])
  expect(await standing(lease_id)).toEqual([4, 4, 4])
  done(await decide('withdraw', withdrawn, clerk))
  const audit_id = await submitted('/api/lease/renew', asked)
  done(await decide('agree', audit_id))
  const [next] = await followers(lease_id)
  expect(await standing(next.lease_id)).toEqual([3, 3, 3])
  expect((await contracts(next.lease_id)).map(({ rent }: { rent: number }) => rent)).toEqual([90_000, 90_000])
  expect((await decide('agree', audit_id)).code).not.toBe(200)
  expect(await followers(lease_id)).toHaveLength(1)
  await approve('renewal', false)
})

test('a room given up while a renewal waits does not go on', async () => {
  const lease_id = await inForce([await room(), await room()])
  const [first, second] = await contracts(lease_id)
  for (const { contract_id } of [first, second]) await pay(contract_id)
  await approve('renewal', true)
  const audit_id = await submitted('/api/lease/renew', { lease_id, months: 12 })
  await begin(first.contract_id)
  done(await decide('agree', audit_id))
  const [next] = await followers(lease_id)
  expect((await contracts(next.lease_id)).map(({ former_id }: { former_id: number }) => former_id)).toEqual([second.contract_id])
  await approve('renewal', false)
})

test('voiding a room of one in force waits for whoever has to agree', async () => {
  const lease_id = await inForce([await room(), await room()])
  const [first] = await contracts(lease_id)
  await approve('contract_void', true)
  const audit_id = await submitted('/api/contract/void', { contract_id: first.contract_id, reason: '录错' })
  expect((await lease(lease_id)).rooms).toBe(2)
  done(await decide('agree', audit_id))
  expect((await lease(lease_id)).rooms).toBe(1)
  expect((await ask('/api/contract/detail', { contract_id: first.contract_id })).data).toMatchObject({ status: 8, start_date: today() })
  await approve('contract_void', false)
})
