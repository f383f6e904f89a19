import { expect } from 'vitest'
import { choose, openScreen, pane, rowsOf, type Staff, settled } from './staff.ts'

/** Takes the money of each bill of whoever is called so that is not settled, as a cashier does; gives how many there were. */
export const payAll = async ({ page }: Staff, name: string): Promise<number> => {
  await openScreen(page, '账单列表')
  await settled(page)
  // The list opens on what is overdue; these are due today.
  await pane(page).getByRole('button', { name: '清空', exact: true }).click()
  await pane(page).getByRole('textbox', { name: '租客' }).first().fill(name)
  const open = rowsOf(page).filter({ has: page.getByRole('button', { name: '收款', exact: true }) })
  await expect.poll(async () => (await rowsOf(page).allInnerTexts()).filter((text) => !text.includes(name))).toEqual([])
  await open.first().waitFor()
  const bills = await open.count()
  for (let left = bills; left > 0; left--) {
    await open.first().getByRole('button', { name: '收款', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /收款|新增流水/ })
    await choose(dialog, '支付方式', '转账')
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => open.count()).toBe(left - 1)
  }
  return bills
}
