import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { partition } from 'es-toolkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encoded } from '../../../server/imports/layouts/encodings.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { attach, pdf } from '../../help/attachments.ts'
import { callsAt } from '../../help/calls.ts'
import { monthBack } from '../../help/closing.ts'
import type { RealServer } from '../../help/realServer.ts'
import { ReferenceBook } from '../../help/referenceBook.ts'
import { begin, browserSeat, choose, deskSettled, openScreen, pane, rowsOf, settled, toast } from '../../help/staff.ts'
import { cardOf, flat } from '../../help/store/ground.ts'
import { startReadyServer } from '../../help/store/readyStore.ts'
import { act, save, strip } from '../../help/wholeWay/hand.ts'
import { answerTo } from '../../help/withholding.ts'

const seat = browserSeat()
let server: RealServer
beforeAll(async () => {
  server = await startReadyServer('none')
})
afterAll(() => server?.stop())

const month = monthBack(1)
const first = `${month}-01`
const RENT = 100_001

const plain = (fen: number): string => fenToYuan(fen).replaceAll(',', '')
const run = promisify(execFile)

test('an accountant’s month: bills, a reminder, a statement, matching, withholding, a deposit, an invoice, the close and the audit, to the fen', {
  timeout: 300_000,
}, async () => {
  const { call, logIn } = callsAt(server.url)
  const token = await logIn('admin')
  const ask = async (path: string, params: Record<string, unknown> = {}) => {
    const { msg, data } = await call(path, { request_id: `${Math.random()}`, ...params }, token)
    expect([path, msg]).toEqual([path, ''])
    return data
  }
  const book = new ReferenceBook()

  // What stands when the month begins: three tenants in three rooms, each let from its first day.
  const { p_id } = await ask('/api/project/add', { name: '浦东一期' })
  const kind = { 2: (await ask('/api/kind/add', { name: '一居室', show_type: 2 })).id }
  await ask('/api/own_account/add', {
    name: '建行6688',
    kind: 1,
    way: 3,
    usual: 2,
    code: '1002.05',
    debit_layout: 1,
    bank_name: '建设银行',
  })
  await ask('/api/cost/add', { name: '月租金', income: 2 })
  const letTo = async (name: string, serial: number) => {
    const org_id = (await ask('/api/org/add', flat({ kind } as never, { p_id }))).org_id[0]
    await ask('/api/org/deed', { org_id, deed_no: `沪（2020）浦字不动产权第${serial}号` })
    const { custom_id } = await ask('/api/lessee/add', { name, card: cardOf(serial), phone: `1381234567${serial % 10}`, p_id })
    const { contract_id } = await ask('/api/contract/add', { custom_id, p_id, org_id, start_date: first, rent: RENT, payment_ratio: 100 })
    await ask('/api/contract/submit', { contract_id })
    const { data } = await attach({ url: server.url, config: {} } as never, token, pdf(`合同 ${name}`), '合同.pdf')
    await ask('/api/contract/offline', { contract_id, signed_on: first, papers: [data.file_id] })
    return { custom_id, contract_id }
  }
  const [wang, , zhao] = [await letTo('王小明', 5101), await letTo('李晓红', 5102), await letTo('赵建国', 5103)]
  await ask('/api/lessee/agree', { custom_id: zhao.custom_id, withhold_account: '6217001234567890123', withhold_on: first })
  const bills = (await ask('/api/bill/index', { page_rows: 100, order: 'bill_id' })).list as Record<string, number>[]
  for (const { bill_id = 0, from = 0, price = 0 } of bills)
    book.bill(bill_id, { from, income: from === 1 ? 2 : 1, isPassedOn: false }, [{ party: 1, price }])
  const owed = (contract_id: number, from: number) =>
    bills
      .filter((one) => one.contract_id === contract_id && one.from === from)
      .sort((x, y) => `${x.bill_date}`.localeCompare(`${y.bill_date}`))

  // 催缴: who has not paid.
  const { page } = await seat('admin', { url: server.url, at: '账单列表' })
  const late = rowsOf(page).filter({ hasText: '李晓红' }).first()
  await begin(page, late, '催缴')
  const reminding = page.getByRole('dialog', { name: /^催缴/ })
  await reminding.getByText('约需费用').waitFor()
  await reminding.getByRole('button', { name: '催缴', exact: true }).click()
  await page
    .locator('.ant-message')
    .getByText(/^已催缴 1 张账单/)
    .waitFor()

  // 对账单: two tenants have paid, one of them under a name that nobody has.
  await openScreen(page, '对账单')
  const statements = await strip(page, '对账单')
  const reading = page.getByRole('dialog', { name: '导入对账单' })
  let balance = 0
  const read = async (lines: readonly [string, number, string, string][]) => {
    const rows = lines.map(([day, price, party, note]) => {
      balance += price
      return `${day},"${plain(price)}",,${plain(balance)},${party},${note}`
    })
    const file = ['交易日期,贷方发生额,借方发生额,账户余额,对方户名,摘要', ...rows, ''].join('\r\n')
    await strip(page, '对账单')
    await statements.getByRole('button', { name: '导入对账单' }).click()
    await choose(reading, '账户', '建行6688')
    await reading.locator('input[type=file]').setInputFiles({ name: '明细.csv', mimeType: 'text/csv', buffer: encoded(file, 'gbk') })
    // The same file, mended, can be chosen again.
    expect(await reading.locator('input[type=file]').inputValue()).toBe('')
    await reading.getByRole('button', { name: '确定' }).click()
    await toast(page, `读入 ${lines.length} 行，正在勾对`).waitFor()
    await reading.waitFor({ state: 'hidden' })
  }
  const deposit = owed(wang.contract_id, 3)[0] ?? expect.unreachable()
  await read([
    [`${month}-05`, RENT, '王小明', '房租'],
    [`${month}-06`, deposit.price as number, '王小明', '押金'],
    [`${month}-08`, RENT, '李小红', '租金'],
  ])
  await expect.poll(async () => (await ask('/api/flow/index')).count, { timeout: 30_000 }).toBe(3)
  for (const { flow_id, price } of (await ask('/api/flow/index')).list) book.received(flow_id, '1002.05', price, null)

  // 核销台: what is sure by one key, who is misspelt by a name that is like his.
  await openScreen(page, '核销台')
  const owing = pane(page).getByRole('listbox', { name: /应收/ })
  const left = async (): Promise<number> => (await ask('/api/open_receipt/index')).count
  for (let rest = 3; rest > 0; rest--) {
    await deskSettled(page)
    await expect.poll(() => pane(page).getByRole('toolbar', { name: '建议' }).innerText()).toMatch(/%/)
    if ((await owing.getByRole('option', { selected: true }).count()) === 0) await page.keyboard.press('1')
    await expect.poll(() => owing.getByRole('option', { selected: true }).count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(left).toBe(rest - 1)
  }
  for (const { match_id } of (await ask('/api/match/index')).list) {
    const { list } = await ask('/api/allocation/index', { match_id: [match_id] })
    for (const { flow_id, bill_id } of list) book.matched(match_id, [flow_id], [bill_id])
  }

  // 代扣: the third tenant's, by the bank and back; its money comes with the next statement.
  await openScreen(page, '代扣账单')
  await pane(page).getByRole('button', { name: '建批次' }).click()
  const making = page.getByRole('dialog', { name: '建批次' })
  await choose(making, '收款账户', '建行6688')
  await making.getByLabel('应付日到').fill(today())
  await making.getByLabel('应付日到').press('Tab')
  await making.getByRole('button', { name: '确定' }).click()
  await page
    .locator('.ant-message')
    .getByText(/^批次 DK\d+：/)
    .waitFor()
  const [batch] = (await ask('/api/withhold/index')).list
  await openScreen(page, '代扣列表')
  const row = rowsOf(page).filter({ hasText: batch.sn })
  await begin(page, row, '导出代扣文件')
  const exporting = page.getByRole('dialog', { name: /^导出代扣文件/ })
  const download = page.waitForEvent('download')
  await exporting.getByRole('button', { name: '导出代扣文件' }).click()
  const { bytes } = await answerTo(1, await readFile(await (await download).path()))
  await begin(page, row, '导入回盘')
  const taking = page.getByRole('dialog', { name: /^导入回盘/ })
  await taking.locator('input[type=file]').setInputFiles({ name: '回盘.txt', mimeType: 'text/plain', buffer: bytes })
  await taking.getByRole('button', { name: /^(确定|导入回盘)$/ }).click()
  await taking.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await ask('/api/withhold/index')).list[0].status, { timeout: 30_000 }).toBe(3)
  for (const { bill_id, price, flow_id } of (await ask('/api/withhold_line/index', { batch_id: [batch.batch_id] })).list)
    book.received(flow_id, 7, price, bill_id)
  await openScreen(page, '对账单')
  await read([[addDays(today(), -1), batch.price, '代扣清算', '批量代扣']])
  await strip(page, '未对上')
  await begin(page, rowsOf(page).filter({ hasText: '代扣清算' }), '资金划转')
  const moving = page.getByRole('dialog', { name: /^资金划转/ })
  await choose(moving, '另一账户', '代扣（在途）')
  await choose(moving, '代扣批次', batch.sn)
  await moving.getByRole('button', { name: '资金划转' }).click()
  await toast(page, '已划转').waitFor()
  book.transferred(1, 1, { from: '1012.04', to: '1002.05' }, batch.price, 0)
  expect((await ask('/api/withhold/index')).list[0]).toMatchObject({ status: 4, in_transit: 0 })

  // 押金台账: held for whoever paid it.
  await openScreen(page, '押金台账')
  await rowsOf(page).filter({ hasText: '王小明' }).getByText(fenToYuan(RENT)).first().waitFor()

  // 发票: of a rent that is paid, by a file for the tax side; its number comes back.
  await openScreen(page, '发票设置')
  await pane(page).getByLabel('机构所在市').fill('上海市')
  await save(page)
  await openScreen(page, '账单列表')
  await pane(page).getByRole('button', { name: '清空', exact: true }).click()
  await settled(page)
  const paid = rowsOf(page).filter({ hasText: '赵建国' }).filter({ hasText: '房租' }).filter({ hasText: '已结清' }).first()
  await paid.getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '开票', exact: true }).click()
  const invoicing = page.getByRole('dialog', { name: /^开票申请/ })
  await invoicing.getByRole('status', { name: '将开的发票' }).getByText(fenToYuan(RENT)).first().waitFor()
  await invoicing.getByRole('button', { name: '开票', exact: true }).click()
  const said = page.locator('.ant-message').getByText(/^开票申请 KP\d{10} 已提交/)
  const request = /KP\d{10}/.exec(await said.innerText())?.[0] ?? ''
  await openScreen(page, '发票列表')
  const invoices = await strip(page, '发票')
  await invoices.getByRole('button', { name: '导入开票结果' }).click()
  const answering = page.getByRole('dialog', { name: '导入开票结果' })
  const result = `申请号,发票号码,开票日期,价税合计,失败原因\r\n${request},26312000000088880001,${today()},${plain(RENT)},\r\n`
  await answering.locator('input[type=file]').setInputFiles({ name: '结果.csv', mimeType: 'text/csv', buffer: Buffer.from(result) })
  await answering.getByRole('button', { name: /确定|导入开票结果/ }).click()
  await toast(page, '开出 1 张').waitFor()
  await rowsOf(page).filter({ hasText: '26312000000088880001' }).filter({ hasText: '已开票' }).waitFor()

  // 月结: what is left, why, the seal; the books agree.
  await openScreen(page, '月结与自检')
  const months = await strip(page, '月结')
  const closing = rowsOf(page).filter({ hasText: month })
  await act(page, closing, '结账', (dialog) => dialog.getByLabel('未清事项说明').fill('其余下月办理'))
  await expect
    .poll(
      async () => {
        await months.getByRole('button', { name: '刷新' }).click()
        return closing.getByText('已结账').count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  book.balances.set('2203.02', (book.balances.get('2203.02') ?? 0) + 3 * RENT)
  book.balances.set('6001.01', -3 * RENT)
  const checks = await strip(page, '账务自检')
  await checks.getByText('相符').first().waitFor()
  expect(await checks.getByText('不符', { exact: true }).count()).toBe(0)
  const due = bills.filter(({ from, bill_date }) => from === 1 && `${bill_date}`.startsWith(month))
  const { list: reports } = await ask('/api/month_report/index', { month })
  const [own, none] = partition(reports as { p_id: number | null }[], ({ p_id }) => p_id !== null)
  expect(own).toMatchObject([{ rooms: 3, let: 3, due: due.reduce((sum, { price = 0 }) => sum + price, 0), revenue: 3 * RENT }])
  // Money of which nobody knows yet whose it is, and what the bank took.
  expect(none).toMatchObject([{ rooms: 0, let: 0, due: 0, revenue: 0 }])

  // To the fen: each account, beside the reference; and what the operator's own audit says of the store.
  const trial = (await ask('/api/trial/index', { page_rows: 100 })).list as {
    code: string
    closing_debit: number
    closing_credit: number
  }[]
  const sums = new Map<string, number>()
  for (const { code, closing_debit, closing_credit } of trial) sums.set(code, (sums.get(code) ?? 0) + closing_debit - closing_credit)
  const shown = (of: Map<string, number>) =>
    Object.fromEntries([...of].filter(([, price]) => price !== 0).sort(([x], [y]) => x.localeCompare(y)))
  expect(shown(sums)).toEqual(shown(book.balances))
  const audit = await run(process.execPath, [resolve('dist/server/main.js'), '--audit'], {
    env: { PATH: process.env.PATH, DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' },
  })
  expect(audit.stdout).toContain('相符')
  expect(audit.stdout).not.toContain('不符')
})
