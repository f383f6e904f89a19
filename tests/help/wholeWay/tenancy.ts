import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { pdf } from '../attachments.ts'
import { picture } from '../pictures.ts'
import { begin, choose, openScreen, pane, rowsOf, settled } from '../staff.ts'
import { runJob } from './admin.ts'
import { act, add, strip, told, type } from './hand.ts'
import { NAME, PHONE, type Way } from './household.ts'

/** The newest contract of the household. */
export const contractOf = (page: Page): Locator => rowsOf(page).filter({ hasText: NAME }).first()

/** A contract of one month that has run out a few days ago, so that it can be renewed today; signed on the tenant's telephone. */
export const contract = async ({ phone }: Way, clerk: Page, cashier: Page, admin: Page): Promise<void> => {
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
  await act(clerk, contractOf(clerk), '定稿', undefined, '审批中')
  await openScreen(cashier, '审批列表')
  await act(cashier, rowsOf(cashier).filter({ hasText: '定稿' }), '同意')
  await pane(clerk).locator('.strip:not([hidden])').getByRole('button', { name: '刷新' }).click()
  await contractOf(clerk).getByText('待签署').waitFor()
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

/** What is not paid when they go: cleaning that the tenant asked for. */
const owe = async (clerk: Page): Promise<void> => {
  await begin(clerk, contractOf(clerk), '新增费用账单')
  const billing = clerk.getByRole('dialog', { name: '新增费用账单' })
  await choose(billing, '账单类型', '费用项')
  await choose(billing, '账单名目', '保洁费')
  await billing.getByLabel('账单金额').fill('88.80')
  for (const label of ['应支付日', '账单周期开始时间', '账单周期结束时间']) await type(billing, label, today())
  await billing.getByText('租客', { exact: true }).first().click()
  await choose(billing, '付款比例', '100%')
  await billing.getByRole('button', { name: '确定' }).click()
  await billing.waitFor({ state: 'hidden' })
}

/** The room is looked at: a door is broken, and it is photographed. */
const handOver = async (handing: Locator): Promise<void> => {
  await handing.getByLabel('收回钥匙').fill('3')
  const door = handing.locator('.rows-row').nth(1)
  await choose(door, '情况', '损坏')
  await door.getByLabel('赔偿').fill('300.50')
  await door.getByLabel('说明').fill('门锁')
  await handing.locator('input[type=file]').setInputFiles(await picture('门锁.jpg', 'jpeg'))
  await handing.getByRole('img', { name: '图片1' }).waitFor()
}

const fenOf = (yuan = ''): number => Math.round(Number(yuan.replaceAll(/[^\d.-]/g, '')) * 100)

/** The sums of a row of 租客退租, in fen, by what stands over them. */
const sumsOf = async (shown: Locator, row: Locator): Promise<Record<string, number>> => {
  const heads = await shown.locator('thead th').allInnerTexts()
  const cells = await row.locator('td').allInnerTexts()
  const sums = ['押金', '未用租金', '欠费', '赔偿', '应退', '应补缴']
  return Object.fromEntries(sums.map((head) => [head, fenOf(cells[heads.findIndex((text) => text.trim().startsWith(head))])]))
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
  await runJob(admin, '合同到期与调租', /1 份合同期满/)
  await pane(clerk).locator('.strip:not([hidden])').getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => rowsOf(clerk).filter({ hasText: NAME }).count()).toBe(1)
  await owe(clerk)
  await act(clerk, contractOf(clerk), '退租', (dialog) => choose(dialog, '退租事由', '购房'))
  const surrenders = await strip(clerk, '租客退租')
  const surrender = surrenders.locator('tbody tr.row').first()
  await act(clerk, surrender, '交接', handOver, '待结算')
  await begin(clerk, surrender, '结算')
  const settling = clerk.getByRole('dialog', { name: '退租结算' })
  const told = settling.getByRole('status', { name: '结算' })
  await told.getByText('应退').first().waitFor()
  const sums = await sumsOf(surrenders, surrender)
  expect(sums).toMatchObject({ 押金: 180_000, 欠费: 8_880, 赔偿: 30_050, 应补缴: 0 })
  expect(sums.未用租金).toBeGreaterThan(0)
  expect(sums.应退).toBe(180_000 - 30_050 + Number(sums.未用租金) - 8_880)
  expect(fenOf(/应退\s*¥([\d,.]+)/.exec(await told.innerText())?.[1])).toBe(sums.应退)
  await settling.getByRole('button', { name: '结算', exact: true }).click()
  await settling.waitFor({ state: 'hidden' })
  await surrender.getByText('已完成').waitFor()
  expect(await sumsOf(surrenders, surrender)).toEqual(sums)
  await surrender.getByText(NAME).first().click()
  const drawer = clerk.getByRole('dialog', { name: NAME })
  const photo = drawer.locator('img').first()
  await photo.waitFor()
  expect(await photo.evaluate((image) => (image as HTMLImageElement).decode().then(() => true))).toBe(true)
}
