import { isNil, omitBy, pick } from 'es-toolkit'
import { expect, test } from 'vitest'
import { roomForm } from '../../../src/schemas/property/roomForm.ts'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { begin, browserSeat, choose, openScreen, pane, rowsOf, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()

proof('the next of the queue is called for a room beside the name: screen, room, 叫号', async () => {
  const { page } = await seat('admin')
  let clicks = 0
  await openScreen(page, '轮候列表')
  clicks++
  // Whom a bureau's file speaks against is called for a reason: this is about everybody else.
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const { list: doubted } = (await call('/api/Waiting/index', { status: [1], doubted: [1, 2], page: 1, page_rows: 100 }, token)).data
  const names = (doubted as { custom_name: string }[]).map(({ custom_name }) => custom_name)
  const turns = pane(page).getByRole('region', { name: '轮到谁' }).getByRole('article')
  await turns.first().waitFor()
  const firsts = await Promise.all((await turns.all()).map((one) => one.getByRole('link').first().innerText()))
  const place = firsts.findIndex((one) => !names.includes(one))
  expect(place).toBeGreaterThanOrEqual(0)
  const [turn, name] = [turns.nth(place), firsts[place] ?? '']
  await turn.getByRole('button').first().click()
  clicks++
  const dialog = page.getByRole('dialog', { name: `叫号：${name}` })
  expect(await dialog.locator('.ant-select-selection-item').first().innerText()).not.toMatch(/^\d*$/)
  await dialog.getByRole('button', { name: '叫号' }).click()
  clicks++
  await toast(page, '叫号成功').waitFor()
  expect(clicks).toBeLessThanOrEqual(3)
  // The strips count what is in which state, now one more and one less.
  const called = page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: /^已叫号/ })
  await called.click()
  await expect.poll(() => rowsOf(page).filter({ hasText: name }).count()).toBeGreaterThan(0)
  const waiters = (await call('/api/Waiting/index', { status: [2], custom_name: name, page: 1, page_rows: 20 }, token)).data.list
  for (const { wait_id } of waiters as { wait_id: number }[]) await call('/api/Waiting/decline', { wait_id, reason: '试' }, token)
})

proof('a question goes with the place that it was asked at, by the back button or by another address, and nothing is done', async () => {
  const done: string[] = []
  const { page } = await seat('admin', { at: '项目设置' })
  page.on('request', (request) => /\/(del|save|read)$|has_read/.test(request.url()) && done.push(request.url()))
  const question = page.getByRole('dialog', { name: '删除' })
  const ask = async () => {
    await rowsOf(page).first().getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await question.getByRole('button', { name: '删除' }).waitFor()
  }
  await ask()
  await page.evaluate(() => {
    location.hash = '/userInfo'
  })
  await page.getByRole('tab', { name: '个人信息', selected: true }).waitFor()
  await question.waitFor({ state: 'hidden' })
  await page.goBack()
  await page.getByRole('tab', { name: '项目设置', selected: true }).waitFor()
  expect(await question.count()).toBe(0)
  await ask()
  await page.goBack()
  await page.getByRole('tab', { name: '项目设置', selected: true }).waitFor({ state: 'hidden' })
  await question.waitFor({ state: 'hidden' })
  expect(done).toEqual([])
})

