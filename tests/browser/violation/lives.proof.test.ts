import { expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { browserSeat, choose, pane, rowsOf, settled, toast } from '../../help/staff.ts'

const seat = browserSeat()

test('a violation is verified, given a day, its notice printed, corrected and closed', async () => {
  const { page } = await seat('guanjia', { at: '违规登记' })
  await settled(page)
  const found = rowsOf(page).filter({ hasText: '待核实' }).first()
  const number = await found.getByText(/^WG/).innerText()
  const row = rowsOf(page).filter({ hasText: number })
  const fill = async (deed: string, label: string, text: string): Promise<void> => {
    await row.getByRole('button', { name: deed, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: deed })
    await dialog.getByLabel(label).fill(text)
    await dialog.getByRole('button', { name: deed, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await fill('核实', '核实情况', '上门见到')
  await row.getByText('已核实').waitFor()
  await row.getByRole('button', { name: '限期整改' }).click()
  const demanding = page.getByRole('dialog', { name: '限期整改' })
  await demanding.getByLabel('整改要求').fill('恢复原状')
  await demanding.getByLabel('整改期限').fill('2020-01-01')
  await demanding.getByLabel('整改期限').press('Tab')
  await demanding.getByRole('button', { name: '限期整改' }).click()
  await demanding.getByText('整改期限不能早于今天').first().waitFor()
  await demanding.getByLabel('整改期限').fill(today())
  await demanding.getByLabel('整改期限').press('Tab')
  await demanding.getByRole('button', { name: '限期整改' }).click()
  await row.getByText('限期整改').first().waitFor()

  const paper = page.context().waitForEvent('page')
  await row.getByRole('button', { name: '打印整改通知书' }).click()
  await page
    .locator('.ant-message')
    .getByText(/^已打印 ZGTZ\d+$/)
    .waitFor()
  await (await paper).close()

  await fill('已整改', '整改情况', '隔断已拆除')
  await row.getByText('已整改').first().waitFor()
  await row.getByRole('button', { name: '处理', exact: true }).click()
  const closing = page.getByRole('dialog', { name: '处理' })
  await closing.getByLabel('处理说明').fill('口头警告一次')
  await closing.getByRole('button', { name: '处理', exact: true }).click()
  await closing.getByText('处理方式必填').first().waitFor()
  await choose(closing, '处理方式', '口头警告')
  await closing.getByRole('button', { name: '处理', exact: true }).click()
  await toast(page, '处理成功').waitFor()
  await row.waitFor({ state: 'detached' })
  expect(await pane(page).getByText(number).count()).toBe(0)
})
