import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dateOf } from '../../../src/protocol/dates.ts'
import { ageOf } from '../../../src/protocol/idCard.ts'
import { billForm } from '../../../src/schemas/bill/bill.ts'
import { rounds } from '../../help/depth.ts'
import { addAccount, addTenant, fillGround, flat, type Ground, tokenOf } from '../../help/store/ground.ts'
import { nowSeconds, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string
let org_id: number
let unit_id: number
let custom_id: number

const rowsOf = async <T = Record<string, number>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(server.db)).rows
const call = (path: string, params: Record<string, unknown> = {}) => server.call(path, params, admin)
const newRoom = async (): Promise<number> => (await call('/api/org/add', flat(ground, { p_id: 1 }))).data.org_id[0]

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  const house = await call('/api/org/add', flat(ground, { p_id: 1 }))
  org_id = house.data.org_id[0]
  unit_id = house.data.unit_id
  custom_id = await addTenant(server, { name: '王小明' })
})
afterAll(() => server.close())

const bill = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  unit_id,
  org_id,
  from: 2,
  from_id: ground.cost,
  price: 10_001,
  bill_date: '2026-12-01',
  payer: 1,
  payment_ratio: 70,
  start_date: '2026-12-01',
  end_date: '2026-12-31',
  custom_id,
  custom_name: '王小明',
  late: 0,
  contract_id: 0,
  type: 2,
  ...changes,
})

describe('新增费用账单', () => {
  test('judges the eleven rules in their order', async () => {
    const full = bill({ payer: 2, payment_ratio: 50, user_clear: 1, user_payment_time: 1_790_000_000 })
    const order: [string, string][] = [
      ['org_id', '请先选择租赁房间的小区和房号'],
      ['from', '账单类型必填'],
      ['price', '账单金额必填'],
      ['bill_date', '应支付日必填'],
      ['payer', '付款方必填'],
      ['payment_ratio', '付款比例必填'],
      ['user_clear', '租客是否付清必填'],
      ['user_payment_time', '租客付款时间必填'],
      ['start_date', '账单周期开始时间必填'],
      ['end_date', '账单周期结束时间必填'],
      ['custom_name', '请搜索租客姓名'],
    ]
    for (const [place, [field, message]] of order.entries()) {
      const rest = Object.fromEntries(order.slice(place + 1).map(([later]) => [later, undefined]))
      // Fields that exist only under another's value are left as they are: without it they are no fields.
      const params = {
        ...full,
        ...rest,
        payer: field === 'payer' || place < 4 ? undefined : 2,
        user_clear: place <= 6 ? undefined : 1,
        [field]: undefined,
      }
      expect([field, (await call('/api/bill/create', params)).msg]).toEqual([field, message])
    }
    expect((await call('/api/bill/create', full)).code).toBe(200)
  })

  test('an organization pays 50 or 30 percent, a tenant also 100 or 70', async () => {
    for (const payment_ratio of [100, 70])
      expect((await call('/api/bill/create', bill({ payer: 2, payment_ratio, user_clear: 0 }))).msg).toBe('组织部门的付款比例为50%或30%')
    expect((await call('/api/bill/create', bill({ payment_ratio: 60 }))).code).toBe(400)
    for (const payment_ratio of [100, 70, 50, 30]) expect((await call('/api/bill/create', bill({ payment_ratio }))).code).toBe(200)
  })

  test('property: the shares sum to the price, the remainder of a fen goes to the payer', async () => {
    const choice = fc.constantFrom(
      { payer: 1, payment_ratio: 100 },
      { payer: 1, payment_ratio: 70 },
      { payer: 1, payment_ratio: 30 },
      { payer: 2, payment_ratio: 50, user_clear: 0 },
      { payer: 2, payment_ratio: 30, user_clear: 1, user_payment_time: 1_790_000_000 },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9_999_999_999 }), choice, async (price, how) => {
        const answer = await call('/api/bill/create', bill({ price, ...how }))
        expect(answer.code).toBe(200)
        const shares = await rowsOf<{ party: number; price: number; paid: number; allocated: number }>(`
          select party, price, paid, (select coalesce(sum(price), 0)::bigint from allocation a where a.share_id = s.share_id) as allocated
          from bill_share s where bill_id = ${answer.data.bill_id} order by party`)
        expect(shares.reduce((sum, share) => sum + share.price, 0)).toBe(price)
        const payers = shares.find((share) => share.party === how.payer)?.price ?? 0
        expect(payers).toBe(Math.ceil((price * how.payment_ratio) / 100))
        for (const share of shares) expect(share.paid).toBe(share.allocated)
        const [whole] = await rowsOf<{ paid: number }>(`select paid from bill where bill_id = ${answer.data.bill_id}`)
        const tenants = shares.find((share) => share.party === 1)?.price ?? 0
        expect(whole?.paid).toBe('user_clear' in how && how.user_clear === 1 ? tenants : 0)
      }),
      { numRuns: rounds(15, 40) },
    )
  })

  test('a tenant of a project that one may not see is no tenant to be billed', async () => {
    const clerk = await addAccount(server, 'oneproject', ['key:bill_list'], [1])
    const other = await addTenant(server, { name: '别处人', card: '320101199003070029', phone: '13912345679', p_id: 2 })
    const params = bill({ custom_id: other, custom_name: '别处人' })
    expect(await server.call('/api/bill/create', params, await tokenOf(server, clerk))).toMatchObject({
      code: 400,
      msg: '租客姓名不存在，或不在您负责的项目内',
      data: { field: 'custom_id' },
    })
  })

  test('the store refuses shares that do not sum, an allocation beyond its flow or share, and a rewritten allocation', async () => {
    const tomorrow = dateOf(nowSeconds() + 86_400)
    const { bill_id } = (await call('/api/bill/create', bill({ payment_ratio: 100, bill_date: tomorrow }))).data
    const [share] = await rowsOf(`select share_id from bill_share where bill_id = ${bill_id}`)
    await expect(rowsOf(`update bill_share set price = price - 1 where bill_id = ${bill_id}`)).rejects.toThrow('分摊之和')
    const flow = (
      await call('/api/flow/add', {
        type: 1,
        price: 5000,
        custom_name: '王',
        from: 2,
        from_id: ground.cost,
        start_date: '2026-12-01',
        end_date: '2026-12-31',
        way: 3,
        org_id,
      })
    ).data.flow_id
    const settle = (price: number) =>
      rowsOf(`insert into allocation (flow_id, share_id, price, p_id) values (${flow}, ${share?.share_id}, ${price}, 1)`)
    await expect(settle(5001)).rejects.toThrow('核销金额超过流水余额')
    await settle(5000)
    await expect(rowsOf('update allocation set price = 1')).rejects.toThrow('只能追加')
    const { list } = (await call('/api/bill/index', { custom_name: '王小明', state: [2], page_rows: 1000 })).data
    expect(list).toContainEqual(expect.objectContaining({ bill_id, paid: 5000, price: 10_001 }))
    await expect(rowsOf(`update bill set price = 9000 where bill_id = ${bill_id}`)).rejects.toThrow('已收款')
  })

  test('what the form is sent with is what spec.md names', () => {
    for (const name of [
      'unit_id',
      'org_id',
      'from',
      'price',
      'bill_date',
      'payer',
      'payment_ratio',
      'user_clear',
      'user_payment_time',
      'start_date',
      'end_date',
      'custom_name',
      'note',
      'late',
      'contract_id',
      'from_id',
      'type',
    ])
      expect(Object.keys(billForm.properties)).toContain(name)
  })
})

