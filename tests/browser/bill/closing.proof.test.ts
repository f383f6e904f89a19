import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { monthBack } from '../../help/closing.ts'
import { begin, browserSeat, rowsOf, toast } from '../../help/staff.ts'
import { act, strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()

test('an accountant closes the month: sees what is left, says why, sees it sealed; it is opened again by another', {
  timeout: 120_000,
}, async () => {
  const month = monthBack(1)
  const { page } = await seat('caiwu', { at: '月结与自检' })
  const months = await strip(page, '月结')
  // The month itself: the times of another's row begin with it, too.
  const ofMonth = (of: Page) => rowsOf(of).filter({ has: of.getByText(month, { exact: true }) })
  const rowOf = ofMonth(page)
  await rowOf.getByText('未结账').waitFor()

  await begin(page, rowOf, '结账')
  const dialog = page.getByRole('dialog', { name: /^结账/ })
  const check = dialog.getByRole('status', { name: '月结检查' })
  await check.getByText('未清事项', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: '结账' }).click()
  await dialog.getByText('还有未清事项，请写明为什么留到下月').waitFor()
  await dialog.getByLabel('未清事项说明').fill('水电表下月补抄')
  await dialog.getByRole('button', { name: '结账' }).click()
  await toast(page, '已开始结账：确认收入、自检、封账，做完后刷新可见').waitFor()
  await expect
    .poll(
      async () => {
        await months.getByRole('button', { name: '刷新' }).click()
        return rowOf.getByText('已结账').count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await expect.poll(() => rowOf.getByText(/^[0-9a-f]{64}$/).count()).toBe(1)

  const revenue = await strip(page, '收入确认')
  await revenue.getByText(month).first().waitFor()
  const left = await strip(page, '未清事项')
  await left.getByRole('button', { name: '刷新' }).waitFor()

  await strip(page, '月结')
  await begin(page, rowOf, '申请反结账')
  const asking = page.getByRole('dialog', { name: /^申请反结账/ })
  await asking.getByLabel('反结账原因').fill('补记一笔水费')
  await asking.getByRole('button', { name: '申请反结账' }).click()
  await rowOf.getByText('反结账待复核').waitFor()
  await begin(page, rowOf, '同意反结账')
  const agreeing = page.getByRole('dialog', { name: '同意反结账' })
  await agreeing
    .getByRole('button', { name: '同意反结账', exact: true })
    .or(agreeing.getByRole('button', { name: '确定' }))
    .click()
  await page.getByText('反结账须由申请人以外的人同意').waitFor()

  const { page: other } = await seat('admin', { at: '月结与自检' })
  await strip(other, '月结')
  await act(other, ofMonth(other), '同意反结账', undefined, '未结账')
})
