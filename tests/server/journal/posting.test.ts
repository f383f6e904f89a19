import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../../server/domain/journal/index.ts'
import { postEverything } from '../../../server/store/facts/keepFacts.ts'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { nightWork } from '../../help/nightWork.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addRow, addTenant, flat, flowOf, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, pay, bills } = tenanciesOn(at)
const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows

let org_id: number
let custom_id: number
beforeAll(async () => {
  org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  custom_id = await addTenant(at.server, { name: '王小明' })
})

const billOf = async (changes: Record<string, unknown> = {}): Promise<number> =>
  done(
    await ask('/api/bill/create', {
      ...{ org_id, from: 2, from_id: at.ground.cost, price: 10_001, bill_date: '2026-01-01', payer: 1, payment_ratio: 70 },
      ...{ start_date: '2026-01-01', end_date: '2026-01-31', custom_id, custom_name: '王小明', late: 0, contract_id: 0, type: 2 },
      ...changes,
    }),
  ).data.bill_id
/** The lines of a bill or a flow, as the screen has them: event, account, debit, credit. */
const linesOf = async (by: Record<string, number>): Promise<unknown[]> => {
  const { list } = done(await at.call('/api/journal_line/index', { ...by, order: 'day', page_rows: 100 })).data
  return list.map((row: Record<string, unknown>) => [row.event, row.ledger_account_id_title, row.debit, row.credit])
}

test('a bill, money for it and its reversal: each posts its lines, the reversal in red on the same sides', async () => {
  const bill_id = await billOf()
  const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, { org_id, bill_id, price: 8000, way: 8 }))).data
  expect(await linesOf({ bill_id })).toEqual([
    [1, '其他应收款—费用、赔偿、违约金', 7001, null],
    [1, '其他业务收入', null, 7001],
    [1, '其他应收款—费用、赔偿、违约金', 3000, null],
    [1, '其他业务收入', null, 3000],
    [7, '预收账款—未核销款', 7001, null],
    [7, '其他应收款—费用、赔偿、违约金', null, 7001],
    [7, '预收账款—未核销款', 999, null],
    [7, '其他应收款—费用、赔偿、违约金', null, 999],
  ])
  const { flow_id: red } = done(await ask('/api/flow/reverse', { flow_id, note: '录错' })).data
  expect(await linesOf({ flow_id })).toEqual(
    expect.arrayContaining([
      [4, '其他货币资金—POS在途', 8000, null],
      [4, '预收账款—未核销款', null, 8000],
      [8, '预收账款—未核销款', -7001, null],
      [6, '预收账款—未核销款', null, -8000],
    ]),
  )
  expect(await linesOf({ flow_id: red })).toEqual([[6, '其他货币资金—POS在途', -8000, null]])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a correction goes where the bill was booked, whatever its item says by now', async () => {
  const from_id = await addRow(at.server, 'cost', { name: '停车', income: 1 })
  const bill_id = await billOf({ from_id, payment_ratio: 100 })
  const { version } = done(await at.call('/api/cost/detail', { id: from_id })).data
  done(await ask('/api/cost/edit', { id: from_id, name: '停车', income: 4, expense: 1, version }))
  await nightWork(at.server, (tx) => sql`update bill set is_void = 1 where bill_id = ${bill_id}`.execute(tx))
  expect((await linesOf({ bill_id })).slice(2)).toEqual([
    [3, '其他应收款—费用、赔偿、违约金', -10_001, null],
    [3, '其他业务收入', null, -10_001],
  ])
})

test('whose money it is follows from whom it was entered for; a name that is no record’s stays without', async () => {
  const flowBy = async (changes: Record<string, unknown>): Promise<unknown> => {
    const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, { org_id, ...changes }))).data
    return (await rowsOf(`select distinct custom_id from journal_line where flow_id = ${flow_id}`)).map((row) => row.custom_id)
  }
  expect(await flowBy({ custom_id })).toEqual([custom_id])
  expect(await flowBy({ bill_id: await billOf() })).toEqual([custom_id])
  expect(await flowBy({ custom_id, custom_name: '王小明的朋友' })).toEqual([null])
  expect(await flowBy({})).toEqual([null])
})

