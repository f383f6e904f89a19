import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { browserSeat, openScreen, rowsOf } from '../../help/staff.ts'

const seat = browserSeat()

test('Ctrl K finds screens, deeds and records without a mouse; numbers stay masked', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  const open = async (typed: string) => {
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: /^查找页面/ })
    await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type(typed)
    return page.getByRole('listbox', { name: '结果' }).getByRole('option')
  }
  const screens = await open('用户列')
  await expect.poll(() => screens.first().innerText()).toContain('用户列表')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: '用户列表', selected: true }).waitFor()
  const name = await rowsOf(page).first().getByRole('button').first().innerText()

  const people = await open(name)
  const person = people.filter({ hasText: '租客' }).first()
  await expect.poll(() => person.innerText()).toMatch(/\d{3}\*{4}\d{4}/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText(name).first().waitFor()
  await page.keyboard.press('Escape')

  const deeds = await open('新增流水')
  await expect.poll(() => deeds.first().innerText()).toContain('新增流水')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '新增流水' }).waitFor()
})

proof('a deed that is begun over a half-filled dialog asks first; a dialog that cannot be fetched takes no page with it', async () => {
  const { page, complaints } = await seat('caiwu', { at: '流水列表' })
  let isGone = true
  await page.route(/\/assets\/ActionDialog-/, (route) => (isGone ? route.fulfill({ status: 404, body: '' }) : route.continue()))
  await page.getByRole('button', { name: '新增流水' }).click()
  const crash = page.getByRole('alert').filter({ hasText: '页面出错了' })
  await crash.waitFor()
  isGone = false
  await crash.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '新增流水' }).click()
  const dialog = page.getByRole('dialog', { name: '新增流水' })
  await dialog.getByLabel('交易人姓名').fill('没填完')
  const asked = page.waitForEvent('dialog')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^查找页面/ }).fill('新增费用账单')
  const deed = page.getByRole('option').filter({ hasText: '新增费用账单' }).first()
  await Promise.all([asked.then((question) => question.dismiss()), deed.click()])
  expect((await asked).message()).toBe('放弃已填写的内容？')
  expect(await dialog.getByLabel('交易人姓名').inputValue()).toBe('没填完')
  // The browser says of a script that is not there what is meant here.
  expect(complaints.splice(0).filter((text) => !text.includes('Failed to fetch dynamically imported module'))).toEqual([])
})

proof(
  'a record that is found opens over the page one is on, over another too, and Esc closes it; a page that draws none leads to its list',
  async () => {
    const { page } = await seat('admin')
    await page.getByRole('tab', { name: '房态图', selected: true }).waitFor()
    const take = async (typed: string, kind: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      const box = page.getByRole('combobox', { name: /^查找页面/ })
      await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
      await page.keyboard.type(typed)
      await page.getByRole('option').filter({ hasText: kind }).first().click()
    }
    const address = () => page.evaluate(() => location.hash)
    await page.getByRole('button', { name: '查找与前往 Ctrl K' }).waitFor()
    await take('HT', '合同')
    await expect.poll(address).toMatch(/^#\/home\?over=contract-\d+$/)
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).waitFor()
    await take('王', '租客')
    await expect.poll(address).toMatch(/^#\/home\?over=contract-\d+\.lessee-\d+$/)
    await page.getByRole('button', { name: '返回' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(address).toMatch(/^#\/home\?over=contract-\d+$/)
    // The address changes before what lay on top is gone: until then that one would hear the next press, too.
    await page.getByRole('button', { name: '返回' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await expect.poll(address).toBe('#/home')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await openScreen(page, '会员统计')
    await take('HT', '合同')
    await expect.poll(address).toMatch(/^#\/contract\/contract\/show\/\d+$/)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(address).toBe('#/contract/contract')
  },
)

proof('it offers only what the person may open or do', async () => {
  const { page } = await seat('caiwu', { path: '/#/userInfo' })
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /^查找页面/ })
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('账号设置')
  await page.getByText('没有找到').waitFor()
})

proof('letters typed while the palette is on its way are in its box, those of one keystroke and of another', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  let arrive = (): void => {}
  const held = new Promise<void>((done) => {
    arrive = done
  })
  await page.route(/\/assets\/Palette-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('用户')
  arrive()
  await page.keyboard.type('列表abcdefghijklmnopqrstuvwxyz')
  const box = page.getByRole('combobox', { name: /^查找页面/ })
  await expect.poll(() => box.inputValue()).toBe('用户列表abcdefghijklmnopqrstuvwxyz')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /^查找与前往/ }).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('王')
  await page.getByRole('status').filter({ hasText: '按姓名的开头查找；输入两个字以上' }).waitFor()
  const found = page.getByRole('listbox', { name: '结果' }).getByRole('option')
  await expect.poll(() => found.filter({ hasText: '租客' }).first().innerText()).toMatch(/租客\s*王/)
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.getByRole('button', { name: /^查找与前往/ }).evaluate((button) => button === document.activeElement))
    .toBe(true)
})
