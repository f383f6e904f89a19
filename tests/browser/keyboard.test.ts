import { expect, test } from 'vitest'
import { PASSWORD } from '../help/realServer.ts'
import { browserSeat, toast } from '../help/staff.ts'

const seat = browserSeat()

test('money is booked without a mouse, from the login to the receipt', async () => {
  const { page } = await seat()
  const { keyboard } = page
  await page.getByLabel('账号').waitFor()
  await keyboard.type('caiwu')
  await keyboard.press('Tab')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await page.getByRole('tab', { name: '工作台', selected: true }).waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor()

  await keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /^查找页面/ })
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
  await keyboard.type('新增流水')
  await expect.poll(() => page.getByRole('option', { selected: true }).innerText()).toContain('新增流水')
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '新增流水' })
  await dialog.getByLabel('金额').waitFor()

  const reach = async (label: string): Promise<void> => {
    const input = dialog.getByLabel(label, { exact: true }).first()
    for (let step = 0; step < 30; step++) {
      if (await input.evaluate((element) => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    throw new Error(`${label} is not reached by Tab`)
  }
  const pick = async (label: string, option: string): Promise<void> => {
    await reach(label)
    await keyboard.press('ArrowDown')
    const shown = page.locator('.ant-select-dropdown:visible')
    await shown.locator('.ant-select-item-option', { hasText: option }).first().waitFor()
    for (let step = 0; step < 12; step++) {
      if ((await shown.locator('.ant-select-item-option-active').innerText()).includes(option)) break
      await keyboard.press('ArrowDown')
    }
    await keyboard.press('Enter')
    await expect.poll(() => shown.count()).toBe(0)
  }
  await reach('收入')
  await keyboard.press('Space')
  await reach('金额')
  await keyboard.type('66.5')
  await reach('交易人姓名')
  await keyboard.type('键盘')
  await pick('账单类型', '费用项')
  await pick('账单名目', '保洁费')
  for (const label of ['费用周期开始时间', '费用周期结束时间']) {
    await reach(label)
    await keyboard.type('2026-11-01')
    await keyboard.press('Enter')
  }
  await pick('支付方式', '转账')
  await reach('交易人姓名')
  await keyboard.press('Enter')
  await toast(page, '保存成功').waitFor()
})
