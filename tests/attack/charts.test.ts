import { beforeAll, expect, test } from 'vitest'
import { resources } from '../../src/declared/declared.ts'
import { adminServer } from '../help/adminServer.ts'
import { closingOn, monthBack } from '../help/closing.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { addAccount, flat, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { close, receive } = closingOn(at, nodes)
const { rowsOf } = nodes
const month = monthBack(1)
const drawn = resources.filter(({ chart }) => chart !== null)

let theirs: string
let nobodys: string
beforeAll(async () => {
  const codes = drawn.map(({ name }) => `/api/${name}/index`)
  theirs = await tokenOf(at.server, await addAccount(at.server, 'er', codes, [2]))
  nobodys = await tokenOf(at.server, await addAccount(at.server, 'san', ['/api/bill/index'], [1]))
  for (const p_id of [1, 2]) {
    const { org_id } = done(await at.ask('/api/org/add', flat(at.ground, { p_id, region_name: `小区${p_id}` }))).data
    await rowsOf(`update org set standard_rent = 90000 where org_id = ${org_id[0]}`)
    await rowsOf(`with made as (
        insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id)
        values ('CA${p_id}', 1, 1, 77700, '${month}-05', '${month}-01', '${month}-28', 1, 100, '租客', ${p_id}) returning bill_id
      ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 77700, ${p_id} from made`)
    await receive(`${month}-10`, 5_000, { p_id })
    await receive(`${month}-11`, 300, { type: 2, custom_name: '某保洁', p_id })
  }
})

const ask = (name: string, params: Record<string, unknown> = {}, token?: string) =>
  at.call(`/api/${name}/index`, { ...params, chart: 1 }, token)

test('each picture has something of either project, once their month is closed', async () => {
  expect(await close(month)).toMatchObject({ status: 3 })
  const amounts = (isRate: boolean, rows: { values: (number | null)[] }[]): number =>
    rows.flatMap(({ values }) => values).filter((value) => value !== null && (isRate || value !== 0)).length
  for (const { name, chart } of drawn)
    for (const p_id of [1, 2])
      expect([name, p_id, amounts(chart?.rates !== undefined, done(await ask(name, { p_id: [p_id] })).data.chart.rows)]).not.toEqual([
        name,
        p_id,
        0,
      ])
  expect(done(await ask('collection', {}, theirs)).data.chart.rows).toMatchObject([{ at: month }])
  expect(done(await ask('ageing')).data.chart.rows).toHaveLength(2)
})

test.each(drawn.map(({ name }) => name))('the picture of %s has no figure of a project that its viewer may not see', async (name) => {
  const [mine, asked] = [done(await ask(name, {}, theirs)).data.chart, done(await ask(name, { p_id: [2] })).data.chart]
  expect(mine).toEqual(asked)
  expect(done(await ask(name, { p_id: [1] }, theirs)).data.chart.rows).toEqual([])
  expect((await ask(name, {}, nobodys)).code).toBe(403)
})
