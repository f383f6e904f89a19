import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { browserSeat, choose, logIn, openScreen, rowsOf } from '../../help/staff.ts'

const seat = browserSeat()
const pane = (page: Page) => page.locator('[role=tabpanel]:not([inert])')
/** Does something that is kept on the server, and waits until the server has it. */
const kept = async (page: Page, doing: () => Promise<unknown>): Promise<void> => {
  const heard = page.waitForResponse((response) => response.url().endsWith('/api/preference/save'))
  await doing()
  expect(await (await heard).json()).toMatchObject({ code: 200 })
}
const openUserMenu = (page: Page) => page.getByRole('button', { name: /^用户菜单/ }).click()
const rowHeight = async (page: Page) => (await rowsOf(page).first().boundingBox())?.height

test('looks, row height, start screen, project and columns follow a person to a second browser, and nobody else', async () => {
  const { page } = await seat('guanjia', { path: '/#/userInfo' })
  const settings = pane(page).getByRole('region', { name: '个人设置' })
  await kept(page, () => choose(settings, '外观', '深色'))
  await kept(page, () => choose(settings, '列表行高', '紧凑'))
  await kept(page, () => choose(settings, '起始页面', '轮候列表'))
  await kept(page, () => page.getByRole('button', { name: '收起菜单' }).click())
  await kept(page, () => choose(page, '项目', '东北片'))
  await page.getByRole('link', { name: '房源列表' }).click()
  await rowsOf(page).first().waitFor()
  expect(await rowHeight(page)).toBe(32)
  const head = (one: Page, name: string) => pane(one).getByRole('columnheader', { name, exact: true })
  await head(page, '地址').waitFor()
  await pane(page).getByRole('button', { name: '列设置' }).click()
  await kept(page, () => page.getByRole('dialog', { name: '列设置' }).getByRole('checkbox', { name: '地址', exact: true }).click())
  await head(page, '地址').waitFor({ state: 'hidden' })

  const { page: second } = await seat()
  await logIn(second, 'guanjia')
  await second.getByRole('tab', { name: '轮候列表', selected: true }).waitFor()
  expect(await second.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await rowsOf(second).first().waitFor()
  expect(await rowHeight(second)).toBe(32)
  await second.getByRole('button', { name: '展开菜单' }).waitFor()
  await second.locator('.project').getByText('东北片').waitFor()
  await second.getByRole('link', { name: '房源列表' }).click()
  await head(second, '性质').waitFor()
  expect(await head(second, '地址').count()).toBe(0)

  const { page: other } = await seat('caiwu', { path: '/#/userInfo' })
  expect(await other.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  await other.getByRole('button', { name: '收起菜单' }).waitFor()
})

proof('what the server could not be told is told with the next, and is not lost by a reload', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  await page.route('**/api/preference/save', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: '收起菜单' }).click()
  await failed
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  await page.unroute('**/api/preference/save')
  await kept(page, () => page.reload())
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  const { page: second } = await seat('admin', { path: '/#/userInfo' })
  await second.getByRole('button', { name: '展开菜单' }).waitFor()
  await kept(second, () => second.getByRole('button', { name: '展开菜单' }).click())
})

proof('the next person at the same browser has their own', async () => {
  const { page } = await seat('caiwu', { path: '/#/userInfo' })
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: '外观' }).hover()
  await kept(page, () => page.getByRole('menuitem', { name: '深色' }).click())
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await logIn(page, 'admin')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  await openScreen(page, '工作台')
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await logIn(page, 'caiwu')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

proof(
  'when the system turns dark every part does, and no part reads the query on its own and so keeps the news from the others',
  async () => {
    const { page } = await seat('admin', { at: '账单列表' })
    await page.getByRole('button', { name: '导出' }).waitFor()
    await page.evaluate(() => {
      const { get } = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, 'matches') ?? {}
      const reads = document.documentElement.dataset
      Object.defineProperty(MediaQueryList.prototype, 'matches', {
        get() {
          if (this.media.includes('prefers-')) reads.reads = `${Number(reads.reads ?? 0) + 1}`
          return get?.call(this)
        },
      })
    })
    const colour = () => page.getByRole('button', { name: '导出' }).evaluate((button) => getComputedStyle(button).backgroundColor)
    const light = await colour()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(colour).not.toBe(light)
    await openScreen(page, '流水列表')
    expect(await page.evaluate(() => document.documentElement.dataset.reads)).toBeUndefined()
  },
)
