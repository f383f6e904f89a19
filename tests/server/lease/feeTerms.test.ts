import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { leasePapers } from '../../../server/domain/lease/paperValues.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { leasesOn } from '../../help/leases.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room } = tenanciesOn(at)
const { company, leased, withRoom, inForce, contracts } = leasesOn(at)

const OWN = { fee_way: 2, fee_rate: 3, fee_grace: 10, fee_cap: 30 }
const NONE = { fee_way: 3, fee_rate: null, fee_grace: null, fee_cap: null }
const STANDARD = { ...NONE, fee_way: 1 }

const OWN_WORDS = '每天按逾期未付金额的万分之 3 计算，应付日后 10 天为宽限期，期内付清的部分不计，合计不超过宽限期满时未付金额的 30%'

const lease = async (lease_id: number) => done(await ask('/api/lease/detail', { lease_id })).data
const paper = async (lease_id: number) =>
  (await leasePapers(at.server.db, [lease_id], Date.now() / 1000)).get(lease_id)?.values.texts.违约金约定
const begun = (terms: object) => {
  const start_date = addDays(today(), -95)
  return inForce(undefined, { start_date, signed_on: start_date, mode: 2, ...terms })
}
/** What is late of a whole lease, and how that is reckoned. */
const late = async (lease_id: number) => {
  const [{ contract_id }] = await contracts(lease_id)
  const { list } = done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4], order: 'bill_date' })).data
  return { bill: list[0], working: done(await ask('/api/bill/late_working', { bill_id: list[0].bill_id })).data }
}

beforeAll(async () => {
  const { values, version } = done(await ask('/api/lateFeeSetting/detail')).data
  const charged = { enabled: 1, since: '2020-01-01', rate: 5, cap: 100, grace: 0, start: 1, ended: 1, way: 1, due_days: 10 }
  done(await ask('/api/lateFeeSetting/save', { ...values, ...charged, most_rate: 6, most_cap: 50, version }))
})

test('what a whole lease agrees on late fees is what its rooms agree, in the paper and in what being late costs; one that says nothing goes by the standard', async () => {
  const [own, none, usual] = [await begun(OWN), await begun({ fee_way: 3 }), await begun({})]
  expect([await lease(own), await lease(none), await lease(usual)]).toMatchObject([OWN, NONE, STANDARD])
  expect([await contracts(own), await contracts(none), await contracts(usual)]).toMatchObject([[OWN], [NONE], [STANDARD]])
  expect([await paper(own), await paper(none), await paper(usual)]).toEqual([OWN_WORDS, '不计违约金', '按甲方公布的统一标准计算'])
  const { bill, working } = await late(own)
  const days = Math.round((Date.parse(today()) - Date.parse(bill.bill_date)) / 86_400_000)
  expect(working.facts).toContainEqual({ label: '宽限与上限', value: '按合同约定：宽限 10 天，上限 30%' })
  expect(working.table.rows[0].slice(3, 6)).toEqual([`${days}`, '3', '按合同约定'])
  expect((await late(usual)).working.table.rows[0].slice(4, 6)).toEqual(['5', '按统一标准'])
  expect((await late(none)).working).toEqual({ facts: [] })
  const keys = await Promise.all([own, usual, none].map(async (lease_id) => (await late(lease_id)).bill.bill_id))
  done(await ask('/api/bill/late_fee', { ids: keys, day: today() }))
  const { rows } = await sql<{ bill_id: number; price: number }>`
    select bill_id, sum(price)::bigint as price from late_fee_bill where bill_id in (${sql.join(keys)}) group by bill_id order by bill_id
  `.execute(at.server.db)
  expect(rows.map(({ bill_id }) => bill_id)).toEqual([keys[0], keys[1]].sort((a, b) => a - b))
  expect(rows.find(({ bill_id }) => bill_id === keys[0])?.price).toBe(Math.round((bill.owed * days * 3) / 10_000))
})

test('rooms that are added one after the other have the same terms', async () => {
  const lease_id = await withRoom(undefined, OWN)
  done(await ask('/api/lease/rooms', { lease_id, rooms: [await room(), await room()], each: 90_000 }))
  expect(await contracts(lease_id)).toMatchObject([OWN, OWN, OWN])
})

test('beyond what the operator allows, or with something left out, no whole lease is made, and the field is named', async () => {
  const count = async () => (await sql<{ n: number }>`select count(*)::integer as n from lease`.execute(at.server.db)).rows
  const before = await count()
  const asked = { company_id: await company(), p_id: 1, start_date: today(), months: 12, ...OWN }
  expect(await ask('/api/lease/add', { ...asked, fee_rate: 6.001 })).toMatchObject({
    code: 400,
    msg: '合同约定的违约金每天最多 6‱（违约金设置）',
    data: { field: 'fee_rate' },
  })
  expect(await ask('/api/lease/add', { ...asked, fee_cap: 51 })).toMatchObject({ code: 400, data: { field: 'fee_cap' } })
  for (const field of ['fee_rate', 'fee_grace', 'fee_cap'])
    for (const wrong of [undefined, -1, 'x', null])
      expect([field, wrong, await ask('/api/lease/add', { ...asked, [field]: wrong })]).toMatchObject([
        field,
        wrong,
        { code: 400, data: { field } },
      ])
  for (const fee_way of [0, 4, '4', [2]])
    expect(await ask('/api/lease/add', { ...asked, fee_way })).toMatchObject({ code: 400, data: { field: 'fee_way' } })
  expect(await count()).toEqual(before)
  const lease_id = await leased({ ...OWN, fee_rate: 6, fee_cap: 50 })
  await expect(sql`update lease set fee_cap = null where lease_id = ${lease_id}`.execute(at.server.db)).rejects.toThrow('lease_fee_terms')
})

test('a renewal says what all its rooms agree; where they have come apart it says none, and the paper says which room has which', async () => {
  const lease_id = await inForce([await room(), await room()], OWN)
  const [one] = await contracts(lease_id)
  done(await ask('/api/contract/fees', { contract_id: one.contract_id, from_date: one.end_date, fee_way: 3, reason: '补充协议' }))
  const apart = done(await ask('/api/lease/renew', { lease_id, months: 12 })).data.lease_id
  expect(await lease(apart)).toMatchObject({ ...NONE, fee_way: null })
  const rooms = await contracts(apart)
  const floorOf = (former: boolean): string =>
    rooms
      .find(({ former_id }: { former_id: number }) => (former_id === one.contract_id) === former)
      .org_id_title.split(' ')
      .at(-1)
  const said = await paper(apart)
  expect(said?.split('；').sort()).toEqual([`${floorOf(false)}：${OWN_WORDS}`, `${floorOf(true)}：不计违约金`].sort())

  const alike = await inForce([await room(), await room()], OWN)
  const renewed = done(await ask('/api/lease/renew', { lease_id: alike, months: 12 })).data.lease_id
  expect(await lease(renewed)).toMatchObject(OWN)
  expect(await paper(renewed)).toBe(OWN_WORDS)
})
