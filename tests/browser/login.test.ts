import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../help/realServer.ts'
import { browserSeat, logIn, openScreen, rowsOf, toast } from '../help/staff.ts'

const seat = browserSeat()

test('a wrong password is refused and what was typed stays', async () => {
  const { page } = await seat()
  await page.getByRole('button', { name: '登录' }).click()
  await expect.poll(() => page.getByRole('alert').innerText()).toBe('请输入账号')
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('wrong1')
  await page.getByRole('button', { name: '登录' }).click()
  await expect.poll(() => page.getByRole('alert').innerText()).toBe('账号或密码错误')
  expect(await page.getByLabel('账号').inputValue()).toBe('admin')
})

test('logging in leads to the room map, logging out in one browser tab logs out the other', async () => {
  const { page } = await seat('admin')
  await page.getByRole('tab', { name: '房态图', selected: true }).waitFor()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('navigation', { name: '主菜单' }).waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByLabel('账号').waitFor()
  await other.getByLabel('账号').waitFor()
})

test('a deep link leads there after the login', async () => {
  const { page } = await seat('caiwu', { path: '/#/bill/flowMoneyList' })
  await page.getByRole('heading', { name: '流水列表' }).waitFor()
})

test('修改密码 says each broken rule, then ends the session; the new password works', async () => {
  const { page } = await seat('guanjia')
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  const save = dialog.getByRole('button', { name: '确定' })
  await save.click()
  await toast(page, '原密码不能为空').waitFor()
  await dialog.getByLabel('原密码').fill('anju2026')
  await dialog.getByLabel('新密码', { exact: true }).fill('abc')
  await save.click()
  await toast(page, '新密码必须至少6位').waitFor()
  await dialog.getByLabel('新密码', { exact: true }).fill('abcdefg')
  await save.click()
  await toast(page, '密码必须包含数字和字母').waitFor()
  await dialog.getByLabel('新密码', { exact: true }).fill('abcdefg1')
  await dialog.getByLabel('确认密码').fill('abcdefg2')
  await save.click()
  await toast(page, '两次输入的密码不一致').waitFor()
  await dialog.getByLabel('确认密码').fill('abcdefg1')
  await save.click()
  await page.getByText('密码已修改，请重新登录').waitFor()
  await logIn(page, 'guanjia', 'abcdefg1')
})

test('an answer that comes late from an ended session does not end the next one', async () => {
  const { page } = await seat('caiwu')
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('原密码').fill(PASSWORD)
  await dialog.getByLabel('新密码', { exact: true }).fill('abcdefg1')
  await dialog.getByLabel('确认密码').fill('abcdefg1')
  const held = new Promise<Route>((resolve) => void page.route('**/api/admin/resetPassword', resolve))
  await dialog.getByRole('button', { name: '确定' }).click()
  const route = await held
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: /^用户菜单/ }).click()
  await other.getByRole('menuitem', { name: '退出登录' }).click()
  await logIn(page, 'caiwu')
  const answered = page.waitForResponse('**/api/admin/resetPassword')
  await route.fulfill({ json: { code: 302, msg: '登录已失效，请重新登录', data: null } })
  await answered
  await openScreen(page, '流水列表')
  await rowsOf(page).first().waitFor()
})
