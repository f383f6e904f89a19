import { expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { invoicing } from '../../help/invoicing.ts'
import { flat, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { place, rent, detail, lines, read } = invoicing(at)
const { ask, call } = at

test('money that settled bills of two projects is invoiced by one of each, as is seen before', async () => {
  const org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 2, region_name: '徐汇花苑' }))).data.org_id[0]
  done(await ask('/api/org/deed', { org_id, deed_no: '沪（2020）徐字不动产权第000002号' }))
  const period = { start_date: '2026-05-01', end_date: '2026-07-31' }
  const bills = [await rent(period), await rent({ ...period, org_id })]
  const paid = flowOf(at.ground, { price: 600_000, custom_name: place.name, custom_id: place.custom_id, p_id: 1 })
  const { flow_id } = done(await ask('/api/flow/add', paid)).data
  const { offers } = done(await call('/api/open_receipt/offers', { ids: [flow_id] })).data
  done(await ask('/api/open_receipt/match', { flow_id, shares: offers[0].keys }))
  const asked = { flow_id, paper: 1, line_way: 2 }
  const seen = done(await call('/api/invoice_request/foresee_flow', asked)).data
  expect(seen.facts).toEqual(
    expect.arrayContaining([
      { label: '抬头', value: place.name },
      { label: '张数', value: '2' },
      { label: '价税合计', value: '¥6,000.00' },
    ]),
  )
  const { data } = done(await ask('/api/flow/invoice', asked))
  expect(data.said).toMatch(/^开票申请 KP\w+、KP\w+ 已提交/)
  const made = [data.invoice_id, data.invoice_id + 1]
  expect((await Promise.all(made.map(detail))).map(({ p_id, price }) => [p_id, price])).toEqual([
    [1, 300_000],
    [2, 300_000],
  ])
  expect((await Promise.all(made.map(lines))).map((rows) => rows.map(({ bill_id }) => bill_id))).toEqual(bills.map((bill_id) => [bill_id]))
  expect((await Promise.all(bills.map(read))).map(({ invoiced }) => invoiced)).toEqual([300_000, 300_000])
  expect(await ask('/api/flow/invoice', asked)).toMatchObject({ code: 409, msg: '这笔收款已全部开票' })
})
