import { readFileSync } from 'node:fs'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { fillFlowForm, openFlowForm } from '../../help/flowForm.ts'
import { pagesOf } from '../../help/pdf.ts'
import { PASSWORD } from '../../help/realServer.ts'
import { begin, browserSeat, choose, logIn, openScreen, rowsOf, settled, sharedUrl, toast } from '../../help/staff.ts'
import { md5 } from '../../help/testServer.ts'

const seat = browserSeat()

proof('a flow is recorded after every rule is met, and reversed once', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  const dialog = await openFlowForm(page)
  const save = dialog.getByRole('button', { name: '确定' })
  await save.click()
  await toast(page, '收支类型必填').waitFor()
  await dialog.getByText('收入', { exact: true }).click()
  await save.click()
  await toast(page, '金额必填').waitFor()
  await dialog.getByLabel('金额').fill('1.005')
  await save.click()
  await toast(page, '金额须为数字，最多两位小数').waitFor()
  expect(await dialog.getByLabel('金额').inputValue()).toBe('1.005')
  await dialog.getByLabel('金额').fill('3680')
  await dialog.getByText('叁仟陆佰捌拾元整').waitFor()
  await fillFlowForm(dialog, { type: '收入', amount: '3680', name: '𠮷测试人', item: '房租' })
  await save.dblclick()
  await toast(page, '保存成功').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  await page.getByRole('textbox', { name: '交易人' }).fill('𠮷测')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  expect(await rowsOf(page).innerText()).toContain('3,680.00')
  const totals = page.getByRole('status', { name: '合计' })
  await expect.poll(() => totals.innerText()).toMatch(/合计\s*收入 3,680.00 元\s*支出 0.00 元/)
  await rowsOf(page).getByRole('checkbox').check()
  await expect.poll(() => totals.innerText()).toMatch(/已选 1 条\s*收入 3,680.00 元/)
  await page.getByRole('button', { name: '取消选择' }).click()
  await begin(page, rowsOf(page).first(), '红冲')
  const reverse = page.getByRole('dialog', { name: /^红冲/ })
  await reverse.getByRole('button', { name: '红冲' }).click()
  await toast(page, '红冲原因必填').waitFor()
  await reverse.getByLabel('红冲原因').fill('金额录错')
  await reverse.getByRole('button', { name: '红冲' }).click()
  await toast(page, '红冲成功').waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  // Neither the one that was reversed nor the red one offers it again, in its row or among its further deeds.
  for (const row of await rowsOf(page).all()) {
    expect(await row.getByRole('button', { name: '红冲', exact: true }).count()).toBe(0)
    const further = row.getByRole('button', { name: '更多操作' })
    if ((await further.count()) === 0) continue
    await further.click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allInnerTexts()).not.toContain('红冲')
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
  }
  expect((await rowsOf(page).allInnerTexts()).join()).toContain('-3,680.00')
})

proof('changing 账单类型 clears the item; closing a half-filled dialog asks', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  const dialog = await openFlowForm(page)
  await choose(dialog, '账单类型', '费用项')
  await choose(dialog, '账单名目', '房租')
  await choose(dialog, '账单类型', '抄表项')
  expect(await dialog.getByText('房租', { exact: true }).count()).toBe(0)
  // While the choices are still closing, Esc means them.
  await expect.poll(() => page.locator('.ant-select-dropdown:visible').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByText('放弃已填写的内容？').waitFor()
  await page.getByRole('button', { name: '继续填写' }).click()
  await dialog.getByTitle('抄表项').waitFor()
  // Esc pressed again before the question has taken the focus means the question, not the form.
  await page.getByText('放弃已填写的内容？').waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByText('放弃已填写的内容？').waitFor({ state: 'hidden' })
  await dialog.getByTitle('抄表项').waitFor()
})

test('without a network the form keeps what was typed and says so; with it back the same form saves', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  const dialog = await openFlowForm(page)
  const days = ['2026-11-01', '2026-11-01'] as const
  await fillFlowForm(dialog, { type: '支出', amount: '88', name: '断网保洁', item: '保洁费', days, way: '其他' })
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '网络不通，请检查网络后重试；已填写的内容不会丢失').waitFor()
  await page.context().setOffline(false)
  expect(await dialog.getByLabel('交易人姓名').inputValue()).toBe('断网保洁')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '保存成功').waitFor()
})

