import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { newAction, newField, part, publish, saved } from '../../help/designer.ts'
import { browserSeat, choose, openScreen, rowsOf, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()

test('a page that refers to rooms: one types to find one, the list names it, and the room itself shows the record', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const { data } = await call('/api/screen/add', { name: 'cleanings', label: '保洁' }, token)
  const { page } = await seat('admin', { at: '房源列表' })
  const room = rowsOf(page).first()
  await room.waitFor()
  await page.goto(page.url().replace(/#.*/, `#/setting/screenDesigner/${data.screen_id}`))
  const field = await newField(page, '房间', 'room', '引用另一页的记录')
  await choose(field, '引用哪一页', '房源列表')
  await saved(field)
  await publish(page, '第一版')
  await page.getByText('已发布第 1 版').waitFor()
  await openScreen(page, '保洁')
  await page.getByRole('button', { name: '新增保洁' }).click()
  const dialog = page.getByRole('dialog', { name: '新增保洁' })
  await dialog.getByLabel('名称').fill('水管漏水')
  const { list } = (await call('/api/org/list', { page: 1, page_rows: 1 }, token)).data
  const { unit_floor, region_name, org_id, p_id_title } = list[0]
  await choose(dialog, '所在项目', p_id_title)
  const box = dialog.getByRole('combobox', { name: '房间' })
  await box.fill(unit_floor)
  await page
    .locator('.ant-select-item-option', { hasText: `${region_name} ${unit_floor}` })
    .first()
    .click()
  await saved(dialog)
  await rowsOf(page).filter({ hasText: '水管漏水' }).filter({ hasText: unit_floor }).waitFor()
  await page.goto(page.url().replace(/#.*/, `#/homeList/show/${org_id}`))
  const detail = page.getByRole('dialog').filter({ hasText: unit_floor })
  await detail.getByRole('navigation', { name: '相关记录' }).getByRole('button', { name: '保洁' }).click()
  await detail.getByRole('cell', { name: '水管漏水' }).waitFor()
})

test('of fourteen columns the table scrolls and the page does not; two designers share no ids', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const made = async (name: string, label: string): Promise<number> =>
    (await call('/api/screen/add', { name, label }, token)).data.screen_id
  const [wide, other] = [await made('wide', '宽表'), await made('other_wide', '另一张')]
  const { data: now } = await call('/api/screen/draft', { screen_id: wide }, token)
  const more = Object.fromEntries(
    Array.from({ length: 12 }, (_, place) => [`col_${place}`, { label: `第${place}个很长的列名`, width: 160 }]),
  )
  const declaration = JSON.stringify({ ...now.draft, columns: { ...now.draft.columns, ...more } })
  await call('/api/screen/save', { screen_id: wide, version: now.version, declaration }, token)
  expect(await call('/api/screen/publish', { screen_id: wide }, token)).toMatchObject({ code: 200 })
  await call('/api/wide/add', { title: '第一条' }, token)
  const { page } = await seat('admin', { at: '页面配置' })
  await openScreen(page, '宽表')
  const row = rowsOf(page).filter({ hasText: '第一条' })
  await row.waitFor()
  const panel = page.getByRole('tabpanel', { name: '宽表' })
  expect(await panel.evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0)
  const edges = async () => {
    const boxes = [row.getByText('第一条'), row.getByRole('button', { name: '编辑' }), page.getByRole('button', { name: '新增宽表' })]
    return Promise.all(boxes.map(async (one) => Math.round((await one.boundingBox())?.x ?? -1)))
  }
  const before = await edges()
  expect(before.every((x) => x > 190 && x < 1600)).toBe(true)
  const last = page.getByRole('columnheader', { name: '第11个很长的列名' })
  const there = (await last.boundingBox())?.x ?? 0
  await page.getByRole('region', { name: '宽表' }).evaluate((frame) => frame.scrollTo({ left: 10_000 }))
  await expect.poll(async () => (await last.boundingBox())?.x).toBeLessThan(there - 300)
  // But for the frame's own line.
  for (const [place, x] of (await edges()).entries()) expect(Math.abs(x - (before[place] ?? 0))).toBeLessThan(3)

  for (const id of [wide, other]) {
    await page.goto(page.url().replace(/#.*/, `#/setting/screenDesigner/${id}`))
    const designer = page.locator('[role=tabpanel]:not([inert])')
    await designer.getByRole('navigation', { name: '设计的部分' }).getByRole('button', { name: '页面', exact: true }).click()
    await designer.getByLabel('页面名称').waitFor()
  }
  const doubled = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    return ids.filter((id, place) => ids.indexOf(id) !== place)
  })
  expect(doubled).toEqual([])
})

test('a link is typed in a dialog, refused where it is none, and opens beside the page with no way back to it', async () => {
  const { page } = await seat('admin', { at: '页面配置' })
  await page.getByRole('button', { name: '新增页面' }).click()
  const start = page.getByRole('dialog', { name: '新增页面' })
  await start.getByLabel('页面名称').fill('商铺网址')
  await start.getByLabel('代码').fill('shoplink')
  await saved(start)
  await rowsOf(page).filter({ hasText: 'shoplink' }).getByRole('button', { name: '设计' }).click()
  await saved(await newField(page, '主页', 'site', '网址'))
  await publish(page, '有网址')
  await openScreen(page, '商铺网址')
  await page.getByRole('button', { name: '新增商铺网址' }).click()
  const dialog = page.getByRole('dialog', { name: '新增商铺网址' })
  await dialog.getByLabel('名称').fill('一号铺')
  await dialog.getByLabel('主页').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('主页须是以 http:// 或 https:// 开头的网址').waitFor()
  const address = new URL('/login?shop=1', page.url()).href
  await dialog.getByLabel('主页').fill(address)
  await saved(dialog)
  const link = rowsOf(page).getByRole('link', { name: address })
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  const opening = page.context().waitForEvent('page')
  await link.click()
  const opened = await opening
  expect(opened.url()).toBe(address)
  expect(await opened.evaluate(() => window.opener)).toBeNull()
})

test('an admin adds two states and an action between them: the picture has them, and once published the button does it', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const { data } = await call('/api/screen/add', { name: 'berths', label: '泊位' }, token)
  const { page } = await seat('admin', { path: `/#/setting/screenDesigner/${data.screen_id}` })
  await part(page, '状态')
  for (const label of ['空闲', '已出租']) {
    await page.getByRole('button', { name: '加一个状态' }).click()
    const dialog = page.getByRole('dialog', { name: '新状态' })
    await dialog.getByLabel('状态名称').fill(label)
    if (label === '已出租') await dialog.getByRole('radio', { name: '是', exact: true }).last().press('Space')
    await saved(dialog)
  }
  const action = await newAction(page, '出租', 'let')
  await choose(action, '状态', '空闲')
  await choose(action, '变为', '已出租')
  await saved(action)
  await page.getByRole('list', { name: '操作' }).getByText('空闲 → 已出租').waitFor()
  await part(page, '状态')
  const picture = page.getByRole('img', { name: '状态图' })
  for (const word of ['空闲', '已出租', '出租']) await picture.getByText(word, { exact: true }).waitFor()
  await publish(page, '第一版')
  await page.getByText('已发布第 1 版').waitFor()

  await call('/api/berths/add', { title: '东一' }, token)
  await openScreen(page, '泊位')
  const row = rowsOf(page).filter({ hasText: '东一' })
  await row.filter({ hasText: '空闲' }).waitFor()
  await row.getByRole('button', { name: '出租' }).click()
  await toast(page, '出租成功').waitFor()
  await row.filter({ hasText: '已出租' }).waitFor()
  expect(await row.getByRole('button', { name: '出租' }).count()).toBe(0)
})

test('the choices of a published field become its states: what is there stays as it is, and the action that set them goes on', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const { data } = await call('/api/screen/add', { name: 'stalls', label: '摊位' }, token)
  const { page } = await seat('admin', { path: `/#/setting/screenDesigner/${data.screen_id}` })
  const kind = await newField(page, '情况', 'kind', '选项')
  await kind.getByLabel('显示为', { exact: true }).fill('空着')
  await kind.getByRole('button', { name: '选项加一行' }).click()
  await kind.getByLabel('显示为', { exact: true }).nth(1).fill('占用')
  await saved(kind)
  const action = await newAction(page, '占用', 'take')
  await choose(action, '情况须为', '空着')
  await choose(action, '把情况改为', '占用')
  await saved(action)
  await publish(page, '第一版')
  await page.getByText('已发布第 1 版').waitFor()
  await call('/api/stalls/add', { title: '南一', kind: 1 }, token)

  await part(page, '状态')
  await page.getByRole('button', { name: '用“情况”的选项作为状态' }).click()
  const states = page.getByRole('list', { name: '状态' })
  expect(await states.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/空着[\s\S]*新记录[\s\S]*停用/),
    expect.stringMatching(/占用[\s\S]*到此为止[\s\S]*停用/),
  ])
  expect(await page.getByRole('button', { name: '用“情况”的选项作为状态' }).count()).toBe(0)
  await publish(page, '有了状态')
  await page.getByText('已发布第 2 版').waitFor()
  await openScreen(page, '摊位')
  const row = rowsOf(page).filter({ hasText: '南一' }).filter({ hasText: '空着' })
  await row.getByRole('button', { name: '占用' }).click()
  await toast(page, '占用成功').waitFor()
  await rowsOf(page).filter({ hasText: '南一' }).filter({ hasText: '占用' }).waitFor()
})

