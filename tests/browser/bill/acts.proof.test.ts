import { expect, test } from 'vitest'
import { browserSeat, pane, rowsOf, toast } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()

test('bills are reminded of, reduced, voided and written off from the list: what it costs and comes to is told before, and what was done is seen', async () => {
  const { page } = await seat('caiwu', { at: '账单列表' })
  // It opens on the oldest debt.
  await rowsOf(page).first().getByText('逾期').waitFor()
  const nameOf = async (place: number): Promise<string> => (await rowsOf(page).nth(place).getByRole('button').first().innerText()).trim()
  const select = async (...places: number[]): Promise<void> => {
    for (const place of places) await rowsOf(page).nth(place).getByRole('checkbox').check()
  }
  const bar = (label: string) => page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: label, exact: true })
  const dialogOf = (name: string | RegExp) => page.getByRole('dialog', { name })

  // 催缴 of three: how many messages, and what they cost.
  await select(0, 1, 2)
  await bar('催缴').click()
  const reminding = dialogOf(/^催缴/)
  await reminding.getByText('约需费用').waitFor()
  await reminding.getByText('¥0.15').waitFor()
  await reminding.getByText(/^短信内容：/).waitFor()
  await reminding.getByRole('button', { name: '催缴', exact: true }).click()
  await toast(page, '已催缴 3 张账单，短信 3 条，约 ¥0.15').waitFor()
  await reminding.waitFor({ state: 'hidden' })

  // 减免 of two by a tenth: each amount and the sum.
  await select(0, 1)
  await bar('减免').click()
  const reducing = dialogOf(/^减免/)
  await reducing.getByText('比例', { exact: true }).click()
  await reducing.getByLabel('减免比例').fill('10')
  const told = reducing.getByRole('status', { name: '减免后' })
  await expect.poll(() => told.locator('tbody tr').count()).toBe(2)
  const sums = await told.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td')[3]?.textContent ?? ''))
  const fen = (text: string): number => Math.round(Number(text.replace(/[¥,]/g, '')) * 100)
  await told
    .getByText(`¥${(sums.reduce((sum, text) => sum + fen(text), 0) / 100).toFixed(2)}`)
    .first()
    .waitFor()
  await reducing.getByLabel('原因').fill('困难家庭')
  await reducing.getByRole('button', { name: '减免', exact: true }).click()
  await toast(page, '减免成功').waitFor()

  // 作废 of one, whose number stays; it is not among what is overdue any more.
  const gone = await nameOf(3)
  await select(3)
  await bar('作废').click()
  const voiding = dialogOf(/^作废账单/)
  await voiding.getByRole('button', { name: '作废', exact: true }).click()
  await toast(page, '原因必填').waitFor()
  await voiding.getByLabel('原因').fill('重复开单')
  await voiding.getByRole('button', { name: '作废', exact: true }).click()
  await toast(page, '作废成功').waitFor()
  await expect.poll(() => rowsOf(page).filter({ hasText: gone }).count()).toBe(0)

  // 坏账核销 of one row; its detail says so, and lets it be recovered.
  const bad = await nameOf(4)
  await rowsOf(page).filter({ hasText: bad }).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '坏账核销' }).click()
  const writing = dialogOf(/^坏账核销/)
  await writing.getByText('核销合计').waitFor()
  await writing.getByLabel('原因').fill('失联')
  await writing.getByRole('button', { name: '坏账核销', exact: true }).click()
  await toast(page, '坏账核销成功').waitFor()
  await pane(page).getByRole('button', { name: '清空', exact: true }).click()
  await pane(page).getByPlaceholder('账单号').fill(bad)
  await page.keyboard.press('Enter')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await rowsOf(page).first().getByText('坏账').first().waitFor()
  await rowsOf(page).first().getByRole('button', { name: bad }).click()
  const detail = page.getByRole('dialog')
  await detail.getByRole('button', { name: '收回坏账' }).click()
  const recovering = dialogOf(/^收回坏账/)
  await recovering.getByLabel('原因').fill('找到了')
  await recovering.getByRole('button', { name: '收回坏账', exact: true }).click()
  await toast(page, '收回坏账成功').waitFor()
  await recovering.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.locator('.ant-drawer-mask').waitFor({ state: 'hidden' })

  // What was said stands with the others, and what is owed by age.
  const records = await strip(page, '催缴记录')
  await records.locator('tbody tr.row').first().getByText('提醒', { exact: true }).waitFor()
  const ages = await strip(page, '账龄')
  await ages.locator('tbody tr.row').first().getByRole('button').first().click()
  await page.getByRole('dialog').locator('table.related tbody tr').first().waitFor()
})

test('letters are printed of what was chosen, one for each who owes, and stand in a list from which they are printed again', async () => {
  const { page } = await seat('caiwu', { at: '账单列表' })
  await rowsOf(page).first().getByText('逾期').waitFor()
  const numbers = [0, 1].map((place) => rowsOf(page).nth(place).getByRole('button').first().innerText())
  const [one = '', other = ''] = await Promise.all(numbers)
  for (const place of [0, 1]) await rowsOf(page).nth(place).getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '打印催缴函' }).click()
  await toast(page, '已开始打印，文件在下载记录里').waitFor()
  const records = page.getByRole('dialog', { name: '下载记录' })
  await records.getByText('2 份').waitFor()
  await page.keyboard.press('Escape')
  const letters = (await strip(page, '催缴函')).locator('tbody tr.row')
  await letters.filter({ hasText: other.trim() }).waitFor()
  await letters.filter({ hasText: one.trim() }).getByRole('button', { name: '再打印' }).click()
  await page
    .locator('.ant-message')
    .getByText(/^补打 CH\d{10}/)
    .waitFor()
})
