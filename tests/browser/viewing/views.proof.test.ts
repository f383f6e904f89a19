import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { browserSeat, pane, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()

/** Presses on one thing, drags it by so many px, and lets go where it is seen to be, above what is seen to take it. */
const drag = async (page: Page, what: Locator, by: { x: number; y: number }, above?: Locator): Promise<void> => {
  await center(what)
  const box = await what.boundingBox()
  if (!box) throw new Error('not on screen')
  const [x, y] = [box.x + 20, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 })
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 })
  const held = page.locator('[data-moving="true"]')
  const short = async (): Promise<number> => {
    const now = await held.boundingBox()
    return now ? Math.hypot(now.x - box.x - by.x, now.y - box.y - by.y) : Number.POSITIVE_INFINITY
  }
  await expect.poll(short, { timeout: 10_000 }).toBeLessThan(2)
  if (above) await expect.poll(() => above.getAttribute('data-over'), { timeout: 10_000 }).toBe('true')
  await page.mouse.up()
}

/** The calendar of the week after this one, where nothing has taken place yet. */
const openCalendar = async (page: Page): Promise<Locator> => {
  await pane(page).getByRole('button', { name: '日历' }).click()
  const calendar = page.getByRole('region', { name: '看房预约日历' })
  await calendar.getByRole('button', { name: '下一周' }).click()
  await calendar.locator('.hours-entry').first().waitFor()
  return calendar
}

/** In the middle of what scrolls: near an edge it scrolls along with what is held. */
const center = (what: Locator): Promise<void> => what.evaluate((node) => node.scrollIntoView({ block: 'center' }))

const timeOf = (entry: Locator): Promise<string> => entry.locator('.hours-time').innerText()

/** The time in the middle of two, as HH:mm. */
const halfway = (one: string, other: string): string => {
  const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const middle = (minutes(one) + minutes(other)) / 2
  return `${String(Math.floor(middle / 60)).padStart(2, '0')}:${String(middle % 60).padStart(2, '0')}`
}

test('a viewing is dragged to another time, by mouse and by keyboard; one that is refused goes back and says why', async () => {
  const { page } = await seat('admin', { path: '/#/appointmentList/appointmentList' })
  const calendar = await openCalendar(page)
  const open = calendar.locator('.hours-entry', { hasText: '待确认' }).first()
  const name = await open.locator('strong').innerText()
  const entry = calendar.locator('.hours-entry', { hasText: name }).first()
  const before = await timeOf(entry)
  await drag(page, entry, { x: 0, y: 72 })
  await toast(page, '改期成功').waitFor()
  const after = await timeOf(entry)
  expect(after).not.toBe(before)
  await page.reload()
  const again = await openCalendar(page)
  await expect.poll(() => timeOf(again.locator('.hours-entry', { hasText: name }).first())).toBe(after)
  const moved = again.locator('.hours-entry', { hasText: name }).first()
  await center(moved)
  await moved.focus()
  // Each key is told of before the next is pressed, as whoever presses them waits to hear.
  const told = (words: string) => page.locator('[aria-live=assertive]').filter({ hasText: words }).first().waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await told('已拿起')
  await page.keyboard.press('ArrowUp')
  // Of this step and no other: picking it up tells of where it is, too.
  await told(` ${halfway(before, after)}`)
  await page.keyboard.press('ArrowUp')
  await told(` ${before.slice(0, 5)}`)
  await page.keyboard.press('Space')
  await expect.poll(() => timeOf(again.locator('.hours-entry', { hasText: name }).first())).toBe(before)
  await toast(page, '改期成功').first().waitFor()
  await page.route('**/api/reserve/move', (route) =>
    route.fulfill({ json: { code: 409, msg: '该房间这个时段已有看房预约，请换个时间', data: null } }),
  )
  await drag(page, again.locator('.hours-entry', { hasText: name }).first(), { x: 0, y: 36 })
  await toast(page, '该房间这个时段已有看房预约，请换个时间').waitFor()
  await expect.poll(() => timeOf(again.locator('.hours-entry', { hasText: name }).first())).toBe(before)
})

proof('a click on an empty hour begins a viewing at that time, a click on one opens it', async () => {
  const { page } = await seat('guanjia', { path: '/#/appointmentList/appointmentList' })
  const calendar = await openCalendar(page)
  await calendar
    .getByRole('button', { name: /^新增看房预约 .* 19:00$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: '新增看房预约' })
  expect(await dialog.getByLabel('开始时间').inputValue()).toMatch(/ 19:00/)
  expect(await dialog.getByLabel('结束时间').inputValue()).toMatch(/ 19:30/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const entry = calendar.locator('.hours-entry').first()
  const name = await entry.locator('strong').innerText()
  await entry.click()
  await page.getByRole('dialog').getByText(name).first().waitFor()
})

proof('a card of the board is dragged where its move leads, and asks there; elsewhere it goes back', async () => {
  const { page } = await seat('admin', { path: '/#/appointmentList/appointmentList' })
  await pane(page).getByRole('button', { name: '看板' }).click()
  const board = page.getByRole('region', { name: '看房预约看板' })
  const columnOf = (label: string): Locator => board.getByRole('region', { name: label, exact: true })
  const countOf = async (label: string): Promise<number> => Number(await columnOf(label).locator('h2 small').innerText())
  const card = columnOf('待确认').locator('.board-card').first()
  await card.waitFor()
  await expect.poll(() => countOf('爽约')).toBeGreaterThan(0)
  const [asked, confirmed] = [await countOf('待确认'), await countOf('已确认')]
  const name = await card.locator('strong').innerText()
  const width = ((await columnOf('已确认').boundingBox())?.x ?? 0) - ((await columnOf('待确认').boundingBox())?.x ?? 0)
  await drag(page, card, { x: 2 * width, y: 20 })
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await countOf('待确认')).toBe(asked)
  await drag(page, card, { x: width, y: 20 }, columnOf('已确认'))
  const question = page.getByRole('dialog')
  await question.getByText('将确认这次看房').waitFor()
  await question.getByText(name).first().waitFor()
  await question.getByRole('button', { name: /^确\s?认$/ }).click()
  await toast(page, '确认成功').waitFor()
  await expect.poll(async () => [await countOf('待确认'), await countOf('已确认')]).toEqual([asked - 1, confirmed + 1])
})

proof('of more than can stand side by side, the rest is told by their number; a click tells them, and one opens', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const rooms = await call('/api/org/list', {}, token)
  const { page } = await seat('admin', { path: '/#/appointmentList/appointmentList' })
  const calendar = await openCalendar(page)
  for (const _ of [1, 2]) await calendar.getByRole('button', { name: '下一周' }).click()
  const day = calendar.locator('.hours-day').nth(2)
  const start_time = Date.parse(`${(await day.getAttribute('aria-label'))?.slice(-10)}T10:00:00+08:00`) / 1000
  for (const [index, { org_id }] of rooms.data.list.slice(0, 5).entries()) {
    const viewing = { org_id, custom_name: `访客${index}`, phone: '13812345678', start_time, end_time: start_time + 1800 }
    expect(await call('/api/reserve/add', viewing, token)).toMatchObject({ code: 200 })
  }
  await pane(page).getByRole('button', { name: '刷新' }).click()
  await day.getByRole('button', { name: '还有 3 条' }).click()
  expect(await day.locator('.hours-entry', { hasText: '访客' }).count()).toBe(2)
  await page.getByRole('menuitem', { name: /^10:00–10:30 访客4 / }).click()
  await page.getByRole('dialog').getByText('访客4').first().waitFor()
})
