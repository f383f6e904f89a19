import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, addRow, addTenant, cardOf, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, sign, pay } = tenanciesOn(at)

/** A household in the queue, as its application was passed: its key there, and its application's. */
const household = async (): Promise<{ wait_id: number; apply_id: number }> => {
  const person = { custom_name: '户主', card: cardOf(7101), phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 2 }
  const apply_id = await addRow(at.server, 'qualification', { ...person, family_size: 2, income: 600_000, housing_area: 8, status: 1 })
  await addRow(at.server, 'member', { apply_id, name: '配偶', relation: 1, card: cardOf(7102), p_id: 1 })
  await sql`update qualification set status = 3 where apply_id = ${apply_id}`.execute(at.server.db)
  return { apply_id, wait_id: await addRow(at.server, 'waiting', { ...person, apply_id, qualified_at: 1, status: 1 }) }
}
/** What stands on a tenant's page in one of its lists. */
const listed = async (call: string, custom_id: number, token?: string) => done(await ask(call, { custom_id: [custom_id] }, token)).data.list

test('a tenant’s page has the household, what it came from, its deposit and how it left; merged, all of it goes along', async () => {
  const { wait_id, apply_id } = await household()
  const org_id = await room()
  done(await ask('/api/Waiting/call', { wait_id, org_id, days: 7 }))
  done(await ask('/api/Waiting/choose', { wait_id }))
  const start_date = addDays(today(), -9)
  const terms = { wait_id, org_id, p_id: 1, start_date, months: 12, rent: 128_000, payment_ratio: 100 }
  const { contract_id } = done(await ask('/api/contract/add', terms)).data
  done(await ask('/api/contract/submit', { contract_id }))
  done(await sign(contract_id, start_date))
  await pay(contract_id)
  const { custom_id } = (await ask('/api/contract/detail', { contract_id })).data
  done(await ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() }))

  const all = async (key: number, token?: string) => ({
    members: (await listed('/api/member/index', key, token)).map(({ name }: { name: string }) => name),
    applications: (await listed('/api/qualification/index', key, token)).map((row: { apply_id: number }) => row.apply_id),
    waits: (await listed('/api/Waiting/index', key, token)).map((row: { wait_id: number }) => row.wait_id),
    deposits: (await listed('/api/deposit_entry/index', key, token)).map(({ price }: { price: number }) => price),
    surrenders: (await listed('/api/surrender/index', key, token)).map((row: { contract_id: number }) => row.contract_id),
  })
  const whole = { members: ['配偶'], applications: [apply_id], waits: [wait_id], deposits: [128_000], surrenders: [contract_id] }
  expect(await all(custom_id)).toEqual(whole)
  const { events } = done(await ask('/api/life/timeline', { resource: 'lessee', id: custom_id })).data
  const said = events.map(({ says }: { says: string }) => says)
  expect(said).toEqual(expect.arrayContaining(['申请保障', '押金收退', '退租']))

  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['*'], [2]))
  const nothing = { members: [], applications: [], waits: [], deposits: [], surrenders: [] }
  expect(await all(custom_id, elsewhere)).toEqual(nothing)

  const twin = await addTenant(at.server, { card: cardOf(7103) })
  done(await ask('/api/lessee/merge', { custom_id, merged_into: twin }))
  expect([await all(twin), await all(custom_id)]).toEqual([whole, nothing])
})
