import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { browserSeat, pane, rowsOf, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()

/** What a deed costs whoever does it: presses of the mouse, and things typed. */
const counted = (page: Page) => {
  const cost = { clicks: 0, typed: 0 }
  return {
    cost,
    click: async (target: Locator): Promise<void> => {
      await target.click()
      cost.clicks++
    },
    type: async (text: string): Promise<void> => {
      await page.keyboard.type(text)
      cost.typed++
    },
    option: (name: string): Locator =>
      page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).first(),
  }
}

proof('a building is registered in a community that is known: six clicks, two things typed', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const kind = (await call('/api/kind/index', {}, token)).data.list.find((one: { show_type: number }) => one.show_type === 1)
  const first = {
    ...{
      nature: 1,
      province: 31,
      city: 3101,
      county: 310115,
      town: 310115005,
      address: '点击路',
      region_number: '8',
      choice_get_number: 1,
    },
    ...{ region_name: '点击花苑', kind_id: kind.id, show_type: 1, name: '1号楼', longitude: 121.5, latitude: 31.2 },
    all_floor: [
      { level: 1, total: 2 },
      { level: 2, total: 2 },
    ],
  }
  expect((await call('/api/org/add', first, token)).msg).toBe('')

  const { page } = await seat('admin')
  const { cost, click, type, option } = counted(page)
  await click(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '房源列表' }))
  await click(pane(page).getByRole('button', { name: '新增房源' }))
  const dialog = page.getByRole('dialog', { name: '新增房源' })
  await click(dialog.getByLabel('小区名称'))
  await type('点击花')
  await click(option('点击花苑'))
  await click(dialog.getByLabel('名称', { exact: true }))
  await type('2号楼')
  await click(dialog.getByRole('button', { name: '确定' }))
  await toast(page, '提交成功').waitFor()
  expect(cost).toEqual({ clicks: 6, typed: 2 })
  await pane(page).getByRole('textbox', { name: '小区' }).fill('点击花苑')
  await expect.poll(() => rowsOf(page).count()).toBe(8)
})

test('a tenant’s rent is taken: five clicks, the name typed', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const bill = (await call('/api/bill/index', { state: [4], payer: [1], from: [1], page: 1, page_rows: 20 }, token)).data.list.at(-1)
  const { page } = await seat('admin', { at: '账单列表' })
  const { cost, click, type, option } = counted(page)
  await click(pane(page).getByRole('textbox', { name: '租客' }))
  await type(bill.custom_name)
  await click(rowsOf(page).filter({ hasText: bill.sn }).getByRole('button', { name: '收款' }))
  // It says of which bill it is, and of whom.
  const dialog = page.getByRole('dialog', { name: `新增流水：${bill.sn}` })
  await dialog.getByText(bill.custom_name, { exact: true }).first().waitFor()
  await click(dialog.getByLabel('支付方式'))
  await click(option('转账'))
  await click(dialog.getByRole('button', { name: '确定' }))
  await toast(page, '保存成功').waitFor()
  expect(cost).toEqual({ clicks: 5, typed: 1 })
})
