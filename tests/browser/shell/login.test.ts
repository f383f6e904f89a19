import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { PASSWORD } from '../../help/realServer.ts'
import { browserSeat, choose, logIn, openScreen, pane, rowsOf, sharedUrl, toast } from '../../help/staff.ts'
import { md5 } from '../../help/testServer.ts'

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

test('what is wrong stands at its input, which has the focus; a password can be looked at', async () => {
  const { page } = await seat()
  const [name, secret] = [page.getByLabel('账号'), page.getByLabel('密码', { exact: true })]
  const hasFault = async (input: typeof name): Promise<unknown> => [
    await input.evaluate((element) => element === document.activeElement),
    await input.getAttribute('aria-invalid'),
    await input.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent),
  ]
  await page.getByRole('button', { name: '登录' }).click()
  await expect.poll(() => hasFault(name)).toEqual([true, 'true', '请输入账号'])
  await name.fill('admin')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFault(secret)).toEqual([true, 'true', '请输入密码'])
  await secret.fill('wrong1')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFault(secret)).toEqual([true, 'true', '账号或密码错误'])
  expect(await name.getAttribute('aria-invalid')).toBe(null)
  await page.getByRole('button', { name: '显示密码' }).click()
  expect([await secret.getAttribute('type'), await secret.inputValue()]).toEqual(['text', 'wrong1'])
  await page.getByRole('button', { name: '隐藏密码' }).click()
  expect(await secret.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  const left = (await page.locator('main').innerText()).replace('简体中文', '')
  expect(left).not.toMatch(/\p{Script=Han}/u)
})

proof('下载记录 and 清空示例数据 are found in 设置; the question says what goes, and only who may is asked', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  await page.getByRole('banner').getByRole('link', { name: '示例数据' }).click()
  await page.getByRole('tab', { name: '数据与下载', selected: true }).waitFor()
  await page.getByRole('button', { name: '清空示例数据' }).click()
  const question = page.getByRole('dialog', { name: '清空示例数据' })
  await question.getByText(/将删除全部项目、小区、房源、合同、租客和流水/).waitFor()
  await question.getByText('2,000', { exact: true }).waitFor()
  const clear = question.getByRole('button', { name: '清空', exact: true })
  expect(await clear.getAttribute('class')).toContain('dangerous')
  await clear.click()
  await question.getByText('请输入“清空示例数据”以确认').waitFor()
  await question.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '打开下载记录' }).click()
  await page.getByRole('dialog', { name: '下载记录' }).waitFor()
  const { page: other } = await seat('guanjia', { at: '数据与下载' })
  await other.getByText('清空由管理员办理').waitFor()
  expect(await other.getByRole('button', { name: '清空示例数据' }).count()).toBe(0)
})

test('logging in leads to the room map, logging out in one browser tab logs out the other', async () => {
  const { page } = await seat()
  await logIn(page, 'admin')
  await page.getByRole('tab', { name: '房态图', selected: true }).waitFor()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('navigation', { name: '主菜单' }).waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByLabel('账号').waitFor()
  await other.getByLabel('账号').waitFor()
})

test('who logs in next sees nothing of what was read for another, and who logs in in another tab is not gone on as', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  await rowsOf(page).first().waitFor()
  const other = await page.context().newPage()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByLabel('账号').waitFor()
  await other.goto(page.url())
  let answer = (): void => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/org/list', async (route) => {
    await held
    await route.continue()
  })
  await logIn(page, 'guanjia')
  await page.getByRole('tab', { name: '房源列表', selected: true }).waitFor()
  expect(await rowsOf(page).count()).toBe(0)
  answer()
  await rowsOf(page).first().waitFor()
  await logIn(other, 'caiwu')
  await page.getByText('这个浏览器已换了账号登录，这里不再用原来的账号').waitFor()
})

proof('a login page that stood open while the server got another version leads in all the same', async () => {
  const { page } = await seat()
  let isOld = true
  await page.route(/\/assets\/shell-.*\.js/, (route) => (isOld ? route.fulfill({ status: 404, body: '' }) : route.continue()))
  await page.reload()
  await page.getByLabel('账号').waitFor()
  page.on('framenavigated', () => {
    isOld = false
  })
  await logIn(page, 'guanjia')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})

test('the browser keeps the session strictly for this site, no record at all, and after leaving neither', async () => {
  const { page } = await seat(undefined, { at: '用户列表' })
  await logIn(page, 'admin')
  await rowsOf(page).first().waitFor()
  const token = async () => (await page.context().cookies()).find(({ name }) => name === 'token')
  expect(await token()).toMatchObject({ sameSite: 'Strict', path: '/' })
  const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(await kept()).toContain('/api/lessee/index')
  // Neither as lists show numbers nor whole.
  expect(await kept()).not.toMatch(/\d{3}\*{4}|(?<!\d)1\d{10}(?!\d)|\d{17}[\dX]/)
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByLabel('账号').waitFor()
  expect(await token()).toBeUndefined()
  expect(await kept()).not.toContain('/api/lessee/index')
})

test('a deep link leads there after the login', async () => {
  const { page } = await seat(undefined, { path: '/#/bill/flowMoneyList' })
  await logIn(page, 'caiwu')
  await page.getByRole('heading', { name: '流水列表' }).waitFor()
})

