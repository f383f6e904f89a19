import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { callsAt } from '../../help/calls.ts'
import { PASSWORD } from '../../help/realServer.ts'
import { browserSeat, rowsOf, sharedUrl } from '../../help/staff.ts'
import { md5 } from '../../help/testServer.ts'

const seat = browserSeat()

const listOf = (path: string, filters: object): string => `/#${path}?filters=${encodeURIComponent(JSON.stringify(filters))}`
const WHOLE = { exact: true } as const

/** The record that lies on top. */
const top = (page: Page): Locator => page.getByRole('dialog').last()
const first = (within: Locator): Locator => within.getByRole('region', { name: '要点' })
/** What stands beside a label among the facts. */
const fact = async (facts: Locator, label: string): Promise<string> =>
  (
    await facts
      .locator('.fact', { has: facts.page().getByText(label, WHOLE) })
      .locator('dd')
      .innerText()
  ).trim()
const labels = (facts: Locator): Promise<string[]> => facts.locator('dt').allInnerTexts()

/** The answers of a call that come from here on. */
const answersOf = (page: Page, path: string): Record<string, unknown>[] => {
  const heard: Record<string, unknown>[] = []
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname === path) heard.push((await response.json()).data)
  })
  return heard
}

test('an accountant rests on the room of an overdue bill and sees who lives there and what is owed, by one question', async () => {
  const { page } = await seat('caiwu', { path: listOf('/bill/billList', { state: [4] }) })
  const heard = answersOf(page, '/api/org/detail')
  await rowsOf(page).first().waitFor()
  // The filters come after the rows and move them from under the pointer.
  await page.getByRole('button', { name: /更多筛选/ }).waitFor()
  const room = rowsOf(page).first().locator('a.reference[href*="org-"]')
  await room.hover()
  const card = page.getByRole('tooltip')
  await first(card).waitFor()
  const [answer] = heard
  expect(await fact(first(card), '现住')).toBe(answer?.resident)
  expect(await fact(first(card), '欠款')).toBe(`${fenToYuan(Number(answer?.owed))} 元`)
  expect(await fact(first(card), '逾期')).toBe(`${answer?.days_late} 天`)
  expect(Number(answer?.owed)).toBeGreaterThan(0)
  await page.mouse.move(5, 5)
  await expect.poll(() => card.count()).toBe(0)
  await room.hover()
  await first(card).waitFor()
  expect(heard).toHaveLength(1)
  // By the keyboard, too; and it is told of what it describes.
  await page.mouse.move(5, 5)
  await expect.poll(() => card.count()).toBe(0)
  await room.focus()
  await first(card).waitFor()
  expect(await room.getAttribute('aria-describedby')).toBe(await card.getAttribute('id'))
  await page.keyboard.press('Escape')
  await expect.poll(() => card.count()).toBe(0)
})

