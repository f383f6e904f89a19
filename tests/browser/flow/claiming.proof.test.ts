import { expect, test } from 'vitest'
import { encoded } from '../../../server/imports/layouts/encodings.ts'
import { today } from '../../../src/protocol/dates.ts'
import { callsAt } from '../../help/calls.ts'
import { begin, browserSeat, choose, openRecord, openScreen, pane, rowsOf, settled, sharedUrl, toast } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()

test('what came on a line without a name is found as 待查, claimed for a tenant, and on that tenant’s page', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('caiwu')
  const account = await call('/api/own_account/add', { name: '认领试户', kind: 1, way: 3, usual: 2, code: '1002.88' }, token)
  expect(account.code).toBe(200)
  const { list } = (await call('/api/lessee/index', { page: 1, page_rows: 50, standing: [1] }, token)).data
  const names: string[] = list.map(({ name }: { name: string }) => name)
  const name = names.find((one) => one.length === 3 && names.indexOf(one) === names.lastIndexOf(one)) ?? expect.unreachable('no tenant')

  const { page } = await seat('caiwu', { at: '对账单' })
  const statements = await strip(page, '对账单')
  await statements.getByRole('button', { name: '导入对账单' }).click()
  const reading = page.getByRole('dialog', { name: '导入对账单' })
  await choose(reading, '账户', '认领试户')
  const rows = ['交易日期,收入,支出,余额,对方户名,摘要', `${today()},77.70,,77.70,,转入`, '']
  await reading
    .locator('input[type=file]')
    .setInputFiles({ name: '无名.csv', mimeType: 'text/csv', buffer: encoded(rows.join('\r\n'), 'gbk') })
  await reading.getByRole('button', { name: '确定' }).click()
  await toast(page, '读入 1 行，正在勾对').waitFor()
  const all = await strip(page, '全部行')
  await expect
    .poll(async () => {
      await all.getByRole('button', { name: '刷新' }).click()
      return rowsOf(page).filter({ hasText: '77.70' }).getByText('由此入账').count()
    })
    .toBe(1)

  await openScreen(page, '核销记录')
  const open = await strip(page, '未核销收款')
  await open.getByRole('button', { name: /^更多筛选/ }).click()
  await choose(page, '待查', '是')
  await page.keyboard.press('Escape')
  await settled(page)
  const row = rowsOf(page).filter({ hasText: '77.70' })
  await expect.poll(() => row.count()).toBe(1)
  await row.getByText('未知付款人').waitFor()
  await begin(page, row, '认领')
  const dialog = page.getByRole('dialog', { name: /^认领/ })
  await choose(dialog, '租客', name)
  await dialog.getByRole('button', { name: '认领', exact: true }).click()
  await dialog.getByText('认领的依据必填').waitFor()
  await dialog.getByLabel('依据').fill('租客来电，附转账截图')
  await dialog.getByRole('button', { name: '认领', exact: true }).dblclick()
  await toast(page, '已认领').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  const drawer = await openRecord(page, '用户列表', '姓名', name)
  await drawer.getByRole('navigation', { name: '相关记录' }).getByRole('button', { name: '未核销收款' }).click()
  await drawer.getByRole('cell', { name: '77.70', exact: true }).first().waitFor()
  await page.keyboard.press('Escape')

  // What was said stands on the receipt, where it can be taken back.
  await openScreen(page, '流水列表')
  await pane(page).getByRole('textbox', { name: '交易人' }).fill('未知付款人')
  const receipt = rowsOf(page).filter({ hasText: '77.70' })
  await expect.poll(() => receipt.count()).toBe(1)
  await receipt.getByText(/^SJ/).click()
  const detail = page.getByRole('dialog', { name: /^SJ/ })
  await detail.getByRole('navigation', { name: '相关记录' }).getByRole('button', { name: '认领' }).click()
  await detail.getByText('租客来电，附转账截图').waitFor()
})
