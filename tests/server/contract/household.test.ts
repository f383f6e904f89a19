import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addMonths } from '../../../server/domain/contract/rules/rentSchedule.ts'
import { spanText } from '../../../server/domain/contract/rules/tenancyClock.ts'
import { dayOf } from '../../../server/domain/contract/terms.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { household, pastContract } from '../../help/households.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, addTenant, cardOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, room, draft, toSign, signed, sign, detail } = tenanciesOn(at)

/** A contract of the past, `from` to `to` days ago. */
const past = async (custom_id: number, from: number, to: number, changes: { carried_days?: number } = {}) =>
  pastContract(at.server, { custom_id, org_id: await room(), from, to, ...changes })
const capDay = async (contract_id: number) => (await detail(contract_id)).cap_day as string
/** The day on which a contract of nobody who rented before has used up its cap. */
const freshCap = async () => capDay((await draft()).data.contract_id)
const heir = (contract_id: number, custom_id: number) => ask('/api/contract/heir', { contract_id, custom_id, reason: '离婚' })
const begunAgo = (days: number, changes: Record<string, unknown> = {}) =>
  signed({ start_date: addDays(today(), -days), signed_on: addDays(today(), -days), ...changes })

describe('the clock', () => {
  test('the years of any of the household count for whoever of it signs the next contract; a parent’s and a stranger’s do not', async () => {
    const fresh = await freshCap()
    for (const [by, of] of [
      [0, 1],
      [1, 0],
      [1, 2],
    ] as const) {
      const { tenants, parent } = await household(at.server)
      await past(tenants[of] as number, 1000, 800)
      await past(parent, 3000, 2000)
      const { contract_id } = done(await draft({ custom_id: tenants[by] })).data
      expect(await capDay(contract_id)).toBe(addDays(fresh, -201))
    }
  })
  test('days on which the household had two homes count once', async () => {
    const { tenants } = await household(at.server)
    await past(tenants[0], 1000, 800)
    await past(tenants[1], 900, 700)
    const { contract_id } = done(await draft({ custom_id: tenants[0] })).data
    expect(await capDay(contract_id)).toBe(addDays(await freshCap(), -301))
  })
  test('beyond the household’s cap nobody of it signs, and the dialog says so before', async () => {
    const { tenants } = await household(at.server)
    await past(tenants[0], 72 * 31, 1)
    const terms = { custom_id: tenants[1], org_id: await room(), start_date: today(), months: 1, rent: 100, payment_ratio: 100 }
    const refused = await draft(terms)
    expect(refused).toMatchObject({ code: 400, data: { field: 'months' } })
    expect(refused.msg).toContain('该户累计租期')
    const { org_id: _, ...asked } = terms
    expect((await ask('/api/contract/terms', asked)).data.said).toContain('该户累计租期')
  })
  test('of someone in the queue the dialog counts the household’s years before the first contract is made', async () => {
    const card = cardOf(59_001)
    const husband = await addTenant(at.server, { name: '丈夫', card })
    await past(husband, 1000, 800)
    const person = { custom_name: '妻子', card: cardOf(59_002), phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 2 }
    const apply_id = await addRow(at.server, 'qualification', { ...person, family_size: 2, income: 1, housing_area: 8, status: 1 })
    await addRow(at.server, 'member', { apply_id, name: '丈夫', relation: 1, card, p_id: 1 })
    const wait_id = await addRow(at.server, 'waiting', { ...person, apply_id, qualified_at: 1, status: 1 })
    const from = dayOf(today())
    const asked = { wait_id, start_date: today(), months: 12, rent: 100, payment_ratio: 100 }
    const { facts } = (await ask('/api/contract/terms', asked)).data
    expect(facts.find(({ label }: { label: string }) => label === '期满时累计租').value).toBe(spanText(from, addMonths(from, 12) - 1, 201))
  })
  test('an entry that was merged counts as the one that stayed, on whichever side of the household', async () => {
    const fresh = await freshCap()
    const { tenants } = await household(at.server)
    const [husband, wife] = [await tenant(), await tenant()]
    await past(tenants[0], 1000, 800)
    // The cards by which the household is known are then of the entries that went.
    done(await ask('/api/lessee/merge', { custom_id: tenants[0], merged_into: husband }))
    done(await ask('/api/lessee/merge', { custom_id: tenants[1], merged_into: wife }))
    // Whoever had chosen the entry that went is told which one stayed.
    expect(await draft({ custom_id: tenants[1] })).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/^这条登记已合并，请选留下的“租客\d+”$/),
      data: { field: 'custom_id' },
    })
    const { contract_id } = done(await draft({ custom_id: wife })).data
    expect(await capDay(contract_id)).toBe(addDays(fresh, -201))
    expect(await detail(contract_id)).toMatchObject({ custom_id: wife })
  })
})