test('what is no balanced posting, or was posted, does not get in; what is posted is never changed', async () => {
  const line = (source: number, place: number, side: number, price: number): string =>
    `(1, ${source}, ${place}, current_date, 1, ${side}, ${price})`
  const post = (...lines: string[]) =>
    rowsOf(`insert into journal_line (event, source_id, place, day, ledger_account_id, side, price) values ${lines.join(', ')}`)
  await expect(post(line(900_001, 1, 1, 100), line(900_001, 2, 2, 99))).rejects.toMatchObject({ constraint: 'journal_balanced' })
  // Two that balance only together are two that do not.
  await expect(post(line(900_001, 1, 1, 100), line(900_002, 1, 2, 100))).rejects.toMatchObject({ constraint: 'journal_balanced' })
  const [{ source_id } = { source_id: 0 }] = await rowsOf<{ source_id: number }>(
    'select min(source_id) as source_id from journal_line where event = 1',
  )
  await expect(post(line(source_id, 1, 1, 5), line(source_id, 2, 2, 5))).rejects.toMatchObject({ constraint: 'journal_posted_once' })
  for (const deed of ['update journal_line set price = price + 1', 'delete from journal_line', 'truncate journal_line'])
    await expect(rowsOf(deed)).rejects.toMatchObject({ constraint: 'journal_append_only' })
})

test('what no trigger saw is posted once when it is asked for, and nothing twice', async () => {
  const count = async (): Promise<number> => Number((await rowsOf<{ n: number }>('select count(*) as n from journal_line'))[0]?.n)
  const contract_id = await signed()
  await pay(contract_id)
  const before = await count()
  await nightWork(at.server, postEverything)
  expect(await count()).toBe(before)
  await nightWork(at.server, async (tx) => {
    await sql`set local anju.facts = 'later'`.execute(tx)
    await sql`insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn, p_id)
      values (1, 2, ${at.ground.cost}, 500, '某', 3, current_date, current_date, epoch_now(), 'LATER', 1)`.execute(tx)
  })
  expect(await count()).toBe(before)
  expect((await checkBooks(at.server.db)).filter((one) => one.count > 0).map(({ name }) => name)).toEqual(['unallocated', 'money'])
  await nightWork(at.server, postEverything)
  expect(await count()).toBe(before + 2)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('cash that is short as it is handed in is no cost of the house: the cash comes to nothing, and what is missing is a small difference', async () => {
  const cash = done(await ask('/api/own_account/add', { name: '窗口现金', kind: 5, way: 11, usual: 2, code: '1001.08' })).data
    .own_account_id
  const bank = 900_001
  done(await ask('/api/flow/add', flowOf(at.ground, { org_id, price: 100_000, way: 11, own_account_id: cash })))
  done(
    await ask('/api/transfer/add', { kind: 1, from_account_id: cash, to_account_id: bank, price: 99_800, fee: 0, day: today(), p_id: 1 }),
  )
  const from_id = done(await ask('/api/cost/add', { name: '现金短款', income: 1, expense: 4 })).data.id
  const short = { type: 2, from_id, price: 200, way: 11, own_account_id: cash, custom_name: '收银员', p_id: 1 }
  const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, short))).data
  expect(await linesOf({ flow_id })).toEqual([
    [5, '营业外支出—小额差异、短款', 200, null],
    [5, '库存现金—窗口现金', null, 200],
  ])
  const [left] = await rowsOf(`
    select sum(case j.side when 1 then j.price else -j.price end)::integer as fen from journal_line j join own_account w using (ledger_account_id) where w.own_account_id = ${cash}`)
  expect(left).toEqual({ fen: 0 })
  done(await ask('/api/flow/reverse', { flow_id, note: '找到了' }))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a contract’s rent and deposit: the deposit is held when it is paid, the rent waits to be earned', async () => {
  const contract_id = await signed({ rent: 128_000, deposit: 128_000 })
  await pay(contract_id)
  const sums = await rowsOf(`
    select a.code, sum(case j.side when 1 then j.price else -j.price end)::integer as fen from journal_line j join ledger_account a using (ledger_account_id)
    where contract_id = ${contract_id} group by 1 having sum(case j.side when 1 then j.price else -j.price end) <> 0 order by 1`)
  const rent = (await bills(contract_id))
    .filter(({ from, is_void }) => from === 1 && is_void === 0)
    .reduce((sum, { price }) => sum + price, 0)
  expect(sums).toEqual([
    { code: '2203.02', fen: -rent },
    { code: '2241.01', fen: -128_000 },
  ])
})

