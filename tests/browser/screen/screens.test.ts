import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { newAction, newField, part, publish, saved } from '../../help/designer.ts'
import { sheetsOf, workbook } from '../../help/imports.ts'
import { browserSeat, choose, openScreen, rowsOf, toast } from '../../help/staff.ts'

const seat = browserSeat()
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const addLot = async (page: Page, lot: string): Promise<void> => {
  await page.getByRole('button', { name: '新增车位登记' }).click()
  const dialog = page.getByRole('dialog', { name: '新增车位登记' })
  await dialog.getByLabel('名称').fill(lot)
  await saved(dialog)
}

test('an admin makes a screen by hand, fills it, gives it to a role, adds a field, exports, imports 1,000 rows, goes back and takes it away', async () => {
  const { page } = await seat('admin', { at: '页面配置' })
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
  const action = await newAction(page, '出租', 'let')
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

  await openScreen(page, '车位登记')
  for (const lot of ['A-01', 'A-02', 'A-03']) await addLot(page, lot)
  await expect.poll(() => rowsOf(page).count()).toBe(3)
  await rowsOf(page).filter({ hasText: 'A-02' }).getByRole('button', { name: '出租' }).click()
  await toast(page, '出租成功').waitFor()
  await rowsOf(page).filter({ hasText: 'A-02' }).filter({ hasText: '已租' }).waitFor()

  // Another member of staff has neither the page nor its calls until the role gets them, and then at once.
  const { page: other } = await seat('caiwu', { at: '流水列表' })
  await other.getByRole('link', { name: '流水列表' }).waitFor()
  expect(await other.getByRole('link', { name: '车位登记' }).count()).toBe(0)
  await openScreen(page, '角色设置')
  const cashiers = rowsOf(page).filter({ has: page.getByText('财务', { exact: true }) })
  await cashiers.getByRole('button', { name: '编辑' }).click()
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
  const record = downloads.getByRole('row').filter({ hasText: '车位登记' })
  await record.getByRole('link', { name: '下载' }).click()
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
  await page.getByRole('dialog', { name: /回退/ }).getByRole('button', { name: '回退' }).click()
  await toast(page, '已回退').waitFor()
  await expect.poll(() => other.getByRole('columnheader', { name: '车牌' }).count()).toBe(0)

  await page.getByRole('button', { name: '返回列表' }).click()
  await rowsOf(page).filter({ hasText: 'parking' }).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '下线' }).click()
  await page.getByRole('dialog', { name: /下线/ }).getByRole('button', { name: '下线' }).click()
  await expect.poll(() => page.getByRole('link', { name: '车位登记' }).count()).toBe(0)
  await other.getByRole('heading', { name: '页面已下线' }).waitFor()
})

proof('a declaration is pasted: wrong ones are answered at their place, a right one is the screen', async () => {
  const { page } = await seat('admin', { at: '页面配置' })
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
