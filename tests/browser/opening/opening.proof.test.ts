import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { begin, browserSeat, choose, settled, toast } from '../../help/staff.ts'
import { add, strip, type } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()

/** Answers the question that a deed without a dialog of its own asks. */
const confirm = async (page: Page, row: Locator, label: string): Promise<void> => {
  await settled(page)
  await begin(page, row, label)
  await page.getByRole('dialog').last().getByRole('button', { name: label, exact: true }).click()
}

test('期初建账: totals, items by hand, a difference is refused by its words, booked once they agree, and taken back whole', async () => {
  const { page } = await seat('admin', { at: '总账' })
  const openings = await strip(page, '期初建账')
  await add(page, '期初建账', async (dialog) => {
    await choose(dialog, '项目', '')
    await type(dialog, '建账日', today())
    await dialog.getByLabel('原系统欠租').fill('3000')
    await dialog.getByLabel('原系统预收').fill('200')
  })
  const opening = openings.locator('tbody tr.row').first()
  await opening.getByText('草稿').waitFor()
  await expect.poll(() => opening.innerText()).toContain('3,200.00')
  const number = (await opening.getByRole('button').first().innerText()).trim()

  const items = await strip(page, '期初明细')
  const own = items.locator('tbody tr.row').filter({ hasText: number })
  await add(page, '期初明细', async (dialog) => {
    await choose(dialog, '期初单', number)
    await choose(dialog, '事项', '欠租')
    await choose(dialog, '所在项目', '')
    await choose(dialog, '房间', '101')
    await choose(dialog, '租客', '王')
    await dialog.getByLabel('金额').fill('2999.99')
    await type(dialog, '应付日', addDays(today(), -40))
    await type(dialog, '所属期起', addDays(today(), -40))
    await type(dialog, '所属期止', addDays(today(), -10))
  })
  await add(page, '期初明细', async (dialog) => {
    await choose(dialog, '期初单', number)
    await choose(dialog, '事项', '预收')
    await choose(dialog, '租客', '王')
    await dialog.getByLabel('金额').fill('200')
  })

  await strip(page, '期初建账')
  await confirm(page, opening, '建账')
  await toast(page, '欠租与原系统不符：原系统 ¥3,000.00，这里 ¥2,999.99，相差 ¥0.01').waitFor()
  await page.keyboard.press('Escape')

  await strip(page, '期初明细')
  await begin(page, own.filter({ hasText: '欠租' }), '编辑')
  const mending = page.getByRole('dialog', { name: /^编辑/ })
  await mending.getByLabel('金额').fill('3000')
  await mending.getByRole('button', { name: '确定' }).click()
  await mending.waitFor({ state: 'hidden' })

  await strip(page, '期初建账')
  await openings.getByRole('button', { name: '刷新' }).click()
  await confirm(page, opening, '建账')
  await toast(page, '已建账').waitFor()
  await opening.getByText('已建账').waitFor()

  // What came of it is told at each item; in the drawer, what it all comes to.
  await opening.getByRole('button').first().click()
  const drawer = page.getByRole('dialog', { name: number })
  await drawer.locator('table.related tbody tr').filter({ hasText: '欠租' }).getByRole('link', { name: /^ZD/ }).click()
  const bill = page.getByRole('dialog', { name: /ZD\d/ })
  await bill.getByText('3,000.00 元').first().waitFor()
  await bill.getByRole('button', { name: '关闭' }).click()
  await bill.waitFor({ state: 'hidden' })

  await confirm(page, opening, '撤销建账')
  await opening.getByText('草稿').waitFor()
  await strip(page, '期初明细')
  await expect.poll(() => own.filter({ hasText: /ZD\d/ }).count()).toBe(0)
})
