import { expect, test } from 'vitest'
import { browserSeat, pane, rowsOf } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()

test('reports are drawn above their rows: a month leads to its bills, a part of 账龄 to what is overdue, and the picture has its table', async () => {
  const { page } = await seat('caiwu', { at: '财务报表' })
  const rates = pane(page).getByRole('group', { name: '各月的收缴率' })
  const months = rates.getByRole('link')
  await months.last().waitFor()
  const name = (await months.last().getAttribute('aria-label')) ?? ''
  expect(name).toMatch(/^\d{4}-\d{2}, 当期 \d+%, 累计 \d+%, 陈欠回收 /)
  const month = name.slice(0, 7)

  // By keyboard as by mouse.
  await months.last().focus()
  await page.keyboard.press('Enter')
  await rowsOf(page).first().waitFor()
  expect(decodeURIComponent(page.url())).toContain(`"bill_date_start":"${month}-01"`)
  await expect.poll(async () => (await rowsOf(page).allInnerTexts()).every((row) => row.includes(`${month}-`))).toBe(true)
  await page.goBack()

  // A month alone is a picture of one.
  await pane(page).getByPlaceholder('月份').fill(month)
  await page.keyboard.press('Enter')
  await expect.poll(() => months.count()).toBe(1)

  await strip(page, '账龄')
  const ages = pane(page).getByRole('list', { name: '各项目的账龄' })
  const part = ages.getByRole('link', { name: / 31–60 / }).first()
  await part.waitFor()
  await pane(page).getByRole('button', { name: '各项目的账龄：看表格' }).click()
  const cell = pane(page).getByRole('table', { name: '各项目的账龄' }).locator('tbody tr').first().locator('td').nth(1).getByRole('link')
  const amount = await cell.innerText()
  expect(amount).toMatch(/^[\d,]+\.\d\d$/)
  await cell.click()
  await expect.poll(() => pane(page).locator('.strip:not([hidden]) .list-foot').innerText()).toContain(amount)
  await pane(page).getByRole('heading', { name: '逾期明细', exact: true }).waitFor()
})