proof('what stands above a list and comes after it, as its filters do, does not move the rows where it has been seen before', async () => {
  const { page } = await seat('admin', { at: '轮候列表' })
  const turns = page.getByRole('region', { name: '轮到谁' })
  await turns.waitFor()
  const first = rowsOf(page).first()
  const placeOf = async () => (await first.boundingBox())?.y
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  const place = await placeOf()
  await page.route('**/api/Waiting/next', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await first.waitFor()
  expect(await placeOf()).toBe(place)
  expect(await turns.count()).toBe(0)
  answer()
  await turns.waitFor()
  expect(await placeOf()).toBe(place)
})

proof('nothing can be done about a record before what it is about is read: no button moves from under the hand', async () => {
  const { page } = await seat('admin', { at: '轮候列表' })
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/Waiting/detail', async (route) => {
    await held
    await route.continue()
  })
  await begin(page, rowsOf(page).first(), '跳过')
  const dialog = page.getByRole('dialog', { name: /^跳过/ })
  await dialog.waitFor()
  expect(await dialog.getByRole('button', { name: '跳过' }).count()).toBe(0)
  answer()
  await dialog.getByRole('button', { name: '跳过' }).waitFor()
  await dialog.getByText('位次说明').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

/** Another's edit of a room, by the call: it keeps what it does not say. */
const rewrite = async (row: Record<string, unknown>, changes: object): Promise<void> => {
  const { call, logIn } = callsAt(sharedUrl())
  const held = omitBy(pick(row, ['org_id', 'version', ...Object.keys(roomForm.properties)]), isNil)
  expect((await call('/api/org/edit', { ...held, ...changes }, await logIn('guanjia'))).msg).toBe('')
}

test('what another has done to a record in the middle of a question is said, what was typed for it stays, and asked again it is about the record as it is now', async () => {
  const empty = encodeURIComponent(JSON.stringify({ state: [1], show_type: [2], nature: [1] }))
  const { page } = await seat('admin', { path: `/#/homeList?filters=${empty}` })
  const read = page.waitForResponse('**/api/org/detail')
  await begin(page, rowsOf(page).first(), '拆套')
  const dialog = page.getByRole('dialog', { name: /^拆套/ })
  const [ok, kind] = [dialog.getByRole('button', { name: '拆套' }), page.getByRole('combobox', { name: '新房间的类型' })]
  await choose(dialog, '新房间的类型', '单间')
  const { data: row } = await (await read).json()
  await rewrite(row, { note: '刚刚写的' })
  await ok.click()
  await toast(page, '这条记录刚被改过，请看过再拆套').waitFor()
  await dialog.getByText('看过以后再拆套。').waitFor()
  expect(await dialog.locator('.ant-select', { has: kind }).innerText()).toContain('单间')
  await ok.click()
  await toast(page, '请登记套内的房间，或选择已登记的单间').waitFor()
  // Under repair meanwhile: why it cannot be divided is said, and not to begin anew.
  await page.route(/org\/(divide|detail)$/, (route) =>
    route.fulfill({
      json: route.request().url().endsWith('detail')
        ? { code: 200, msg: '', data: { ...row, state: 2, version: row.version + 5 } }
        : { code: 409, msg: '当前状态不能拆套，请刷新后重试', data: null },
    }),
  )
  await ok.click()
  await toast(page, '这条记录刚被改过，现在不能拆套了').waitFor()
  expect(await ok.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃' }).click()
})

test('what cannot be read is not edited as if it were empty; a number that ends in 0 is sent by Enter; what another has saved meanwhile is shown and not written over', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  const edit = () => begin(page, rowsOf(page).first(), '编辑')
  await page.route('**/api/org/detail', (route) => route.fulfill({ json: { code: 500, msg: '读不到', data: null } }))
  await edit()
  await toast(page, '读不到').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.unroute('**/api/org/detail')
  const read = page.waitForResponse('**/api/org/detail')
  await edit()
  const dialog = page.getByRole('dialog', { name: /^编辑/ })
  const [area, note] = [dialog.getByLabel(/^面积/), dialog.getByLabel('备注')]
  await area.fill('４5.50')
  const { data: row } = await (await read).json()
  await rewrite(row, { area: 46, note: '另一个人写的' })
  await area.press('Enter')
  await toast(page, '周敏 刚改过这条记录，请看过再保存').waitFor()
  await dialog.getByText('您没有改的已换成新的：备注。').waitFor()
  expect([await area.inputValue(), await note.inputValue()]).toEqual(['４5.50', '另一个人写的'])
  await dialog.getByText('周敏 改成了：46㎡').waitFor()
  await dialog.getByRole('button', { name: '用这个值' }).click()
  expect([await area.inputValue(), await dialog.getByText('周敏 改成了').count()]).toEqual(['46', 0])
  await area.fill('45.50')
  await area.press('Enter')
  await toast(page, '编辑成功').waitFor()
  // A record that is gone is said to be, and what was typed is there to be copied.
  await edit()
  await note.fill('没处去的话')
  await page.route(/org\/(edit|detail)$/, (route) => route.fulfill({ json: { code: 404, msg: '记录不存在', data: null } }))
  const ok = dialog.getByRole('button', { name: '确定' })
  await ok.click()
  await dialog.getByText('这条记录已不在了').waitFor()
  expect([await note.inputValue(), await ok.isDisabled()]).toEqual(['没处去的话', true])
})

proof(
  'a bill is paid from its row: what it owes, of whom and for which room stands there, and it is settled by it; the next one is of no bill, and left without a question',
  async () => {
    const { call, logIn } = callsAt(sharedUrl())
    const token = await logIn('admin')
    const bill = (await call('/api/bill/index', { state: [4], payer: [1], from: [1], page: 1, page_rows: 1 }, token)).data.list[0]
    const { page } = await seat('admin', { at: '账单列表' })
    await pane(page).getByRole('textbox', { name: '账单号' }).fill(bill.sn)
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await rowsOf(page).getByRole('button', { name: '收款' }).click()
    const dialog = page.getByRole('dialog', { name: '新增流水' })
    expect(Number(await dialog.getByLabel('金额').inputValue()) * 100).toBe(bill.owed)
    expect(await dialog.getByLabel('交易人姓名').inputValue()).toBe(bill.custom_name)
    // As the bill has it, above the fields, and in them.
    await expect.poll(() => dialog.getByText(bill.org_id_title, { exact: true }).count()).toBe(2)
    await dialog.getByText(bill.p_id_title, { exact: true }).waitFor()
    await dialog.getByText('房租', { exact: true }).waitFor()
    await choose(dialog, '支付方式', '转账')
    // A day that is none is said, and not that of before put in its place.
    const [from, save] = [dialog.getByLabel('费用周期开始时间'), dialog.getByRole('button', { name: '保存并继续' })]
    const day = await from.inputValue()
    await from.fill('2026-11-31')
    await save.click()
    await dialog.getByText('费用周期开始时间格式不正确，应为 2026-11-21').waitFor()
    await from.fill(day)
    await save.click()
    await toast(page, '保存成功').waitFor()
    const next = page.getByRole('dialog', { name: '新增流水', exact: true })
    await next.waitFor()
    expect(await next.getByText(bill.org_id_title, { exact: true }).count()).toBe(0)
    await next.getByRole('button', { name: '取消' }).click()
    await next.waitFor({ state: 'detached' })
    // The list opens on what is overdue, of which it is no more.
    await expect.poll(() => rowsOf(page).count()).toBe(0)
    await pane(page).getByRole('button', { name: '清空', exact: true }).click()
    await pane(page).getByRole('textbox', { name: '账单号' }).fill(bill.sn)
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await rowsOf(page).getByText('已结清').waitFor()
    expect(await rowsOf(page).getByRole('button', { name: '收款' }).count()).toBe(0)
  },
)
