import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealServer } from '../../help/realServer.ts'
import { browserSeat, choose, FLAT_FIELDS, openScreen, rowsOf } from '../../help/staff.ts'
import { startReadyServer } from '../../help/store/readyStore.ts'

const seat = browserSeat()
let server: RealServer

beforeAll(async () => {
  server = await startReadyServer('none')
})
afterAll(() => server?.stop())

test('an operator who starts with nothing makes a project and a kind, then registers the first house, all in the browser', async () => {
  const { page } = await seat('admin', { url: server.url })
  const add = async (what: string, fill: (dialog: ReturnType<typeof page.getByRole>) => Promise<void>) => {
    await page.getByRole('button', { name: `新增${what}` }).click()
    const dialog = page.getByRole('dialog', { name: `新增${what}` })
    await fill(dialog)
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  const steps = page.getByRole('region', { name: '上线步骤' })
  const next = steps.locator('li[aria-current=step]')
  await openScreen(page, '工作台')
  await steps.getByText('已办 0 步，共 10 步').waitFor()
  await next.getByRole('button', { name: '新增项目' }).waitFor()

  await openScreen(page, '房源统计')
  await page.getByRole('region', { name: '每日出租率' }).getByText('没有数据').waitFor()

  await openScreen(page, '房源列表')
  await page.getByRole('button', { name: '新增房源' }).click()
  const house = page.getByRole('dialog', { name: '新增房源' })
  await house.getByRole('combobox', { name: '房源类型' }).click()
  await page.getByText('没有房源类型，先到“房源设置”登记').waitFor()
  await house.getByRole('combobox', { name: '所属项目' }).click()
  await page.getByText('没有项目，先到“项目设置”登记').waitFor()
  await house.getByRole('button', { name: '取消' }).click()
  await house.waitFor({ state: 'hidden' })

  // It opens with a filter that nobody has chosen, and there is nothing that it could keep out.
  await openScreen(page, '用户列表')
  await page.getByText('还没有租客').waitFor()
  await page.getByRole('textbox', { name: '姓名' }).fill('王')
  await page.getByText('还没有租客').waitFor()

  await openScreen(page, '工作台')
  await next.getByRole('link', { name: '登记项目' }).click()
  await page.getByRole('tab', { name: '项目设置', selected: true }).waitFor()
  await add('项目', (dialog) => dialog.getByLabel('项目名称').fill('第一公租房项目'))
  await rowsOf(page).getByText('第一公租房项目').first().waitFor()
  await openScreen(page, '工作台')
  await steps.getByText('已办 1 步，共 10 步').waitFor()
  await next.getByText('登记房源类型').waitFor()
  await steps.getByRole('button', { name: '收起' }).click()
  await next.waitFor({ state: 'hidden' })

  await openScreen(page, '房源设置')
  await add('房源类型', async (dialog) => {
    await dialog.getByLabel('名称').fill('一室户')
    await choose(dialog, '出租方式', '整套')
  })
  await rowsOf(page).getByText('一室户').waitFor()
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '标签' }).click()
  await add('标签', (dialog) => dialog.getByLabel('名称').fill('朝南'))
  await rowsOf(page).getByText('朝南').waitFor()

  await openScreen(page, '用户列表')
  await page.getByRole('button', { name: '新增租客' }).click()
  const tenant = page.getByRole('dialog', { name: '新增租客' })
  await tenant.getByText('第一公租房项目').waitFor()
  await tenant.getByRole('button', { name: '取消' }).click()

  await openScreen(page, '房源列表')
  await page.getByText('还没有房源').waitFor()
  await add('房源', async (dialog) => {
    await choose(dialog, '房源类型', '一室户')
    for (const [label, option] of FLAT_FIELDS.chosen) await choose(dialog, label, option)
    for (const [label, value] of FLAT_FIELDS.written) await dialog.getByLabel(label, { exact: true }).fill(value)
    await dialog.getByLabel('小区名称').fill('第一小区')
    await dialog.getByLabel(/^面积/).fill('52.5')
  })
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  expect(await rowsOf(page).innerText()).toContain('第一公租房项目')
})
