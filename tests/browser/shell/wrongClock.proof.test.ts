import { expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { fillFlowForm, openFlowForm } from '../../help/flowForm.ts'
import { browserSeat, rowsOf, toast } from '../../help/staff.ts'

const seat = browserSeat()

const DAYS_SLOW = 3

test('on a computer whose clock is days slow, today is the server’s: what a form begins with, what the calendar marks, what is no day to come', async () => {
  const { page } = await seat('admin', { at: '流水列表', once: true })
  await page.clock.install({ time: Date.now() - DAYS_SLOW * 86_400_000 })
  await page.reload()
  await rowsOf(page).first().waitFor()
  const dialog = await openFlowForm(page)
  const time = dialog.getByLabel('交易时间')
  expect((await time.inputValue()).slice(0, 10)).toBe(today())
  await time.click()
  expect(await page.locator('.ant-picker-dropdown:visible .ant-picker-cell-today').getAttribute('title')).toBe(today())
  await page.keyboard.press('Escape')
  await fillFlowForm(dialog, { type: '收入', amount: '12', name: '慢钟', item: '房租' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '保存成功').waitFor()
})
