import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { begin, browserSeat, choose, openScreen, rowsOf, settled, toast } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()

test('a bill is invoiced from the list: what it will be is told before, the file goes out, its number comes back, and it is taken back in red', async () => {
  const { page } = await seat('admin', { at: '账单列表' })
  await settled(page)
  const bill = rowsOf(page).filter({ hasText: '房租' }).first()
  await bill.getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '开票', exact: true }).click()
  const asking = page.getByRole('dialog', { name: /^开票申请/ })
  const told = asking.getByRole('status', { name: '将开的发票' })
  await told.getByText('价税合计').first().waitFor()
  await expect.poll(() => told.locator('tbody tr').count()).toBeGreaterThan(0)
  await asking.getByRole('button', { name: '开票', exact: true }).click()
  const said = page.locator('.ant-message').getByText(/^开票申请 KP\d{10} 已提交/)
  const sn = /KP\d{10}/.exec(await said.innerText())?.[0] ?? ''

  await openScreen(page, '发票列表')
  const invoices = await strip(page, '发票')
  const row = invoices.locator('tbody tr.row').filter({ hasText: sn })
  await row.getByText('待开票').waitFor()
  await invoices.getByRole('button', { name: '导出开票文件' }).click()
  const exporting = page.getByRole('dialog', { name: '导出开票文件' })
  const download = page.waitForEvent('download')
  await exporting.getByRole('button', { name: /确定|导出开票文件/ }).click()
  const lines = (await readFile(await (await download).path())).toString().split('\r\n')
  const heads = (lines[0] ?? '').replace('\uFEFF', '').split(',')
  const own = lines.filter((line) => line.startsWith(sn)).map((line) => line.split(','))
  const total = own.reduce((sum, line) => sum + Math.round(Number(line[heads.indexOf('金额（含税）')]) * 100), 0)
  await row.getByText('开票中').waitFor()

  await invoices.getByRole('button', { name: '导入开票结果' }).click()
  const taking = page.getByRole('dialog', { name: '导入开票结果' })
  const send = async (price: number): Promise<void> => {
    const text = `申请号,发票号码,开票日期,价税合计,失败原因\r\n${sn},26312000000088880001,2026-11-01,${(price / 100).toFixed(2)},\r\n`
    await taking.locator('input[type=file]').setInputFiles({ name: '结果.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await taking.getByRole('button', { name: /确定|导入开票结果/ }).click()
  }
  await send(total + 1)
  await taking
    .getByText(/第 2 行：.*价税合计/)
    .first()
    .waitFor()
  await send(total)
  await toast(page, '开出 1 张').waitFor()
  await row.getByText('26312000000088880001').waitFor()

  await begin(page, row, '红冲')
  const red = page.getByRole('dialog', { name: /^红冲发票/ })
  await choose(red, '红冲原因', '开票有误')
  await red.getByRole('button', { name: '红冲', exact: true }).click()
  await page
    .locator('.ant-message')
    .getByText(/^红字申请 KP\d{10} 已提交/)
    .waitFor()
  await invoices.locator('tbody tr.row').filter({ hasText: '红字' }).filter({ hasText: '待开票' }).first().waitFor()
})
