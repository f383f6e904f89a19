import { expect, test } from 'vitest'
import { browserSeat, choose } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()

test('input VAT is turned out of an expense, what is left is shown as one types, too much is refused where it is typed, and it is undone', async () => {
  const { page } = await seat('caiwu', { at: '财务报表' })
  const rows = (await strip(page, '进项税额转出')).locator('tbody tr.row')
  await rows.first().waitFor()
  const before = await rows.count()
  // Of the one whose turning out is undone all is deducted again.
  await rows.filter({ hasText: '已撤销' }).getByText(/^SJ/).click()
  const entry = page.getByRole('dialog', { name: /^SJ/ })
  await entry.getByRole('button', { name: '转出进项税' }).click()
  const dialog = page.getByRole('dialog', { name: '转出进项税' })
  await dialog.getByLabel('转出税额').fill('999999')
  await choose(dialog, '转出原因', '非正常损失')
  await dialog.getByText('超过还可转出的').waitFor()
  await dialog.getByRole('button', { name: '转出进项税' }).click()
  await dialog.getByText(/^还可转出 ¥.*不能转出更多$/).waitFor()
  expect(await dialog.getByLabel('转出税额').inputValue()).toMatch(/^999,?999/)
  await dialog.getByLabel('转出税额').fill('1.5')
  await dialog.getByText('转出后还抵扣').waitFor()
  await dialog.getByRole('button', { name: '转出进项税' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  await page.keyboard.press('Escape')
  // The list behind has it.
  await expect.poll(() => rows.count()).toBe(before + 1)
  const made = rows.filter({ hasText: '非正常损失' })
  expect(await made.innerText()).toContain('1.50')
  await made.getByRole('button', { name: '撤销转出' }).click()
  await page.getByRole('dialog', { name: '撤销转出' }).getByRole('button', { name: '撤销转出' }).click()
  await expect.poll(() => rows.filter({ hasText: '-1.50' }).count()).toBe(1)
})