test('several choices: designed by click, seen at once in the dialog, shown by their words, found by several, kept when edited', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const { data } = await call('/api/screen/add', { name: 'fitted', label: '配置登记' }, token)
  const { page } = await seat('admin', { path: `/#/setting/screenDesigner/${data.screen_id}` })
  const several = async (label: string, code: string, words: readonly string[]) => {
    const field = await newField(page, label, code, '多选')
    for (const [place, word] of words.entries()) {
      if (place > 0) await field.getByRole('button', { name: '选项加一行' }).click()
      await field.getByLabel('显示为').nth(place).fill(word)
    }
    await choose(field, '筛选', '常用筛选')
    await saved(field)
  }
  await several('设施', 'fittings', ['空调', '洗衣机', '热水器'])
  await several('家具', 'furniture', ['床', '桌', '椅', '柜', '架', '灯', '帘', '镜', '沙发'])
  await page.getByRole('cell', { name: '空调 洗衣机', exact: true }).first().waitFor()
  await publish(page, '有设施')
  await openScreen(page, '配置登记')
  for (const [name, words] of [
    ['一号', ['空调', '热水器']],
    ['二号', ['洗衣机']],
  ] as const) {
    await page.getByRole('button', { name: '新增配置登记' }).click()
    const dialog = page.getByRole('dialog', { name: '新增配置登记' })
    await dialog.getByLabel('名称').fill(name)
    for (const word of words) await dialog.getByRole('group', { name: '设施' }).getByRole('checkbox', { name: word }).check()
    // More than are seen at once are chosen from a list; they stand in their own order, not in that in which they were chosen.
    for (const word of ['沙发', '床']) await choose(dialog, '家具', word)
    await page.keyboard.press('Escape')
    await saved(dialog)
  }
  await rowsOf(page).filter({ hasText: '一号' }).getByText('热水器').waitFor()
  await rowsOf(page).filter({ hasText: '一号' }).getByTitle('床、沙发').waitFor()
  await choose(page, '设施', '热水器')
  await expect.poll(() => rowsOf(page).allTextContents()).toEqual([expect.stringContaining('一号')])
  await page.keyboard.press('Escape')
  await rowsOf(page).getByRole('button', { name: '编辑' }).click()
  const editing = page.getByRole('dialog', { name: '编辑配置登记' })
  expect(await editing.getByRole('checkbox', { name: '空调' }).isChecked()).toBe(true)
  await editing.getByRole('checkbox', { name: '空调' }).uncheck()
  await saved(editing)
  await expect.poll(() => rowsOf(page).getByText('空调').count()).toBe(0)
})
