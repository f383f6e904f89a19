import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { browserSeat, choose, pane, rowsOf, settled, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()
const TITLE = '浏览器里的一室名册'

test('a list is made of the queue and published; an objection to a row of it is entered and upheld; the chain is checked', async () => {
  const { page } = await seat('guanjia', { at: '公示与摇号' })
  await settled(page)
  const strip = (label: string) => page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: label })
  await pane(page).getByRole('button', { name: '新增公示' }).click()
  const adding = page.getByRole('dialog', { name: '新增公示' })
  await adding.getByLabel('标题').fill(TITLE)
  await choose(adding, '项目', '东北片')
  await choose(adding, '户型', '一室')
  await adding.getByRole('button', { name: '确定', exact: true }).click()
  await adding.waitFor({ state: 'hidden' })
  const row = rowsOf(page).filter({ hasText: TITLE })
  await row.getByText('草稿').waitFor()
  await row.getByRole('button', { name: '开始公示' }).click()
  const publishing = page.getByRole('dialog', { name: '开始公示' })
  await publishing.getByRole('button', { name: '开始公示' }).click()
  await row.getByText('公示中').waitFor()

  await row.getByRole('button', { name: TITLE }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: TITLE })
  const second = drawer.getByRole('table').locator('tbody tr').nth(1)
  await second.waitFor()
  expect(await second.locator('td, th').nth(1).innerText()).toMatch(/^.\*$/)
  const receipt = await second.getByText(/^LH\d{8}$/).innerText()

  await drawer.getByRole('button', { name: '登记异议' }).click()
  const objecting = page.getByRole('dialog', { name: '登记异议' })
  await objecting.getByText(TITLE, { exact: true }).waitFor()
  await objecting.getByLabel('对哪一户').fill(receipt)
  await page.locator('.ant-select-item-option').filter({ hasText: receipt }).click()
  await objecting.getByLabel('异议人').fill('赵六')
  await objecting.getByLabel('手机号').fill('13912345678')
  await objecting.getByLabel('异议内容').fill('他家已有住房')
  await objecting.getByRole('button', { name: '确定', exact: true }).click()
  await objecting.waitFor({ state: 'hidden' })
  await drawer.getByRole('button', { name: '核对链' }).click()
  await page
    .locator('.ant-message')
    .getByText(/^已核对 \d+ 条，与写下时一样$/)
    .waitFor()
  await drawer.getByRole('button', { name: '关闭' }).click()

  await strip('异议').click()
  const objection = rowsOf(page).filter({ hasText: '赵六' })
  await objection.getByRole('button', { name: '成立', exact: true }).click()
  const upholding = page.getByRole('dialog', { name: '异议成立' })
  await upholding.getByLabel('答复').fill('已核实')
  await upholding.getByText('作废', { exact: true }).click()
  await upholding.getByRole('button', { name: '成立' }).click()
  await toast(page, '成立成功').waitFor()

  const { call, logIn } = callsAt(sharedUrl())
  const { list } = (await call('/api/Waiting/index', { receipt, status: [5], page: 1, page_rows: 5 }, await logIn('admin'))).data
  expect(list).toMatchObject([{ receipt, published_no: 2 }])
})
