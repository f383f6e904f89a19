import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addRow, addTenant, flat, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { signed } = tenanciesOn(at)
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

/** What is not used of a receipt. */
const unused = async (flow_id: number): Promise<number> =>
  Number((await sql<{ unused: number }>`select unused from flow where flow_id = ${flow_id}`.execute(at.server.db)).rows[0]?.unused)

/** A batch at the bank in which a bill is. */
const send = async (bill_id: number, state: Record<string, unknown> = { status: 2, exported_on: '2026-01-01' }): Promise<void> => {
  const batch_id = await addRow(at.server, 'withhold', { sn: `DK${bill_id}`, bank: '建行', p_id: 1, ...state })
  await addRow(at.server, 'withhold_line', { batch_id, bill_id, custom_name: '王小明', price: 1, result: 0, p_id: 1 })
}

const linesOf = async (bills: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{
    line_id: number
  }>`select line_id from withhold_line where bill_id = any(${bills}::integer[]) order by line_id`.execute(at.server.db)
  return rows.map(({ line_id }) => line_id)
}

describe('作废', () => {
  test('a bill on which nothing is paid is owed no more: its posting is red, by whom and when stands with it', async () => {
    const [one, two] = [await bill(rent()), await bill({ from: 3, from_id: at.ground.pledge })]
    expect(await deed('void', { bill_id: one, void_why: '开错了' })).toMatchObject({ code: 200 })
    expect(await deed('void', { bill_id: two, void_why: '不收押金' })).toMatchObject({ code: 200 })
    expect(await read(one)).toMatchObject({ state: 5, owed: 0, void_why: '开错了', voided_by: 1 })
    expect(await read(two)).toMatchObject({ state: 5 })
    expect(await journal(one)).toEqual({})
    const { rows } = await sql<{ created_by: number; today: boolean }>`
      select created_by, day = current_date as today from journal_line where event = 3 and bill_id = ${one}
    `.execute(at.server.db)
    expect(rows).toEqual([
      { created_by: 1, today: true },
      { created_by: 1, today: true },
    ])
  })

  test('what is paid, written off, void or at the bank is refused, and of several nothing is done', async () => {
    const [paid, gone, sent, free] = [await bill(), await bill(), await bill(), await bill()]
    const flow_id = await pay(paid, 1)
    done(await deed('void', { bill_id: gone, void_why: '错' }))
    await send(sent)
    expect(await deed('void', { bill_id: paid, void_why: '错' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/已收款，不能作废：请先撤销核销或红冲/),
    })
    expect(await deed('void', { bill_id: gone, void_why: '错' })).toMatchObject({ code: 409, msg: expect.stringMatching(/已作废/) })
    expect(await deed('void', { bill_id: sent, void_why: '错' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/在代扣批次里，回盘后才能作废/),
    })
    expect(await deed('void', { ids: [free, paid], void_why: '错' })).toMatchObject({
      code: 409,
      msg: `有 1 条当前状态不能作废（${(await read(paid)).sn}），请刷新后重试`,
    })
    expect(await deed('void', { bill_id: free })).toMatchObject({ code: 400, msg: '原因必填' })
    expect(await read(free)).toMatchObject({ state: 4 })
    // Once the money is taken back it can.
    done(await at.ask('/api/flow/reverse', { flow_id, note: '错' }))
    expect(await deed('void', { ids: [free, paid], void_why: '错' })).toMatchObject({ code: 200, data: { count: 2 } })
  })

  test('two at once void it once; with the version that was seen only what was seen', async () => {
    const one = await bill()
    const answers = await Promise.all([1, 2, 3].map(() => deed('void', { bill_id: one, void_why: '错' })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
    const two = await bill()
    done(await deed('reduce', { bill_id: two, how: 1, amount: 1, why: '减' }))
    expect(await deed('void', { bill_id: two, version: 1, void_why: '错' })).toMatchObject({ code: 409 })
  })

  test('with it goes what was reduced, and what was written off of another part', async () => {
    const sums = async () => done(await at.ask('/api/bill/index', { page_rows: 1 })).data.sums
    const before = await sums()
    const one = await bill({ ...rent(), payment_ratio: 50 })
    done(await deed('reduce', { bill_id: one, how: 1, amount: 1000, party: 1, why: '减' }))
    expect(await journal(one)).toEqual({ '1122.01': 4000, '1122.02': 5000, '2203.02': -10_000, '2203.09': 1000 })
    done(await deed('void', { bill_id: one, void_why: '错' }))
    expect(await journal(one)).toEqual({})
    expect(await sums()).toEqual(before)
  })
})

describe('减免', () => {
  test('of rent it stands apart until it is recognised; of a fee the fee is less', async () => {
    const [lease, fee] = [await bill(rent()), await bill({ from_id: item.fee })]
    expect(await deed('reduce', { ids: [lease, fee], how: 1, amount: 2500, why: '困难户' })).toMatchObject({ code: 200 })
    expect(await journal(lease)).toEqual({ '1122.01': 7500, '2203.02': -10_000, '2203.09': 2500 })
    expect(await journal(fee)).toEqual({ '1221.01': 7500, '6301.01': -7500 })
    expect(await read(lease)).toMatchObject({ price: 7500, reduced: 2500, owed: 7500, is_reduced: 1, state: 4 })
    expect(await adjustments(fee)).toEqual([[3, -2500, 1]])
    const { list } = done(await at.call('/api/bill/index', { is_reduced: [1], page_rows: 100 })).data
    expect(list.map(({ bill_id }: { bill_id: number }) => bill_id)).toEqual(expect.arrayContaining([lease, fee]))
  })

  test('what is paid too much then goes back on account, the latest receipt first', async () => {
    const one = await bill(rent())
    const [first, last] = [await pay(one, 6000), await pay(one, 4000)]
    done(await deed('reduce', { bill_id: one, how: 1, amount: 5000, why: '退租金' }))
    expect(await shares(one)).toEqual([[5000, 5000]])
    expect([await unused(first), await unused(last)]).toEqual([1000, 4000])
    expect(await read(one)).toMatchObject({ state: 3, price: 5000, paid: 5000 })
    // To nothing it can be reduced, too: then it is settled.
    done(await deed('reduce', { bill_id: one, how: 2, percent: 100, why: '全免' }))
    expect(await read(one)).toMatchObject({ state: 3, price: 0, paid: 0, reduced: 10_000 })
    expect([await unused(first), await unused(last)]).toEqual([6000, 4000])
  })

  test('by percent of each part, or of whose part it says; not below nothing', async () => {
    const one = await bill({ ...rent(), price: 10_001, payment_ratio: 50 })
    done(await deed('reduce', { bill_id: one, how: 2, percent: 15, why: '减' }))
    expect(await shares(one)).toEqual([
      [5001 - 750, 0],
      [5000 - 750, 0],
    ])
    done(await deed('reduce', { bill_id: one, how: 1, amount: 4251, party: 1, why: '减' }))
    expect(await shares(one)).toEqual([
      [0, 0],
      [4250, 0],
    ])
    expect(await deed('reduce', { bill_id: one, how: 1, amount: 4251, why: '减' })).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/^减免金额超过账单 ZD\d+ 的应付 ¥42\.50$/),
      data: { field: 'amount' },
    })
    expect(await deed('reduce', { bill_id: one, how: 1, amount: 1, party: 3, why: '减' })).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/没有“财政补贴”承担的部分$/),
      data: { field: 'party' },
    })
    expect(await deed('reduce', { bill_id: one, how: 2, percent: 100, party: 1, why: '减' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/没有可减免的金额$/),
    })
  })

  test('deposits, void bills and those at the bank are not reduced; of several one that cannot keeps all', async () => {
    const [pledge, gone, sent, one] = [
      await bill({ from: 3, from_id: at.ground.pledge }),
      await bill(),
      await bill(),
      await bill({ price: 100 }),
    ]
    done(await deed('void', { bill_id: gone, void_why: '错' }))
    await send(sent)
    const asked = { how: 1, amount: 200, why: '减' }
    expect(await deed('reduce', { bill_id: pledge, ...asked })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/是押金，押金不减免$/),
    })
    expect(await deed('reduce', { bill_id: gone, ...asked })).toMatchObject({ code: 409, msg: expect.stringMatching(/已作废，不能减免$/) })
    expect(await deed('reduce', { bill_id: sent, ...asked })).toMatchObject({ code: 409, msg: expect.stringMatching(/回盘后才能减免$/) })
    const other = await bill()
    expect(await deed('reduce', { ids: [other, one], ...asked })).toMatchObject({ code: 400 })
    expect(await read(other)).toMatchObject({ reduced: 0, price: 10_000 })
  })

  test('the preview tells each bill and the sums before it is done, of what the caller sees', async () => {
    const [one, two] = [await bill(rent()), await bill({ price: 333 })]
    await pay(two, 333)
    const { facts, table } = done(await at.call('/api/bill/reduction', { ids: [one, two], how: 2, percent: 50 })).data
    expect(facts).toEqual([
      { label: '账单', value: '2' },
      { label: '减免合计', value: '¥51.67' },
      { label: '退回预收', value: '¥1.67' },
    ])
    expect(table.rows.map((row: string[]) => row.slice(2))).toEqual([
      ['¥100.00', '¥50.00', '¥50.00', '¥0.00'],
      ['¥3.33', '¥1.67', '¥1.66', '¥1.67'],
    ])
    expect(done(await at.call('/api/bill/reduction', { bill_id: one, how: 1, amount: 10_001 })).data.said).toMatch(
      /不能这样减免：减免超过应付$/,
    )
    const clerk = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['/api/bill/reduce'], [2]))
    expect(done(await at.call('/api/bill/reduction', { ids: [one, two], how: 2, percent: 50 }, clerk)).data.table.rows).toEqual([])
  })

  test('how many of them the bank has been asked for is said before, by each deed that waits for it, and where it is refused', async () => {
    const [free, first, second] = [await bill(), await bill(), await bill()]
    for (const one of [first, second]) await send(one)
    const said = async (path: string, params: Record<string, unknown>) => done(await at.call(`/api/bill/${path}`, params)).data.said
    const words = (waits: string): unknown => expect.stringMatching(new RegExp(`^账单 ZD\\d+ 等 2 张在代扣批次里，回盘后才能${waits}$`))
    const ids = [free, first, second]
    expect(await said('reduction', { ids, how: 2, percent: 50 })).toEqual(words('减免'))
    expect(await said('writing_off', { ids })).toEqual(words('核销坏账'))
    expect(await said('payer_changing', { ids, from_party: 1 })).toEqual(words('改付款方'))
    expect(await said('reduction', { bill_id: free, how: 2, percent: 50 })).toBeUndefined()
    expect(await deed('reduce', { ids, how: 2, percent: 50, why: '减' })).toMatchObject({ code: 409, msg: words('减免') })
  })

  test('of a batch that is not exported yet it is said how its bills are taken out', async () => {
    const [free, first, second, sent] = [await bill(), await bill(), await bill(), await bill()]
    for (const one of [first, second]) await send(one, { status: 1 })
    const asked = { how: 2, percent: 50, why: '减' }
    const [way, and] = ['还没有导出：在批次的明细里“移出批次”，才能减免$', '其中 2 张的批次还没有导出，可以“移出批次”$']
    const refused = (said: string): unknown => expect.objectContaining({ code: 409, msg: expect.stringMatching(new RegExp(said)) })
    expect(await deed('reduce', { bill_id: first, ...asked })).toEqual(refused(`^账单 ZD\\d+ 在代扣批次 DK${first} 里，${way}`))
    expect(await deed('reduce', { ids: [free, first, second], ...asked })).toEqual(refused(`等 2 张在代扣批次（DK${first} 等）里，${way}`))
    await send(sent)
    expect(await deed('reduce', { ids: [first, second, sent], ...asked })).toEqual(refused(`等 3 张在代扣批次里，回盘后才能减免；${and}`))
    done(await at.call('/api/withhold_line/drop', { ids: await linesOf([first, second]) }))
    done(await deed('reduce', { ids: [free, first, second], ...asked }))
  })

  test('it can be taken back as a whole', async () => {
    const one = await bill({ ...rent(), payment_ratio: 50 })
    done(await deed('reduce', { bill_id: one, how: 2, percent: 10, why: '减' }))
    done(await deed('reduce', { bill_id: one, how: 1, amount: 100, party: 2, why: '减' }))
    done(await deed('restore', { bill_id: one, why: '弄错了' }))
    expect(await shares(one)).toEqual([
      [5000, 0],
      [5000, 0],
    ])
    expect(await adjustments(one)).toEqual([
      [3, -500, 1],
      [3, -500, 1],
      [3, -100, 1],
      [6, 500, 1],
      [6, 600, 1],
    ])
    expect(await journal(one)).toEqual({ '1122.01': 5000, '1122.02': 5000, '2203.02': -10_000 })
    expect(await deed('restore', { bill_id: one, why: '再' })).toMatchObject({ code: 409 })
  })

  test('money that comes at the same moment is settled or refused, and every book is right', async () => {
    const bills = await Promise.all([1, 2, 3, 4].map(() => bill(rent())))
    for (const one of bills) await pay(one, 3000)
    const deeds = bills.flatMap((one) => [
      () => deed('reduce', { bill_id: one, how: 1, amount: 4000, why: '减' }),
      () =>
        pay(one, 5000).then(
          () => ({ code: 200 }),
          () => ({ code: 409 }),
        ),
      () => deed('void', { bill_id: one, void_why: '错' }),
      () => deed('write_off', { bill_id: one, why: '坏' }),
    ])
    for (const { code } of await Promise.all(deeds.map((one) => one()))) expect([200, 400, 409]).toContain(code)
  })
})

test('money for rent is offered as what is booked as rent, whatever the operator calls it, as long as there is such an item', async () => {
  const contract_id = await signed({ start_date: '2026-01-01', rent: 50_000, months: 1, cycle: 1 })
  const offered = async (): Promise<number | null> =>
    done(await at.call('/api/bill/index', { contract_id: [contract_id], from: [1] })).data.list[0].pay_from_id
  const own = await addRow(at.server, 'cost', { name: '房租', income: 2 })
  expect(await offered()).toBe(own)
  await sql`update cost set name = '公租房租金', version = version + 1 where name = '房租'`.execute(at.server.db)
  expect(await offered()).toBe(item.rent)
  await sql`update cost set retired = 1, version = version + 1 where income = 2`.execute(at.server.db)
  expect(await offered()).toBe(null)
  const another = await addRow(at.server, 'cost', { name: '廉租房租金', income: 2 })
  expect(await offered()).toBe(another)
})
