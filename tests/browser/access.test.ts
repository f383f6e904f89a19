import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages, resourceNamed, resources } from '../../src/derive/declared.ts'
import { mayOpen, menuOf, type Screen, screensOf } from '../../src/derive/menu.ts'
import type { UserInfo } from '../../src/protocol/types.ts'
import { browserSeat, choose, logIn, openScreen, rowsOf, toast } from '../help/staff.ts'

const seat = browserSeat()
const screens = screensOf(resources, pages)
const views = Object.keys(import.meta.glob('../../src/ui/screens/*/*Screen.tsx')).map((file) => file.split('/').at(-2))
const hasView = ({ screen }: Screen): boolean => screen === null || views.includes(screen)

/** A screen of several lists shows those that the person may read, so of none there is nothing to open. */
const isOpenTo = (screen: Screen, { access, permission }: UserInfo): boolean => {
  const mayRead = (name: string): boolean => {
    const { isLookup, calls } = resourceNamed(name)
    return isLookup || (calls.index !== null && permission.includes(calls.index))
  }
  return mayOpen(screen, access) && (screen.strips.length < 2 || screen.strips.some(({ resource }) => mayRead(resource)))
}

const userOf = (page: Page): Promise<UserInfo> => page.evaluate(() => JSON.parse(localStorage.getItem('anju.user') ?? 'null'))
const menuLinks = (page: Page): Promise<string[]> => page.getByRole('navigation', { name: '主菜单' }).getByRole('link').allInnerTexts()
const rowNamed = (page: Page, name: string) => rowsOf(page).filter({ hasText: name })
const doMore = async (page: Page, row: string, action: string): Promise<void> => {
  await rowNamed(page, row).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.each(['admin', 'guanjia', 'caiwu'])(
  '%s: the menu and every screen open exactly where the role’s access list says',
  async (userName) => {
    const { page } = await seat(userName)
    const user = await userOf(page)
    const { access, sidebar } = user
    const expected = menuOf(screens, access, sidebar).flatMap((entry) =>
      entry.path ? [entry.label] : entry.children.map(({ label }) => label),
    )
    await expect.poll(() => menuLinks(page)).toEqual(expected)
    for (const screen of screens.filter(hasView)) {
      await page.goto(page.url().replace(/#.*/, `#${screen.path}`))
      const panel = page.getByRole('tabpanel', { name: screen.label, exact: true }).and(page.locator(':not([inert])'))
      await panel.waitFor()
      const refused = panel.getByRole('heading', { name: '没有权限' })
      if (isOpenTo(screen, user)) expect(await refused.count(), screen.path).toBe(0)
      else await refused.waitFor()
    }
  },
)

test('an administrator makes a role, gives it to someone, and takes a right away while they work', async () => {
  const { page: admin } = await seat('admin')
  await openScreen(admin, '角色设置')
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
  // Those that need no key stay, save the one that is hidden.
  const free = ['代扣账单', '代扣列表', '租金收缴台账', '发票设置', '网签设置', '会员统计', '房源统计', '架构配置', '人员架构配置']
  await expect.poll(async () => (await menuLinks(person)).sort()).toEqual(['房态图', '房源列表', '小区主页', '流水列表', ...free].sort())
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
  await person.getByText('没有权限：查看流水列表').first().waitFor()

  await openScreen(admin, '账号设置')
  await rowNamed(admin, '林小满').getByRole('button', { name: '重置密码' }).click()
  const reset = admin.getByRole('dialog', { name: '重置密码：林小满' })
  await reset.getByLabel('新密码').fill('chongzhi8')
  await reset.getByRole('button', { name: '确定' }).click()
  await toast(admin, '密码已重置，请告知本人').waitFor()
  await person.getByRole('button', { name: '刷新' }).click()
  await person.getByLabel('账号').waitFor()
  await logIn(person, 'kefu', 'chongzhi8')
})

test('以此角色查看 shows this browser tab the app as the role, refuses to write, and leads back', async () => {
  const { page } = await seat('admin')
  await openScreen(page, '角色设置')
  await doMore(page, '财务', '以此角色查看')
  await page.getByRole('dialog', { name: '以此角色查看' }).getByRole('button', { name: '确定' }).click()
  await page.getByText('正在以“财务”角色查看').waitFor()
  expect(await menuLinks(page)).not.toContain('房源列表')
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['工作台'])
  await openScreen(page, '流水列表')
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: '新增流水' }).waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('原密码').fill('anju2026')
  await dialog.getByLabel('新密码', { exact: true }).fill('abcdefg1')
  await dialog.getByLabel('确认密码').fill('abcdefg1')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '正在以角色查看，只能看，不能修改').waitFor()

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('link', { name: '房源列表' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: '退出查看' }).click()
  await page.getByRole('link', { name: '房源列表' }).waitFor()
  expect(await page.getByText('正在以“财务”角色查看').count()).toBe(0)
})
