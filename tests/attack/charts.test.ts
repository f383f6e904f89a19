import { beforeAll, expect, test } from 'vitest'
import { resources } from '../../src/declared/declared.ts'
import type { ChartData } from '../../src/protocol/chart.ts'
import { adminServer } from '../help/adminServer.ts'
import { closingOn, monthBack } from '../help/closing.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { addAccount, addRow, flat, tokenOf } from '../help/store/ground.ts'
import { done, tenanciesOn } from '../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { receive, close } = closingOn(at, nodes)
const { signed } = tenanciesOn(at)
const { rowsOf } = nodes
const month = monthBack(1)
const drawn = resources.filter(({ chart }) => chart !== null)

const room = async (p_id: number): Promise<number> =>
  done(await at.ask('/api/org/add', flat(at.ground, { p_id, region_name: `小区${p_id}` }))).data.org_id[0]

let theirs: string
let nobodys: string
/** In either project an overdue rent, money in and out, an empty room; what is let and what is paid of the rent differ, so that both together look like neither. The month is closed. */
beforeAll(async () => {
  const codes = drawn.map(({ name }) => `/api/${name}/index`)
  theirs = await tokenOf(at.server, await addAccount(at.server, 'er', codes, [2]))
  nobodys = await tokenOf(at.server, await addAccount(at.server, 'san', ['/api/bill/index'], [1]))
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
  for (const p_id of [1, 2]) {
    for (let n = 0; n < p_id; n++) await room(p_id)
    if (p_id === 1) await signed({ org_id: await room(p_id), start_date: `${month}-01`, signed_on: `${month}-01`, rent: 60_000 })
    const [share] = await rowsOf<{ share_id: number }>(`with made as (
        insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id)
        values ('CA${p_id}', 1, 1, 77700, '${month}-05', '${month}-01', '${month}-28', 1, 100, '租客', ${p_id}) returning bill_id
      ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 77700, ${p_id} from made returning share_id`)
    const flow_id = await receive(`${month}-10`, 5_000 * p_id, { p_id })
    done(await at.ask('/api/open_receipt/match', { flow_id, shares: [share?.share_id] }))
    const invoice = { invoice_number: `1234567${p_id}`, input_tax: 10 * p_id, deductible: 1 }
    await receive(`${month}-11`, 300, { type: 2, custom_name: '某保洁', p_id, ...invoice })
  }
  // Empty since before the month, as rooms of a former system are.
  await rowsOf(`update occupancy set start_date = '${month}-01' where state = 2 and start_date > '${month}-01'`)
  await rowsOf('update org set standard_rent = 93000')
  await close(month)
}, 60_000)

const ask = (name: string, params: Record<string, unknown> = {}, token?: string) =>
  at.call(`/api/${name}/index`, { ...params, chart: 1 }, token)
const picture = async (...asked: Parameters<typeof ask>): Promise<ChartData> => done(await ask(...asked)).data.chart

test.each(drawn.map(({ name }) => name))('the picture of %s has no figure of a project that its viewer may not see', async (name) => {
  const mine = await picture(name, {}, theirs)
  expect(mine.rows.some(({ values }) => values.some((value) => value !== null && value !== 0))).toBe(true)
  expect(mine).toEqual(await picture(name, { p_id: [2] }))
  // What both projects come to is another picture: a scope that is not asked is seen above.
  for (const params of [{}, { p_id: [1] }]) expect(mine).not.toEqual(await picture(name, params))
  expect((await picture(name, { p_id: [1] }, theirs)).rows).toEqual([])
  expect(await picture(name, { p_id: [1, 2] }, theirs)).toEqual(mine)
  expect((await ask(name, {}, nobodys)).code).toBe(403)
})

test('what is drawn of a project is what its rows come to', async () => {
  expect((await picture('profit', {}, theirs)).rows.map(({ at: when, values }) => [when, values])).toEqual([[month, [77_700]]])
  expect((await picture('profit', { kind: [2] }, theirs)).rows.map(({ values }) => values)).toEqual([[280]])
  const [reported] = done(await at.call('/api/month_report/index', { month, p_id: [2] })).data.list
  expect(reported).toMatchObject({ due: 77_700, paid: 10_000 })
  expect((await picture('month_report', { month }, theirs)).rows).toEqual([
    { at: month, label: month, values: [12, reported.vacancy_rate] },
  ])
  expect((await picture('collection', {}, theirs)).rows).toMatchObject([{ at: month, values: [12, 12, null] }])
  const cash = await picture('cash_day', {}, theirs)
  expect(cash.rows.map(({ at: day, values }) => [day, values.reduce<number>((sum, value) => sum + (value ?? 0), 0)])).toEqual([
    [`${month}-10`, 10_000],
    [`${month}-11`, 0],
  ])
  expect((await picture('ageing')).rows).toHaveLength(2)
  expect((await picture('ageing', {}, theirs)).rows.map(({ at: p_id }) => p_id)).toEqual([2])
})
