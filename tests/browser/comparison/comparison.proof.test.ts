import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { encoded } from '../../../server/imports/layouts/encodings.ts'
import { picture } from '../../help/pictures.ts'
import { begin, browserSeat, choose, pane, rowsOf, toast } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()

test('the list leaves as a file, the file that comes back is compared, and a doubt is looked into at home and excluded by another', async () => {
  const { page } = await seat('guanjia', { at: '巡检与核查' })
  const batches = await strip(page, '比对批次')
  await batches.getByRole('button', { name: '导出比对名单' }).click()
  const asking = page.getByRole('dialog', { name: '导出比对名单' })
  await asking.getByText('社保', { exact: true }).click()
  const download = page.waitForEvent('download')
  await asking.getByRole('button', { name: '确定' }).click()
  const saved = await readFile(await (await download).path())
  const [heads, line = ''] = new TextDecoder('gb18030', { fatal: true }).decode(saved).split('\r\n')
  expect(heads).toBe('身份证号|姓名')

  await batches.getByRole('button', { name: '导入比对结果' }).click()
  const dialog = page.getByRole('dialog', { name: '导入比对结果' })
  await dialog.getByText('社保', { exact: true }).click()
  await dialog.getByLabel('数据截至').fill('2026-11-01')
  await dialog.getByLabel('数据截至').press('Tab')
  const send = async (total: string): Promise<void> => {
    const text = `身份证号|姓名|月缴费基数\r\n${line}|99999.99\r\n合计|1|${total}\r\n`
    await dialog.locator('input[type=file]').setInputFiles({ name: '社保.txt', mimeType: 'text/plain', buffer: encoded(text, 'gbk') })
    await dialog.getByRole('button', { name: '确定' }).click()
  }
  await send('1.00')
  await dialog.getByText(/^第 3 行：合计是“合计 1 1\.00”/).waitFor()
  await send('99999.99')
  await toast(page, '1 行，比中 1 人，新疑点 1 条').waitFor()

  await strip(page, '疑点')
  await pane(page)
    .locator('.strip:not([hidden])')
    .getByLabel('涉及的人')
    .fill(line.split('|')[1] ?? '')
  const row = rowsOf(page).filter({ hasText: '99,999.99' })
  await begin(page, row, '派核查')
  const task = page.getByRole('dialog', { name: /^派核查/ })
  await choose(task, '核查人', '周敏')
  await task.getByLabel('计划日期').fill('2026-12-01')
  await task.getByLabel('计划日期').press('Tab')
  await task.getByLabel('地址').fill('宝山区长江路 1 弄')
  await task.getByRole('button', { name: '派核查' }).click()
  await row.getByText('核查中').waitFor()

  await strip(page, '入户核查')
  const visit = rowsOf(page).filter({ hasText: '长江路 1 弄' }).filter({ hasNotText: '6 号' })
  await begin(page, visit, '登记结果')
  const result = page.getByRole('dialog', { name: /^登记核查结果/ })
  await result.getByLabel('见到的人').fill('本人')
  await result.getByLabel('核查结果').fill('两处任职，已离职一处')
  await result.getByRole('button', { name: '登记结果' }).click()
  await result.getByText('请上传照片').first().waitFor()
  await result.locator('input[type=file]').setInputFiles([await picture('家.png', 'png')])
  await result.locator('.upload-tile img, img').first().waitFor()
  await result.getByRole('button', { name: '登记结果' }).click()
  await result.waitFor({ state: 'hidden' })

  await strip(page, '疑点')
  await row.getByText('已核查').waitFor()
  const name = line.split('|')[1] ?? ''
  const exclude = async (at: Page): Promise<Locator> => {
    await begin(at, rowsOf(at).filter({ hasText: '99,999.99' }), '排除')
    const dialog = at.getByRole('dialog', { name: /^排除疑点/ })
    await dialog.getByLabel('排除理由').fill('已离职')
    await dialog.getByRole('button', { name: '排除' }).click()
    return dialog
  }
  await exclude(page)
  await toast(page, '自己登记的申请，疑点由别人认定（准入设置）').waitFor()

  const { page: other } = await seat('admin', { at: '巡检与核查' })
  const doubts = await strip(other, '疑点')
  await doubts.getByLabel('涉及的人').fill(name)
  const excluding = await exclude(other)
  await excluding.waitFor({ state: 'hidden' })
})
