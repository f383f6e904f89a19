import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { household, pastContract } from '../../help/households.ts'
import { addAccount, addRow, cardOf, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, room, draft, toSign, sign, signed, detail, bills, pay } = tenanciesOn(at)

const stateOf = async (org_id: number): Promise<number> => (await ask('/api/org/detail', { org_id })).data.state
const statusOf = async (contract_id: number): Promise<unknown> => (await detail(contract_id)).status
const put = (contract_id: number, set: string) =>
  sql.raw(`update contract set ${set} where contract_id = ${contract_id}`).execute(at.server.db)

describe('from a vacant room to the keys', () => {
  test('a draft, to be signed, signed, with its deposit and its first rent', async () => {
    const org_id = await room()
    const contract_id = await toSign({ org_id })
    expect(await detail(contract_id)).toMatchObject({ status: 3, rent: 128_000, deposit: 128_000, months: 24 })
    expect(await stateOf(org_id)).toBe(3)
    expect(await sign(contract_id)).toMatchObject({ code: 200 })
    expect(await detail(contract_id)).toMatchObject({ status: 4, sign_way: 2, signed_on: today() })
    expect((await bills(contract_id)).map(({ from, price }) => [from, price])).toEqual([
      [3, 128_000],
      [1, 128_000],
    ])
    expect(await stateOf(org_id)).toBe(4)
  })

  test('the keys wait until the deposit and the first rent are paid, where the operator says so', async () => {
    const contract_id = await signed()
    expect(await ask('/api/contract/keys', { contract_id, keys_on: today() })).toMatchObject({
      code: 409,
      msg: '押金与首期房租还有 2 张账单没有付清，不能交钥匙',
    })
    await pay(contract_id, 1)
    expect((await ask('/api/contract/keys', { contract_id, keys_on: today() })).msg).toContain('还有 1 张')
    await pay(contract_id)
    expect(await ask('/api/contract/keys', { contract_id, keys_on: addDays(today(), 1) })).toMatchObject({
      code: 400,
      data: { field: 'keys_on' },
    })
    expect(await ask('/api/contract/keys', { contract_id, keys_on: today() })).toMatchObject({ code: 200 })
    expect(await ask('/api/contract/keys', { contract_id, keys_on: today() })).toMatchObject({ code: 409 })
  })

  test('who has chosen a room in the queue gets it, is entered as a tenant once, and is out of the queue when it is signed', async () => {
    const org_id = await room()
    const applicant = { custom_name: '轮候人', card: cardOf(4801), phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 2 }
    const wait_id = await addRow(at.server, 'waiting', { ...applicant, qualified_at: 1, status: 1 })
    await ask('/api/Waiting/call', { wait_id, org_id, days: 7 })
    expect(await draft({ org_id })).toMatchObject({ code: 409, msg: '该房间现在不是空置，不能签合同' })
    expect(await draft({ wait_id, org_id })).toMatchObject({ code: 409, msg: '此人没有选定这间房' })
    await ask('/api/Waiting/choose', { wait_id })
    done(await ask('/api/org/disable', { org_id }))
    expect(await draft({ wait_id, org_id })).toMatchObject({ code: 409, msg: '该房间在维修、已停用或已出租，不能签合同' })
    done(await ask('/api/org/enable', { org_id }))
    const contract_id = await toSign({ wait_id, org_id, custom_name: '轮候人' })
    const { custom_id } = await detail(contract_id)
    expect((await ask('/api/lessee/detail', { custom_id })).data).toMatchObject({ name: '轮候人', p_id: 1 })
    expect((await ask('/api/Waiting/detail', { wait_id })).data.status).toBe(3)
    // Their place is not given up beside it: it could not be signed, and would keep the room.
    for (const deed of ['decline', 'invalid'])
      expect(await ask(`/api/Waiting/${deed}`, { wait_id, reason: '不要了' })).toMatchObject({
        code: 409,
        msg: expect.stringMatching(/^合同 HT\d+ 待签署：请先作废它$/),
      })
    expect(await sign(contract_id)).toMatchObject({ code: 200 })
    expect((await ask('/api/Waiting/detail', { wait_id })).data.status).toBe(4)
    // His place is not lost with a contract that is made void: the room is held for him again.
    done(await ask('/api/contract/void', { contract_id, reason: '写错' }))
    expect((await ask('/api/Waiting/detail', { wait_id })).data).toMatchObject({ status: 3, org_id })
    expect(await sign(await toSign({ wait_id, org_id, custom_name: '轮候人' }))).toMatchObject({ code: 200 })
    expect((await ask('/api/Waiting/detail', { wait_id })).data.status).toBe(4)
    const again = await addRow(at.server, 'waiting', { ...applicant, qualified_at: 2, status: 3, org_id: await room() })
    const { data } = await ask('/api/contract/terms', { wait_id: again, org_id, start_date: today(), rent: 1 })
    expect(data.facts.map(({ label }: { label: string }) => label)).toContain('期满时累计租')
  })

  test('what is signed cannot be revised, and is voided only while nothing has been paid on it', async () => {
    const contract_id = await signed()
    const terms = { contract_id, start_date: today(), rent: 1, payment_ratio: 100 }
    expect(await ask('/api/contract/revise', terms)).toMatchObject({ code: 409 })
    await pay(contract_id, 1)
    expect(await ask('/api/contract/void', { contract_id, reason: '错' })).toMatchObject({
      code: 409,
      msg: '该合同已收过款，不能作废：请办退租',
    })
    const org_id = await room()
    const other = await signed({ org_id })
    expect(await ask('/api/contract/void', { contract_id: other, reason: '错' })).toMatchObject({ code: 200 })
    expect((await bills(other)).map(({ is_void }) => is_void)).toEqual([1, 1])
    expect(await stateOf(org_id)).toBe(1)
    // Nobody had the room by it: since when it is vacant is not counted from its end.
    await put(other, 'start_date = current_date - 40, end_date = current_date - 10')
    expect((await ask('/api/org/detail', { org_id })).data.vacant_since).toBe(today())
  })
})

