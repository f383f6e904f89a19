import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { begin, browserSeat, choose, openScreen, pane, rowsOf, settled, toast } from '../../help/staff.ts'

const seat = browserSeat()

/** Fills a day and time as staff type it, and leaves it there. */
const typeTime = async (dialog: Locator, label: string, time: string): Promise<void> => {
  const box = dialog.getByLabel(label)
  await box.fill(time)
  await box.press('Tab')
}

/** Shows the rooms of a state alone. */
const roomsThat = async (page: Page, state: string): Promise<void> => {
  await openScreen(page, '房源列表')
  await settled(page)
  await choose(pane(page), '房态', state)
  await page.keyboard.press('Escape')
  await settled(page)
}

test('from a room that is let: reported, sent with the room laid up, seen in the calendar and on the board, finished at the tenant’s cost, called back about', async () => {
  const { page } = await seat('guanjia', { at: '房源列表' })
  await roomsThat(page, '已出租')
  const room = rowsOf(page).first()
  const number = await room.locator('td').nth(1).innerText()
  await room.locator('td').nth(1).getByText(number).click()
  const detail = page.getByRole('dialog').last()
  await detail.getByRole('button', { name: '报修', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: '新增报修' })
  // What the room knows is filled in: itself, and who lives there.
  await dialog.getByText(number).first().waitFor()
  expect(await dialog.getByLabel('报修人').inputValue()).not.toBe('')
  await choose(dialog, '报修类别', '渗漏')
  await dialog.getByText('紧急', { exact: true }).click()
  await dialog.getByLabel('报修内容').fill('卫生间顶上滴水，浏览器里报的')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('手机号必填').first().waitFor()
  await dialog.getByLabel('手机号').fill('13812345678')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'hidden' })

  await openScreen(page, '报修工单')
  await settled(page)
  const row = rowsOf(page).filter({ hasText: '浏览器里报的' })
  await begin(page, row, '派单')
  const sending = page.getByRole('dialog', { name: '派单' })
  await choose(sending, '处理人', '沈国华')
  await typeTime(sending, '上门时间', '2031-03-05 09:00')
  await typeTime(sending, '预计结束', '2031-03-05 08:00')
  await sending.getByRole('button', { name: '派单' }).click()
  await sending.getByText('预计结束不能早于上门时间').first().waitFor()
  await typeTime(sending, '预计结束', '2031-03-05 10:00')
  await sending.getByText('是', { exact: true }).click()
  await sending.getByRole('button', { name: '派单' }).click()
  await toast(page, '派单成功').waitFor()
  await row.getByText('处理中').waitFor()
  // A room that is let stays let; what it is used for says that it is laid up.
  await row.getByRole('link', { name: number }).click()
  await detail.locator('.detail-head').getByText('已出租').waitFor()
  await detail.getByText('维修', { exact: true }).first().waitFor()
  await detail.getByRole('button', { name: '报修', exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'hidden' })

  await pane(page).getByRole('button', { name: '看板' }).click()
  const board = page.getByRole('region', { name: '报修工单看板' })
  await board.getByRole('region', { name: '处理中', exact: true }).getByText('浏览器里报的').waitFor()
  await pane(page).getByRole('button', { name: '日历' }).click()
  const calendar = page.getByRole('region', { name: '报修工单日历' })
  await calendar.locator('.hours-entry', { hasText: '处理中' }).first().waitFor()
  // The time of a visit is agreed when someone is sent: an empty hour begins no report.
  expect(await calendar.getByRole('button', { name: /^新增报修 / }).count()).toBe(0)
  await pane(page).getByRole('button', { name: '列表', exact: true }).click()

  await begin(page, row, '完工')
  const finishing = page.getByRole('dialog', { name: '完工' })
  await finishing.getByLabel('处理情况').fill('楼上地漏重做防水')
  await finishing.getByLabel('本次费用').fill('860')
  await finishing.getByText('租客', { exact: true }).click()
  expect(await finishing.getByLabel(/^账单应付/).inputValue()).toBe('10')
  await choose(finishing, '费用项', '维修费')
  await finishing.getByRole('button', { name: '完工' }).click()
  await toast(page, '完工成功').waitFor()
  await row.getByText('待回访').waitFor()
  await row.getByText(/^BX/).click()
  const order = page.getByRole('dialog').last()
  await order.getByRole('link', { name: /^ZD/ }).click()
  const bill = page.getByRole('dialog').last()
  await bill.locator('.detail-head').getByText(/^ZD/).waitFor()
  await bill.getByText('维修费').first().waitFor()
  await bill.getByText('860.00 元').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByText('维修费').waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await bill.waitFor({ state: 'hidden' })

  await begin(page, row, '回访')
  const review = page.getByRole('dialog', { name: '回访' })
  await review.getByText('很满意', { exact: true }).click()
  await review.getByRole('button', { name: '回访' }).click()
  await toast(page, '回访成功').waitFor()
  // The list opens on what is to be done, and that is not any more.
  await row.waitFor({ state: 'detached' })
})

test('the repairs that wait stand in 今日待办, urgent ones first; one is sent from there', async () => {
  const { page } = await seat('guanjia', { path: '/#/workbench/workbench' })
  const part = pane(page)
    .getByRole('region', { name: '今日待办' })
    .getByRole('region', { name: /^待派单的报修/ })
  const lines = part.getByRole('listitem')
  await lines.first().waitFor()
  const urgencies = await lines.evaluateAll((items) => items.map((item) => (item.textContent?.includes('紧急') ? 0 : 1)))
  expect(urgencies).toEqual([...urgencies].sort())
  const first = await lines.first().getByRole('link').first().innerText()
  await lines.first().getByRole('button', { name: '派单' }).click()
  const dialog = page.getByRole('dialog', { name: '派单' })
  await dialog.getByText(first).waitFor()
})
