import { beforeAll, expect, test } from 'vitest'
import { sealMonth } from '../../../server/domain/closing/sealMonth.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { secondNode } from '../../help/secondNode.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'
import { yearEndOn } from '../../help/yearEnd.ts'

const at = adminServer()
const nodes = jobNodes(at)
const second = secondNode(at)
const { receive, close, monthOf } = closingOn(at, nodes)
const { rowsOf } = nodes
const { setClosing, pastBill, adjustOn, creditOf } = yearEndOn({ server: () => at, rowsOf })

const year = String(Number(today().slice(0, 4)) - 1)
const december = `${year}-12`
const end = `${december}-31`
const PROFIT = ['6001.01', '6051', '6702', '6602']
const profits = async (until = end) =>
  Object.fromEntries(await Promise.all(PROFIT.map(async (code) => [code, await creditOf(code, until)])))
const earned = async (more: Record<string, unknown> = {}) => {
  const { list } = done(await at.call('/api/profit/index', { month: december, page_rows: 100, ...more })).data
  return list
    .map(({ code, price, year: sum }: Record<string, unknown>): [string, unknown, unknown] => [String(code), price, sum])
    .toSorted(([a]: [string], [b]: [string]) => (a < b ? -1 : 1))
}
const carriedRows = async () =>
  (
    await rowsOf<{ code: string; side: number; price: number }>(
      'select a.code, y.side, y.price from year_close y join ledger_account a using (ledger_account_id) order by y.year_close_id',
    )
  ).map(({ code, side, price }) => [code, side, Number(price)])

let other: string
beforeAll(async () => {
  other = await tokenOf(at.server, await addAccount(at.server, 'fuhe', ['/api/closing/agree', '/api/closing/index']))
  const rent = await pastBill({ price: 60_000, due: `${year}-11-01`, start: `${year}-11-01`, end, made: `${year}-11-02` })
  await pastBill({ price: 7_000, due: `${december}-05`, made: `${december}-05`, from: 2, from_id: at.ground.cost })
  await adjustOn(`${december}-10`, rent, 4, -1_500)
  await receive(`${december}-20`, 2_300, { type: 2 })
  await receive(`${december}-21`)
})
const reopened = async (): Promise<void> => {
  const { closing_id } = await monthOf(december)
  done(await at.ask('/api/closing/reopen', { closing_id, reason: '补记' }))
  done(await at.ask('/api/closing/agree', { closing_id }, other))
}

const STANDS = { '6001.01': 60_000, '6051': 7_000, '6702': -1_500, '6602': -2_300 }
const NOTHING = { '6001.01': 0, '6051': 0, '6702': 0, '6602': 0 }
let told: unknown
let report: unknown
const reportOf = async () => {
  const { revenue, other: more, cost } = done(await at.call('/api/month_report/index', { month: december })).data.list[0]
  return { revenue, more, cost }
}

test('by default the year is not closed: 用友 does it', async () => {
  expect(await close(december)).toMatchObject({ status: 3 })
  expect(await profits()).toEqual(STANDS)
  expect(await carriedRows()).toEqual([])
  told = await earned()
  report = await reportOf()
  expect(told).toEqual(
    [
      ['6001.01', 30_417, 60_000],
      ['6051', 7_000, 7_000],
      ['6602', 2_300, 2_300],
      ['6702', 1_500, 1_500],
    ].map(([code, price, sum]) => (code === '6001.01' ? [code, expect.any(Number), sum] : [code, price, sum])),
  )
  await reopened()
  expect(await carriedRows()).toEqual([])
})

test('where the setting says so, a December that is closed carries the year to 4103; what was earned and spent is told as before', async () => {
  await setClosing({ year_close: 1 })
  expect(await close(december)).toMatchObject({ status: 3 })
  expect(await profits()).toEqual(NOTHING)
  expect(await creditOf('4103')).toBe(63_200)
  expect(await carriedRows()).toEqual([
    ['6051', 1, 7_000],
    ['6602', 2, 2_300],
    ['6702', 2, 1_500],
    ['6001.01', 1, 60_000],
  ])
  expect([await earned(), await earned({ as_of: end }), await reportOf()]).toEqual([told, told, report])
  const trial = done(await at.call('/api/trial/index', { as_of: end, page_rows: 100 })).data.list
  expect(trial).toContainEqual(expect.objectContaining({ code: '4103', closing_credit: 63_200 }))
  expect(trial).toContainEqual(expect.objectContaining({ code: '6051', credit: 7_000, debit: 7_000, closing_credit: 0 }))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('for the accounting package it is a voucher of its own, and the others are as they were', async () => {
  const { closing_id } = await monthOf(december)
  const { base64 } = done(await at.ask('/api/closing/vouchers', { closing_id, software: 1, sums_by: 2 })).data
  const text = new TextDecoder('gbk').decode(Buffer.from(base64, 'base64'))
  const lines = text.split(/\r?\n/).filter((line) => line.includes('6051'))
  expect(lines.map((line) => line.includes('年结'))).toEqual([false, true])
})

test('opened again it is taken back, red, and closed anew it carries what there is by then', async () => {
  await reopened()
  expect(await profits()).toEqual(STANDS)
  expect(await creditOf('4103')).toBe(0)
  expect(await earned()).toEqual(told)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  await pastBill({ price: 500, due: `${december}-06`, made: `${december}-06`, from: 2, from_id: at.ground.cost })
  expect(await close(december)).toMatchObject({ status: 3 })
  expect(await profits()).toEqual(NOTHING)
  expect(await creditOf('4103')).toBe(63_700)
  expect(await carriedRows()).toContainEqual(['6051', 1, 7_500])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('two who close the same December carry the year once; one who comes after the month is closed does nothing', async () => {
  await reopened()
  const { closing_id } = await monthOf(december)
  done(await second.send('/api/closing/close', { closing_id, note: '无' }))
  nodes.startDeclared('close_months')
  nodes.startDeclared('close_months')
  const acting = { session: { userId: null, scope: null }, now: Math.floor(Date.now() / 1000) }
  const sealing = () =>
    inTransaction(at.server.db, null, (tx) => sealMonth({ ...acting, tx } as never, { closing_id, month: december }, null)).then(
      () => 'sealed',
      ({ code }) => code,
    )
  const answers = await Promise.all([sealing(), sealing()])
  expect(answers).toContain(409)
  await expect.poll(async () => (await monthOf(december)).status, { timeout: 30_000 }).toBe(3)
  expect(await creditOf('4103')).toBe(63_700)
  expect(await profits()).toEqual(NOTHING)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('the next year begins with nothing, and what is brought to it late is its own', async () => {
  await pastBill({ price: 900, due: `${december}-07`, made: `${december}-07`, from: 2, from_id: at.ground.cost })
  expect(await creditOf('6051', '9999-12-31')).toBe(900)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a row behind the back of the books is found', async () => {
  await rowsOf('alter table year_close disable trigger user')
  await rowsOf('update year_close set price = price + 1 where year_close_id = (select max(year_close_id) from year_close)')
  expect(await wrongInBooks(at.server.db)).toContainEqual(expect.objectContaining({ check: 'year', p_id: 1 }))
  await rowsOf('update year_close set price = price - 1 where year_close_id = (select max(year_close_id) from year_close)')
  await rowsOf('alter table year_close enable trigger user')
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