test('a room’s drawer begins with who lives there and what he owes, and leads on to him; his oldest unpaid bill is the first', async () => {
  const { page } = await seat('admin', { path: listOf('/homeList', { state: [6] }) })
  await rowsOf(page).first().locator('td').nth(1).getByRole('button').click()
  await first(top(page)).waitFor()
  expect((await labels(first(top(page)))).slice(0, 6)).toEqual(['现住', '电话', '月租金', '欠款', '逾期', '合同到期'])
  expect(await first(top(page)).locator('dd[data-tone="bad"]').count()).toBe(2)
  const owed = await fact(first(top(page)), '欠款')
  const name = await fact(first(top(page)), '现住')
  // It stands above the columns.
  const [facts, rest] = [await first(top(page)).boundingBox(), await top(page).getByText('系统编号', WHOLE).boundingBox()]
  expect((facts?.y ?? 0) + (facts?.height ?? 0)).toBeLessThan(rest?.y ?? 0)

  await top(page).getByRole('button', { name: '未付账单' }).click()
  const rows = top(page).locator('.related tbody tr')
  await rows.first().waitFor()
  expect(await top(page).locator('.related th').allInnerTexts()).toEqual([
    '账单号',
    '租客',
    '名目',
    '应付日',
    '金额（元）',
    '未付（元）',
    '逾期（天）',
    '状态',
    '操作',
  ])
  const due = await rows.locator('td:nth-child(4)').allInnerTexts()
  expect(due).toEqual([...due].sort())
  await rows.first().getByRole('link').first().click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(2)
  await first(top(page)).waitFor()
  expect(await fact(first(top(page)), '逾期原因')).toMatch(/^应付 \d{4}-\d\d-\d\d，逾期 \d+ 天，.*未付 ¥[\d,.]+$/)
  await page.keyboard.press('Escape')

  await first(top(page)).getByRole('link', { name }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(2)
  await first(top(page)).waitFor()
  expect((await labels(first(top(page)))).slice(0, 3)).toEqual(['欠款', '逾期', '最早欠款日'])
  expect(owed).toMatch(/^[\d,.]+ 元$/)
})

test('who may read rooms and no bills is told who lives there and of no debt', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const role = await call('/api/role/add', { name: '看房员', permission: ['/api/org/list', '/api/org/detail'], access: ['build'] }, token)
  const account = { user_name: 'kanfang', name: '看房员', role_id: role.data.role_id, reach: 1, projects: [], password: md5(PASSWORD) }
  expect((await call('/api/admin/add', account, token)).msg).toBe('')
  const { page } = await seat('kanfang', { path: listOf('/homeList', { state: [6] }) })
  const heard = answersOf(page, '/api/org/detail')
  // Nothing is done to many here: the first column is the room's.
  await rowsOf(page).first().getByRole('button').first().click()
  await first(top(page)).waitFor()
  const shown = await labels(first(top(page)))
  const record = heard[0]?.record as object | undefined
  expect([shown.includes('现住'), shown.includes('欠款'), 'owed' in (record ?? {})]).toEqual([true, false, false])
})

test('rows of choices say who lives in a room and its state', async () => {
  const { page } = await seat('admin', { path: listOf('/homeList', { state: [4] }) })
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${new URL(request.url()).pathname} ${request.postData()?.includes('facts=1') === true}`))
  const row = rowsOf(page).first()
  const room = (await row.locator('td').nth(1).innerText()).trim()
  await page.goto(`${sharedUrl()}/#/bill/flowMoneyList`)
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: /更多筛选/ }).click()
  await page.getByRole('combobox', { name: '房间' }).click()
  await page.getByRole('combobox', { name: '房间' }).fill(room)
  const option = page.locator('.ant-select-item-option .choice', { hasText: '已出租' }).first()
  await option.waitFor()
  expect(await option.locator('small span').count()).toBeGreaterThanOrEqual(2)
  expect(asked.filter((one) => one === '/api/org/choose true').length).toBeLessThanOrEqual(2)
})

test('a room’s drawer is one call, and draws who lived there; each span leads to its contract, whose months lead to their bills', async () => {
  const { page } = await seat('admin', { path: listOf('/homeList', { state: [6] }) })
  await rowsOf(page).first().waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await rowsOf(page).first().locator('td').nth(1).getByRole('button').click()
  const lived = top(page).getByRole('region', { name: '历年居住' })
  await lived.getByRole('listitem').first().waitFor()
  await top(page).locator('.related tbody tr').first().waitFor()
  // The list and the way came with the record; what is drawn is read after it, once.
  const counted = (path: string): number => asked.filter((one) => one === path).length
  const calls = ['/api/org/detail', '/api/occupancy/index', '/api/contract/index', '/api/operation_log/index']
  expect(calls.map(counted)).toEqual([1, 1, 0, 0])
  const resident = await fact(first(top(page)), '现住')
  const spans = lived.getByRole('link', { name: new RegExp(`${resident}，\\d{4}-\\d\\d-\\d\\d 至 `) })
  await spans.last().click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(2)
  const months = top(page).getByRole('region', { name: '房租' })
  const owed = months.getByRole('link', { name: /^\d{4}-\d\d (欠付|部分付)：应付 [\d,.]+ 元，已付 [\d,.]+ 元$/ }).first()
  await owed.waitFor()
  // The year, and twelve squares.
  expect(await months.getByRole('columnheader').count()).toBe(13)
  const [, price = ''] = /应付 ([\d,.]+)/.exec(await owed.innerText()) ?? []
  await owed.click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(3)
  await first(top(page)).waitFor()
  expect(await fact(top(page), '金额')).toBe(`${price} 元`)
})
