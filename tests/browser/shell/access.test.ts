import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { PASSWORD } from '../../help/realServer.ts'
import { browserSeat, choose, logIn, openScreen, pane, rowsOf, sharedUrl, toast } from '../../help/staff.ts'
import { md5 } from '../../help/testServer.ts'

const seat = browserSeat()
const menuLinks = (page: Page): Promise<string[]> => page.getByRole('navigation', { name: '主菜单' }).getByRole('link').allInnerTexts()
const rowNamed = (page: Page, name: string) => rowsOf(page).filter({ hasText: name })
const doMore = async (page: Page, row: string, action: string): Promise<void> => {
  // By its name alone: another role's keys may be called so.
  const named = rowsOf(page).filter({ has: page.getByRole('button', { name: row, exact: true }) })
  await named.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an administrator makes a role, gives it to someone, and takes a right away while they work', async () => {
  const { page: admin } = await seat('admin', { at: '角色设置' })
  await admin.getByRole('button', { name: '新增角色' }).click()
  const dialog = admin.getByRole('dialog', { name: '新增角色' })
  await dialog.getByLabel('角色名称').fill('客服')
  const rights = dialog.getByRole('group', { name: '接口权限' })
  await rights.getByRole('textbox', { name: '接口权限' }).fill('流水')
  await rights.getByRole('checkbox', { name: '查看流水列表' }).check()
  await rights.getByRole('textbox', { name: '接口权限' }).fill('房源列表')
  await rights.getByRole('checkbox', { name: '房源列表', exact: true }).check()
  await rights.getByRole('textbox', { name: '接口权限' }).fill('')
  // By keyboard alone: a group is opened, walked into, narrowed by typing, and marked.
  const opens = dialog.getByRole('group', { name: '可打开的页面' })
  await opens.getByRole('checkbox', { name: '页面', exact: true }).focus()
  await admin.keyboard.press('ArrowRight')
  await admin.keyboard.press('ArrowDown')
  await expect
    .poll(() =>
      opens
        .getByRole('checkbox')
        .nth(1)
        .evaluate((box) => box === document.activeElement),
    )
    .toBe(true)
  await opens.getByRole('textbox', { name: '可打开的页面' }).fill('流水列表')
  await opens.getByRole('checkbox', { name: /流水列表/ }).focus()
  await admin.keyboard.press('Space')
  await opens.getByRole('textbox', { name: '可打开的页面' }).fill('房源列表')
  await opens.getByRole('checkbox', { name: /房源列表/ }).focus()
  await admin.keyboard.press('Space')
  await opens.getByRole('textbox', { name: '可打开的页面' }).fill('整组')
  await opens.getByRole('checkbox', { name: '财务管理（整组）' }).check()
  const hides = dialog.getByRole('group', { name: '菜单中隐藏' })
  await hides.getByRole('textbox', { name: '菜单中隐藏' }).fill('轮候')
  await hides.getByRole('checkbox', { name: '轮候列表' }).check()
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(admin, '新增角色成功').waitFor()

  await openScreen(admin, '账号设置')
  await admin.getByRole('button', { name: '新增账号' }).click()
  const account = admin.getByRole('dialog', { name: '新增账号' })
  await account.getByLabel('账号', { exact: true }).fill('kefu')
  await account.getByLabel('姓名').fill('林小满')
  await choose(account, '角色', '客服')
  await account.getByRole('button', { name: '生成' }).click()
  const password = await account.getByLabel('初始密码').inputValue()
  expect(password).toMatch(/^(?=.*\d)(?=.*[a-z])[a-z0-9]{12}$/)
  await account.getByRole('button', { name: '确定' }).click()
  await toast(admin, '新增账号成功').waitFor()
  await rowNamed(admin, '林小满').getByText('客服').waitFor()

  const { page: person } = await seat()
  await logIn(person, 'kefu', password)
  // Of those that need no key none stays: this role may read nothing of them.
  await expect.poll(async () => (await menuLinks(person)).sort()).toEqual(['房态图', '房源列表', '小区主页', '流水列表'].sort())
  await openScreen(person, '流水列表')
  await rowsOf(person).first().waitFor()
  expect(await person.getByRole('button', { name: '新增流水' }).count()).toBe(0)

  await openScreen(admin, '角色设置')
  await rowNamed(admin, '客服').getByRole('button', { name: '编辑' }).click()
  const edit = admin.getByRole('dialog', { name: '编辑角色：客服' })
  const held = edit.getByRole('group', { name: '接口权限' })
  await held.getByText(/^已选 \d+ 项$/).waitFor()
  await held.getByRole('textbox', { name: '接口权限' }).fill('查看流水列表')
  await held.getByRole('checkbox', { name: '查看流水列表' }).uncheck()
  await edit.getByRole('button', { name: '确定' }).click()
  await toast(admin, '编辑成功').waitFor()
  await person.getByRole('button', { name: '刷新' }).click()
  await toast(person, '没有权限：查看流水列表').waitFor()
  await pane(person).getByRole('heading', { name: '没有权限' }).waitFor()
  await expect.poll(() => menuLinks(person)).not.toContain('流水列表')

  await openScreen(admin, '账号设置')
  await rowNamed(admin, '林小满').getByRole('button', { name: '重置密码' }).click()
  const reset = admin.getByRole('dialog', { name: '重置密码：林小满' })
  await reset.getByLabel('新密码').fill('chongzhi8')
  await reset.getByRole('button', { name: '重置密码' }).click()
  await toast(admin, '密码已重置，请告知本人').waitFor()
  expect(await pane(person).locator('table, .list-empty').count()).toBe(0)
  await person.getByRole('link', { name: '房源列表' }).click()
  await person.getByLabel('账号').waitFor()
  await logIn(person, 'kefu', 'chongzhi8')
})

