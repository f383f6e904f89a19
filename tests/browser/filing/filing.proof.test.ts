import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { encoded } from '../../../server/imports/layouts/encodings.ts'
import { today } from '../../../src/protocol/dates.ts'
import { browserSeat, rowsOf, toast } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()

test('what is to be filed leaves as a file, the numbers come back in one, a wrong line is told and nothing is lost; former contracts are added', async () => {
  const { page } = await seat('guanjia', { at: '备案台账' })
  const open = await strip(page, '待备案')
  await open.getByRole('button', { name: '导出备案名单' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog', { name: '导出备案名单' }).getByRole('button', { name: '确定' }).click()
  const saved = await readFile(await (await download).path())
  const [heads = '', line = ''] = new TextDecoder('gb18030', { fatal: true }).decode(saved).split('\r\n')
  expect(heads).toMatch(/^合同号\|承租方\|证件号码\|/)
  const [sn = '', name = ''] = line.split('|')

  await open.getByRole('button', { name: '导入备案号' }).click()
  const dialog = page.getByRole('dialog', { name: '导入备案号' })
  const send = async (tenant: string): Promise<void> => {
    const text = `合同号|承租方|备案号|备案日期\r\n${sn}|${tenant}|沪备浏览器1|${today().replaceAll('-', '')}\r\n合计|1\r\n`
    await dialog.locator('input[type=file]').setInputFiles({ name: '备案结果.txt', mimeType: 'text/plain', buffer: encoded(text, 'gbk') })
    await dialog.getByRole('button', { name: '确定' }).click()
  }
  await send('别人')
  await dialog.getByText(`第 2 行：合同 ${sn} 的承租方是“${name}”，文件里是“别人”，整个文件没有读入`).waitFor()
  await send(name)
  await toast(page, '登记 1 份').waitFor()
  const filed = await strip(page, '已备案')
  await filed.getByPlaceholder('备案号').fill('沪备浏览器1')
  await filed.getByPlaceholder('备案号').press('Enter')
  await filed.getByText('沪备浏览器1', { exact: true }).waitFor()
  await strip(page, '导入批次')
  await rowsOf(page).filter({ hasText: '备案结果.txt' }).waitFor()

  const again = await strip(page, '待备案')
  await again.getByRole('button', { name: '补建备案' }).click()
  const adding = page.getByRole('dialog', { name: '补建备案' })
  await adding.getByLabel('备案期限').fill('2031-03-31')
  await adding.getByLabel('备案期限').press('Tab')
  await adding.getByRole('button', { name: '确定' }).click()
  await page
    .locator('.ant-message')
    .getByText(/^\d+ 份合同列为待备案$/)
    .waitFor()
  await page.screenshot({ path: '.cache/filing.png' })
})
