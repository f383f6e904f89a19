import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { browserSeat, openScreen, pane, rowsOf, settled, sharedUrl } from '../../help/staff.ts'

const seat = browserSeat()

const LET = `/#/homeList?filters=${encodeURIComponent('{"state":[4]}')}`
const WHOLE = { exact: true } as const

/** The record that lies on top. */
const top = (page: Page): Locator => page.getByRole('dialog').last()
const fact = (within: Locator, label: string): Locator => within.locator('.fact', { has: within.page().getByText(label, WHOLE) })
const headOf = (drawer: Locator): Promise<string> => drawer.locator('.detail-head').innerText()

const openLetRoom = async (page: Page, place: number): Promise<string> => {
  await page.goto(sharedUrl() + LET)
  const name = rowsOf(page).nth(place).locator('td').nth(1).getByRole('button')
  await name.click()
  await page.getByRole('dialog').locator('.detail-head').waitFor()
  return (await name.innerText()).trim()
}

test('from a room to its contract to its tenant and back, and the address of the way is another’s way', async () => {
  const { page } = await seat('guanjia', { path: LET })
  const room = await openLetRoom(page, 0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const contract = await fact(top(page), '现合同').getByRole('link').innerText()
  await fact(top(page), '现合同').getByRole('link').click()
  await expect.poll(() => headOf(top(page))).toContain(contract)
  const tenant = await fact(top(page), '承租方').getByRole('link').innerText()
  await fact(top(page), '承租方').getByRole('link').click()
  await expect.poll(() => headOf(top(page))).toContain(tenant)
  expect(await page.getByRole('dialog').count()).toBe(3)
  // What lies beneath, and the list, is not read again.
  const counted = (path: string): number => asked.filter((one) => one === path).length
  expect([counted('/api/org/list'), counted('/api/org/detail'), counted('/api/contract/detail')]).toEqual([0, 0, 1])
  const sent = page.url()

  // A reference to what lies beneath goes back to it: nothing lies over itself.
  await top(page).locator('.related tbody').getByRole('link', { name: contract }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(2)
  expect(await headOf(top(page))).toContain(contract)
  await page.goBack()
  await expect.poll(() => headOf(top(page))).toContain(tenant)
  await page.keyboard.press('Escape')
  await expect.poll(() => headOf(top(page))).toContain(contract)
  await top(page)
    .getByRole('button', { name: /返.?回/ })
    .click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  expect(await headOf(top(page))).toContain(room)

  const guest = (await seat('admin', { path: sent.replace(sharedUrl(), '') })).page
  await expect.poll(() => headOf(top(guest))).toContain(tenant)
  expect(await guest.getByRole('dialog').count()).toBe(3)
  await top(guest).getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => guest.getByRole('dialog').count()).toBe(0)
  expect(guest.url()).toBe(sharedUrl() + LET)
})

proof('what someone may not read is text, and nothing else is: who handled a contract leads the administrator to the account', async () => {
  const steward = (await seat('guanjia', { path: LET })).page
  const administrator = (await seat('admin', { path: LET })).page
  for (const page of [steward, administrator]) {
    await openLetRoom(page, 0)
    await fact(top(page), '现合同').getByRole('link').click()
    await fact(top(page), '承租方').getByRole('link').waitFor()
  }
  const [text, link] = [fact(top(steward), '经办人'), fact(top(administrator), '经办人')]
  expect([await text.getByRole('link').count(), await text.locator('dd').innerText()]).toEqual([0, '周敏'])
  await link.getByRole('link', { name: '周敏' }).click()
  await expect.poll(() => headOf(top(administrator))).toContain('周敏')
  // Sent to the steward it says so in a sentence, over what they may read.
  await steward.goto(administrator.url())
  await top(steward).getByRole('alert').waitFor()
  expect(await steward.getByRole('dialog').count()).toBe(3)
  await steward.goto(`${sharedUrl()}/#/homeList?over=contract-999999.nothing-4`)
  await top(steward).getByRole('alert').waitFor()
  expect(await steward.getByRole('dialog').count()).toBe(1)
})

const oldest = new URLSearchParams({ filters: '{"status":[4]}', sorters: 'start_date' })

proof('上一条 and 下一条 walk the page of the list behind, and the rows of a list in a record', async () => {
  const { page } = await seat('admin', { path: `/#/contract/contract?${oldest}` })
  await rowsOf(page).first().waitFor()
  await settled(page)
  const names = await rowsOf(page).locator('td button.link').filter({ hasText: /^HT/ }).allInnerTexts()
  await rowsOf(page).getByRole('button', { name: names[0], exact: true }).click()
  const at = () => headOf(top(page))
  const [up, down] = ['上一条', '下一条'].map((name) => top(page).getByRole('button', { name }))
  await expect.poll(at).toContain(names[0])
  expect([await up?.isDisabled(), await down?.isDisabled()]).toEqual([true, false])
  await down?.click()
  await expect.poll(at).toContain(names[1])
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(at).toContain(names[2])
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(at).toContain(names[1])
  for (let place = 2; place < names.length; place++) {
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(at).toContain(names[place])
  }
  expect(await down?.isDisabled()).toBe(true)
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(at).toContain(names.at(-2))

  const bills = top(page)
    .getByRole('navigation', { name: '相关记录' })
    .getByRole('button', { name: '账单', ...WHOLE })
  await bills.click()
  const related = top(page)
    .locator('.related tbody tr')
    .filter({ has: page.getByRole('link', { name: /^ZD/ }) })
  await related.nth(1).waitFor()
  const [first = '', second = ''] = await related.locator('td:first-child').allInnerTexts()
  await related.getByRole('link', { name: first }).click()
  await expect.poll(at).toContain(first)
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(at).toContain(second)
  await page.keyboard.press('Escape')
  await expect.poll(at).toContain(names.at(-2))
  // One walk is one step of the browser's way.
  await page.getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

proof('an entry of 操作日志 leads to its record and stays with its page', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  const row = rowsOf(page).first()
  const room = await row.getByRole('button').first().innerText()
  await row.getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑房间' })
  await dialog.getByLabel('备注').fill('门锁已换')
  await dialog.getByRole('button', { name: /确.?定/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await openScreen(page, '操作日志')
  await rowsOf(page).filter({ hasText: '门锁已换' }).getByRole('link', { name: room, exact: true }).click()
  await expect.poll(() => headOf(top(page))).toContain(room)
  await fact(top(page), '备注').getByText('门锁已换').waitFor()
  // A page that is not looked at has nothing over the one that is; its record is there when one comes back.
  await page.goto(`${sharedUrl()}/#/homeList`)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('tab', { name: '操作日志' }).click()
  await expect.poll(() => headOf(top(page))).toContain(room)
  await pane(page).getByRole('heading', { name: '房源', exact: true, includeHidden: true }).waitFor()
})
