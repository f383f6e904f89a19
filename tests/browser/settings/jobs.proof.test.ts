import { expect, test } from 'vitest'
import { browserSeat, choose, pane, settled, toast } from '../../help/staff.ts'

const seat = browserSeat()

test('后台任务 shows what runs when and what came of it; 再次运行 adds a run of one’s own beside the system’s', async () => {
  const { page } = await seat('admin', { at: '后台任务' })
  const strips = page.getByRole('navigation', { name: '分类' })
  const shown = pane(page).locator('.strip:not([hidden])')
  const rows = shown.locator('tbody tr.row', { hasText: '清理过期的数据' })
  const texts = async (): Promise<string[]> => {
    await shown.getByRole('button', { name: '刷新' }).click()
    await settled(page)
    return rows.allInnerTexts()
  }
  // There are more jobs than a page holds.
  const found = async (name: string): Promise<void> => {
    const row = shown.locator('tbody tr.row', { hasText: name }).first()
    if ((await row.count()) === 0) await shown.locator('.ant-pagination-next').click()
    await row.waitFor()
  }
  await settled(page)
  await shown.locator('tbody tr.row', { hasText: '房态提醒' }).or(shown.locator('.ant-pagination-next')).first().waitFor()
  await found('清理过期的数据')
  for (const word of ['每小时', '完成', '立即运行']) expect(await rows.first().innerText()).toContain(word)
  if ((await shown.locator('tbody tr.row', { hasText: '房态提醒' }).count()) === 0) await shown.locator('.ant-pagination-prev').click()
  await shown.locator('tbody tr.row', { hasText: '房态提醒' }).getByText('每天 08:00').waitFor()

  await strips.getByRole('button', { name: '执行记录' }).click()
  // What others had done meanwhile is no page long here, and the hour's own run may be older than that.
  await choose(shown, '任务', '清理过期的数据')
  await rows.getByText('系统').first().waitFor()
  const before = await rows.count()
  await rows.first().getByRole('button', { name: '再次运行' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '再次运行' }).click()
  await toast(page, '已排队，马上运行').waitFor()
  await expect.poll(async () => (await texts())[0]).toMatch(/系统管理员[\s\S]*完成/)
  await expect.poll(() => rows.count()).toBe(before + 1)

  await strips.getByRole('button', { name: '失败' }).click()
  await shown.getByRole('heading', { name: '失败', exact: true }).waitFor()
  await settled(page)
  expect(await rows.count()).toBe(0)
})
