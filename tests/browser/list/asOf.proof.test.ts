import type { Request, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { resources } from '../../../src/declared/declared.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { browserSeat, pane, rowsOf, sharedUrl } from '../../help/staff.ts'

const seat = browserSeat()
const YESTERDAY = addDays(today(), -1)
const LIST = '/api/org/list'
const isOf = (request: Request, day: string): boolean => request.url().endsWith(LIST) && (request.postData() ?? '').includes(`as_of=${day}`)
const answers =
  (day: string) =>
  (response: Response): boolean =>
    isOf(response.request(), day)

test('a list is looked at as of a past day and back: nothing can be done there, and what opens is of that day', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  await rowsOf(page).first().waitFor()
  const add = pane(page).getByRole('button', { name: '新增房源' })
  await add.waitFor()
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${LIST}`, async (route) => {
    if (isOf(route.request(), YESTERDAY)) await held
    await route.continue()
  })
  const answered = page.waitForResponse(answers(YESTERDAY))
  await pane(page).getByRole('button', { name: '看过去某天' }).click()
  const told = pane(page).getByRole('status').filter({ hasText: '当天结束时的情形，只能看，不能办' })
  await told.waitFor()
  await add.waitFor({ state: 'hidden' })
  const day = pane(page).getByRole('textbox', { name: '截至' })
  expect(await day.inputValue()).toBe(YESTERDAY)
  const wanted = addDays(today(), -60)
  await day.fill(wanted)
  const calendar = page.locator('.ant-picker-dropdown')
  expect(await calendar.getByRole('columnheader').allTextContents()).toEqual([...'一二三四五六日'])
  // The list of yesterday that comes meanwhile takes nothing from what is typed.
  release()
  await answered
  const edit = rowsOf(page).first().getByRole('button', { name: '编辑' })
  await edit.waitFor({ state: 'hidden' })
  const asked = page.waitForResponse(answers(wanted))
  await page.keyboard.press('Enter')
  await asked
  expect(page.url()).toContain(`as_of=${wanted}`)
  await expect.poll(() => edit.count()).toBe(0)
  await rowsOf(page).first().getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('系统编号').waitFor()
  expect(await drawer.getByRole('button', { name: /^(编辑|停用)$/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await told.getByRole('button', { name: '回到现在' }).click()
  await add.waitFor()
  expect(page.url()).not.toContain('as_of')
})

proof('the room map of a past day has the rooms that there were; a day before anything was kept says so', async () => {
  const { page } = await seat('admin')
  const all = page.getByRole('button', { name: /^全部 ?[\d,]+/ })
  await all.waitFor()
  const now = await all.textContent()
  await page.getByRole('button', { name: '看过去某天' }).click()
  const day = page.getByRole('textbox', { name: '截至' })
  await day.fill(addDays(today(), -80))
  await page.keyboard.press('Enter')
  await expect.poll(() => all.textContent()).not.toBe(now)
  await page.goto(`${sharedUrl()}/#/home?as_of=2020-01-01`)
  await pane(page).getByRole('alert').getByText('起才留有每天的情形').waitFor()
  await page.getByRole('button', { name: '回到现在' }).click()
  await expect.poll(() => all.textContent()).toBe(now)
})

proof('every list of the sample answers of a past day, and so does its first record with all that opens from it', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const as_of = addDays(today(), -30)
  let opened = 0
  for (const { calls, key, hasPast, name } of resources) {
    if (!hasPast || !calls.index) continue
    const { msg, data } = await call(calls.index, { as_of, page_rows: 1 }, token)
    expect([name, msg]).toEqual([name, ''])
    const [first] = data.list
    if (!first || !calls.detail) continue
    expect([name, (await call(calls.detail, { [key]: first[key], related: 1, as_of }, token)).msg]).toEqual([name, ''])
    opened += 1
  }
  expect(opened).toBeGreaterThan(20)
})
