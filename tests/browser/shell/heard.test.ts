import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { browserSeat } from '../../help/staff.ts'

const seat = browserSeat()

interface Heard {
  role: string
  name: string
  description: string
  invalid?: unknown
  required?: unknown
  live?: unknown
}

/** What the browser tells a screen reader of the page: its accessibility tree, without what is ignored. */
const heard = async (page: Page): Promise<Heard[]> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      ...Object.fromEntries(properties.map((property) => [property.name, property.value.value])),
    }))
}

test('a broken rule is heard at once, and again at its field; what must be filled in says so', async () => {
  const { page } = await seat('admin', { at: '房源设置' })
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '费用项' }).click()
  await page.getByRole('button', { name: '新增费用项' }).click()
  const dialog = page.getByRole('dialog', { name: '新增费用项' })
  const field = async (name: string) => (await heard(page)).find((node) => node.role === 'textbox' && node.name.startsWith(name))
  await dialog.getByLabel('名称').waitFor()
  expect(await field('名称')).toMatchObject({ required: true, invalid: 'false' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('alert').getByText('名称必填').waitFor()
  expect(await field('名称')).toMatchObject({ invalid: 'true', description: '名称必填' })
  await dialog.getByLabel('名称').fill('听得见的费用')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('status').getByText(/成功$/).waitFor()
})

proof('choices, dates, amounts and the rows of a list are heard as wrong where they are', async () => {
  const { page } = await seat('caiwu', { at: '账单列表' })
  await page.getByRole('button', { name: '新增费用账单' }).click()
  const dialog = page.getByRole('dialog', { name: '新增费用账单' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('alert').first().waitFor()
  const nodes = await heard(page)
  const wrong = nodes.filter(({ invalid }) => invalid === 'true').map(({ name, description }) => [name, description])
  for (const pair of [
    ['账单类型', '账单类型必填'],
    ['账单金额', '账单金额必填'],
    ['应支付日', '应支付日必填'],
    ['付款方', '付款方必填'],
  ])
    expect(wrong).toContainEqual([expect.stringContaining(pair[0] ?? ''), pair[1]])
})

proof('the focus stays in a dialog and comes back to what opened it', async () => {
  const { page } = await seat('admin', { at: '房源设置' })
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '费用项' }).click()
  const opener = page.getByRole('button', { name: '新增费用项' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '新增费用项' })
  await dialog.getByLabel('名称').waitFor()
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
})