describe('what is refused', () => {
  test('a second contract of a room, of a tenant, and one beyond the cap of the household', async () => {
    const [org_id, custom_id] = [await room(), await tenant()]
    const first = await draft({ org_id, custom_id })
    const rival = await draft({ org_id })
    expect(await ask('/api/contract/submit', { contract_id: first.data.contract_id })).toMatchObject({ code: 200 })
    expect(await ask('/api/contract/submit', { contract_id: rival.data.contract_id })).toMatchObject({ code: 409 })
    expect(await draft({ custom_id })).toMatchObject({
      code: 409,
      data: { field: 'custom_id' },
      msg: expect.stringContaining('一户只租一套'),
    })
    expect(await draft({ months: 73 })).toMatchObject({ code: 400, data: { field: 'months' } })
    expect(await draft({ months: 72 })).toMatchObject({ code: 200 })
    expect(await draft({ months: 241 })).toMatchObject({ code: 400, msg: '租期须为1至240' })
  })
  test('a share that nobody bears, days that do not exist, amounts that are none', async () => {
    expect(await draft({ payment_ratio: 70 })).toMatchObject({ code: 400, data: { field: 'payment_ratio' } })
    const company_id = await addRow(at.server, 'company', { name: '甲', code: '91310115MA1K000001', contact: '王', phone: '13812345678' })
    const contract_id = await signed({ payment_ratio: 70, custom_id: await tenant({ company_id }) })
    const { rows } = await sql<{ party: number; price: number; company_id: number | null }>`
      select s.party, s.price, s.company_id from bill_share s join bill b on b.bill_id = s.bill_id
      where b.contract_id = ${contract_id} order by b.bill_id, s.party
    `.execute(at.server.db)
    expect(rows.map(({ party, price }) => [party, price])).toEqual([
      [1, 128_000],
      [1, 89_600],
      [2, 38_400],
    ])
    for (const [field, value] of [
      ['start_date', '2026-02-30'],
      ['rent', 0],
      ['rent', 1.5],
      ['deposit', -1],
      ['cycle', 5],
      ['due_days', 32],
    ] as const)
      expect(await draft({ [field]: value })).toMatchObject({ code: 400, data: { field } })
  })
  test('a room of another project, and a tenant of another project', async () => {
    const clerk = await tokenOf(at.server, await addAccount(at.server, 'pudong', ['*'], [1]))
    const elsewhere = await room({ p_id: 2, region_name: '徐汇花苑' })
    const asked = { custom_id: await tenant(), p_id: 2, org_id: elsewhere, start_date: today(), rent: 1, payment_ratio: 100 }
    expect(await ask('/api/contract/add', asked, clerk)).toMatchObject({ code: 400 })
    const theirs = { ...asked, p_id: 1, org_id: await room(), custom_id: await tenant({ p_id: 2 }) }
    expect(await ask('/api/contract/add', theirs, clerk)).toMatchObject({ code: 400, data: { field: 'custom_id' } })
  })
  test('of two who make the same draft final at once, one', async () => {
    const { contract_id } = (await draft()).data
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask('/api/contract/submit', { contract_id })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
    const signing = await Promise.all([1, 2, 3].map(() => sign(contract_id)))
    expect(signing.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    expect(await bills(contract_id)).toHaveLength(2)
  })
})

describe('going on', () => {
  const begunAgo = (days: number, changes: Record<string, unknown> = {}) =>
    signed({ start_date: addDays(today(), -days), signed_on: addDays(today(), -days), ...changes })

  const held = async (...keys: number[]): Promise<number[]> => {
    const { rows } = await sql<{ held: number }>`
      select coalesce(sum(e.price), 0)::bigint as held from unnest(${keys}::integer[]) with ordinality k (key, place)
      left join deposit_entry e on e.contract_id = k.key group by k.place order by k.place
    `.execute(at.server.db)
    return rows.map((row) => row.held)
  }

  test('a renewal begins the day after, takes the deposit along, and waits for what is overdue', async () => {
    const contract_id = await begunAgo(40, { months: 12 })
    expect(await ask('/api/contract/renew', { contract_id, rent: 130_000, months: 12 })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('逾期欠费'),
    })
    await pay(contract_id)
    const { data } = await ask('/api/contract/renew', { contract_id, rent: 130_000, months: 12 })
    const { end_date } = (await detail(contract_id)) as { end_date: string }
    expect(await detail(data.contract_id)).toMatchObject({
      status: 3,
      origin: 2,
      start_date: addDays(end_date, 1),
      rent: 130_000,
      deposit: 128_000,
    })
    expect(await ask('/api/contract/renew', { contract_id, rent: 130_000 })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已有后续合同'),
    })
    expect(await sign(data.contract_id)).toMatchObject({ code: 200 })
    expect((await bills(data.contract_id)).map(({ from }) => from)).toEqual([1])
    expect(await held(contract_id, data.contract_id)).toEqual([0, 128_000])
    // Nobody gives up a room that he has agreed to rent on: the renewal is void first, and the deposit is where it was.
    const leave = () => ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() })
    expect(await leave()).toMatchObject({ code: 409, msg: expect.stringContaining('已签订：请先作废它') })
    await pay(data.contract_id)
    expect((await ask('/api/contract/void', { contract_id: data.contract_id, reason: '不续' })).msg).toContain('请先撤销核销')
    const { rows } = await sql<{ flow_id: number }>`select max(flow_id) as flow_id from flow`.execute(at.server.db)
    done(await ask('/api/flow/reverse', { flow_id: rows[0]?.flow_id, note: '不续' }))
    done(await ask('/api/contract/void', { contract_id: data.contract_id, reason: '不续' }))
    expect(await held(contract_id, data.contract_id)).toEqual([128_000, 0])
    const next = done(await ask('/api/contract/renew', { contract_id, rent: 130_000, months: 12 })).data.contract_id
    done(await leave())
    expect(await sign(next)).toMatchObject({ code: 409, msg: expect.stringContaining('已在退租') })
  })
  test('a renewal beyond the cap is refused, and says until when it may go', async () => {
    const contract_id = await begunAgo(1, { months: 60 })
    await pay(contract_id)
    expect(await ask('/api/contract/renew', { contract_id, rent: 1, months: 13 })).toMatchObject({ code: 400, data: { field: 'months' } })
    expect(await ask('/api/contract/renew', { contract_id, rent: 1, months: 12 })).toMatchObject({ code: 200 })
  })
  test('a renewal is refused where the household has agreed to rent another home on its days; who lived apart before is no hindrance', async () => {
    const { tenants } = await household(at.server)
    const contract_id = await signed({ months: 12, custom_id: tenants[0] })
    const start_date = addDays((await detail(contract_id)).end_date as string, 1)
    const renew = () => ask('/api/contract/renew', { contract_id, rent: 1, months: 12 })
    const own = await toSign({ custom_id: tenants[0], months: 12, start_date })
    expect(await renew()).toMatchObject({ code: 409, msg: expect.stringContaining('该租客同一时间已有合同') })
    await put(own, `custom_id = ${tenants[1]}`)
    expect(await renew()).toMatchObject({ code: 409, msg: expect.stringContaining('该租客的家庭同一时间已有合同') })
    await pastContract(at.server, { custom_id: tenants[1], org_id: await room(), from: 9, to: -9 })
    const renewed = (await renew()).data.contract_id
    // Of the deposit that is not paid there is one claim, whichever contract it is of.
    const claims = async () =>
      (await Promise.all([contract_id, renewed].map(bills))).map((all) =>
        all.flatMap(({ from, is_void, price }) => (from === 3 && is_void === 0 ? price : [])),
      )
    expect(await claims()).toEqual([[128_000], []])
    done(await sign(renewed))
    expect(await claims()).toEqual([[], [128_000]])
    done(await ask('/api/contract/void', { contract_id: renewed, reason: '不续' }))
    expect(await claims()).toEqual([[128_000], []])
  })
  test('another room: from that day the other one, the former given up to the day before, the deposit along', async () => {
    const contract_id = await begunAgo(9)
    await pay(contract_id)
    const org_id = await room()
    const { data } = await ask('/api/contract/move', { contract_id, p_id: 1, org_id, start_date: today(), rent: 150_000 })
    expect(await detail(data.contract_id)).toMatchObject({ origin: 3, start_date: today(), status: 3 })
    expect(await sign(data.contract_id)).toMatchObject({ code: 200 })
    expect(await statusOf(contract_id)).toBe(6)
    expect((await ask('/api/surrender/index', { contract_id: [contract_id] })).data.list[0]).toMatchObject({
      planned_date: addDays(today(), -1),
      status: 1,
    })
    expect((await detail(data.contract_id)).status).toBe(4)
    // He has one home: the other one is void before he stays in this.
    const surrender_id = (await ask('/api/surrender/index', { contract_id: [contract_id] })).data.list[0].surrender_id
    const stay = () => ask('/api/surrender/stay', { surrender_id, reason: '不搬了' })
    expect(await stay()).toMatchObject({ code: 409, msg: expect.stringContaining('已换房到合同') })
    done(await ask('/api/contract/void', { contract_id: data.contract_id, reason: '不搬了' }))
    done(await stay())
    expect([await statusOf(contract_id), await held(contract_id, data.contract_id)]).toEqual([4, [128_000, 0]])
  })
  test('another main tenant goes on with the contract, and with the time that was rented', async () => {
    const contract_id = await begunAgo(100, { months: 24 })
    const [heir, { custom_id: former }] = [await tenant(), await detail(contract_id)]
    expect(await ask('/api/contract/heir', { contract_id, custom_id: heir, reason: '离婚' })).toMatchObject({ code: 200 })
    // What was billed before is the former one's, also by another rent.
    done(await ask('/api/contract/amend', { contract_id, from_date: addDays(today(), -50), rent: 90_000, reason: '核减' }))
    const { rows: owing } = await sql`
      select custom_id, count(*)::integer as bills from bill where contract_id = ${contract_id} and "from" = 1 and is_void = 0 group by 1
    `.execute(at.server.db)
    expect(owing).toEqual([{ custom_id: former, bills: 4 }])
    expect(await detail(contract_id)).toMatchObject({ custom_id: heir, carried_days: 0 })
    await put(contract_id, 'carried_days = 300')
    const { cap_day } = (await detail(contract_id)) as { cap_day: string }
    await put(contract_id, 'carried_days = 0')
    expect(cap_day).toBe(addDays((await detail(contract_id)).cap_day as string, -300))
    expect(await ask('/api/contract/heir', { contract_id, custom_id: heir, reason: '离婚' })).toMatchObject({ code: 400 })
  })
})

test('a right that was taken away a moment ago is none', async () => {
  const userId = await addAccount(at.server, 'formerly', ['/api/contract/add'])
  const token = await tokenOf(at.server, userId)
  const asked = { custom_id: await tenant(), p_id: 1, org_id: await room(), start_date: today(), rent: 1, payment_ratio: 100 }
  await sql`update role set permission = '{}' from account a where a.role_id = role.role_id and a.user_id = ${userId}`.execute(at.server.db)
  expect(await ask('/api/contract/add', asked, token)).toMatchObject({ code: 403 })
})
