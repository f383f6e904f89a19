import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { enteredHousehold, pastContract } from '../../help/households.ts'
import { addAccount, cardOf, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, room, draft, toSign, signed, detail } = tenanciesOn(at)

const past = async (custom_id: number, from: number, to: number) => pastContract(at.server, { custom_id, org_id: await room(), from, to })
const capDay = async (custom_id: number) => (await detail(done(await draft({ custom_id })).data.contract_id)).cap_day as string

test('who came by no application has a household too: its years count for whoever of it signs; a parent’s do not', async () => {
  const fresh = await capDay(await tenant())
  for (const [by, of] of [
    [0, 1],
    [1, 0],
    [2, 1],
  ] as const) {
    const { tenants, parent } = await enteredHousehold(at.server)
    await past(tenants[of], 1000, 800)
    await past(parent, 3000, 2000)
    expect(await capDay(tenants[by])).toBe(addDays(fresh, -201))
  }
})

test('one household, one home: entered, the second contract is refused; who is taken out of it signs', async () => {
  const [head, , child] = (await enteredHousehold(at.server)).tenants
  const { sn } = await detail(await toSign({ custom_id: head }))
  expect(await draft({ custom_id: child })).toMatchObject({
    code: 409,
    msg: `该租客的家庭同一时间已有合同 ${sn}：一户只租一套`,
  })
  const { list } = done(await ask('/api/kin/index', { custom_id: [head] })).data
  const { kin_id } = list.find(({ name }: { name: string }) => name === '子女')
  done(await ask('/api/kin/del', { kin_id }))
  expect(await draft({ custom_id: child })).toMatchObject({ code: 200 })
})

test('whoever of a household applies is found by the tenant who has entered them', async () => {
  const { tenants, cards } = await enteredHousehold(at.server)
  const { sn } = await detail(await toSign({ custom_id: tenants[0] }))
  const asked = { phone: '13812345678', p_id: 1, nature: 1, priority: 2, room_type: 1, family_size: 2, income: 600_000, housing_area: 8 }
  const { apply_id } = done(await ask('/api/qualification/add', { custom_name: '配偶', card: cards[1], ...asked })).data
  expect((await ask('/api/qualification/detail', { apply_id })).data.duplicates).toBe(`配偶 登记为租客 户主 的家人，其有合同 ${sn}`)
})

test('another main tenant is one of those who were entered, where any were', async () => {
  const { tenants, parent } = await enteredHousehold(at.server)
  const contract_id = await signed({ custom_id: tenants[0] })
  const heir = (custom_id: number) => ask('/api/contract/heir', { contract_id, custom_id, reason: '去世' })
  expect(await heir(await tenant())).toMatchObject({ code: 400, msg: '新的主租人须是该户的人：配偶、子女、母亲' })
  expect(await heir(parent)).toMatchObject({ code: 200 })
  // Entered of the first tenant, they are of the household of whoever goes on.
  expect(await heir(await tenant())).toMatchObject({ code: 400, msg: '新的主租人须是该户的人：户主、配偶、子女、母亲' })
  expect(await heir(tenants[1])).toMatchObject({ code: 200 })
  expect(await heir(tenants[0])).toMatchObject({ code: 200 })
})

test('merged, a tenant’s household goes along; of another project nobody sees it', async () => {
  const [head, , child] = (await enteredHousehold(at.server)).tenants
  const stays = await tenant()
  done(await ask('/api/lessee/merge', { custom_id: head, merged_into: stays }))
  await past(stays, 1000, 800)
  expect(await capDay(child)).toBe(addDays(await capDay(await tenant()), -201))
  const names = async (token?: string) =>
    done(await ask('/api/kin/index', { custom_id: [stays] }, token)).data.list.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['配偶', '子女', '母亲'])
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['*'], [2]))
  expect(await names(elsewhere)).toEqual([])
  expect(await ask('/api/kin/add', { custom_id: stays, name: '外人', relation: 1, card: cardOf(1) }, elsewhere)).toMatchObject({
    code: 400,
    data: { field: 'custom_id' },
  })
})

test('who may not reads no card in clear, and every change stands in the log', async () => {
  const [head] = (await enteredHousehold(at.server)).tenants
  const { kin_id } = done(await ask('/api/kin/add', { custom_id: head, name: '幼子', relation: 2, card: cardOf(411) })).data
  const { list } = done(await ask('/api/kin/index', { custom_id: [head], order: '-kin_id' })).data
  expect(list[0].card).toMatch(/\*/)
  const { version } = list[0]
  done(await ask('/api/kin/edit', { kin_id, version, name: '新名', relation: 2, card: list[0].card }))
  const { rows } = await sql<{ label: string }>`select label from operation_log where resource = 'kin' and record_id = ${kin_id}`.execute(
    at.server.db,
  )
  expect(rows.map(({ label }) => label)).toEqual(['新增家人', '编辑家人'])
})
