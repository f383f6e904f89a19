import { expect, test } from 'vitest'
import { encoded } from '../../../server/imports/layouts/encodings.ts'
import { today } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { callsAt } from '../../help/calls.ts'
import { begin, browserSeat, choose, rowsOf, sharedUrl, toast } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()
const plain = (fen: number): string => fenToYuan(fen).replaceAll(',', '')

test('a bank’s file is read, what came in is entered, a channel’s arrival is told where it came from, and bank and books agree', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('caiwu')
  const reconciled = async () => (await call('/api/reconciliation/index', {}, token)).data.list[0]
  const before = (await reconciled()).bank
  const { page } = await seat('caiwu', { at: '对账单' })
  const statements = await strip(page, '对账单')
  await statements.getByRole('button', { name: '导入对账单' }).click()
  const dialog = page.getByRole('dialog', { name: '导入对账单' })
  await choose(dialog, '账户', '默认收款户')
  /** As a bank has it, in GBK; `wrong` fen are missing from the last balance. */
  const send = async (wrong: number): Promise<void> => {
    const rows = [
      '账户明细查询,,,,,',
      '交易日期,贷方发生额,借方发生额,账户余额,对方户名,摘要',
      `${today()},"1,234.56",,${plain(before + 123_456)},欧阳惜春,房租`,
      `${today()},,3.00,${plain(before + 123_156)},,回单工本费`,
      `${today()},88.80,,${plain(before + 132_036 - wrong)},银联商务股份有限公司,POS 结算`,
      '',
    ]
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '明细.csv', mimeType: 'text/csv', buffer: encoded(rows.join('\r\n'), 'gbk') })
    await dialog.getByRole('button', { name: '确定' }).click()
  }
  await send(1)
  await dialog.getByText(/^第 5 行：余额是 .*缺了行，或被改过，整个文件没有读入$/).waitFor()
  await send(0)
  await toast(page, '读入 3 行，正在勾对').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  // The very same file is known.
  await statements.getByRole('button', { name: '导入对账单' }).click()
  await choose(dialog, '账户', '默认收款户')
  await send(0)
  await dialog.getByText(/此文件已由沈国华于 .* 读入过/).waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()

  const all = await strip(page, '全部行')
  const lineOf = (text: string) => rowsOf(page).filter({ hasText: text })
  await expect
    .poll(async () => {
      await all.getByRole('button', { name: '刷新' }).click()
      return lineOf('欧阳惜春').getByText('由此入账').count()
    })
    .toBe(1)
  await lineOf('回单工本费').getByText('资金划转').waitFor()

  await strip(page, '未对上')
  await begin(page, lineOf('POS 结算'), '资金划转')
  const moving = page.getByRole('dialog', { name: /^资金划转/ })
  await choose(moving, '另一账户', 'POS（在途）')
  await moving.getByLabel('手续费').last().fill('0.5')
  await moving.getByRole('button', { name: '资金划转' }).click()
  await toast(page, '已划转').waitFor()

  const transfers = await strip(page, '资金划转')
  await transfers.getByText('POS（在途）').first().waitFor()
  const [moved] = (await call('/api/transfer/index', { kind: [1] }, token)).data.list
  expect(moved).toMatchObject({ price: 8_930, fee: 50, status: 1 })
  const [entered] = (await call('/api/flow/index', { custom_name: '欧阳惜春' }, token)).data.list
  expect(entered).toMatchObject({ type: 1, price: 123_456, way: 3, note: '房租' })

  const table = await strip(page, '余额调节表')
  await table.getByText(fenToYuan(before + 132_036)).waitFor()
  const { bank, difference } = await reconciled()
  expect([bank, difference]).toEqual([before + 132_036, 0])

  await strip(page, '全部行')
  await begin(page, lineOf('欧阳惜春'), '取消')
  await page.getByRole('dialog', { name: '取消' }).getByRole('button', { name: '取消' }).last().click()
  await expect.poll(async () => (await call('/api/flow/index', { custom_name: '欧阳惜春' }, token)).data.count).toBe(2)
  expect((await reconciled()).difference).toBe(0)
  const items = await strip(page, '未达账项')
  await choose(items, '类别', '银行已收、企业未收')
  await items.getByText('欧阳惜春').waitFor()
})
