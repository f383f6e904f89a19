import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { approvalHouse } from '../../help/approvalHouse.ts'
import { fillFlowForm, openFlowForm } from '../../help/flowForm.ts'
import { browserSeat, openScreen, pane, rowsOf, settled, toast } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const house = approvalHouse('approval')
const seat = browserSeat()
const NAME = '电梯维修商行'

beforeAll(async () => {
  const steps = await Promise.all(['guanjia', 'admin'].map(async (name) => ({ way: 1, who: 2, user_id: await house.idOf(name) })))
  await house.asAdmin('/api/checkSetting/save', { expense: steps, version: 0 })
})

const shown = (page: Page) => pane(page).locator('.strip:not([hidden]) tbody tr.row').filter({ hasText: NAME })

test('three people: applied for, sent back, mended, agreed by keys, and the last one records it', async () => {
  const { page } = await seat('caiwu', { url: house.url(), at: '流水列表' })
  const dialog = await openFlowForm(page)
  await fillFlowForm(dialog, { type: '支出', amount: '800', name: NAME, item: '房租' })
  await dialog.getByRole('button', { name: '确定' }).dblclick()
  await toast(page, '已提交审批，通过后生效').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  // Whoever decides comes to the first row with the keyboard, opens it, reads what it would record, and sends it back.
  const { page: housekeeper } = await seat('guanjia', { url: house.url() })
  // It is the only page of theirs, so they begin there.
  await shown(housekeeper).waitFor()
  await expect.poll(() => housekeeper.evaluate(() => document.activeElement?.textContent)).toBe(`新增流水：${NAME}`)
  await housekeeper.keyboard.press('Enter')
  const drawer = housekeeper.getByRole('dialog').filter({ hasText: `新增流水：${NAME}` })
  await drawer.getByText('金额：800.00 元').waitFor()
  await drawer.getByRole('region', { name: '审批步骤' }).getByText('第1步 审批').waitFor()
  await housekeeper.keyboard.press('b')
  const back = housekeeper.getByRole('dialog', { name: /^退回/ })
  // It is at its first step: there is none before it to send it back to.
  await back.getByText('退回给申请人，修改后可重新提交。').waitFor()
  expect(await back.getByText('前面的步骤').count()).toBe(0)
  await back.getByLabel('退回的原因').fill('金额与发票不符')
  await back.getByRole('button', { name: '退回' }).click()
  await toast(housekeeper, '已退回').waitFor()
  await drawer.getByText('“金额与发票不符”').or(drawer.getByText('金额与发票不符')).first().waitFor()
  await housekeeper.keyboard.press('Escape')
  await expect.poll(() => shown(housekeeper).count()).toBe(0)

  // The applicant mends what was sent back: what was filled in stands there.
  await openScreen(page, '审批列表')
  await strip(page, '我发起的')
  await shown(page).filter({ hasText: '已退回' }).getByRole('button', { name: '修改并重新提交' }).click()
  await expect.poll(() => dialog.getByLabel('交易人姓名').inputValue()).toBe(NAME)
  expect(await dialog.getByLabel('金额').inputValue()).toBe('800.00')
  // It is one submission, after which there is no next one.
  expect(await dialog.getByRole('button', { name: '保存并继续' }).count()).toBe(0)
  await dialog.getByLabel('金额').fill('780')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '已提交审批，通过后生效').waitFor()
  await shown(page).filter({ hasText: '待审批' }).filter({ hasText: '780.00' }).waitFor()

  // The bell says so at once, and the newest message leads to the submission, over the page; Esc goes back to the bell.
  await housekeeper.getByRole('button', { name: '消息，2 条未读' }).click()
  const newest = housekeeper.getByRole('region', { name: '最新消息' }).getByRole('link', { name: `待您审批：新增流水：${NAME}` })
  await newest.first().click()
  await drawer.getByText('金额：780.00 元').waitFor()
  await housekeeper.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  const bell = housekeeper.getByRole('button', { name: '消息，1 条未读' })
  await expect.poll(() => bell.evaluate((button) => button === document.activeElement)).toBe(true)

  // Each list says of itself that nothing is in it.
  await strip(housekeeper, '抄送我的')
  await pane(housekeeper).locator('.strip:not([hidden])').getByText('没有抄送您的审批').waitFor()
  await strip(housekeeper, '待我审批')

  // By keys alone: the row, 同意, what to say. The line is cut meanwhile: what was said stays, and pressed twice it is said once.
  await pane(housekeeper).locator('.strip:not([hidden])').getByRole('button', { name: '刷新' }).click()
  await shown(housekeeper).getByRole('button').first().focus()
  await housekeeper.keyboard.press('a')
  const agree = housekeeper.getByRole('dialog', { name: /^同意/ })
  await agree.getByLabel('意见').fill('已核对发票')
  await housekeeper.context().setOffline(true)
  await agree.getByRole('button', { name: '同意' }).click()
  await toast(housekeeper, '网络不通，请检查网络后重试；已填写的内容不会丢失').waitFor()
  expect(await agree.getByLabel('意见').inputValue()).toBe('已核对发票')
  await housekeeper.context().setOffline(false)
  await agree.getByRole('button', { name: '同意' }).dblclick()
  await toast(housekeeper, '已同意').waitFor()
  await expect.poll(() => shown(housekeeper).count()).toBe(0)
  await strip(housekeeper, '我已办')
  await shown(housekeeper).filter({ hasText: '待审批' }).waitFor()

  // Nothing is recorded until the last one agrees.
  await openScreen(page, '流水列表')
  await pane(page).getByRole('textbox', { name: '交易人' }).fill(NAME)
  await settled(page)
  await expect.poll(() => rowsOf(page).count()).toBe(0)
  const { page: head } = await seat('admin', { url: house.url(), at: '审批列表' })
  await shown(head).getByRole('button', { name: '同意', exact: true }).click()
  await head.getByRole('dialog', { name: /^同意/ }).getByRole('button', { name: '同意' }).click()
  await toast(head, '已同意').waitFor()
  await pane(page).getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  expect(await rowsOf(page).innerText()).toContain('780.00')

  await openScreen(page, '审批列表')
  await strip(page, '我发起的')
  await pane(page).locator('.strip:not([hidden])').getByRole('button', { name: '刷新' }).click()
  await shown(page).filter({ hasText: '通过' }).getByRole('button').first().click()
  const trail = page.getByRole('list', { name: '审批经过' })
  await trail.getByText('已办成').waitFor()
  expect((await trail.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringContaining('提交'),
    expect.stringContaining('退回'),
    expect.stringContaining('提交（第 2 次）'),
    expect.stringContaining('周敏 同意 已核对发票'),
    expect.stringContaining('系统管理员 同意'),
    expect.stringContaining('系统 已办成'),
  ])
})
