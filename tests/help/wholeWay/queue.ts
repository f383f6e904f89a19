import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { choose, openScreen, pane, rowsOf } from '../staff.ts'
import { inside } from '../store/inside.ts'
import { act, add, strip, type } from './hand.ts'
import { NAME, PHONE, type Way } from './household.ts'

/** A lottery whose operator and supervisor commit to secrets before the round, and enter the same number after it. */
export const drawLots = async ({ server }: Way, clerk: Page, admin: Page): Promise<void> => {
  const lots = async (page: Page): Promise<Locator> => {
    await openScreen(page, '公示与摇号')
    const shown = await strip(page, '摇号')
    await shown.getByRole('button', { name: '刷新' }).click()
    return shown.locator('tbody tr.row').filter({ hasText: '第一次摇号' })
  }
  await lots(clerk)
  await pane(clerk).getByRole('button', { name: '新增摇号' }).click()
  const adding = clerk.getByRole('dialog', { name: '新增摇号' })
  await adding.getByLabel('名称').fill('第一次摇号')
  await choose(adding, '项目', '第一公租房')
  await adding.getByText('二室', { exact: true }).click()
  await adding.getByRole('checkbox', { name: '一般保障' }).check()
  await choose(adding, '监督方', '系统管理员')
  await adding.getByRole('button', { name: '确定' }).click()
  await adding.waitFor({ state: 'hidden' })
  const mine = await lots(clerk)
  await act(clerk, mine, '冻结名单', undefined, '已冻结')
  const round = async (dialog: Locator): Promise<void> => {
    await dialog.getByLabel('公开轮次').fill('双色球第 2031026 期')
    await type(dialog, '开奖时间', '2031-03-05 21:00')
  }
  await act(clerk, mine, '约定轮次', round, '2031-03-05 21:00')
  const [operator, supervisor] = ['secret-of-the-operator', 'secret-of-the-supervisor']
  await act(clerk, mine, '提交密约', (dialog) => dialog.getByLabel('密语').fill(operator))
  await act(admin, await lots(admin), '提交密约', (dialog) => dialog.getByLabel('密语').fill(supervisor), '已承诺')
  await act(admin, await lots(admin), '揭示密语', (dialog) => dialog.getByLabel('密语').fill(supervisor))
  await act(clerk, await lots(clerk), '揭示密语', (dialog) => dialog.getByLabel('密语').fill(operator), '已揭示')
  await inside(server, 'update lottery set round_at = 1760000000')
  const number = (dialog: Locator) => dialog.getByLabel('轮号').fill('03 05 12 18 27 33 09')
  await act(clerk, await lots(clerk), '录入轮号', number)
  await act(admin, await lots(admin), '录入轮号', number, '已摇号')
  await act(clerk, await lots(clerk), '公布结果', undefined, '已公布')
}

/** Called, shown the room, and it is taken. */
export const call = async (clerk: Page): Promise<void> => {
  await openScreen(clerk, '叫号台')
  await pane(clerk).getByText('二室', { exact: true }).click()
  const order = pane(clerk).getByRole('listbox', { name: /轮候次序/ })
  await pane(clerk)
    .getByRole('listbox', { name: /空置房间/ })
    .getByRole('option', { selected: true })
    .waitFor()
  await order.getByRole('option', { selected: true }).filter({ hasText: NAME }).waitFor()
  await pane(clerk).getByRole('button', { name: /^叫号/ }).click()
  const calling = clerk.getByRole('dialog', { name: '叫号' })
  await expect.poll(() => calling.getByLabel('保留天数').inputValue()).toBe('7')
  await calling.getByLabel('保留天数').press('Enter')
  await calling.waitFor({ state: 'hidden' })
  await order.getByText('已叫号').waitFor()

  await openScreen(clerk, '看房预约')
  await add(clerk, '看房预约', async (dialog) => {
    await choose(dialog, '所在项目', '第一')
    await choose(dialog, '房间', '301')
    await dialog.getByLabel('看房人').fill(NAME)
    await dialog.getByLabel('手机号').fill(PHONE)
    await type(dialog, '开始时间', '2031-03-06 10:00')
    await type(dialog, '结束时间', '2031-03-06 10:30')
  })
  const viewing = rowsOf(clerk).filter({ hasText: NAME })
  await act(clerk, viewing, '确认', undefined, '已确认')
  await act(clerk, viewing, '已看房', undefined, '已看房')

  await openScreen(clerk, '叫号台')
  await order.getByRole('option').first().click()
  await pane(clerk).getByRole('button', { name: /^选房/ }).click()
  const choosing = clerk.getByRole('dialog', { name: '选房' })
  await choosing.getByRole('button', { name: '选房' }).click()
  await choosing.waitFor({ state: 'hidden' })
}