proof('whoever changes the amount after the answer was lost is told that the first was done, and keeps what was typed', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  const dialog = await openFlowForm(page)
  await fillFlowForm(dialog, { type: '收入', amount: '10', name: '答复丢了', item: '房租' })
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/api/flow/add', lose, { times: 1 })
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '网络不通，请检查网络后重试；已填写的内容不会丢失').waitFor()
  await dialog.getByLabel('金额').fill('20')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page
    .locator('.ant-message')
    .getByText(/^上一次提交其实已经办成了/)
    .waitFor()
  expect(await dialog.getByLabel('金额').inputValue()).toBe('20')
  // The list behind it has what was done.
  await rowsOf(page).filter({ hasText: '答复丢了' }).filter({ hasText: '10.00' }).waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await page.getByRole('textbox', { name: '交易人' }).fill('答复丢了')
  await page.getByText('交易人：答复丢了').waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
})

proof('the back button asks before what was typed is left, and takes a dialog with it in which nothing was', async () => {
  const { page } = await seat('caiwu', { at: '账单列表' })
  await openScreen(page, '流水列表')
  const back = async () => {
    await page.goBack()
    await page.getByRole('tab', { name: '账单列表', selected: true }).waitFor()
  }
  const dialog = await openFlowForm(page)
  await dialog.getByLabel('交易人姓名').fill('还没有存')
  await back()
  await page.getByText('放弃已填写的内容？').waitFor()
  await page.getByRole('button', { name: '继续填写' }).click()
  // Who goes on typing is back at the page that it is about.
  await page.getByRole('tab', { name: '流水列表', selected: true }).waitFor()
  expect(await dialog.getByLabel('交易人姓名').inputValue()).toBe('还没有存')
  await back()
  await page.getByRole('button', { name: '放弃' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await openScreen(page, '流水列表')
  await begin(page, rowsOf(page).first(), '红冲')
  await page.getByRole('dialog', { name: /^红冲/ }).waitFor()
  await back()
  await page.getByRole('dialog', { name: /^红冲/ }).waitFor({ state: 'hidden' })
})

test('新增流水 says what the room owes as soon as it is chosen, and how far the money goes; what cannot be read is said quietly', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  const dialog = await openFlowForm(page)
  const told = dialog.getByRole('status', { name: '登记前核对' })
  await choose(dialog, '所在项目', '')
  expect(await told.count()).toBe(0)
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/flow/owed'))
  await choose(dialog, '房间', '101')
  const { data } = await (await answer).json()
  for (const { label, value } of data.facts) {
    await told.getByRole('term').filter({ hasText: label }).waitFor()
    await told.getByRole('definition').filter({ hasText: value }).first().waitFor()
  }
  // It stands beneath the fields and covers none of them: the last is scrolled to above it.
  const note = dialog.getByLabel('备注')
  await note.focus()
  const edges = async () => {
    const [form, last, box] = await Promise.all([dialog.locator('form'), note, told].map((one) => one.boundingBox()))
    return form && last && box ? [form.y + form.height, last.y + last.height].map((bottom) => bottom <= box.y) : null
  }
  expect(await edges()).toEqual([true, true])
  await dialog.getByText('收入', { exact: true }).click()
  await dialog.getByLabel('金额').fill('99999999')
  await told.getByText(/^这一笔比欠费多 ¥/).waitFor()
  await page.route('**/api/flow/owed', (route) => route.fulfill({ json: { code: 429, msg: '请求太多，请稍后再试', data: null } }))
  await dialog.getByLabel('金额').fill('2')
  await told.getByText('请求太多，请稍后再试').waitFor()
  expect(await page.locator('.ant-message-notice').count()).toBe(0)
})

proof('without a room someone of several projects is asked for the project; with one, the room says it', async () => {
  const { call, logIn: tokenOf } = callsAt(sharedUrl())
  const token = await tokenOf('admin')
  const { list } = (await call('/api/admin/index', { user_name: 'caiwu', page: 1, page_rows: 1 }, token)).data
  const person = { name: '两处财务', role_id: list[0]?.role_id, reach: 2, projects: [1, 2], password: md5(PASSWORD) }
  await call('/api/admin/add', { user_name: 'liangchu', ...person }, token)

  const { page } = await seat()
  await logIn(page, 'liangchu')
  await openScreen(page, '流水列表')
  const dialog = await openFlowForm(page)
  await fillFlowForm(dialog, { type: '收入', amount: '12', name: '两处测试人', item: '房租' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '您负责多个项目，请选择项目').waitFor()
  const project = dialog.getByRole('combobox', { name: '项目', exact: true })
  await expect.poll(() => project.evaluate((input) => input === document.activeElement)).toBe(true)
  await choose(dialog, '项目', '')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '保存成功').waitFor()
  await page.getByRole('textbox', { name: '交易人' }).fill('两处测试')
  await expect.poll(() => rowsOf(page).count()).toBe(1)

  await page.getByRole('button', { name: '新增流水' }).click()
  await project.waitFor()
  const room = dialog.getByRole('combobox', { name: '房间', exact: true })
  await dialog.getByText('请先输入项目名称选择').waitFor()
  expect(await room.isDisabled()).toBe(true)
  const { data } = await call('/api/project/index', { page: 1, page_rows: 100 }, token)
  const [first, second] = [1, 2].map((id) => data.list.find(({ p_id }: { p_id: number }) => p_id === id).name as string)
  await choose(dialog, '所在项目', first ?? '')
  await choose(dialog, '房间', '101')
  await project.waitFor({ state: 'detached' })
  // Another project has other rooms.
  await choose(dialog, '所在项目', second ?? '')
  await project.waitFor()
})

proof('a receipt opens from its row, is the same when printed again, and of several one file lies in 下载记录', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  await choose(page, '收支', '收入')
  await page.keyboard.press('Escape')
  await settled(page)
  const row = rowsOf(page).filter({ hasText: '正常' }).first()
  const sn = (await row.locator('td').nth(1).innerText()).trim()
  const printed = async (): Promise<Buffer> => {
    const opening = page.context().waitForEvent('request', (request) => request.url().includes('/files/prints/'))
    await rowsOf(page).filter({ hasText: sn }).getByRole('button', { name: '打印收据' }).click()
    const file = await page.context().request.get((await opening).url())
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    return file.body()
  }
  await printed()
  await page
    .locator('.ant-message')
    .getByText(/^已打印 PJ\d{10}$/)
    .waitFor()
  await printed()
  await page
    .locator('.ant-message')
    .getByText(/^补打 PJ\d{10}，纸上已标明第几次打印$/)
    .waitFor()

  await rowsOf(page).filter({ hasText: sn }).getByText(sn).click()
  const drawer = page.getByRole('dialog')
  // The receipt is a record of its own, with the papers that were handed out.
  await drawer.getByRole('button', { name: '收据', exact: true }).click()
  await drawer.getByRole('link', { name: /^PJ\d{10}$/ }).click()
  const receipt = page.getByRole('dialog', { name: /PJ\d{10}/ })
  await receipt.getByRole('button', { name: '打印记录' }).click()
  await receipt.getByRole('cell', { name: '补打' }).waitFor()
  expect(await receipt.getByRole('cell', { name: '首次' }).count()).toBe(1)
  await receipt.getByRole('button', { name: '关闭' }).click()

  const printable = rowsOf(page).filter({ hasText: '打印收据' })
  for (const place of [0, 1, 2]) await printable.nth(place).getByRole('checkbox').check()
  await page
    .getByRole('toolbar', { name: '批量操作' })
    .getByRole('button', { name: /^打印收据/ })
    .click()
  await toast(page, '已开始打印，文件在下载记录里').waitFor()
  const dialog = page.getByRole('dialog', { name: '下载记录' })
  const record = dialog.getByRole('row', { name: /收据\.pdf/ })
  const download = page.waitForEvent('download')
  await record.getByRole('link', { name: '下载' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('收据.pdf')
  expect((await pagesOf(readFileSync(await file.path()))).length).toBe(3)
  await dialog.getByText('3 份').waitFor()
})