proof('a role’s rights are a table: a box, a row, a column; the menu follows, and saving says what changes for how many', async () => {
  const { call, logIn: tokenOf } = callsAt(sharedUrl())
  const token = await tokenOf('admin')
  const { data } = await call('/api/role/add', { name: '权限表试用', permission: ['/api/clue/index'], access: [] }, token)
  const account = { user_name: 'biaoge', name: '表格', role_id: data.role_id, reach: 1, projects: [], password: md5(PASSWORD) }
  expect(await call('/api/admin/add', account, token)).toMatchObject({ code: 200 })
  const { page } = await seat('admin', { at: '角色设置' })
  await rowNamed(page, '权限表试用').getByRole('button', { name: '权限表', exact: true }).click()
  const table = pane(page).getByRole('table')
  const menu = pane(page).getByRole('complementary', { name: '菜单预览' })
  const box = (name: string) => table.getByRole('checkbox', { name, exact: true })
  await box('流水列表：打开').check()
  expect(await menu.getByText('流水列表').count()).toBe(0)
  // By keyboard: what may be read of a page puts it in the menu.
  await box('流水列表：查看').focus()
  await page.keyboard.press('Space')
  await menu.getByText('流水列表').waitFor()
  await box('整行：发票设置').check()
  await expect.poll(() => box('发票设置：修改').isChecked()).toBe(true)
  await box('整列：删除').check()
  await expect.poll(() => box('角色设置：删除').isChecked()).toBe(true)
  await box('整列：删除').uncheck()
  await box('流水列表：红冲').check()
  await pane(page).getByRole('button', { name: '保存' }).click()
  const question = page.getByRole('dialog', { name: '保存权限表试用的权限' })
  await question.getByText('用这个角色的 1 个账号马上按新的权限办事。').waitFor()
  await question.getByText('流水列表 红冲').waitFor()
  await question.getByText('打开 流水列表').waitFor()
  // Without its group's key no screen of the group is open to anyone.
  await question.getByText('财务管理（整组）').waitFor()
  expect(await question.getByText('失去').count()).toBe(0)
  await question.getByRole('button', { name: '保存' }).click()
  await toast(page, '已保存').waitFor()
  const { permission, access } = (await call('/api/role/detail', { role_id: data.role_id }, token)).data
  expect([...permission].sort()).toEqual(
    ['/api/clue/index', '/api/flow/index', '/api/flow/detail', '/api/flow/reverse', '/api/invoice/detail', '/api/invoice/save'].sort(),
  )
  expect(access).toEqual(['flow', 'finance'])
  // What came with an upgrade is found as no role has it yet.
  await pane(page).getByRole('checkbox', { name: '只看还没有给任何角色的' }).check()
  await expect.poll(() => box('流水列表：红冲').count()).toBe(0)
  await box('角色设置：修改').check()
  await pane(page).getByRole('checkbox', { name: '只看还没有给任何角色的' }).uncheck()
  expect(await box('流水列表：红冲').isChecked()).toBe(true)
  expect(await box('角色设置：修改').isChecked()).toBe(true)
})

