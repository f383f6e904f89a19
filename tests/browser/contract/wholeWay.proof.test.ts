import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { handsets } from '../../help/handsets.ts'
import type { RealServer } from '../../help/realServer.ts'
import { browserSeat, closeOthers, openScreen, pane } from '../../help/staff.ts'
import { startReadyServer } from '../../help/store/readyStore.ts'
import { act } from '../../help/wholeWay/hand.ts'
import { apply, beginOperator, judge } from '../../help/wholeWay/household.ts'
import { call, drawLots } from '../../help/wholeWay/queue.ts'
import { contract, contractOf, leave, repair, takeMoney } from '../../help/wholeWay/tenancy.ts'

const seat = browserSeat()
const phone = handsets()
let server: RealServer

beforeAll(async () => {
  server = await startReadyServer('none')
})
afterAll(() => server?.stop())

test('an operator begins with nothing; a household applies on its phone, is judged, drawn, called, housed, and years later goes', async () => {
  const way = { server, phone }
  const { page: admin } = await seat('admin', { url: server.url })
  await beginOperator(way, admin)
  await closeOthers(admin)
  await apply(way, admin)
  const { page: clerk } = await seat('guanjia', { url: server.url })
  await judge(way, clerk, admin)
  await drawLots(way, clerk, admin)
  for (const page of [admin, clerk]) await closeOthers(page)
  await call(clerk)
  await closeOthers(clerk)
  const { page: cashier } = await seat('caiwu', { url: server.url })
  await contract(way, clerk, cashier, admin)
  expect(await takeMoney(cashier, true)).toBe(2)
  await openScreen(clerk, '合同管理')
  await pane(clerk).locator('.strip:not([hidden])').getByRole('button', { name: '刷新' }).click()
  await contractOf(clerk).getByText('履行中').waitFor()
  await act(clerk, contractOf(clerk), '交钥匙', (dialog) => dialog.getByLabel('交接说明').fill('钥匙三把'))
  await repair(clerk)
  await leave(clerk, cashier, admin)

  const { call: ask, logIn } = callsAt(server.url)
  const token = await logIn('admin')
  const read = async (path: string, params: Record<string, unknown>) => {
    const { msg, data } = await ask(path, params, token)
    expect([path, msg]).toEqual([path, ''])
    return data
  }
  expect(await read('/api/org/detail', { org_id: 1 })).toMatchObject({ state: 1 })
  const deposits = await read('/api/deposit_entry/index', { page: 1, page_rows: 50 })
  expect(deposits.list.reduce((sum: number, { price }: { price: number }) => sum + price, 0)).toBe(0)
  // Whatever moved a state, by staff, by a telephone or by a job, stands in the log.
  const log = await read('/api/operation_log/index', { page: 1, page_rows: 500 })
  const done: string[] = log.list.map(({ label }: { label: string }) => label)
  for (const label of [
    '提交手机申请',
    '通过',
    '转入轮候',
    '叫号',
    '选房',
    '已看房',
    '定稿',
    '签署',
    '交钥匙',
    '派单',
    '续签',
    '合同到期与调租',
    '结算',
  ])
    expect(done).toContainEqual(expect.stringContaining(label))
}, 300_000)