describe('one household, one home', () => {
  test('whoever of the household signs a second contract on the same days is refused, whoever has the first', async () => {
    for (const [first, second] of [
      [0, 1],
      [1, 0],
      [2, 1],
    ] as const) {
      const { tenants } = await household(at.server)
      const { sn } = await detail(await toSign({ custom_id: tenants[first] }))
      expect(await draft({ custom_id: tenants[second] })).toMatchObject({
        code: 409,
        msg: `该租客的家庭同一时间已有合同 ${sn}：一户只租一套`,
        data: { field: 'custom_id' },
      })
      expect(await draft({ custom_id: tenants[second], start_date: addDays(today(), 3000) })).toMatchObject({ code: 200 })
    }
  })
  test('a parent, and who was in an application from which nothing was signed, have a home of their own', async () => {
    const { tenants, parent, apply_id } = await household(at.server)
    await toSign({ custom_id: tenants[0] })
    expect(await draft({ custom_id: parent })).toMatchObject({ code: 200 })
    await sql`update qualification set custom_id = null where apply_id = ${apply_id}`.execute(at.server.db)
    expect(await draft({ custom_id: tenants[1] })).toMatchObject({ code: 200 })
  })
  test('of husband and wife who sign at the same moment one is refused', async () => {
    const { tenants } = await household(at.server)
    const drafts = [done(await draft({ custom_id: tenants[0] })), done(await draft({ custom_id: tenants[1] }))]
    const answers = await Promise.all(drafts.map(({ data: { contract_id } }) => ask('/api/contract/submit', { contract_id })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  })
  test('who left the household and was passed in spite of its contract signs one; against a contract made since, none', async () => {
    const leaving = async (exception: string | null, qualified_at: number) => {
      const { tenants, cards } = await household(at.server)
      await toSign({ custom_id: tenants[0] })
      const person = { custom_name: '配偶', card: cards[1], phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 2 }
      const alone = { ...person, family_size: 1, income: 1, housing_area: 8, status: 4, exception }
      const apply_id = await addRow(at.server, 'qualification', alone)
      const org_id = await room()
      const wait_id = await addRow(at.server, 'waiting', { ...person, apply_id, qualified_at, status: 3, org_id })
      return draft({ wait_id, org_id })
    }
    const later = Math.floor(Date.now() / 1000) + 1000
    expect(await leaving(null, later)).toMatchObject({ code: 409 })
    expect(await leaving('离婚另户', 1)).toMatchObject({ code: 409 })
    expect(await leaving('离婚另户', later)).toMatchObject({ code: 200 })
  })
})

describe('another main tenant', () => {
  test('is someone of the household’s application; whoever else is refused, with their names', async () => {
    const { tenants, parent, apply_id } = await household(at.server)
    const contract_id = await begunAgo(10, { custom_id: tenants[0] })
    expect((await detail(contract_id)).apply_id).toBe(apply_id)
    expect(await heir(contract_id, await tenant())).toMatchObject({
      code: 400,
      msg: '新的主租人须是该户的人：户主、配偶、子女、母亲',
      data: { field: 'custom_id' },
    })
    expect(await heir(contract_id, tenants[1])).toMatchObject({ code: 200 })
    expect(await heir(contract_id, parent)).toMatchObject({ code: 200 })
    expect(await heir(contract_id, tenants[0])).toMatchObject({ code: 200 })
  })
  test('goes on with the household’s clock: neither back, nor twice', async () => {
    const { tenants, parent } = await household(at.server)
    await past(tenants[0], 1000, 800, { carried_days: 30 })
    const contract_id = await begunAgo(10, { custom_id: tenants[0] })
    const before = await capDay(contract_id)
    for (const next of [tenants[1], parent, tenants[2], tenants[0]]) {
      done(await heir(contract_id, next))
      expect([next, await capDay(contract_id)]).toEqual([next, before])
    }
  })
  test('is the one of the renewal, too, that is signed already, with its deposit', async () => {
    const { tenants } = await household(at.server)
    const contract_id = await signed({ custom_id: tenants[0], months: 12 })
    const renewed = done(await ask('/api/contract/renew', { contract_id, rent: 128_000, months: 12 })).data.contract_id
    done(await sign(renewed))
    const before = await capDay(renewed)
    done(await heir(contract_id, tenants[1]))
    expect(await detail(renewed)).toMatchObject({ custom_id: tenants[1], cap_day: before })
    // Its first rent, which is billed already and nobody has paid, is not the former one's.
    const { list } = done(await ask('/api/bill/index', { contract_id: [renewed], from: [1], state: [1, 2, 4] })).data
    expect(list).toMatchObject([{ custom_id: tenants[1], custom_name: '配偶' }])
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })
  test('is asked for what the one before did not pay of the deposit, from today on; what he paid is kept for the one there is', async () => {
    const { tenants } = await household(at.server)
    const since = addDays(today(), -40)
    const contract_id = await signed({ custom_id: tenants[0], start_date: since, signed_on: since, rent: 100_000 })
    const asked = async () => {
      const { list } = done(await ask('/api/bill/index', { contract_id: [contract_id], from: [3], order: 'bill_id' })).data
      return list
        .filter(({ is_void }: { is_void: number }) => is_void === 0)
        .map(({ custom_id, price, paid, bill_date }: Record<string, unknown>) => [custom_id, price, paid, bill_date])
    }
    expect(await asked()).toEqual([[tenants[0], 100_000, 0, since]])
    done(await heir(contract_id, tenants[1]))
    expect(await asked()).toEqual([[tenants[1], 100_000, 0, today()]])
    // Of a part that was paid the rest alone; then another yet.
    const [bill] = done(await ask('/api/bill/index', { contract_id: [contract_id], from: [3], state: [1, 2, 4] })).data.list
    const { org_id, unit_id, bill_id, from_id, start_date, end_date, custom_name } = bill
    const paid = { type: 1, from: 3, from_id, price: 30_000, way: 3, custom_name, org_id, unit_id, bill_id, start_date, end_date }
    done(await ask('/api/flow/add', paid))
    done(await heir(contract_id, tenants[2]))
    expect(await asked()).toEqual([
      [tenants[1], 30_000, 30_000, today()],
      [tenants[2], 70_000, 0, today()],
    ])
    const { rows } = await sql`
      select custom_id, sum(price)::integer as held from deposit_entry where contract_id = ${contract_id} group by 1 having sum(price) <> 0
    `.execute(at.server.db)
    expect(rows).toEqual([{ custom_id: tenants[2], held: 30_000 }])
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })
})
