import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { rounds } from '../../help/depth.ts'
import { addAccount, addRow, addTenant, cardOf, fillGround, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
/** Of project 1 alone. */
let steward: string
/** Reads rooms and people, and no bill. */
let blind: string
let rooms: number[]
let tenants: number[]
let company: number

const READS = ['/api/org/list', '/api/org/detail', '/api/lessee/index', '/api/lessee/detail', '/api/company/detail', '/api/reserve/add']
const run = async (text: string): Promise<Record<string, number>[]> => (await sql.raw<Record<string, number>>(text).execute(server.db)).rows
const clear = () =>
  run(
    `alter table withhold_line disable trigger user; delete from withhold_line; alter table withhold_line enable trigger user;
     delete from bill_share; delete from bill`,
  )
const call = (path: string, params: Record<string, unknown>, token = admin) => server.call(path, params, token)

beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  const ground = await fillGround(server)
  rooms = await roomsInTwoProjects(server, ground)
  company = await addRow(server, 'company', { name: '宏图', code: '91310115MA1K3AAA0X', contact: '王', phone: '13912345678' })
  tenants = [
    await addTenant(server, { name: '甲', card: cardOf(1) }),
    await addTenant(server, { name: '乙', card: cardOf(2), p_id: 2, phone: '13712349999' }),
  ]
  for (const [place, room] of rooms.entries())
    await run(`insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
      values ('HT${place}', ${room}, ${tenants[place]}, ${place + 1}, '2026-01-01', '2099-12-31', 180000, 100, 4) returning 1 as one`)
  steward = await tokenOf(server, await addAccount(server, 'steward', [...READS, '/api/bill/index'], [1]))
  blind = await tokenOf(server, await addAccount(server, 'blind', READS))
})
afterAll(() => server.close())

/** A bill: of which tenant and room (0 or 1), when it is due (days from now), of a contract or by hand, and what of its shares is paid. */
interface Bill {
  tenant: number
  room: number
  due: number
  price: number
  ratio: 100 | 70
  paid: readonly [number, number]
  isVoid: boolean
  isRent: boolean
  ofContract: boolean
}

const bills: fc.Arbitrary<Bill[]> = fc.array(
  fc.record({
    tenant: fc.nat(1),
    room: fc.nat(1),
    due: fc.integer({ min: -90, max: 20 }),
    price: fc.integer({ min: 10, max: 300_000 }),
    ratio: fc.constantFrom(100 as const, 70 as const),
    paid: fc.tuple(fc.constantFrom(0, 0.3, 1), fc.constantFrom(0, 0.5, 1)),
    isVoid: fc.boolean(),
    isRent: fc.boolean(),
    ofContract: fc.boolean(),
  }),
  { maxLength: 12 },
)

interface Share {
  party: 1 | 2
  price: number
  paid: number
}

const sharesOf = ({ price, ratio, paid, isVoid }: Bill): Share[] => {
  const first = Math.ceil((price * ratio) / 100)
  const parts = [
    { party: 1 as const, price: first },
    { party: 2 as const, price: price - first },
  ].filter((part) => part.price > 0)
  return parts.map((part, place) => ({ ...part, paid: isVoid ? 0 : Math.floor(part.price * (paid[place] ?? 0)) }))
}

let number = 0
const write = async (bill: Bill): Promise<void> => {
  const { tenant, room, due, price, ratio, isVoid, isRent, ofContract } = bill
  const shares = sharesOf(bill)
  const paid = shares.reduce((sum, share) => sum + share.paid, 0)
  number++
  const values = shares.map((share) => `(${share.party}, ${share.price}, ${share.paid}, ${share.party === 2 ? company : 'null'}::integer)`)
  await run(`with made as (
    insert into bill (sn, custom_name, type, payer, payment_ratio, "from", from_id, contract_id, custom_id, company_id, org_id, p_id, price, paid, is_void, bill_date, start_date, end_date)
    values ('ZC${number}', '租客', 2, 1, ${ratio}, ${isRent ? 1 : 2}, ${number},
      ${ofContract ? `(select contract_id from contract where org_id = ${rooms[room]})` : 'null'}, ${tenants[tenant]}, ${company}, ${rooms[room]},
      ${room + 1}, ${price}, ${paid}, ${isVoid ? 1 : 0}, current_date + ${due}, date '2026-01-15', date '2026-04-14') returning bill_id)
    insert into bill_share (bill_id, party, price, paid, company_id, p_id)
    select bill_id, s.party, s.price, s.paid, s.company_id, 1 from made, (values ${values.join(', ')}) s (party, price, paid, company_id) returning 1 as one`)
}

const isOverdue = (bill: Bill): boolean => !bill.isVoid && bill.due < 0 && sharesOf(bill).some(({ price, paid }) => paid < price)

