import type { Locator, Page } from 'playwright-core'
import { choose } from './staff.ts'

/** What staff put into 新增流水: for a cost item (账单名目), of a period from one day to another. */
export interface FlowFields {
  type: '收入' | '支出'
  amount: string
  name: string
  item: string
  days?: readonly [string, string]
  way?: string
}

/** Opens 新增流水 from 流水列表. */
export const openFlowForm = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: '新增流水' }).click()
  return page.getByRole('dialog', { name: '新增流水' })
}

/** Fills what 新增流水 asks for of a cost item, as far as it is given. */
export const fillFlowForm = async (
  dialog: Locator,
  { type, amount, name, item, days = ['2026-11-01', '2026-11-30'], way = '转账' }: FlowFields,
): Promise<void> => {
  await dialog.getByText(type, { exact: true }).click()
  await dialog.getByLabel('金额').fill(amount)
  await dialog.getByLabel('交易人姓名').fill(name)
  await choose(dialog, '账单类型', '费用项')
  await choose(dialog, '账单名目', item)
  for (const [place, label] of ['费用周期开始时间', '费用周期结束时间'].entries()) {
    await dialog.getByLabel(label).fill(days[place] ?? '')
    await dialog.getByLabel(label).press('Enter')
  }
  await choose(dialog, '支付方式', way)
}
