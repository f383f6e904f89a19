import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { browserSeat, pane, sharedUrl } from '../../help/staff.ts'

const seat = browserSeat()

test('at the console someone is called, takes the room, lets it go and is skipped, by keyboard alone', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const { page } = await seat('guanjia', { at: '叫号台' })
  const rooms = pane(page).getByRole('listbox', { name: /空置房间/ })
  const order = pane(page).getByRole('listbox', { name: /轮候次序/ })
  const told = pane(page).getByRole('status')
  const chosen = (list: typeof rooms) => list.getByRole('option', { selected: true })
  await chosen(rooms).waitFor()
  await chosen(order).waitFor()
  const press = (key: string) => page.keyboard.press(key)

  // The second room, and the first who still waits.
  const first = await chosen(rooms).innerText()
  await press('j')
  await expect.poll(() => chosen(rooms).innerText()).not.toBe(first)
  const room = (await chosen(rooms).locator('span').first().innerText()).trim()
  await press('ArrowRight')
  while (!(await chosen(order).innerText()).includes('排队')) await press('ArrowDown')
  const name = (await chosen(order).locator('span').first().innerText()).trim()
  const row = order.getByRole('option').filter({ hasText: name }).filter({ hasText: room })

  await press('Enter')
  const dialog = page.getByRole('dialog', { name: '叫号' })
  await dialog.getByText(room).first().waitFor()
  await expect.poll(() => dialog.getByLabel('保留天数').inputValue()).toBe('7')
  await dialog.getByLabel('保留天数').press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => told.innerText()).toBe(`刚才：叫号：${name}`)
  await row.getByText('已叫号').waitFor()
  // What is left is counted down.
  const left = () => row.getByRole('timer').innerText()
  const before = await left()
  expect(before).toMatch(/^[67] 天 \d\d:\d\d:\d\d$/)
  await expect.poll(left).not.toBe(before)
  await expect.poll(() => rooms.getByRole('option').filter({ hasText: room }).count()).toBe(0)

  await press('n')
  const noShow = page.getByRole('dialog', { name: '放弃' })
  await expect.poll(() => noShow.getByLabel('放弃原因').inputValue()).toBe('爽约')
  await noShow.getByLabel('放弃原因').press('Control+Enter')
  await noShow.getByRole('button', { name: '放弃' }).press('Enter')
  await noShow.waitFor({ state: 'hidden' })
  await expect.poll(() => told.innerText()).toBe(`刚才：爽约：${name}`)
  await expect.poll(() => chosen(order).innerText()).toContain(name)
  await expect.poll(() => chosen(order).innerText()).toContain('排队')

  await press('s')
  const skip = page.getByRole('dialog', { name: '跳过' })
  await skip.getByLabel('跳过原因').fill('电话未接')
  await skip.getByRole('button', { name: '跳过' }).press('Enter')
  await skip.waitFor({ state: 'hidden' })
  await expect.poll(() => told.innerText()).toBe(`刚才：跳过：${name}`)

  await press('Enter')
  await expect.poll(() => dialog.getByLabel('保留天数').inputValue()).toBe('7')
  await dialog.getByLabel('保留天数').press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  // What does not fit what is chosen is not begun, and it is said.
  await expect.poll(() => chosen(order).innerText()).toContain('已叫号')
  await press('s')
  await expect.poll(() => told.innerText()).toBe(`跳过：${name} 现在不能`)
  // Whoever was called is told, and the console shows whether that is so.
  await expect.poll(() => chosen(order).innerText()).toMatch(/待送达|短信已送达/)
  await press('t')
  const telling = page.getByRole('dialog', { name: '已当面/电话告知' })
  await telling.getByLabel('说明').fill('本人接听')
  await telling.getByRole('button', { name: '已当面/电话告知' }).press('Enter')
  await telling.waitFor({ state: 'hidden' })
  await expect.poll(() => told.innerText()).toBe(`刚才：已当面/电话告知：${name}`)
  await expect.poll(() => chosen(order).innerText()).toContain('已电话告知')
  await press('a')
  await page.getByRole('dialog').getByRole('button', { name: '选房' }).press('Enter')
  await expect.poll(() => told.innerText()).toBe(`刚才：选房：${name}`)

  const token = await logIn('admin')
  const { list } = (await call('/api/Waiting/index', { custom_name: name, status: [3], page: 1, page_rows: 10 }, token)).data
  expect(list).toHaveLength(1)
  const events = (await call('/api/Waiting/detail_history', { wait_id: [list[0].wait_id], page: 1, page_rows: 10 }, token)).data.list
  expect(events.map(({ kind, status, reason }: Record<string, unknown>) => [kind, status, reason])).toEqual(
    expect.arrayContaining([
      [2, 1, '电话未接'],
      [1, 3, null],
    ]),
  )
})
