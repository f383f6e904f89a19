import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, addTenant, flat, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const place = { org_id: 0, custom_id: 0, name: '王小明' }
const { bill, pay, read, shares, journal, deed } = billingOn(at, () => place)

/** Items that are charged as rent, and as a late fee. */
const item = { rent: 0, fee: 0 }
const rent = () => ({ from_id: item.rent })
beforeAll(async () => {
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  place.custom_id = await addTenant(at.server, { name: place.name })
  item.rent = await addRow(at.server, 'cost', { name: '租', income: 2 })
  item.fee = await addRow(at.server, 'cost', { name: '违约金', income: 4 })
})
afterEach(async () => {
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

const adjustments = async (bill_id: number) =>
  (
    await sql<{ kind: number; price: number; created_by: number | null }>`
      select kind, price, created_by from bill_adjust where bill_id = ${bill_id} order by adjust_id
    `.execute(at.server.db)
  ).rows.map(({ kind, price, created_by }) => [kind, Number(price), created_by])

/** A batch at the bank in which a bill is. */
const send = async (bill_id: number): Promise<void> => {
  const batch_id = await addRow(at.server, 'withhold', { sn: `DK${bill_id}`, bank: '建行', status: 2, exported_on: '2026-01-01', p_id: 1 })
  await addRow(at.server, 'withhold_line', { batch_id, bill_id, custom_name: '王小明', price: 1, result: 0, p_id: 1 })
}

describe('坏账', () => {
  test('what is not paid is written off: allowance and write-off in one, and it is seen', async () => {
    const one = await bill(rent())
    await pay(one, 2500)
    expect(await deed('write_off', { bill_id: one, why: '人已失联' })).toMatchObject({ code: 200 })
    expect(await read(one)).toMatchObject({ state: 6, price: 2500, paid: 2500, owed: 0, bad: 7500, is_bad: 1 })
    expect(await journal(one)).toEqual({ '2203.01': 2500, '2203.02': -10_000, '6702': 7500 })
    const { list } = done(await at.call('/api/bill/index', { state: [6] })).data
    expect(list).toContainEqual(expect.objectContaining({ bill_id: one }))
    expect(done(await at.call('/api/bill/index', { state: [3], page_rows: 100 })).data.list).not.toContainEqual(
      expect.objectContaining({ bill_id: one }),
    )
    // Money that comes for it is told how.
    expect(await at.ask('/api/flow/add', flowOf(at.ground, { org_id: place.org_id, bill_id: one, price: 1 }))).toMatchObject({
      code: 409,
      msg: '该账单已核销为坏账：请先收回坏账，再收款',
    })
    expect(await deed('void', { bill_id: one, void_why: '错' })).toMatchObject({ code: 409 })
  })

  test('what comes back is owed again, and is paid as usual', async () => {
    const one = await bill(rent())
    done(await deed('write_off', { bill_id: one, why: '失联' }))
    expect(await read(one)).toMatchObject({ state: 6, price: 0 })
    done(await deed('recover', { bill_id: one, why: '找到了' }))
    expect(await read(one)).toMatchObject({ state: 4, price: 10_000, bad: 0, owed: 10_000 })
    expect(await journal(one)).toEqual({ '1122.01': 10_000, '2203.02': -10_000 })
    await pay(one, 10_000)
    expect(await read(one)).toMatchObject({ state: 3 })
    expect(await adjustments(one)).toEqual([
      [4, -10_000, 1],
      [5, 10_000, 1],
    ])
    expect(await deed('recover', { bill_id: one, why: '再' })).toMatchObject({ code: 409 })
  })

  test('of one party alone the others go on owing', async () => {
    const one = await bill({ ...rent(), payment_ratio: 70 })
    done(await deed('write_off', { bill_id: one, party: 1, why: '失联' }))
    expect(await shares(one)).toEqual([
      [0, 0],
      [3000, 0],
    ])
    expect(await read(one)).toMatchObject({ state: 4, bad: 7000, owed: 3000 })
    expect(await deed('write_off', { bill_id: one, party: 1, why: '失联' })).toMatchObject({ code: 400, data: { field: 'party' } })
  })

  test('only what is overdue, no deposit, nothing at the bank', async () => {
    const [soon, pledge, sent, settled] = [
      await bill({ bill_date: '2099-01-01', start_date: '2099-01-01', end_date: '2099-01-31' }),
      await bill({ from: 3, from_id: at.ground.pledge }),
      await bill(),
      await bill(),
    ]
    await send(sent)
    await pay(settled, 10_000)
    expect(await deed('write_off', { bill_id: soon, why: '坏' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/没有逾期未付的金额/),
    })
    expect(await deed('write_off', { bill_id: settled, why: '坏' })).toMatchObject({ code: 409 })
    expect(await deed('write_off', { bill_id: pledge, why: '坏' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/未收的押金请作废/),
    })
    expect(await deed('write_off', { bill_id: sent, why: '坏' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/回盘后才能核销坏账/),
    })
  })

  test('the preview tells what it comes to', async () => {
    const [one, two] = [await bill(), await bill({ payment_ratio: 50 })]
    await pay(one, 4000)
    const { facts } = done(await at.call('/api/bill/writing_off', { ids: [one, two] })).data
    expect(facts).toContainEqual({ label: '核销合计', value: '¥160.00' })
    expect(done(await at.call('/api/bill/writing_off', { bill_id: two, party: 1 })).data.facts).toContainEqual({
      label: '核销合计',
      value: '¥50.00',
    })
  })
})

test('in 台账 what is reduced is less to be paid, what is written off is still to be paid', async () => {
  const custom_id = await addTenant(at.server, { name: '台账', card: '110101199003070011', phone: '13800000001' })
  const { rows } = await sql<{ bill_id: number }>`
    with made as (
      insert into bill (sn, org_id, p_id, custom_id, "from", type, payer, payment_ratio, custom_name, start_date, end_date, bill_date, price)
      values ('LEDGER', ${place.org_id}, 1, ${custom_id}, 1, 2, 1, 100, '台账', '2026-02-01', '2026-02-28', '2026-02-05', 10000) returning bill_id
    ), shared as (insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 10000, 1 from made)
    select bill_id from made
  `.execute(at.server.db)
  const bill_id = rows[0]?.bill_id as number
  await pay(bill_id, 2000)
  done(await deed('reduce', { bill_id, how: 1, amount: 4000, why: '减' }))
  done(await deed('write_off', { bill_id, why: '坏' }))
  const { list } = done(await at.call('/api/ledger/index', { month: '2026-02' })).data
  expect(list).toMatchObject([{ receivable: 10_000, reduced: 4000, received: 2000, arrears: 0, bad: 4000, rate: 33, state: 3 }])
  const tally = await sql<{ receivable: number }>`select sum(receivable) as receivable from tally_rent where month = '2026-02-01'`.execute(
    at.server.db,
  )
  expect(Number(tally.rows[0]?.receivable)).toBe(6000)
})
