import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { callsAt } from '../../help/calls.ts'
import { begin, browserSeat, choose, openScreen, pane, rowsOf, sharedUrl, toast } from '../../help/staff.ts'
import { answerTo } from '../../help/withholding.ts'

const seat = browserSeat()
/** What the toast says of a deed whose numbers nobody knows before. */
const said = (page: Page, text: RegExp) => page.locator('.ant-message').getByText(text)

test('bills of a filter become a batch, go to the bank as a file, and come back: reasons are read, and what failed is tried again in one click', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('caiwu')
  const { page } = await seat('caiwu', { at: '代扣账单' })
  await pane(page).getByRole('button', { name: '建批次' }).click()
  const making = page.getByRole('dialog', { name: '建批次' })
  await choose(making, '收款账户', '默认收款户')
  await making.getByLabel('应付日到').fill('2031-12-31')
  await making.getByLabel('应付日到').press('Tab')
  await making.getByText('已在未回盘的批次中').waitFor()
  await making.getByRole('button', { name: '确定' }).click()
  await said(page, /^批次 DK\d+：\d+ 张账单，¥/).waitFor()
  const [made] = (await call('/api/withhold/index', {}, token)).data.list
  expect([made.status, made.lines > 10]).toEqual([1, true])

  await openScreen(page, '代扣列表')
  const row = rowsOf(page).filter({ hasText: made.sn })
  await row.getByText('草稿').waitFor()
  await begin(page, row, '导出代扣文件')
  const exporting = page.getByRole('dialog', { name: /^导出代扣文件/ })
  await exporting.getByText('将导出').waitFor()
  await exporting.getByText(`¥${fenToYuan(made.price)}`).waitFor()
  const download = page.waitForEvent('download')
  await exporting.getByRole('button', { name: '导出代扣文件' }).click()
  const saved = await readFile(await (await download).path())
  await toast(page, '代扣文件已下载').waitFor()
  await row.getByText('已导出').waitFor()

  const { bytes, rows } = await answerTo(1, saved, (_row, place) => (place === 0 ? { status: '失败', message: '账户已冻结' } : {}))
  expect(rows[0]?.account).toMatch(/^\d{19}$/)
  await begin(page, row, '导入回盘')
  const taking = page.getByRole('dialog', { name: /^导入回盘/ })
  const send = async (buffer: Buffer): Promise<void> => {
    await taking.locator('input[type=file]').setInputFiles({ name: '回盘.txt', mimeType: 'text/plain', buffer })
    await taking.getByRole('button', { name: /^(确定|导入回盘)$/ }).click()
  }
  await send(bytes.subarray(0, bytes.indexOf(0x0a) + 1))
  await taking.getByText(/^缺少序号 .*文件可能没有传完整，整个文件没有读入$/).waitFor()
  await send(bytes)
  await said(page, new RegExp(`^成功 ${rows.length - 1} 户 ¥.*，失败 1 户，正在入账$`)).waitFor()
  await taking.waitFor({ state: 'hidden' })
  await expect
    .poll(
      async () => {
        await pane(page).getByRole('button', { name: '刷新' }).click()
        return row.getByText('已回盘').count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)

  await row.getByText(made.sn).click()
  const drawer = page.getByRole('dialog', { name: new RegExp(made.sn) })
  await drawer.getByText('失败与退票', { exact: true }).click()
  await drawer.getByText('账户已冻结').first().waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await begin(page, row, '重扣')
  await said(page, /^批次 DK\d+：\d+ 张账单，¥/).waitFor()
  const [again] = (await call('/api/withhold/index', {}, token)).data.list
  expect(again).toMatchObject({ status: 1, retry_of: made.batch_id })
  await rowsOf(page).filter({ hasText: again.sn }).getByText('草稿').waitFor()
  expect((await call('/api/withhold/index', { sn: made.sn }, token)).data.list[0]).toMatchObject({ status: 3, failed_lines: again.lines })

  // The money comes: by a transfer that is there.
  const { in_transit } = (await call('/api/withhold/index', { sn: made.sn }, token)).data.list[0]
  const moved = { kind: 1, from_account_id: 900_003, to_account_id: 900_001, price: in_transit, fee: 0, day: '2026-11-01' }
  const { number } = (
    await call('/api/transfer/detail', { transfer_id: (await call('/api/transfer/add', moved, token)).data.transfer_id }, token)
  ).data
  await begin(page, row, '到账')
  const arriving = page.getByRole('dialog', { name: /^到账/ })
  await choose(arriving, '资金划转', number)
  await arriving.getByRole('button', { name: '到账', exact: true }).click()
  await toast(page, '批次已到账').waitFor()
  await row.getByText('已到账').waitFor()
})
