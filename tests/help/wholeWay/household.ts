import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { encoded } from '../../../server/imports/layouts/encodings.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import type { RealServer } from '../realServer.ts'
import { begin, choose, FLAT_FIELDS, openScreen, pane, rowsOf } from '../staff.ts'
import { cardOf } from '../store/ground.ts'
import { act, add, save, strip, told, type } from './hand.ts'

/** Where the whole way is gone, and with what telephones. */
export interface Way {
  server: RealServer
  phone: () => Promise<Page>
}

/** The household whose way it is. */
export const NAME = '司徒小满'
export const PHONE = '13700001111'

/** From nothing: a project, a kind of rooms, a room, the rules, and two who work here. */
export const beginOperator = async ({ server }: Way, page: Page): Promise<void> => {
  await openScreen(page, '项目设置')
  await add(page, '项目', (dialog) => dialog.getByLabel('项目名称').fill('第一公租房项目'))
  await openScreen(page, '房源设置')
  await add(page, '房源类型', async (dialog) => {
    await dialog.getByLabel('名称').fill('二室户')
    await choose(dialog, '出租方式', '整套')
  })
  await strip(page, '费用项')
  await add(page, '费用项', (dialog) => dialog.getByLabel('名称').fill('保洁费'))
  await openScreen(page, '房源列表')
  await add(page, '房源', async (dialog) => {
    await choose(dialog, '房源类型', '二室户')
    for (const [label, option] of FLAT_FIELDS.chosen) await choose(dialog, label, option)
    for (const [label, value] of FLAT_FIELDS.written) await dialog.getByLabel(label, { exact: true }).fill(value)
    await dialog.getByLabel('小区名称').fill('第一小区')
    await dialog.getByLabel(/^面积/).fill('52.5')
  })
  await openScreen(page, '准入设置')
  await pane(page).getByText('开放', { exact: true }).click()
  await pane(page).getByLabel('申请须知').fill('人均住房不足15平方米的家庭可以申请。')
  await save(page)
  await openScreen(page, '轮候设置')
  await choose(pane(page), '按摇号排序的项目', '第一公租房')
  await page.keyboard.press('Escape')
  await save(page)
  await openScreen(page, '网签设置')
  await pane(page).getByLabel('租客打开的网址').fill(server.url)
  await save(page)
  await openScreen(page, '账号设置')
  for (const [account, name, role] of [
    ['guanjia', '周敏', '管家'],
    ['caiwu', '沈国华', '财务'],
  ] as const)
    await add(page, '账号', async (dialog) => {
      await dialog.getByLabel('账号', { exact: true }).fill(account)
      await dialog.getByLabel('姓名', { exact: true }).fill(name)
      await choose(dialog, '角色', role)
      await dialog.getByText('全部项目', { exact: true }).click()
      await dialog.getByRole('textbox', { name: '初始密码' }).fill('anju2026')
    })
  // Whoever makes a contract final is not the one who agrees to it.
  await openScreen(page, '审批设置')
  await pane(page).getByRole('button', { name: '合同签订加一行' }).click()
  for (const [label, option] of [
    ['方式', '审批'],
    ['审批人', '账号'],
    ['哪个账号', '沈国华'],
  ] as const)
    await choose(pane(page), label, option)
  await save(page)
}

/** The household applies on its telephone. */
export const apply = async ({ server, phone }: Way, admin: Page): Promise<void> => {
  const tenant = await phone()
  await tenant.goto(`${server.url}/t/apply?p=1`)
  await tenant.getByLabel('手机号').fill(PHONE)
  await tenant.getByRole('button', { name: '获取验证码' }).tap()
  await tenant.getByText('验证码已发到').waitFor()
  await tenant.getByLabel('验证码', { exact: true }).fill(await told(admin, '手机申请验证码', 'code'))
  await tenant.getByRole('button', { name: '开始填写' }).tap()
  const form = tenant.getByRole('region', { name: '申请人' })
  await form.getByRole('textbox', { name: '申请人' }).fill(NAME)
  await form.getByRole('textbox', { name: '身份证号' }).fill(cardOf(8_801))
  for (const option of ['区筹公租房', '一般保障', '二室']) await form.getByText(option).tap()
  await form.getByRole('textbox', { name: '家庭月收入' }).fill('6000')
  await form.getByRole('textbox', { name: '人均住房面积' }).fill('8')
  await tenant.getByRole('button', { name: '提交申请' }).tap()
  await tenant.getByRole('heading', { name: '已提交，待审核' }).waitFor()
  expect(await tenant.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await tenant.context().close()
}

/** Another bureau's file says something else; the doubt is excluded, and the application judged by another. */
export const judge = async ({ server }: Way, clerk: Page, admin: Page): Promise<void> => {
  await openScreen(clerk, '巡检与核查')
  const batches = await strip(clerk, '比对批次')
  await batches.getByRole('button', { name: '导出比对名单' }).click()
  const asking = clerk.getByRole('dialog', { name: '导出比对名单' })
  await asking.getByText('社保', { exact: true }).click()
  const download = clerk.waitForEvent('download')
  await asking.getByRole('button', { name: '确定' }).click()
  const [, line] = new TextDecoder('gb18030').decode(await readFile(await (await download).path())).split('\r\n')
  await batches.getByRole('button', { name: '导入比对结果' }).click()
  const dialog = clerk.getByRole('dialog', { name: '导入比对结果' })
  await dialog.getByText('社保', { exact: true }).click()
  await type(dialog, '数据截至', addDays(today(), -20))
  const text = `身份证号|姓名|月缴费基数\r\n${line}|9999.99\r\n合计|1|9999.99\r\n`
  await dialog.locator('input[type=file]').setInputFiles({ name: '社保.txt', mimeType: 'text/plain', buffer: encoded(text, 'gbk') })
  await dialog.getByRole('button', { name: '确定' }).click()
  await clerk.locator('.ant-message').getByText('新疑点 1 条').waitFor()
  const doubts = await strip(clerk, '疑点')
  await begin(clerk, doubts.locator('tbody tr.row').first(), '排除')
  const excluding = clerk.getByRole('dialog', { name: /^排除疑点/ })
  await excluding.getByLabel('排除理由').fill('缴费基数是发年终奖的那个月')
  await excluding.getByRole('button', { name: '排除' }).click()
  await excluding.waitFor({ state: 'hidden' })

  await admin.goto(`${server.url}/#/preQualificationList`)
  const judged = rowsOf(admin).filter({ hasText: NAME })
  await act(admin, judged, '通过')
  await clerk.goto(`${server.url}/#/preQualificationList`)
  await pane(clerk).getByRole('button', { name: '清空', exact: true }).click()
  await act(clerk, rowsOf(clerk).filter({ hasText: NAME }), '转入轮候')
}
