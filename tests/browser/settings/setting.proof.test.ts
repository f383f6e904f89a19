import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { picture } from '../../help/pictures.ts'
import { begin, browserSeat, choose, openScreen, pane, rowsOf, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()
const history = (page: Page) => pane(page).getByRole('region', { name: '改动记录' })
const save = (page: Page) => pane(page).getByRole('button', { name: '保存', exact: true })
const menuName = (page: Page) => page.locator('.side-name')

test('the name and the picture are seen by everyone at once; who changed what is told, and is put back', async () => {
  const { page } = await seat('admin', { at: 'LOGO设置' })
  const { page: other } = await seat('guanjia', { path: '/#/userInfo' })
  const { page: guest } = await seat()
  await pane(page).getByText('改变什么：').waitFor()
  expect(await save(page).isEnabled()).toBe(false)
  await pane(page).getByLabel('系统名称').fill('虹口公租房')
  await pane(page)
    .locator('input[type=file]')
    .setInputFiles(await picture('logo.png', 'png'))
  await pane(page).getByRole('img', { name: '图片1' }).waitFor()
  await save(page).click()
  await toast(page, '保存成功，已生效').waitFor()
  for (const one of [page, other]) {
    await menuName(one).getByText('虹口公租房').waitFor()
    expect(
      await menuName(one)
        .locator('img')
        .evaluate((image) => (image as HTMLImageElement).decode().then(() => true)),
    ).toBe(true)
  }
  await guest.reload()
  await guest.getByText('虹口公租房').first().waitFor()
  await history(page).getByText('系统名称：安居租赁运营 → 虹口公租房').waitFor()
  await history(page).getByText('LOGO：— → 1 张').waitFor()
  await history(page).getByText('系统管理员').waitFor()
  expect(await save(page).isEnabled()).toBe(false)

  await history(page).getByRole('button', { name: '恢复为初始值' }).click()
  await page.getByRole('dialog', { name: '恢复到初始值' }).getByRole('button', { name: '恢复', exact: true }).click()
  await toast(page, '已恢复为初始值').waitFor()
  await menuName(other).getByText('安居租赁运营').waitFor()
  expect(await menuName(other).locator('img').count()).toBe(0)
  await expect.poll(() => pane(page).getByLabel('系统名称').inputValue()).toBe('安居租赁运营')
})

proof('of two who change it the second keeps what was typed, sees who came first, and chooses', async () => {
  const [{ page: one }, { page: two }] = [await seat('admin', { at: 'LOGO设置' }), await seat('admin', { at: 'LOGO设置' })]
  for (const page of [one, two]) await pane(page).getByLabel('系统名称').waitFor()
  await pane(two).getByLabel('系统名称').fill('第二人的名称')
  await pane(one).getByLabel('系统名称').fill('第一人的名称')
  await save(one).click()
  await toast(one, '保存成功，已生效').waitFor()
  await save(two).click()
  await toast(two, '该记录已被他人修改，请刷新后重试').waitFor()
  await pane(two)
    .getByText(/刚保存了第 \d+ 版/)
    .waitFor()
  await history(two)
    .getByText(/→ 第一人的名称/)
    .waitFor()
  expect(await pane(two).getByLabel('系统名称').inputValue()).toBe('第二人的名称')
  await pane(two).getByRole('button', { name: '保留所填，再次保存' }).click()
  expect(await pane(two).getByLabel('系统名称').inputValue()).toBe('第二人的名称')
  await save(two).click()
  await history(two).getByText('系统名称：第一人的名称 → 第二人的名称').waitFor()

  await pane(one).getByLabel('系统名称').fill('又改')
  await save(one).click()
  await pane(one)
    .getByRole('button', { name: /^放弃所填/ })
    .click()
  await expect.poll(() => pane(one).getByLabel('系统名称').inputValue()).toBe('第二人的名称')
  // The other tests find the system under its own name.
  await history(one).getByRole('button', { name: '恢复为初始值' }).click()
  await one.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click()
  await menuName(two).getByText('安居租赁运营').waitFor()
  // Who has not read that yet is shown it when they put something back, too, and is asked no longer.
  await history(two).getByRole('button', { name: '恢复为初始值' }).click()
  await two.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click()
  await pane(two)
    .getByText(/刚保存了第 \d+ 版/)
    .waitFor()
  await expect.poll(() => two.getByRole('dialog').count()).toBe(0)
})

proof('what is typed and not saved is asked about before the page goes, and can be taken back', async () => {
  const { page } = await seat('admin', { at: 'LOGO设置' })
  await pane(page).getByLabel('系统名称').fill('没有保存的名称')
  const asked = page.waitForEvent('dialog')
  await Promise.all([asked.then((dialog) => dialog.dismiss()), page.getByTitle('关闭LOGO设置').click()])
  expect((await asked).message()).toBe('确定要关闭这个页面吗')
  await pane(page).getByRole('button', { name: '撤销修改' }).click()
  expect(await save(page).isEnabled()).toBe(false)
  await page.getByTitle('关闭LOGO设置').click()
  await expect.poll(() => page.getByRole('tab', { name: 'LOGO设置' }).count()).toBe(0)
})

proof('审批: a step asks for what its choice needs, and the history tells it in words', async () => {
  const { page } = await seat('admin', { at: '审批设置' })
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const { role_id } = (await call('/api/role/add', { name: '快要没有的岗位' }, token)).data
  await pane(page).getByRole('button', { name: '合同签订加一行' }).click()
  await choose(pane(page), '方式', '审批')
  await choose(pane(page), '审批人', '角色')
  await save(page).click()
  await toast(page, '哪个角色必填').waitFor()
  await choose(pane(page), '哪个角色', '快要没有的岗位')
  await choose(pane(page), '几人通过', '任一人')
  // What has gone meanwhile is said at its field, in its row.
  expect((await call('/api/role/del', { role_id }, token)).msg).toBe('')
  await save(page).click()
  await pane(page).getByRole('group', { name: '合同签订' }).getByText('所选的记录不存在或已被删除').waitFor()
  await choose(pane(page), '哪个角色', '管理员')
  await choose(pane(page), '几人通过', '全部')
  await save(page).click()
  await history(page).getByText('合同签订：— → 审批 角色 管理员 全部').waitFor()
  // Others sign contracts on this server.
  await history(page).getByRole('button', { name: '恢复为初始值' }).click()
  await page.getByRole('dialog', { name: '恢复到初始值' }).getByRole('button', { name: '恢复' }).click()
  await history(page).getByText('合同签订：审批 角色 管理员 全部 → —').waitFor()
})

proof('房态提醒: days are added beside each other and what is not reminded of asks for none', async () => {
  const { page } = await seat('admin', { at: '房态提醒设置' })
  const days = pane(page).getByRole('group', { name: '到期前多少天' })
  const typed = () => days.getByLabel('天数').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  await expect.poll(typed).toEqual(['90', '60', '30'])
  await days.getByRole('button', { name: '到期前多少天加一行' }).click()
  await days.getByLabel('天数').last().fill('7')
  await pane(page)
    .locator('.field')
    .filter({ has: page.getByText('空置', { exact: true }) })
    .getByText('不提醒', { exact: true })
    .click()
  await expect.poll(() => pane(page).getByRole('group', { name: '空置满多少天' }).count()).toBe(0)
  await save(page).click()
  await history(page).getByText('到期前多少天：90天、60天、30天 → 90天、60天、30天、7天').waitFor()
  await history(page).getByText('空置：提醒 → 不提醒').waitFor()
})

proof('the history names what was chosen, however many there are to choose from', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const ids: number[] = []
  for (let n = 1; n <= 101; n++) ids.push((await call('/api/role/add', { name: `岗位${n}` }, token)).data.role_id)
  const { version, values } = (await call('/api/rentSetting/detail', {}, token)).data
  expect((await call('/api/rentSetting/save', { ...values, whom: 2, roles: ids.slice(-1), version }, token)).msg).toBe('')
  const { page } = await seat('admin', { at: '房态提醒设置' })
  await history(page).getByText('角色：— → 岗位101').waitFor()
  // The next file's lists of roles are as this one found them.
  expect((await call('/api/rentSetting/restore', { to: 0, version: version + 1 }, token)).msg).toBe('')
  for (const some of [ids.slice(0, 100), ids.slice(100)]) expect((await call('/api/role/del', { ids: some }, token)).msg).toBe('')
})

