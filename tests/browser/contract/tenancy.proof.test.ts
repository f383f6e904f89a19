import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pdf } from '../../help/attachments.ts'
import { callsAt } from '../../help/calls.ts'
import { payAll } from '../../help/cashier.ts'
import { begin, browserSeat, choose, pane, sharedUrl } from '../../help/staff.ts'
import { cardOf } from '../../help/store/ground.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()
const { call, logIn } = callsAt(sharedUrl())
const NAME = '安可住'

/** Registers who will live here, and gives a vacant room of his project with the rent that is asked for it. */
const ground = async (): Promise<{ room: string; org_id: number }> => {
  const token = await logIn('admin')
  const vacant = (await call('/api/contract/rooms', { p_id: 1 }, token)).data
  const { org_id, unit_floor: room } = vacant.find((row: { standard_rent: number | null }) => row.standard_rent)
  const tenant = { name: NAME, card: cardOf(9701), phone: '13912345678', p_id: 1, request_id: 'tenancy tenant' }
  expect((await call('/api/lessee/add', tenant, token)).msg).toBe('')
  return { room, org_id }
}

/** The one row of this tenant in a strip of 合同管理. */
const only = async (page: Page, label: string): Promise<Locator> => {
  const shown = await strip(page, label)
  await shown.getByRole('textbox', { name: '承租方' }).fill(NAME)
  const rows = shown.locator('tbody tr.row')
  await expect.poll(() => rows.count()).toBe(1)
  return rows.first()
}

test('from a vacant room to the keys and out again: drafted, finalized, signed on paper, paid, keys; surrendered, handed over, settled', async () => {
  const { room, org_id } = await ground()
  const clerk = await seat('guanjia', { at: '合同管理' })
  const { page } = clerk
  await pane(page).getByRole('button', { name: '新增合同' }).click()
  const drafting = page.getByRole('dialog', { name: '新增合同' })
  await drafting.getByRole('button', { name: '确定' }).click()
  await drafting.getByText('请选择租客；没有登记的先在用户列表新增').first().waitFor()
  await choose(drafting, '租客', NAME)
  await choose(drafting, '项目', '安居')
  await choose(drafting, '房间', room)
  // The rent that is asked for the room, and what follows from it, stand there before anything is kept.
  await expect.poll(() => drafting.getByLabel('月租金').inputValue()).not.toBe('')
  await drafting.getByRole('status', { name: '条款与付款' }).getByText('押金').first().waitFor()
  await drafting.getByRole('button', { name: '确定' }).click()
  await drafting.waitFor({ state: 'hidden' })

  const contract = await only(page, '租客合同')
  await contract.getByText('草稿').waitFor()
  await begin(page, contract, '定稿')
  await page.getByRole('dialog', { name: '定稿' }).getByRole('button', { name: '定稿' }).click()
  await contract.getByText('待签署').waitFor()
  await begin(page, contract, '线下签')
  const signing = page.getByRole('dialog', { name: '线下签' })
  await signing.getByRole('button', { name: '线下签' }).click()
  await signing.getByText('请上传签字盖章的合同扫描件').first().waitFor()
  const scan = { name: '合同.pdf', mimeType: 'application/pdf', buffer: pdf('安可住的合同') }
  await signing.locator('input[type=file]').setInputFiles(scan)
  await signing.getByText('合同.pdf').waitFor()
  // What was wanting is not asked for any more once it is there, and the dialog draws together.
  await signing.getByText('请上传签字盖章的合同扫描件').waitFor({ state: 'detached' })
  await signing.getByRole('button', { name: '线下签' }).click()
  await contract.getByText('履行中').waitFor()

  await begin(page, contract, '交钥匙')
  const handing = page.getByRole('dialog', { name: '交钥匙' })
  await handing.getByRole('button', { name: '交钥匙' }).click()
  await page
    .locator('.ant-message')
    .getByText(/押金与首期房租还有 \d 张账单没有付清，不能交钥匙/)
    .waitFor()
  const cashier = await seat('caiwu', { at: '账单列表' })
  expect(await payAll(cashier, NAME)).toBeGreaterThanOrEqual(2)
  await handing.getByLabel('交接说明').fill('钥匙三把')
  await handing.getByRole('button', { name: '交钥匙' }).click()
  await handing.waitFor({ state: 'hidden' })

  await begin(page, contract, '退租')
  const leaving = page.getByRole('dialog', { name: '退租' })
  await choose(leaving, '退租事由', '购房')
  await leaving.getByRole('button', { name: '确定' }).click()
  await leaving.waitFor({ state: 'hidden' })
  await contract.getByText('退租中').waitFor()
  const surrender = await only(page, '租客退租')
  await begin(page, surrender, '交接')
  const handover = page.getByRole('dialog', { name: '交接' })
  await handover.getByRole('button', { name: '交接', exact: true }).click()
  await handover.getByText('收回几把钥匙必填').first().waitFor()
  await handover.getByLabel('收回钥匙').fill('3')
  await handover.getByRole('button', { name: '交接', exact: true }).click()
  await handover.waitFor({ state: 'hidden' })
  await surrender.getByText('待结算').waitFor()
  // Handed over once more, the dialog holds what was found before.
  await begin(page, surrender, '交接')
  await expect.poll(() => handover.getByLabel('收回钥匙').inputValue()).toBe('3')
  await handover.getByRole('button', { name: '取消' }).click()
  await handover.waitFor({ state: 'hidden' })
  await begin(page, surrender, '结算')
  const settling = page.getByRole('dialog', { name: '退租结算' })
  await settling.getByRole('status', { name: '结算' }).getByText('应退').first().waitFor()
  await settling.getByRole('button', { name: '结算', exact: true }).click()
  await settling.waitFor({ state: 'hidden' })
  await surrender.getByText('已完成').waitFor()

  const token = await logIn('admin')
  expect((await call('/api/org/detail', { org_id }, token)).data).toMatchObject({ state: 1 })
  const { contract_id } = (await call('/api/contract/index', { custom_name: NAME, page: 1, page_rows: 10 }, token)).data.list[0]
  const { list } = (await call('/api/deposit_entry/index', { contract_id: [contract_id], page: 1, page_rows: 20 }, token)).data
  expect(list.reduce((sum: number, { price }: { price: number }) => sum + price, 0)).toBe(0)
})
