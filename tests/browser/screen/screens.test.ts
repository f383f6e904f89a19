import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { sheetsOf, workbook } from '../../help/imports.ts'
import { browserSeat, choose, openScreen, rowsOf, toast } from '../../help/staff.ts'

const seat = browserSeat()
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const saved = async (dialog: Locator): Promise<void> => {
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const newField = async (page: Page, label: string, code: string, kind: string): Promise<Locator> => {
  await page.getByRole('button', { name: '加一个字段' }).click()
  const dialog = page.getByRole('dialog', { name: '新字段' })
  await dialog.getByLabel('字段名称').fill(label)
  await dialog.getByLabel('代码').fill(code)
  await choose(dialog, '类型', kind)
  return dialog
}

const part = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: '设计的部分' }).getByRole('button', { name, exact: true }).click()

const publish = async (page: Page, note: string): Promise<void> => {
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '发布' })
  await dialog.getByLabel('说明').fill(note)
  await saved(dialog)
}

const addLot = async (page: Page, lot: string): Promise<void> => {
  await page.getByRole('button', { name: '新增车位登记' }).click()
  const dialog = page.getByRole('dialog', { name: '新增车位登记' })
  await dialog.getByLabel('名称').fill(lot)
  await saved(dialog)
}

test('an admin makes a screen by hand, fills it, gives it to a role, adds a field, exports, imports 1,000 rows, goes back and takes it away', async () => {
  const { page } = await seat('admin')
  await openScreen(page, '页面配置')
  await page.getByRole('button', { name: '新增页面' }).click()
  const start = page.getByRole('dialog', { name: '新增页面' })
  await start.getByLabel('页面名称').fill('车位登记')
  await start.getByLabel('代码').fill('Parking')
  await start.getByRole('button', { name: '确定' }).click()
  await start.getByText('代码须以小写字母开头').waitFor()
  await start.getByLabel('代码').fill('parking')
  await saved(start)
  await rowsOf(page).filter({ hasText: 'parking' }).getByRole('button', { name: '设计' }).click()

  const state = await newField(page, '状态', 'state', '选项')
  await state.getByLabel('显示为', { exact: true }).fill('空闲')
  await state.getByRole('button', { name: '选项加一行' }).click()
  await state.getByLabel('显示为', { exact: true }).nth(1).fill('已租')
  await choose(state, '筛选', '常用筛选')
  await saved(state)
  await part(page, '操作')
  await page.getByRole('button', { name: '加一个操作' }).click()
  const action = page.getByRole('dialog', { name: '新操作' })
  await action.getByLabel('操作名称').fill('出租')
  await action.getByLabel('代码').fill('let')
  await choose(action, '状态须为', '空闲')
  await choose(action, '把状态改为', '已租')
  await saved(action)
  const preview = page.getByRole('region', { name: '预览' })
  await preview.getByText('行上的操作：编辑、删除、出租').waitFor()
  await preview.getByRole('columnheader', { name: '状态' }).waitFor()
  // The rules can be tried before anything is published.
  await preview.getByRole('button', { name: '试一下规则' }).click()
  await preview.getByText('名称必填').waitFor()
  await publish(page, '第一版')
  await page.getByText('已发布第 1 版').waitFor()
  await toast(page, '已发布。管理员即可使用，其他人要在 角色设置 里授权').waitFor()

  await openScreen(page, '车位登记')
  for (const lot of ['A-01', 'A-02', 'A-03']) await addLot(page, lot)
  await expect.poll(() => rowsOf(page).count()).toBe(3)
  await rowsOf(page).filter({ hasText: 'A-02' }).getByRole('button', { name: '出租' }).click()
  await toast(page, '出租成功').waitFor()
  await rowsOf(page).filter({ hasText: 'A-02' }).filter({ hasText: '已租' }).waitFor()

  // Another member of staff has neither the page nor its calls until the role gets them, and then at once.
  const { page: other } = await seat('caiwu')
  await other.getByRole('link', { name: '流水列表' }).waitFor()
  expect(await other.getByRole('link', { name: '车位登记' }).count()).toBe(0)
  await openScreen(page, '角色设置')
  await rowsOf(page).filter({ hasText: '财务' }).getByRole('button', { name: '编辑' }).click()
  const role = page.getByRole('dialog', { name: '编辑角色' })
  for (const [tree, box] of [
    ['接口权限', '查看车位登记'],
    ['可打开的页面', '车位登记'],
  ] as const) {
    const group = role.getByRole('group', { name: tree, exact: true })
    await group.getByRole('textbox', { name: tree }).fill('车位')
    await group.getByRole('checkbox', { name: box, exact: true }).check()
  }
  await saved(role)
  await other.reload()
  await openScreen(other, '车位登记')
  await expect.poll(() => rowsOf(other).count()).toBe(3)
  expect(await other.getByRole('button', { name: '新增车位登记' }).count()).toBe(0)

  // A field is added while someone else has the page open: it is there for them without a reload.
  await page.getByRole('tab', { name: /页面设计/ }).click()
  await part(page, '字段')
  const plate = await newField(page, '车牌', 'plate', '文本')
  await saved(plate)
  await publish(page, '加车牌')
  await page.getByText('已发布第 2 版').waitFor()
  await other.getByRole('columnheader', { name: '车牌' }).waitFor()
  expect(await rowsOf(other).count()).toBe(3)

  await openScreen(page, '车位登记')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('menuitem', { name: '导出 CSV' }).click()
  await toast(page, '已开始导出').waitFor()
  const downloads = page.getByRole('dialog', { name: '下载记录' })
  const exported = page.waitForEvent('download')
  await downloads.getByRole('link', { name: '下载' }).first().click()
  const lines = readFileSync(await (await exported).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('车牌')
  await downloads.getByRole('button', { name: /关闭|Close/ }).click()

  await page.getByRole('button', { name: '导入', exact: true }).click()
  const imports = page.getByRole('dialog', { name: /导入/ })
  const template = page.waitForEvent('download')
  await imports.getByRole('link', { name: '下载模板' }).click()
  const heads = sheetsOf(readFileSync(await (await template).path()))[0]?.[0] ?? []
  const chooser = page.waitForEvent('filechooser')
  await imports.getByRole('button', { name: '选择文件' }).click()
  const rows = Array.from({ length: 1000 }, (_, index) => heads.map((head) => (String(head).startsWith('名称') ? `M-${index}` : '')))
  await (await chooser).setFiles({ name: '车位.xlsx', mimeType: XLSX, buffer: workbook([heads, ...rows]) })
  await imports.getByText('1,000 行全部可以导入').waitFor()
  await imports.getByRole('button', { name: '导入', exact: true }).click()
  await toast(page, '已导入 1,000 条').waitFor()
  await imports.getByRole('button', { name: '完成' }).click()
  await page.getByText('共 1,003 条').first().waitFor()

  await page.getByRole('tab', { name: /页面设计/ }).click()
  await part(page, '版本')
  await page.getByRole('listitem', { name: '第 2 版' }).getByRole('button', { name: '改了什么' }).click()
  await page.getByText('加了字段“车牌”').waitFor()
  await page.getByRole('listitem', { name: '第 1 版' }).getByRole('button', { name: '回退到此版本' }).click()
  await page.getByRole('dialog', { name: /回退/ }).getByRole('button', { name: '确定' }).click()
  await toast(page, '已回退').waitFor()
  await expect.poll(() => other.getByRole('columnheader', { name: '车牌' }).count()).toBe(0)

  await page.getByRole('button', { name: '返回列表' }).click()
  await rowsOf(page).filter({ hasText: 'parking' }).getByRole('button', { name: '下线' }).click()
  await page.getByRole('dialog', { name: /下线/ }).getByRole('button', { name: '确定' }).click()
  await expect.poll(() => page.getByRole('link', { name: '车位登记' }).count()).toBe(0)
  await other.getByRole('heading', { name: '页面已下线' }).waitFor()
})

test('a declaration is pasted: wrong ones are answered at their place, a right one is the screen', async () => {
  const { page } = await seat('admin')
  await openScreen(page, '页面配置')
  await page.getByRole('button', { name: '新增页面' }).click()
  const start = page.getByRole('dialog', { name: '新增页面' })
  await start.getByLabel('页面名称').fill('钥匙')
  await start.getByLabel('代码').fill('keyring')
  await saved(start)
  await rowsOf(page).filter({ hasText: 'keyring' }).getByRole('button', { name: '设计' }).click()
  await part(page, 'JSON')
  const editor = page.getByRole('textbox', { name: '声明的 JSON' })
  const paste = async (value: unknown): Promise<void> => {
    await editor.fill(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
  }
  const declaration = (columns: object) => ({
    name: 'keyring',
    label: '钥匙',
    path: '/screens/keyring',
    access: null,
    key: 'keyring_id',
    title: 'holder',
    columns: { keyring_id: { label: '编号', is: 'int', list: 'never' }, ...columns },
    form: ['holder'],
  })
  await paste(declaration({ holder: { label: '保管人', requird: true } }))
  const problems = page.getByRole('alert').filter({ hasText: '还不能发布' })
  await problems.getByText('columns.holder.requird').waitFor()
  await problems.getByText("是否想写 'required'？").waitFor()
  expect(await page.getByRole('button', { name: '发布', exact: true }).isDisabled()).toBe(true)
  expect(await page.locator('.cm-lint-marker-error').count()).toBe(1)
  await paste('{ "name": ')
  await page.getByText('现在还读不成一个声明').waitFor()
  await paste(declaration({ holder: { label: '<b>保管人</b>', required: true, max: 20 } }))
  await page.getByRole('region', { name: '预览' }).getByRole('columnheader', { name: '<b>保管人</b>' }).waitFor()
  await problems.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await toast(page, '设计稿已保存，发布后生效').waitFor()
})

test('an open list of someone else follows a new name and a rollback at once, sorted and filtered by that very field', async () => {
  const { page } = await seat('admin')
  await openScreen(page, '页面配置')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const { call } = callsAt(new URL(page.url()).origin)
  const { data } = await call('/api/screen/add', { name: 'locker', label: '储物柜' }, token)
  const publishAs = async (change: (draft: Record<string, unknown>) => object) => {
    const { data: now } = await call('/api/screen/draft', { screen_id: data.screen_id }, token)
    const declaration = JSON.stringify(change(now.draft))
    await call('/api/screen/save', { screen_id: data.screen_id, version: now.version, declaration }, token)
    expect(await call('/api/screen/publish', { screen_id: data.screen_id }, token)).toMatchObject({ code: 200 })
  }
  const holder = { label: '使用人', filter: true, sort: true }
  await publishAs((draft) => ({ ...draft, columns: { ...(draft.columns as object), holder }, form: ['title', 'holder'] }))
  for (const [title, name] of [
    ['G-1', '张三'],
    ['G-2', '李四'],
  ])
    await call('/api/locker/add', { title, holder: name }, token)
  await openScreen(page, '储物柜')
  await rowsOf(page).filter({ hasText: '张三' }).waitFor()
  // Neither sorted nor filtered by it the list asks for what it has asked for already, and is answered by other names.
  await publishAs((draft) => {
    const { holder: _holder, ...rest } = draft.columns as Record<string, object>
    return { ...draft, columns: { ...rest, bearer: { ...holder, label: '持有人', was: ['holder'] } }, form: ['title', 'bearer'] }
  })
  await page.getByRole('columnheader', { name: '持有人' }).waitFor()
  await rowsOf(page).filter({ hasText: '张三' }).waitFor()
  await page.getByRole('columnheader', { name: '持有人' }).getByRole('button').click()
  await page.getByRole('textbox', { name: '持有人' }).fill('张')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  const first = (await call('/api/screen_version/index', { screen_id: [data.screen_id] }, token)).data.list.at(-1)
  await publishAs((draft) => {
    const { bearer: _bearer, ...rest } = draft.columns as Record<string, object>
    return { ...draft, columns: { ...rest, keeper: { ...holder, label: '保管人', was: ['holder', 'bearer'] } }, form: ['title', 'keeper'] }
  })
  await page.getByRole('columnheader', { name: '保管人' }).waitFor()
  await rowsOf(page).filter({ hasText: '张三' }).waitFor()
  expect(await rowsOf(page).count()).toBe(1)
  // A link that was sent while the field had its first name.
  const link = `#/screens/locker?${new URLSearchParams({ filters: JSON.stringify({ holder: '李' }), sorters: '-holder' })}`
  const { page: other } = await seat('admin', { path: `/${link}` })
  await other.getByRole('button', { name: '取消筛选 保管人：李' }).waitFor()
  await expect.poll(() => rowsOf(other).count()).toBe(1)
  expect(await other.getByRole('alert').count()).toBe(0)
  expect(await call('/api/screen/rollback', { version_id: first.version_id }, token)).toMatchObject({ code: 200 })
  await page.getByRole('columnheader', { name: '使用人' }).waitFor()
  await rowsOf(page).filter({ hasText: '张三' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('publishing a field that records need and do not have says how many, and fills them with what is typed', async () => {
  const { page } = await seat('admin')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const { call } = callsAt(new URL(page.url()).origin)
  const { data } = await call('/api/screen/add', { name: 'keybox', label: '钥匙箱' }, token)
  expect(await call('/api/screen/publish', { screen_id: data.screen_id }, token)).toMatchObject({ code: 200 })
  for (const title of ['一号箱', '二号箱']) await call('/api/keybox/add', { title }, token)
  await openScreen(page, '页面配置')
  await rowsOf(page).filter({ hasText: 'keybox' }).getByRole('button', { name: '设计' }).click()
  const place = await newField(page, '位置', 'place', '文本')
  await place.getByRole('radio', { name: '是', exact: true }).first().press('Space')
  await saved(place)
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '发布' })
  await dialog.getByText('有 2 条记录没有填“位置”').waitFor()
  await dialog.getByLabel('位置').fill('门岗')
  await saved(dialog)
  await openScreen(page, '钥匙箱')
  await expect.poll(() => rowsOf(page).filter({ hasText: '门岗' }).count()).toBe(2)
})

test('a page that refers to rooms: one types to find one, the list names it, and the room itself shows the record', async () => {
  const { page } = await seat('admin')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const { call } = callsAt(new URL(page.url()).origin)
  const { data } = await call('/api/screen/add', { name: 'repairs', label: '报修' }, token)
  await openScreen(page, '房源列表')
  const room = rowsOf(page).first()
  await room.waitFor()
  await page.goto(page.url().replace(/#.*/, `#/setting/screenDesigner/${data.screen_id}`))
  const field = await newField(page, '房间', 'room', '引用另一页的记录')
  await choose(field, '引用哪一页', '房源列表')
  await saved(field)
  await publish(page, '第一版')
  await page.getByText('已发布第 1 版').waitFor()
  await openScreen(page, '报修')
  await page.getByRole('button', { name: '新增报修' }).click()
  const dialog = page.getByRole('dialog', { name: '新增报修' })
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
  await detail.getByRole('navigation', { name: '相关记录' }).getByRole('button', { name: '报修' }).click()
  await detail.getByRole('cell', { name: '水管漏水' }).waitFor()
})

test('of fourteen columns the table scrolls and the page does not; two designers share no ids', async () => {
  const { page } = await seat('admin')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const { call } = callsAt(new URL(page.url()).origin)
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
  const { page } = await seat('admin')
  await openScreen(page, '页面配置')
  await page.getByRole('button', { name: '新增页面' }).click()
  const start = page.getByRole('dialog', { name: '新增页面' })
  await start.getByLabel('页面名称').fill('商铺网址')
  await start.getByLabel('代码').fill('shoplink')
  await saved(start)
  await rowsOf(page).filter({ hasText: 'shoplink' }).getByRole('button', { name: '设计' }).click()
  await saved(await newField(page, '主页', 'site', '网址'))
  await publish(page, '有网址')
  await toast(page, '已发布。管理员即可使用，其他人要在 角色设置 里授权').waitFor()
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

test('two admins at one screen: the second keeps what is typed and chooses', async () => {
  const [{ page: first }, { page: second }] = [await seat('admin'), await seat('admin')]
  await openScreen(first, '页面配置')
  await first.getByRole('button', { name: '新增页面' }).click()
  const start = first.getByRole('dialog', { name: '新增页面' })
  await start.getByLabel('页面名称').fill('门禁卡')
  await start.getByLabel('代码').fill('doorcard')
  await saved(start)
  await openScreen(second, '页面配置')
  for (const [page, code] of [
    [first, 'mine'],
    [second, 'yours'],
  ] as const) {
    await rowsOf(page).filter({ hasText: 'doorcard' }).getByRole('button', { name: '设计' }).click()
    await saved(await newField(page, '卡号', code, '文本'))
  }
  await first.getByRole('button', { name: '保存', exact: true }).click()
  await toast(first, '设计稿已保存，发布后生效').waitFor()
  await second.getByRole('button', { name: '保存', exact: true }).click()
  const alert = second.getByRole('alert').filter({ hasText: '您改的内容还在' })
  await alert.waitFor()
  expect(await second.getByRole('listitem', { name: '卡号' }).getByText('yours').count()).toBe(1)
  await alert.getByRole('button', { name: '保留所填，再次保存' }).click()
  await second.getByRole('button', { name: '保存', exact: true }).click()
  await toast(second, '设计稿已保存，发布后生效').waitFor()
})
