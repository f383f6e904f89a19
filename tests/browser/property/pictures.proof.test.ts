import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { picture } from '../../help/pictures.ts'
import { browserSeat, rowsOf, toast } from '../../help/staff.ts'

const seat = browserSeat()
const pane = (page: Page) => page.locator('[role=tabpanel]:not([inert])')

/** That a picture is not only there but drawn; gives its address. */
const drawn = async (image: Locator): Promise<string> => {
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth), { timeout: 10_000 }).toBeGreaterThan(0)
  return image.evaluate((one) => (one as HTMLImageElement).src)
}
const statusOf = (page: Page, url: string): Promise<number> => page.evaluate(async (at) => (await fetch(at)).status, url)

test('pictures are drawn in a list, a detail, a dialog and on the community’s page, at addresses of this session alone', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  const { page: other } = await seat('guanjia', { at: '房源列表' })
  const row = rowsOf(page)
    .filter({ has: page.locator('.thumbs img') })
    .first()
  const thumb = await drawn(row.locator('.thumbs img'))
  expect(thumb).toMatch(/\/files\/\d+\/thumb\?until=\d+&sign=/)
  expect([await statusOf(page, thumb), await statusOf(other, thumb)]).toEqual([200, 404])
  await row.getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await drawn(drawer.locator('.pictures img').first())
  const full = await drawer
    .locator('.pictures a')
    .first()
    .evaluate((link) => (link as HTMLAnchorElement).href)
  expect([await statusOf(page, full), await statusOf(other, full)]).toEqual([200, 404])
  await drawer.getByRole('button', { name: '编辑' }).first().click()
  const dialog = page.getByRole('dialog', { name: /编辑/ })
  await drawn(dialog.getByRole('img', { name: '图片1' }))
  await dialog.getByRole('button', { name: '查看图片1' }).click()
  await drawn(page.locator('.image-full'))
  const { page: second } = await seat('admin', { at: '小区主页' })
  await drawn(pane(second).locator('.pictures img').first())
})

proof('one’s own portrait is drawn', async () => {
  const { page } = await seat('caiwu', { path: '/#/userInfo' })
  await pane(page).getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await picture('me.png', 'png'))
  await drawn(dialog.getByRole('img', { name: '图片1' }))
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '保存成功').waitFor()
  await drawn(pane(page).getByRole('img', { name: /的头像$/ }))
})