test('the balance of an account is as of the day that is asked for', async () => {
  const balance = async (as_of?: string): Promise<unknown> => {
    const { list } = done(await at.call('/api/trial/index', { page_rows: 100, ...(as_of ? { as_of } : {}) })).data
    const row = list.find(({ code }: { code: string }) => code === '1012.04')
    return row && [row.opening_debit, row.debit, row.closing_debit]
  }
  const at2019 = Date.parse('2019-03-05T04:00:00Z') / 1000
  done(await ask('/api/flow/add', flowOf(at.ground, { org_id, way: 7, price: 700, deal_time: at2019 })))
  done(await ask('/api/flow/add', flowOf(at.ground, { org_id, way: 7, price: 30, deal_time: at2019 + 40 * 86_400 })))
  await rowsOf("update row_history_begun set day = date '2019-01-01'")
  expect(await balance('2019-03-04')).toBeUndefined()
  expect(await balance('2019-03-05')).toEqual([0, 700, 700])
  expect(await balance('2019-04-13')).toEqual([700, 0, 700])
  expect(await balance('2019-04-14')).toEqual([700, 30, 730])
  expect(await balance(today())).toBeDefined()
})

test('whoever is of one project sees its book alone', async () => {
  await billOf()
  const clerk = await tokenOf(
    at.server,
    await addAccount(at.server, 'second-book', ['key:flow', 'key:finance', '/api/journal_line/index', '/api/trial/index'], [2]),
  )
  expect(done(await at.call('/api/journal_line/index', {}, clerk)).data.list).toEqual([])
  expect(done(await at.call('/api/trial/index', {}, clerk)).data.list).toEqual([])
  expect((await at.call('/api/book_check/run', {}, clerk)).code).toBe(403)
})

test('an account of the operator’s own comes with one in the chart; a code that is no money’s is refused', async () => {
  const account = { name: '建行收租户', kind: 1, number: '6217001234567890123' }
  for (const code of ['1122.01', '1002.', '1003', '10021'])
    expect(await ask('/api/own_account/add', { ...account, code })).toMatchObject({ code: 400, msg: expect.stringContaining('1002.02') })
  expect((await ask('/api/own_account/add', { ...account, code: '1002.01' })).code).toBe(409)
  const { own_account_id } = done(await ask('/api/own_account/add', { ...account, code: '1002.02' })).data
  expect(done(await at.call('/api/own_account/detail', { own_account_id })).data).toMatchObject({
    ledger_account_id_title: '银行存款—建行收租户',
    number: expect.stringContaining('*'),
  })
  const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, { org_id, way: 8, own_account_id, price: 100 }))).data
  expect(await linesOf({ flow_id })).toContainEqual([4, '银行存款—建行收租户', 100, null])
  done(await ask('/api/own_account/retire', { ids: [own_account_id] }))
  expect((await ask('/api/flow/add', flowOf(at.ground, { org_id, own_account_id }))).code).toBe(409)
  done(await ask('/api/flow/reverse', { flow_id, note: '录错' }))
  expect(await wrongInBooks(at.server.db)).toEqual([])
  // The one where money goes of which nobody says the account: it would be on none.
  const [usual] = await rowsOf<{ id: number; name: string }>(
    'select own_account_id as id, name from own_account where way = 3 and usual = 1',
  )
  expect(await ask('/api/own_account/retire', { ids: [usual?.id] })).toMatchObject({
    code: 409,
    msg: expect.stringContaining(`“${usual?.name}”是“转账”的默认账户`),
  })
})