proof('以此角色查看 shows this browser tab the app as the role, refuses to write, and leads back', async () => {
  const { page } = await seat('admin', { at: '角色设置' })
  await doMore(page, '财务', '以此角色查看')
  await page.getByRole('dialog', { name: '以此角色查看' }).getByRole('button', { name: '以此角色查看' }).click()
  await page.getByText('正在以“财务”角色查看').waitFor()
  expect(await menuLinks(page)).not.toContain('看房预约')
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['房态图'])
  await openScreen(page, '流水列表')
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: '新增流水' }).waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('原密码').fill('anju2026')
  await dialog.getByLabel('新密码', { exact: true }).fill('lu27zhilin')
  await dialog.getByLabel('确认密码').fill('lu27zhilin')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '正在以角色查看，只能看，不能修改').waitFor()

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('link', { name: '看房预约' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: '退出查看' }).click()
  await page.getByRole('link', { name: '看房预约' }).waitFor()
  expect(await page.getByText('正在以“财务”角色查看').count()).toBe(0)
})

test('a right that is taken away goes from the screen with the first refusal, in rows and above them, and get_info is asked once', async () => {
  const { call, logIn: tokenOf } = callsAt(sharedUrl())
  const token = await tokenOf('admin')
  const read = ['/api/clue/index']
  const write = ['/api/clue/add', '/api/clue/edit', '/api/clue/follow', '/api/clue/lost']
  const role = await call('/api/role/add', { name: '线索员', permission: [...read, ...write], access: [] }, token)
  expect(role.msg).toBe('')
  const account = { user_name: 'xiansuo', name: '线索员', role_id: role.data.role_id, reach: 1, projects: [], password: md5(PASSWORD) }
  expect(await call('/api/admin/add', account, token)).toMatchObject({ code: 200 })

  const { page } = await seat('xiansuo', { at: '销售线索' })
  // What the shell asks as it opens is answered: from here on nothing but the refusal makes it ask.
  const known = page.waitForResponse('**/get_info')
  await page.reload()
  await (await known).finished()
  const row = rowsOf(page)
    .filter({ has: page.getByRole('button', { name: '开始跟进' }) })
    .first()
  await row.waitFor()
  let asked = 0
  page.on('request', (request) => (asked += request.url().endsWith('/get_info') ? 1 : 0))
  expect(await call('/api/role/edit', { role_id: role.data.role_id, name: '线索员', permission: read, access: [] }, token)).toMatchObject({
    code: 200,
  })
  await row.getByRole('button', { name: '开始跟进' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始跟进' }).click()
  await toast(page, '没有权限：开始跟进').waitFor()
  await expect.poll(() => rowsOf(page).getByRole('button', { name: '开始跟进' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: '新增销售线索' }).count()).toBe(0)
  expect(asked).toBe(1)
})