proof('a retired tag is offered no more, and stays on the room that has it', async () => {
  const { page } = await seat('admin', { at: '房源设置' })
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '标签' }).click()
  await page.locator('.strip:not([hidden])').getByRole('heading', { name: '标签', exact: true }).waitFor()
  const tags = page.locator('.strip:not([hidden]) tbody tr.row')
  const name = await tags.first().locator('td').nth(1).innerText()
  await tags.first().getByRole('button', { name: '停用' }).click()
  await page.getByRole('dialog', { name: '停用' }).getByRole('button', { name: '停用' }).click()
  await toast(page, '停用成功').waitFor()
  await openScreen(page, '房源列表')
  await page.getByRole('button', { name: '新增房源' }).click()
  const box = page.getByRole('dialog').getByRole('combobox', { name: '标签', exact: true })
  await box.focus()
  await page.keyboard.press('ArrowDown')
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await options.first().waitFor()
  expect(await options.allInnerTexts()).not.toContain(name)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '新增房源' }).getByRole('button', { name: '取消' }).click()
  // Nothing was typed, so nothing is asked.
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
  await openScreen(page, '房源设置')
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '标签' }).click()
  await tags.filter({ hasText: name }).getByRole('button', { name: '启用' }).click()
  await toast(page, '启用成功').waitFor()
})