proof('修改密码 says each broken rule, then ends the session; the new password works', async () => {
  // Whose password changes is told so, which would be one more message of an account that other files count.
  const { call, logIn: tokenOf } = callsAt(sharedUrl())
  const token = await tokenOf('admin')
  const { list } = (await call('/api/admin/index', { user_name: 'guanjia', page: 1, page_rows: 1 }, token)).data
  const person = { name: '换密码的管家', role_id: list[0]?.role_id, reach: 1, projects: [], password: md5(PASSWORD) }
  expect(await call('/api/admin/add', { user_name: 'huanmima', ...person }, token)).toMatchObject({ code: 200 })
  const { page } = await seat()
  await logIn(page, 'huanmima')
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
  await dialog.getByLabel('新密码', { exact: true }).fill('lu27zhilin')
  await dialog.getByLabel('确认密码').fill('lu27zhilim')
  await save.click()
  await toast(page, '两次输入的密码不一致').waitFor()
  // The server's own refusals stand at the field that they mean.
  for (const password of ['huanmima1', 'abcdefg1']) {
    const input = dialog.getByLabel('新密码', { exact: true })
    await input.fill(password)
    await dialog.getByLabel('确认密码').fill(password)
    await save.click()
    await dialog.getByText('这个密码很多人在用，或由账号名而来，容易被猜中：请换一个，比如几个不相干的词加数字').waitFor()
    expect(await input.getAttribute('aria-invalid')).toBe('true')
  }
  await dialog.getByLabel('新密码', { exact: true }).fill('lu27zhilin')
  await dialog.getByLabel('确认密码').fill('lu27zhilin')
  await save.click()
  await page.getByText('密码已修改，请重新登录').waitFor()
  await logIn(page, 'huanmima', 'lu27zhilin')
})

proof('an answer that comes late from an ended session does not end the next one', async () => {
  const { page } = await seat('caiwu', { path: '/#/userInfo' })
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('原密码').fill(PASSWORD)
  await dialog.getByLabel('新密码', { exact: true }).fill('lu27zhilin')
  await dialog.getByLabel('确认密码').fill('lu27zhilin')
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

proof('a list that is told that the session is gone ends it once, and asks the server for nothing more', async () => {
  const { page } = await seat('caiwu', { path: '/#/userInfo' })
  const logouts: string[] = []
  page.on('request', (request) => request.url().endsWith('/logout') && logouts.push(request.url()))
  await page.route('**/api/flow/index', (route) => route.fulfill({ json: { code: 302, msg: '登录已失效，请重新登录', data: null } }))
  await page.getByRole('link', { name: '流水列表' }).click()
  await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['登录已失效，请重新登录'])
  await page.unroute('**/api/flow/index')
  await logIn(page, 'caiwu')
  await rowsOf(page).first().waitFor()
  expect(logouts).toEqual([])
})

test('whoever must log in again comes back to the page and the half-filled form, and finds what was typed on other pages', async () => {
  const { page } = await seat('admin', { at: 'LOGO设置' })
  const name = pane(page).getByLabel('系统名称')
  await name.fill('没存完的名称')
  await openScreen(page, '流水列表')
  await page.getByRole('button', { name: '新增流水' }).click()
  const dialog = page.getByRole('dialog', { name: '新增流水' })
  await dialog.getByLabel('交易人姓名').fill('没填完')
  await dialog.getByLabel('金额').fill('12.5')
  await page.route('**/api/cost/index', (route) => route.fulfill({ json: { code: 302, msg: '登录已失效，请重新登录', data: null } }))
  await choose(dialog, '账单类型', '费用项').catch(() => {})
  await expect.poll(() => page.getByRole('alert').innerText()).toBe('登录已失效，请重新登录')
  await page.unroute('**/api/cost/index')
  await logIn(page, 'admin')
  await page.getByRole('tab', { name: '流水列表', selected: true }).waitFor()
  await dialog.waitFor()
  expect(await dialog.getByLabel('交易人姓名').inputValue()).toBe('没填完')
  expect(await dialog.getByLabel('金额').inputValue()).toBe('12.50')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog', { name: '放弃已填写的内容？' }).getByRole('button', { name: '放弃' }).click()
  await openScreen(page, 'LOGO设置')
  await name.waitFor()
  expect(await name.inputValue()).toBe('没存完的名称')
})

proof('a page that stands open while the server gets a newer client says so, and is reloaded when its person wants', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  await rowsOf(page).first().waitFor()
  const seen = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  const told = page.getByRole('status').filter({ hasText: '系统已更新，这个页面还是更新以前的' })
  const index = /\/$/
  const answers = (body: string, status = 200) => page.route(index, (route) => route.fulfill({ status, contentType: 'text/html', body }))
  // The same client, and what a proxy says while the server is away, are no news.
  const same = page.waitForResponse(index)
  await seen()
  await same
  await answers('<h1>Bad Gateway</h1>', 502)
  const away = page.waitForResponse(index)
  await seen()
  await away
  await page.unroute(index)
  await answers('<script type="module" src="./assets/index-newer.js"></script>')
  await seen()
  await told.waitFor()
  await page.unroute(index)
  await told.getByRole('button', { name: '刷新页面' }).click()
  await told.waitFor({ state: 'detached' })
  await rowsOf(page).first().waitFor()
})
