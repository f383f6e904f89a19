import { beforeAll, expect, test } from 'vitest'
import { recognise } from '../../../server/domain/closing/index.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import type { ChartData } from '../../../src/protocol/chart.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { receive } = closingOn(at, nodes)
const { rowsOf } = nodes
const [last, former] = [monthBack(1), monthBack(2)]

let made = 0
/** A rent bill of a month that is due on its fifth; gives its share. */
const rent = async (month: string, price: number, p_id = 1): Promise<number> => {
  made += 1
  const [share] = await rowsOf<{ share_id: number }>(`with made as (
      insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id)
      values ('CH${made}', 1, 1, ${price}, '${month}-05', '${month}-01', '${month}-28', 1, 100, '租客${p_id}', ${p_id}) returning bill_id
    ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, ${price}, ${p_id} from made returning share_id`)
  return share?.share_id ?? 0
}

const chart = async (name: string, params: Record<string, unknown> = {}): Promise<ChartData> =>
  done(await at.call(`/api/${name}/index`, { ...params, chart: 1 })).data.chart
const shown = ({ rows }: ChartData) => rows.map(({ label, values }) => [label, ...values])

beforeAll(async () => {
  const [one, two] = [await rent(former, 100_000), await rent(last, 200_000)]
  await rent(last, 77_700, 2)
  for (const [share_id, day, price] of [
    [one, `${former}-10`, 75_000],
    [two, `${last}-10`, 50_000],
  ] as const)
    done(await at.ask('/api/open_receipt/match', { flow_id: await receive(day, price), shares: [share_id] }))
  for (const month of [former, last]) await inTransaction(at.server.db, null, (tx) => recognise(tx, month))
})

test('three rates by month, of all projects that the list finds together', async () => {
  const { parts, rows, more } = await chart('collection', { p_id: 1 })
  expect(parts.map(({ label }) => label)).toEqual(['当期', '累计', '陈欠回收'])
  expect(rows).toEqual([
    { at: former, label: former, values: [75, 75, null] },
    { at: last, label: last, values: [25, 41, 0] },
  ])
  expect(more).toBe(false)
  // 50,000 of 277,700.
  expect(shown(await chart('collection', { month: last }))).toEqual([[last, 18, 33, 0]])
})

test('what is overdue by project and age, the largest first, as its list sums it and as the rows behind it do; as of a day', async () => {
  const { parts, rows } = await chart('ageing')
  expect(parts.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6])
  expect(rows.map(({ at: p_id, values }) => [p_id, values.reduce<number>((sum, value) => sum + (value ?? 0), 0)])).toEqual([
    [1, 175_000],
    [2, 77_700],
  ])
  const { list } = done(await at.call('/api/ageing/index', { p_id: [1] })).data
  expect(list).toMatchObject([{ bills: 2, debtors: 1, owed: 175_000, ended: 0 }])
  for (const [place, { value }] of parts.entries()) {
    const { sums } = done(await at.call('/api/arrears_share/index', { p_id: [1], age: [value] })).data
    expect([value, sums.owed]).toEqual([value, rows[0]?.values[place]])
  }
  await rowsOf('update row_history_begun set day = current_date - 90')
  expect((await chart('ageing', { as_of: `${former}-04` })).rows).toEqual([])
})

test('income by month and account; what is spent where that is asked for', async () => {
  await receive(`${last}-12`, 3_000, { type: 2, custom_name: '某保洁' })
  const income = await chart('profit', { p_id: 1 })
  expect(income.parts.map(({ label }) => label)).toEqual([expect.stringContaining('租金')])
  expect(shown(income)).toEqual([
    [former, 100_000],
    [last, 200_000],
  ])
  expect(shown(await chart('profit', { p_id: 1, kind: [2] }))).toEqual([[last, 3_000]])
})

test('what came in by day and account', async () => {
  const cash = await chart('cash_day', { p_id: 1, day_start: `${last}-01`, day_end: `${last}-11` })
  expect(cash.rows.map(({ at: day, values }) => [day, values.reduce<number>((sum, value) => sum + (value ?? 0), 0)])).toEqual([
    [`${last}-10`, 50_000],
  ])
})

test('a list that draws nothing does not know the word', async () => {
  expect((await at.call('/api/bill/index', { chart: 1 })).code).toBe(400)
})
