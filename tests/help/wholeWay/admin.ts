import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openScreen, pane, settled } from '../staff.ts'
import { act } from './hand.ts'

/** Has what the night does be done now, as an administrator does in 后台任务, and waits until it says what came of it. */
export const runJob = async (page: Page, label: string, said: RegExp): Promise<void> => {
  await openScreen(page, '后台任务')
  await settled(page)
  const shown = pane(page).locator('.strip:not([hidden])')
  const job = shown.locator('tbody tr.row').filter({ hasText: label })
  // There are more jobs than a page holds.
  await job.or(shown.locator('.ant-pagination-next')).first().waitFor()
  if ((await job.count()) === 0) await shown.locator('.ant-pagination-next').click()
  await act(page, job, '立即运行')
  await expect
    .poll(async () => {
      await shown.getByRole('button', { name: '刷新' }).click()
      await settled(page)
      return job.innerText()
    })
    .toMatch(said)
}
