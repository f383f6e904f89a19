import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserSeat, openScreen } from '../../help/staff.ts'

const seat = browserSeat()

const pane = (page: Page) => page.locator('[role=tabpanel]:not([inert])')

/** Follows what is focused or given, and expects the list to have as many rows as it said. */
const leadsTo = async (page: Page, tab: string, count: number): Promise<void> => {
  await page.getByRole('tab', { name: tab, selected: true }).waitFor()
  await expect.poll(() => pane(page).locator('.list-count').innerText()).toBe(`共 ${count.toLocaleString('en')} 条`)
}

const numberIn = (text: string | null): number => Number(/(\d[\d,]*) \S+$/.exec(text ?? '')?.[1]?.replaceAll(',', ''))

test('房源统计: figures, bars and the table’s numbers lead to the rooms that they count, by mouse and by keyboard, as of any day', async () => {
  const { page } = await seat('admin', { at: '房源统计' })
  const vacant = page.getByRole('link', { name: /^空置/ })
  const count = Number((await vacant.locator('strong').innerText()).replaceAll(',', ''))
  expect(count).toBeGreaterThan(0)
  await vacant.click()
  await leadsTo(page, '出租与空置', count)

  await openScreen(page, '房源统计')
  const byNature = page.getByRole('region', { name: '按性质' })
  const part = byNature.getByRole('link', { name: /区筹公租房，空置/ })
  const told = numberIn(await part.getAttribute('aria-label'))
  await part.focus()
  await page.keyboard.press('Enter')
  await leadsTo(page, '出租与空置', told)

  await openScreen(page, '房源统计')
  await byNature.getByRole('button', { name: '按性质：看表格' }).press('Enter')
  const row = byNature.getByRole('row', { name: /^区筹公租房/ })
  expect(numberIn(`${await row.getByRole('cell').nth(1).innerText()} 间`)).toBe(told)
  await row.getByRole('link').nth(1).click()
  await leadsTo(page, '出租与空置', told)

  // As of a day long past other rooms were let, and fewer were in the books.
  await openScreen(page, '房源统计')
  const rooms = page.getByRole('link', { name: /^房间/ }).locator('strong')
  const now = await rooms.innerText()
  const day = pane(page).getByRole('textbox', { name: '截至' })
  await day.fill('2024-06-30')
  await day.press('Enter')
  await page.getByText('截至 2024-06-30').first().waitFor()
  await expect.poll(() => rooms.innerText()).not.toBe(now)
  const then = Number((await rooms.innerText()).replaceAll(',', ''))
  await page.getByRole('link', { name: /^房间/ }).click()
  await leadsTo(page, '出租与空置', then)
})

test('会员统计: the past seven days ending yesterday, each day’s bar a link to its records', async () => {
  const { page } = await seat('admin', { at: '会员统计' })
  const viewings = page.getByRole('region', { name: '每日看房预约' })
  const bars = viewings.getByRole('link')
  await bars.first().waitFor()
  const labels = await bars.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
  const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
  expect(labels.at(-1)).toContain(yesterday)
  await bars.first().focus()
  await page.keyboard.press('Enter')
  await leadsTo(page, '看房预约', numberIn(labels[0] ?? ''))

  await openScreen(page, '会员统计')
  const tenants = page.getByRole('link', { name: /^新增租客/ })
  const count = Number((await tenants.locator('strong').innerText()).replaceAll(',', ''))
  expect(count).toBeGreaterThan(0)
  await tenants.click()
  await leadsTo(page, '用户列表', count)
})
