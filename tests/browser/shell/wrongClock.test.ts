import { expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { browserSeat, pane } from '../../help/staff.ts'

const seat = browserSeat()

const DAYS_SLOW = 3

test('on a computer whose clock is days slow, today is the server’s: what a form begins with, what the calendar marks, what is no day to come', async () => {
  const { page } = await seat('admin', { at: '流水列表', once: true })
  await page.clock.install({ time: Date.now() - DAYS_SLOW * 86_400_000 })
  await page.reload()
  await pane(page).locator('tbody tr.row').first().waitFor()
  await page.getByRole('button', { name: '新增流水' }).click()
  const dialog = page.getByRole('dialog', { name: '新增流水' })
  const time = dialog.getByLabel('交易时间')
  expect((await time.inputValue()).slice(0, 10)).toBe(today())
  await time.click()
  expect(await page.locator('.ant-picker-dropdown:visible .ant-picker-cell-today').getAttribute('title')).toBe(today())
})
