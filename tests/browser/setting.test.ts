import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { picture } from '../help/pictures.ts'
import { browserSeat, openScreen, toast } from '../help/staff.ts'

const seat = browserSeat()
const pane = (page: Page) => page.locator('[role=tabpanel]:not([inert])')
const history = (page: Page) => pane(page).getByRole('region', { name: '改动记录' })
const save = (page: Page) => pane(page).getByRole('button', { name: '保存', exact: true })
const menuName = (page: Page) => page.locator('.side-name')

test('the name and the picture are seen by everyone at once; who changed what is told, and is put back', async () => {
  const { page } = await seat('admin')
  const { page: other } = await seat('guanjia')
  const { page: guest } = await seat()
  await openScreen(page, 'LOGO设置')
  await pane(page).getByText('改变什么：').waitFor()
  expect(await save(page).isEnabled()).toBe(false)
  await pane(page).getByLabel('系统名称').fill('虹口公租房')
  await pane(page)
    .locator('input[type=file]')
    .setInputFiles(await picture('logo.png', 'png'))
  await pane(page).getByRole('img', { name: '图片1' }).waitFor()
  await save(page).click()
  await toast(page, '保存成功，已生效').waitFor()
  for (const one of [page, other]) {
    await menuName(one).getByText('虹口公租房').waitFor()
    expect(
      await menuName(one)
        .locator('img')
        .evaluate((image) => (image as HTMLImageElement).decode().then(() => true)),
    ).toBe(true)
  }
  await guest.reload()
  await guest.getByText('虹口公租房').first().waitFor()
  await history(page).getByText('系统名称：安居租赁运营 → 虹口公租房').waitFor()
  await history(page).getByText('LOGO：— → 1 张').waitFor()
  await history(page).getByText('系统管理员').waitFor()
  expect(await save(page).isEnabled()).toBe(false)

  await history(page).getByRole('button', { name: '恢复为初始值' }).click()
  await page.getByRole('dialog', { name: '恢复到初始值' }).getByRole('button', { name: '恢复', exact: true }).click()
  await toast(page, '已恢复为初始值').waitFor()
  await menuName(other).getByText('安居租赁运营').waitFor()
  expect(await menuName(other).locator('img').count()).toBe(0)
  await expect.poll(() => pane(page).getByLabel('系统名称').inputValue()).toBe('安居租赁运营')
})

test('of two who change it the second keeps what was typed, sees who came first, and chooses', async () => {
  const [{ page: one }, { page: two }] = [await seat('admin'), await seat('admin')]
  for (const page of [one, two]) {
    await openScreen(page, 'LOGO设置')
    await pane(page).getByLabel('系统名称').waitFor()
  }
  await pane(two).getByLabel('系统名称').fill('第二人的名称')
  await pane(one).getByLabel('系统名称').fill('第一人的名称')
  await save(one).click()
  await toast(one, '保存成功，已生效').waitFor()
  await save(two).click()
  await toast(two, '该记录已被他人修改，请刷新后重试').waitFor()
  await pane(two)
    .getByText(/刚保存了第 \d+ 版/)
    .waitFor()
  await history(two)
    .getByText(/→ 第一人的名称/)
    .waitFor()
  expect(await pane(two).getByLabel('系统名称').inputValue()).toBe('第二人的名称')
  await pane(two).getByRole('button', { name: '保留所填，再次保存' }).click()
  expect(await pane(two).getByLabel('系统名称').inputValue()).toBe('第二人的名称')
  await save(two).click()
  await history(two).getByText('系统名称：第一人的名称 → 第二人的名称').waitFor()

  await pane(one).getByLabel('系统名称').fill('又改')
  await save(one).click()
  await pane(one)
    .getByRole('button', { name: /^放弃所填/ })
    .click()
  await expect.poll(() => pane(one).getByLabel('系统名称').inputValue()).toBe('第二人的名称')
  // The other tests find the system under its own name.
  await history(one).getByRole('button', { name: '恢复为初始值' }).click()
  await one.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click()
  await menuName(two).getByText('安居租赁运营').waitFor()
})

test('what is typed and not saved is asked about before the page goes, and can be taken back', async () => {
  const { page } = await seat('admin')
  await openScreen(page, 'LOGO设置')
  await pane(page).getByLabel('系统名称').fill('没有保存的名称')
  const asked = page.waitForEvent('dialog')
  await Promise.all([asked.then((dialog) => dialog.dismiss()), page.getByRole('button', { name: '关闭LOGO设置' }).click()])
  expect((await asked).message()).toBe('确定要关闭这个页面吗')
  await pane(page).getByRole('button', { name: '撤销修改' }).click()
  expect(await save(page).isEnabled()).toBe(false)
  await page.getByRole('button', { name: '关闭LOGO设置' }).click()
  await expect.poll(() => page.getByRole('tab', { name: 'LOGO设置' }).count()).toBe(0)
})
