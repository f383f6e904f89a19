import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pdf } from '../../help/attachments.ts'
import { callsAt } from '../../help/calls.ts'
import { payAll } from '../../help/cashier.ts'
import { begin, browserSeat, choose, pane, settled, sharedUrl } from '../../help/staff.ts'
import { cardOf, companyCode } from '../../help/store/ground.ts'
import { add, strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()
const { call, logIn } = callsAt(sharedUrl())
const COMPANY = '安可住物流有限公司'
const WORKER = '安可来'

interface Room {
  org_id: number
  unit_floor: string
}

/** Registers the company and one who works there, and gives two vacant rooms that have a rent, called differently. */
const ground = async (): Promise<[Room, Room]> => {
  const token = await logIn('admin')
  const company = { name: COMPANY, code: companyCode(9_702), contact: '王小明', phone: '13812345678', request_id: 'lease company' }
  expect((await call('/api/company/add', company, token)).msg).toBe('')
  const worker = { name: WORKER, card: cardOf(9_702), phone: '13912345679', p_id: 1, request_id: 'lease worker' }
  expect((await call('/api/lessee/add', worker, token)).msg).toBe('')
  const vacant: (Room & { standard_rent: number | null })[] = (await call('/api/contract/rooms', { p_id: 1 }, token)).data
  const [first, ...others] = vacant.filter(({ standard_rent }) => standard_rent)
  const second = others.find(({ unit_floor }) => unit_floor !== first?.unit_floor)
  if (!first || !second) throw new Error('no two vacant rooms')
  return [first, second]
}

/** The rows of the strip that is shown in which the words stand. */
const rowsWith = (shown: Locator, words: string): Locator => shown.locator('tbody tr.row').filter({ hasText: words })

/** The company's lease in 整租协议. */
const leaseOf = async (page: Page): Promise<Locator> => {
  const shown = await strip(page, '整租协议')
  await shown.getByRole('button', { name: '刷新' }).click()
  await settled(page)
  return rowsWith(shown, COMPANY).first()
}

/** Does one thing to a row by its button: `title` is what the dialog is called, `does` its last button. */
const deed = async (page: Page, row: Locator, label: string, title: string, fill: (dialog: Locator) => Promise<unknown>, does = label) => {
  await settled(page)
  await begin(page, row, label)
  const dialog = page.getByRole('dialog', { name: title })
  await fill(dialog)
  await dialog.getByRole('button', { name: does, exact: true }).click()
  return dialog
}

test('a company rents two rooms whole: drafted, its rooms, final, signed on paper, somebody moves in, keys, and one room is given back', async () => {
  const [kept, given] = await ground()
  const { page } = await seat('guanjia', { at: '合同管理' })
  await strip(page, '整租协议')
  await add(page, '整租', async (dialog) => {
    await choose(dialog, '企业', COMPANY)
    await choose(dialog, '项目', '安居')
  })
  const lease = await leaseOf(page)
  await lease.getByText('草稿').waitFor()
  const gone = (dialog: Locator) => dialog.waitFor({ state: 'hidden' })
  await gone(
    await deed(page, lease, '加房间', '加房间', async (dialog) => {
      for (const { unit_floor } of [kept, given]) await choose(dialog, '房间', unit_floor)
      await page.keyboard.press('Escape')
    }),
  )
  await gone(await deed(page, lease, '定稿', '定稿', async () => {}))
  await lease.getByText('待签署').waitFor()
  await gone(
    await deed(page, lease, '线下签', '整租签订', async (dialog) => {
      const scan = { name: '整租合同.pdf', mimeType: 'application/pdf', buffer: pdf('安可住物流的整租合同') }
      await dialog.locator('input[type=file]').setInputFiles(scan)
      await dialog.getByRole('button', { name: '删除整租合同.pdf' }).waitFor()
    }),
  )
  await lease.getByText('履行中').waitFor()

  const roster = await strip(page, '入住名单')
  await pane(page).getByRole('button', { name: '登记入住人' }).click()
  const entering = page.getByRole('dialog', { name: '登记入住人' })
  await choose(entering, '房间', COMPANY)
  await choose(entering, '入住人', WORKER)
  await entering.getByRole('button', { name: '确定' }).click()
  await gone(entering)
  const worker = rowsWith(roster, WORKER)
  await gone(await deed(page, worker, '核对通过', '核对通过', async () => {}))
  await worker.getByText('在住').waitFor()

  const handing = await deed(page, await leaseOf(page), '交钥匙', '整租交钥匙', (dialog) => dialog.getByLabel('交接说明').fill('每间两把'))
  await page
    .locator('.ant-message')
    .getByText(/押金与首期房租还有 \d 张账单没有付清，不能交钥匙/)
    .waitFor()
  expect(await payAll(await seat('caiwu', { at: '账单列表' }), COMPANY)).toBeGreaterThanOrEqual(4)
  await handing.getByRole('button', { name: '交钥匙', exact: true }).click()
  await gone(handing)

  const contracts = await strip(page, '整租合同')
  const room = rowsWith(contracts, COMPANY).filter({ hasText: given.unit_floor })
  await gone(await deed(page, room, '退租', '退租', (dialog) => choose(dialog, '退租事由', '主动'), '确定'))
  const surrender = rowsWith(await strip(page, '整租退租'), COMPANY)
  await gone(await deed(page, surrender, '交接', '交接', (dialog) => dialog.getByLabel('收回钥匙').fill('2')))
  await surrender.getByText('待结算').waitFor()
  await gone(
    await deed(
      page,
      surrender,
      '结算',
      '退租结算',
      (dialog) => dialog.getByRole('status', { name: '结算' }).getByText('应退').first().waitFor(),
      '结算',
    ),
  )
  await surrender.getByText('已完成').waitFor()

  const token = await logIn('admin')
  const read = async (path: string, params: object) => (await call(path, { page: 1, page_rows: 10, ...params }, token)).data.list
  const [company] = await read('/api/company/index', { name: COMPANY })
  const [{ lease_id, status, keys_on }] = await read('/api/lease/index', { company_id: [company.company_id] })
  expect([status, keys_on]).toEqual([4, expect.any(String)])
  const left: { org_id: number; status: number; keys_note: string }[] = await read('/api/contract/index', { lease_id: [lease_id] })
  expect(Object.fromEntries(left.map((one) => [one.org_id, [one.status, one.keys_note]]))).toEqual({
    [kept.org_id]: [4, '每间两把'],
    [given.org_id]: [7, '每间两把'],
  })
})
