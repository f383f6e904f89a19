import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { partOf, proof } from '../../help/depth.ts'
import { browserSeat, pane } from '../../help/staff.ts'

const seat = browserSeat()

/** Numbers that are links: where each leads, and what it says. */
const numbersOf = (links: Locator): Promise<[href: string, count: string][]> =>
  links.evaluateAll((all) => all.map((link) => [link.getAttribute('href') ?? '', (link.textContent ?? '').replaceAll(',', '')]))

const eachLeadsToItsRows = async (page: Page, numbers: readonly [href: string, count: string][]): Promise<void> => {
  for (const [href, count] of numbers) {
    await page.evaluate((to) => {
      location.hash = to
    }, href)
    await expect
      .poll(() => pane(page).locator('.list-count').filter({ visible: true }).allInnerTexts())
      .toEqual([`共 ${Number(count).toLocaleString('en-US')} 条`])
  }
}

test('今日待办: each number leads to the rows that it counts, a line to its record, its button begins what is due', async () => {
  const { page } = await seat('admin', { path: '/#/workbench/workbench' })
  const todos = pane(page).getByRole('region', { name: '今日待办' })
  const parts = todos.getByRole('region')
  await parts.first().waitFor()
  const counts = await numbersOf(parts.locator('a.todo-count'))
  expect(counts.length).toBeGreaterThan(5)
  const bill = parts.filter({ has: page.getByRole('heading', { name: /^逾期最久的账单/ }) }).getByRole('listitem')
  await bill.first().getByRole('button', { name: '收款' }).click()
  const dialog = page.getByRole('dialog', { name: '新增流水' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await bill.first().getByRole('link').first().click()
  await page.getByRole('dialog', { name: /^ZD/ }).waitFor()
  await eachLeadsToItsRows(page, partOf(counts, 3))
})

proof('轮候户数: who came in a month and who waited at its end, then as of that day, are as many as it says', async () => {
  const { page } = await seat('guanjia', { path: '/#/workbench/workbench' })
  const queue = pane(page).getByRole('region', { name: '轮候户数' })
  await queue.getByRole('link').first().waitFor()
  const numbers = await numbersOf(queue.getByRole('link'))
  // Six months of those who came; of the evenings those of which the past is kept, and today.
  expect(numbers.length).toBeGreaterThan(7)
  await eachLeadsToItsRows(page, partOf(numbers, 3))
})

proof('到期日历: a month forward and back; what ends on a day leads to its record', async () => {
  const { page } = await seat('guanjia', { path: '/#/workbench/workbench' })
  const calendar = pane(page).getByRole('region', { name: '到期日历' })
  const month = calendar.locator('strong')
  const now = await month.innerText()
  await calendar.getByRole('button', { name: '下个月' }).click()
  await expect.poll(() => month.innerText()).not.toBe(now)
  await calendar
    .getByRole('link', { name: /^租客合同到期/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^HT/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await calendar.getByRole('button', { name: '上个月' }).click()
  await expect.poll(() => month.innerText()).toBe(now)
})

proof('whoever has nothing to do is told so', async () => {
  const { page } = await seat('admin', { path: '/#/workbench/workbench' })
  await page.route(/\/api\/workbench\/(todos|endings)$/, (route) => route.fulfill({ json: { code: 200, msg: '', data: [] } }))
  await page.reload()
  await pane(page).getByText('今日没有待办').waitFor()
  await pane(page).getByText('这个月没有到期的').waitFor()
})
