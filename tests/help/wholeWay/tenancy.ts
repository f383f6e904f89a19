import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { pdf } from '../attachments.ts'
import { begin, choose, openScreen, pane, rowsOf, settled } from '../staff.ts'
import { act, add, strip, told, type } from './hand.ts'
import { NAME, PHONE, type Way } from './household.ts'

/** The newest contract of the household. */
export const contractOf = (page: Page): Locator => rowsOf(page).filter({ hasText: NAME }).first()

/** A contract of one month that has run out a few days ago, so that it can be renewed today; signed on the tenant's telephone. */
export const contract = async ({ phone }: Way, clerk: Page, admin: Page): Promise<void> => {
  await openScreen(clerk, '轮候列表')
  const chosen = await strip(clerk, '已选房')
  await begin(clerk, chosen.locator('tbody tr.row').filter({ hasText: NAME }), '签合同')
  const drafting = clerk.getByRole('dialog', { name: '新增合同' })
  await type(drafting, '月租金', '1800')
  await type(drafting, '开始日期', addDays(today(), -35))
  await drafting.getByLabel(/^租期/).fill('1')
  await drafting.getByRole('status', { name: '条款与付款' }).getByText('¥1,800.00').first().waitFor()
  await drafting.getByRole('button', { name: '确定' }).click()
  await drafting.waitFor({ state: 'hidden' })
  await openScreen(clerk, '合同管理')
  await act(clerk, contractOf(clerk), '定稿', undefined, '待签署')
  await act(clerk, contractOf(clerk), '短信签')

  const tenant = await phone()
  await tenant.goto(await told(admin, '合同待签署', 'url'))
  await tenant.getByRole('heading', { name: '请签署租赁合同' }).waitFor()
  expect(await tenant.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await tenant.getByRole('button', { name: '获取验证码' }).tap()
  await tenant.getByText(/验证码已发到/).waitFor()
  const digits = tenant.getByLabel('验证码', { exact: true }).and(tenant.getByRole('textbox'))
  await digits.fill(await told(admin, '签署验证码', 'code'))
  const sheet = tenant.getByLabel('签名区域')
  await sheet.scrollIntoViewIfNeeded()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('no sheet')
  await tenant.mouse.move(box.x + 40, box.y + 40)
  await tenant.mouse.down()
  for (const [x, y] of [
    [150, 60],
    [90, 110],
    [220, 50],
    [260, 120],
  ] as const)
    await tenant.mouse.move(box.x + x, box.y + y, { steps: 4 })
  await tenant.mouse.up()
  await tenant.getByRole('button', { name: '确认签署' }).tap()
  await tenant.getByRole('heading', { name: '签署完成' }).waitFor()
  await tenant.context().close()
}

/** The cashier takes what is owed; gives how many bills there were. */
export const takeMoney = async (cashier: Page, isFirst: boolean): Promise<number> => {
  await openScreen(cashier, '账单列表')
  await settled(cashier)
  // The list opens on what is overdue; these are due today.
  const clear = pane(cashier).getByRole('button', { name: '清空', exact: true })
  const refresh = pane(cashier).locator('.strip:not([hidden])').getByRole('button', { name: '刷新' })
  await (isFirst ? clear : refresh).click()
  if (isFirst) await clear.waitFor({ state: 'detached' })
  await settled(cashier)
  const open = rowsOf(cashier).filter({ has: cashier.getByRole('button', { name: '收款', exact: true }) })
  await open.first().waitFor()
  const bills = await open.count()
  for (let left = bills; left > 0; left--) {
    await open.first().getByRole('button', { name: '收款', exact: true }).click()
    const dialog = cashier.getByRole('dialog', { name: /收款|新增流水/ })
    await choose(dialog, '支付方式', '转账')
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => open.count()).toBe(left - 1)
  }
  return bills
}

/** Told of at the counter, sent to, mended, and asked after. */
export const repair = async (clerk: Page): Promise<void> => {
  await openScreen(clerk, '报修工单')
  await add(clerk, '报修', async (dialog) => {
    await choose(dialog, '所在项目', '第一')
    await choose(dialog, '房间', '301')
    await dialog.getByLabel('报修人').fill(NAME)
    await dialog.getByLabel('手机号').fill(PHONE)
    await choose(dialog, '报修类别', '渗漏')
    await dialog.getByText('一般', { exact: true }).click()
    await dialog.getByLabel('报修内容').fill('水龙头滴水')
  })
  const order = rowsOf(clerk).filter({ hasText: '水龙头滴水' })
  const visit = async (dialog: Locator): Promise<void> => {
    await choose(dialog, '处理人', '沈国华')
    await type(dialog, '上门时间', '2031-03-05 09:00')
    await type(dialog, '预计结束', '2031-03-05 10:00')
  }
  await act(clerk, order, '派单', visit, '处理中')
  await act(clerk, order, '完工', (dialog) => dialog.getByLabel('处理情况').fill('换了阀芯'), '待回访')
  await act(clerk, order, '回访', (dialog) => dialog.getByText('很满意', { exact: true }).click())
}

/** Renewed, given up for a home of their own, handed over and settled. */
export const leave = async (clerk: Page, cashier: Page, admin: Page): Promise<void> => {
  await openScreen(clerk, '合同管理')
  await act(clerk, contractOf(clerk), '续签', async (dialog) => {
    await dialog.getByRole('status').getByText('租期合计租金').first().waitFor()
  })
  const renewal = rowsOf(clerk).filter({ hasText: NAME }).filter({ hasText: '待签署' })
  await renewal.waitFor()
  await act(clerk, renewal, '线下签', async (dialog) => {
    const scan = { name: '续签.pdf', mimeType: 'application/pdf', buffer: pdf('续签合同') }
    await dialog.locator('input[type=file]').setInputFiles(scan)
    await dialog.getByRole('button', { name: '删除续签.pdf' }).waitFor()
  })
  expect(await takeMoney(cashier, false)).toBe(1)
  // What the night would do: the contract that has run out is at its end.
  await openScreen(admin, '后台任务')
  const night = rowsOf(admin).filter({ hasText: '合同到期与调租' })
  await act(admin, night, '立即运行')
  await expect
    .poll(async () => {
      await pane(admin).locator('.strip:not([hidden])').getByRole('button', { name: '刷新' }).click()
      await settled(admin)
      return night.innerText()
    })
    .toContain('1 份合同期满')
  await pane(clerk).locator('.strip:not([hidden])').getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => rowsOf(clerk).filter({ hasText: NAME }).count()).toBe(1)
  await act(clerk, contractOf(clerk), '退租', (dialog) => choose(dialog, '退租事由', '购房'))
  const surrenders = await strip(clerk, '租客退租')
  const surrender = surrenders.locator('tbody tr.row').first()
  await act(clerk, surrender, '交接', (dialog) => dialog.getByLabel('收回钥匙').fill('3'), '待结算')
  await begin(clerk, surrender, '结算')
  const settling = clerk.getByRole('dialog', { name: '退租结算' })
  await settling.getByRole('status', { name: '结算' }).getByText('应退').first().waitFor()
  await settling.getByRole('button', { name: '结算', exact: true }).click()
  await settling.waitFor({ state: 'hidden' })
  await surrender.getByText('已完成').waitFor()
}