/** What is owed of shares, and for how many days. */
const debtOf = (some: readonly (readonly [Bill, readonly Share[]])[]) => {
  const late = some.filter(([bill, shares]) => isOverdue(bill) && shares.some(({ price, paid }) => paid < price))
  const owed = late.flatMap(([, shares]) => shares).reduce((sum, { price, paid }) => sum + price - paid, 0)
  return { owed, days_late: late.length > 0 ? Math.max(...late.map(([bill]) => -bill.due)) : null }
}

describe('what is counted of a record', () => {
  test('a room, a tenant and a company owe what their bills come to, of the projects that the caller sees', async () => {
    const shares = (some: readonly Bill[], party?: 1 | 2) =>
      some.map((bill) => [bill, sharesOf(bill).filter((share) => !party || share.party === party)] as const)
    const months = (some: readonly Bill[], party: 1 | 2): number =>
      3 *
      some.filter((bill) => {
        const share = sharesOf(bill).find((one) => one.party === party)
        return bill.isRent && !bill.isVoid && share && share.paid >= share.price
      }).length
    await fc.assert(
      fc.asyncProperty(bills, async (some) => {
        await clear()
        for (const bill of some) await write(bill)
        for (const [token, seen] of [
          [admin, some],
          [steward, some.filter(({ room }) => room === 0)],
        ] as const) {
          const room = (await call('/api/org/detail', { org_id: rooms[0] }, token)).data
          const his = seen.filter((bill) => bill.room === 0 && (bill.ofContract || bill.tenant === 0))
          expect(room).toMatchObject(debtOf(shares(his)))
          const tenant = (await call('/api/lessee/detail', { custom_id: tenants[0] }, token)).data
          const own = seen.filter((bill) => bill.tenant === 0)
          const debt = debtOf(shares(own, 1))
          expect(tenant).toMatchObject({ ...debt, months_paid: months(own, 1) })
          expect(tenant.unpaid_since).toBe(debt.days_late === null ? null : addDays(today(), -debt.days_late))
          const firm = (await call('/api/company/detail', { company_id: company }, token)).data
          expect(firm).toMatchObject({ ...debtOf(shares(seen, 2)), months_paid: months(seen, 2) })
        }
      }),
      { numRuns: rounds(10, 25) },
    )
  })

  test('of an empty room nobody is said to owe, and one that a company rents whole is the company’s', async () => {
    await clear()
    await run(`update contract set kind = 2, custom_id = null, company_id = ${company} where org_id = ${rooms[0]} returning 1 as one`)
    const whole = (await call('/api/org/detail', { org_id: rooms[0] })).data
    expect(whole).toMatchObject({
      resident: '宏图',
      phone: '139****5678',
      current_company: company,
      rent: 180_000,
      owed: 0,
      days_late: null,
    })
    await run(`update contract set status = 7 where org_id = ${rooms[0]} returning 1 as one`)
    const empty = (await call('/api/org/detail', { org_id: rooms[0] })).data
    expect(empty).toMatchObject({ resident: null, phone: null, rent: null, owed: null, days_late: null })
    await run(
      `update contract set status = 4, kind = 1, custom_id = ${tenants[0]}, company_id = null where org_id = ${rooms[0]} returning 1 as one`,
    )
    const let_ = (await call('/api/org/detail', { org_id: rooms[0] })).data
    expect(let_).toMatchObject({ resident: '甲', phone: '138****5678', current_company: null, current_end: '2099-12-31' })
  })

  test('a room that is repaired while someone rents it is both', async () => {
    const [org_id] = rooms
    expect(await call('/api/org/repair', { org_id })).toMatchObject({ code: 200 })
    expect((await call('/api/org/detail', { org_id })).data).toMatchObject({ state: 4, status: 2, resident: '甲' })
    await run(`update contract set status = 7 where org_id = ${org_id} returning 1 as one`)
    expect((await call('/api/org/detail', { org_id })).data).toMatchObject({ state: 8, status: 2, resident: null })
    await run(`update contract set status = 4 where org_id = ${org_id} returning 1 as one`)
    await call('/api/org/enable', { org_id })
  })

  test('who may not read bills finds no debt in the answer, of a record or of choices; nor does a list', async () => {
    for (const [path, key, id] of [
      ['/api/org/detail', 'org_id', rooms[0]],
      ['/api/lessee/detail', 'custom_id', tenants[0]],
      ['/api/company/detail', 'company_id', company],
    ] as const) {
      const [seen, hidden] = [(await call(path, { [key]: id })).data, (await call(path, { [key]: id }, blind)).data]
      expect([path, 'owed' in seen, 'days_late' in seen]).toEqual([path, true, true])
      expect([path, 'owed' in hidden, 'days_late' in hidden, 'months_paid' in hidden]).toEqual([path, false, false, false])
    }
    const [row] = (await call('/api/org/list', {})).data.list
    expect(['owed' in row, 'resident' in row]).toEqual([false, false])
  })

  test('rows of choices tell of a record what its reader may know, and nobody else', async () => {
    await clear()
    await write({ tenant: 0, room: 0, due: -9, price: 500, ratio: 100, paid: [0, 0], isVoid: false, isRent: false, ofContract: false })
    const chosen = async (name: string, id: number | undefined, token: string) =>
      (await call(`/api/${name}/choose`, { ids: [id], facts: 1 }, token)).data.list[0]
    expect(await chosen('lessee', tenants[0], admin)).toEqual({ custom_id: tenants[0], name: '甲', owed: 500 })
    expect(await chosen('lessee', tenants[0], blind)).toEqual({ custom_id: tenants[0], name: '甲' })
    expect(await chosen('org', rooms[0], blind)).toMatchObject({ resident: '甲', state: expect.any(Number) })
    const chooser = await tokenOf(server, await addAccount(server, 'chooser', ['/api/reserve/add', '/api/bill/index']))
    expect(Object.keys(await chosen('org', rooms[0], chooser)).sort()).toEqual(['org_id', 'region_name', 'unit_floor'])
    expect(await call('/api/org/choose', { keyword: '5', facts: 1 })).toMatchObject({ code: 200 })
  })

  test('a bill says why it is overdue and what became of debiting it, to who may read that', async () => {
    await clear()
    const price = 120_000
    await write({ tenant: 0, room: 0, due: -53, price, ratio: 100, paid: [0.3, 0], isVoid: false, isRent: true, ofContract: true })
    await write({ tenant: 0, room: 0, due: 5, price, ratio: 100, paid: [0, 0], isVoid: false, isRent: true, ofContract: false })
    const [late, early] = (await run('select bill_id from bill order by bill_id')).map(({ bill_id }) => Number(bill_id))
    const detail = async (bill_id = 0, token = admin) => (await call('/api/bill/detail', { bill_id }, token)).data
    const since = addDays(today(), -53)
    expect(await detail(late)).toMatchObject({
      reason: `应付 ${since}，逾期 53 天，已付 ¥${fenToYuan(price * 0.3)}，未付 ¥${fenToYuan(price * 0.7)}`,
      withheld: '未签代扣协议',
      owed: price * 0.7,
      days_late: 53,
    })
    expect(await detail(early)).toMatchObject({ withheld: '未签代扣协议', days_late: null })
    expect((await detail(early)).reason ?? null).toBeNull()
    await run(`update lessee set withhold = 1 where custom_id = ${tenants[0]} returning 1 as one`)
    expect((await detail(late)).withheld).toBe('未代扣')
    const [batch] = await run(
      `insert into withhold (sn, bank, status, p_id, returned_at) values ('DK1', '建行', 3, 1, extract(epoch from timestamptz '2026-10-05 12:00+08')::bigint) returning batch_id`,
    )
    const line = (result: number, reason: string) =>
      run(`insert into withhold_line (batch_id, bill_id, custom_name, price, result, reason, p_id)
        values (${batch?.batch_id}, ${late}, '甲', 1, ${result}, ${reason}, 1) returning 1 as one`)
    await line(2, "'余额不足'")
    expect((await detail(late)).withheld).toBe('代扣失败 2026-10-05：余额不足')
    await line(0, 'null')
    expect((await detail(late)).withheld).toBe('已送代扣，待回盘')
    const reader = await tokenOf(server, await addAccount(server, 'reader', ['/api/bill/index', '/api/bill/detail']))
    expect('withheld' in (await detail(late, reader))).toBe(false)
    expect((await detail(late, reader)).reason).toContain('逾期 53 天')
  })

  test('what paid a bill is found by the bill, by its tenant and by the company', async () => {
    await clear()
    await write({ tenant: 0, room: 0, due: -5, price: 1000, ratio: 70, paid: [0, 0], isVoid: false, isRent: false, ofContract: false })
    const [own, other] = await run('select share_id, bill_id from bill_share order by party')
    const [flow] = await run(
      `insert into flow (type, "from", from_id, price, custom_name, way, deal_time, sn, p_id, start_date, end_date) values (1, 2, 1, 900, '甲', 3, 1790000000, 'SJ900', 1, '2026-01-01', '2026-01-31') returning flow_id`,
    )
    for (const [share, price] of [
      [own, 600],
      [other, 300],
    ] as const)
      await run(
        `insert into allocation (flow_id, share_id, price, p_id) values (${flow?.flow_id}, ${share?.share_id}, ${price}, 1) returning 1 as one`,
      )
    const paid = async (params: object) =>
      (await call('/api/allocation/index', { ...params })).data.list.map((row: Record<string, unknown>) => [row.flow_id_title, row.price])
    expect(await paid({ bill_id: [own?.bill_id] })).toEqual([
      ['SJ900', 300],
      ['SJ900', 600],
    ])
    expect(await paid({ custom_id: [tenants[0]] })).toHaveLength(2)
    expect(await paid({ custom_id: [tenants[1]] })).toEqual([])
    expect(await paid({ company_id: [company] })).toEqual([['SJ900', 300]])
  })
})