proof('签章: a tenant signs by hand, and the first signature is the default', async () => {
  const { page } = await seat('admin', { at: '用户列表' })
  await begin(page, rowsOf(page).first(), '签章')
  await page.getByRole('tab', { name: '签章管理', selected: true }).waitFor()
  await pane(page).getByText('还没有签章').waitFor()
  await page.getByRole('button', { name: '新增签章' }).click()
  const dialog = page.getByRole('dialog', { name: '新增签章' })
  await dialog.getByLabel('名称').fill('本人签名')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '请上传或手写图样').waitFor()
  await dialog.getByRole('button', { name: '手写签名' }).click()
  const sheet = page.getByLabel('签名区域')
  await sheet.hover()
  const { x, y } = (await sheet.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 100, y + 100)
  await page.mouse.down()
  for (const [dx, dy] of [
    [160, 60],
    [220, 140],
    [300, 80],
  ] as const)
    await page.mouse.move(x + dx, y + dy, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('button', { name: '使用' }).click()
  await dialog.getByRole('img', { name: '图片1' }).waitFor()
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '新增签章成功').waitFor()
  const row = rowsOf(page).filter({ hasText: '本人签名' })
  await row.getByText('是', { exact: true }).waitFor()
  expect(await row.getByRole('button', { name: '设为默认' }).count()).toBe(0)
  await row.getByRole('button', { name: '本人签名' }).click()
  // The address of the one size does for no other.
  const [width, height] = await page
    .getByRole('dialog')
    .getByRole('link', { name: '查看图样1' })
    .evaluate(async (link) => {
      const image = new Image()
      image.src = (link as HTMLAnchorElement).href
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    })
  // The strokes, not the sheet around them.
  expect([Number(width) > 150, Number(width) < 350, Number(height) < 150]).toEqual([true, true, true])
})

proof('a rule is saved for a later day: the screen says what comes and what holds until then, and it is taken down', async () => {
  const { page } = await seat('admin', { at: '合同设置' })
  const cap = pane(page).getByLabel('每户累计上限')
  await cap.waitFor()
  const before = await cap.inputValue()
  const day = addDays(today(), 40)
  await cap.fill(String(Number(before) + 12))
  await pane(page).getByLabel('生效日期').fill(day)
  await save(page).click()
  await toast(page, `保存成功，${day} 起生效`).waitFor()
  await history(page).getByText(`${day} 起生效`).waitFor()
  await pane(page)
    .getByRole('status')
    .filter({ hasText: `从 ${day} 起生效` })
    .waitFor()
  expect(await cap.inputValue()).toBe(before)

  await pane(page).getByRole('button', { name: '不再生效' }).click()
  await page
    .getByRole('dialog', { name: `${day} 起不再生效` })
    .getByRole('button', { name: '不再生效' })
    .click()
  await toast(page, `已撤下，${day} 起仍按现行的`).waitFor()
  await expect.poll(() => pane(page).getByRole('status').filter({ hasText: '起生效' }).count()).toBe(0)
})