test('one room has one viewing at a time', async () => {
  const room = await newRoom()
  const view = (start: number) =>
    call('/api/reserve/add', { org_id: room, custom_name: '看房人', phone: '13812345678', start_time: start, end_time: start + 1800 })
  expect((await view(1_790_000_000)).code).toBe(200)
  expect((await view(1_790_001_000)).msg).toBe('该房间这个时段已有看房预约，请换个时间')
  expect((await view(1_790_001_800)).code).toBe(200)
  expect(
    (await call('/api/reserve/add', { org_id: room, custom_name: '看', phone: '13812345678', start_time: 2000, end_time: 1000 })).msg,
  ).toBe('结束时间须晚于开始时间，且不超过一天')
})

test('a room in arrears shows it; the ledger is read from bills, never stored', async () => {
  const room = await newRoom()
  const [made] = await rowsOf(`insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
    values ('HTQ', ${room}, ${custom_id}, 1, current_date - 60, current_date + 600, 100000, 100000, 4) returning contract_id`)
  expect((await call('/api/org/detail', { org_id: room })).data.state).toBe(4)
  await rowsOf(`with b as (insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, org_id, contract_id, p_id)
    values ('ZDQ', 1, 1, 100000, current_date - 5, current_date - 30, current_date, 1, 100, '王小明', ${room}, ${made?.contract_id}, 1) returning bill_id)
    insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 100000, 1 from b`)
  expect((await call('/api/org/detail', { org_id: room })).data.state).toBe(6)
  const { list, sums } = (await call('/api/ledger/index', { contract_id: [made?.contract_id] })).data
  expect(sums).toMatchObject({ receivable: 100_000, received: 0, arrears: 100_000 })
  expect(new Set(list.map(({ rate }: { rate: number }) => rate))).toEqual(new Set([0]))
  await expect(
    rowsOf(`insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
    values ('HTR', ${room}, ${custom_id}, 1, current_date, current_date + 10, 1, 1, 4)`),
  ).rejects.toThrow('contract_holdsRoom_apart')
  await expect(
    rowsOf(`insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, org_id, contract_id, p_id)
    values ('ZDS', 1, 1, 100000, current_date, current_date - 30, current_date, 1, 100, '王小明', ${room}, ${made?.contract_id}, 1)`),
  ).rejects.toThrow('bill_once')
})

test('tenants are found by name, by a whole number, or by its end, masked; full numbers are a call of their own', async () => {
  for (const keyword of ['王小', '13812345678', '310101199003070019', '5678', '0019', '王小明 5678']) {
    const [found] = (await call('/api/lessee/find', { keyword })).data
    expect(found).toMatchObject({ custom_id, name: '王小明', phone: '138****5678' })
    expect(found.card).not.toContain('19900307')
  }
  for (const keyword of ['%', '1381234', '3101011990', '王小明 5679'])
    expect([keyword, (await call('/api/lessee/find', { keyword })).data]).toEqual([keyword, []])
  const age = ageOf('310101199003070019', dateOf(nowSeconds()))
  expect((await call('/api/lessee/detail', { custom_id })).data).toMatchObject({ sex: 1, age, phone: '138****5678' })
  expect((await call('/api/lessee/reveal', { custom_id })).data).toEqual({
    ...{ custom_id, card: '310101199003070019', phone: '13812345678', withhold_account: null, fund_account: null },
  })
})
