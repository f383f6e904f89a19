import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filled, sheetsOf, workbook } from '../../help/imports.ts'
import { browserSeat, choose, pane, rowsOf, settled, toast } from '../../help/staff.ts'
import { cardOf } from '../../help/store/ground.ts'

const seat = browserSeat()
const PROJECT = '安居·浦东浦江保障房项目'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('a clerk adds a tenant: a wrong card is said at its field and nothing typed is lost; then corrects his phone', async () => {
  const { page } = await seat('guanjia', { at: '用户列表' })
  await pane(page).getByRole('button', { name: '新增租客' }).click()
  const dialog = page.getByRole('dialog', { name: '新增租客' })
  await dialog.getByLabel('姓名').fill('柳如新')
  await dialog.getByLabel('身份证号').fill('310101199003070011')
  await dialog.getByLabel('手机号').fill('13912345678')
  await choose(dialog, '项目', PROJECT)
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('请检查身份证号').first().waitFor()
  expect(await dialog.getByLabel('姓名').inputValue()).toBe('柳如新')
  await dialog.getByLabel('身份证号').fill(cardOf(9001))
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = rowsOf(page).filter({ hasText: '柳如新' })
  await row.getByText('139****5678').waitFor()

  await row.getByRole('button', { name: '编辑' }).click()
  const edit = page.getByRole('dialog', { name: '编辑租客' })
  await expect.poll(() => edit.getByLabel('手机号').inputValue()).toBe('139****5678')
  await edit.getByLabel('手机号').fill('13700001111')
  await edit.getByRole('button', { name: '确定' }).click()
  await edit.waitFor({ state: 'hidden' })
  await row.getByText('137****1111').waitFor()

  await pane(page).getByRole('button', { name: '新增租客' }).click()
  await dialog.getByLabel('姓名').fill('柳如新')
  await dialog.getByLabel('身份证号').fill(cardOf(9001))
  await dialog.getByLabel('手机号').fill('13912345678')
  await choose(dialog, '项目', PROJECT)
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('该身份证号已登记为租客').waitFor()
  expect(await dialog.getByLabel('身份证号').inputValue()).toBe(cardOf(9001))
})

test('who lives with a tenant is entered on his page, and taken out again', async () => {
  const { page } = await seat('guanjia', { at: '用户列表' })
  await rowsOf(page).first().getByRole('button').first().click()
  const drawer = page.getByRole('dialog').last()
  await drawer.getByRole('navigation', { name: '相关记录' }).getByRole('button', { name: '家人' }).click()
  await drawer.getByRole('button', { name: '新增家人' }).click()
  const dialog = page.getByRole('dialog', { name: '新增家人' })
  await dialog.getByLabel('姓名').fill('欧阳小满')
  await choose(dialog, '关系', '子女')
  await dialog.getByLabel('身份证号').fill('310101199003070011')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('请检查身份证号').first().waitFor()
  await dialog.getByLabel('身份证号').fill(cardOf(9301))
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = drawer.locator('.related tbody tr').filter({ hasText: '欧阳小满' })
  await row.getByText('子女').waitFor()
  await row.getByText('欧阳小满').click()
  const kin = page.getByRole('dialog').last()
  await kin.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: /删除/ }).getByRole('button', { name: '删除' }).click()
  await row.waitFor({ state: 'detached' })
})

test('three tenants come from a file, of which one is wrong until it is mended', async () => {
  const { page } = await seat('guanjia', { at: '用户列表' })
  await settled(page)
  await pane(page).getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /用户列表/ })
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: '下载模板' }).click()
  const template = readFileSync(await (await download).path())
  const [head = []] = sheetsOf(template)
  const rows = [9101, 9102, 9103].map((serial) => [
    `导入租客${serial}`,
    serial === 9102 ? '123' : cardOf(serial),
    '13612345678',
    PROJECT,
    null,
  ])
  expect(head[0]?.slice(0, 4)).toEqual(['姓名*', '身份证号*', '手机号*', '项目*'])
  const choosing = async (buffer: Buffer, button: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: button }).click()
    await (await chooser).setFiles({ name: '租客.xlsx', mimeType: TYPE, buffer })
  }
  await choosing(filled(template, rows), '选择文件')
  await dialog.getByText('2 行正确，1 行有误，一行也没有导入').waitFor()
  await dialog.getByRole('row', { name: /B3/ }).getByText('请检查身份证号').waitFor()
  rows[1] = ['导入租客9102', cardOf(9102), '13612345678', PROJECT, null]
  await choosing(workbook([head[0] ?? [], ...rows]), '重新选择文件')
  await dialog.getByText('3 行全部可以导入').waitFor()
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await toast(page, '已导入 3 条').waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()
  await rowsOf(page).getByText('导入租客9102', { exact: true }).waitFor()
})

test('two entries of one person are merged: the question shows both sides and what goes along, and the one that goes leads to the one that stays', async () => {
  const { page } = await seat('guanjia', { at: '用户列表' })
  const add = async (name: string, serial: number): Promise<void> => {
    await pane(page).getByRole('button', { name: '新增租客' }).click()
    const dialog = page.getByRole('dialog', { name: '新增租客' })
    await dialog.getByLabel('姓名').fill(name)
    await dialog.getByLabel('身份证号').fill(cardOf(serial))
    await dialog.getByLabel('手机号').fill('13512345678')
    await choose(dialog, '项目', PROJECT)
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await rowsOf(page).getByText(name, { exact: true }).waitFor()
  }
  await add('佟合一', 9201)
  await add('佟和一', 9202)
  const row = rowsOf(page).filter({ hasText: '佟和一' })
  const direct = row.getByRole('button', { name: '合并' })
  if ((await direct.count()) > 0) await direct.click()
  else {
    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '合并' }).click()
  }
  const dialog = page.getByRole('dialog', { name: '合并' })
  await choose(dialog, '留下的租客', '佟合一')
  const told = dialog.getByRole('status', { name: '合并前后' })
  await told.getByText(/^佟和一 · .*135\*\*\*\*5678/).waitFor()
  await told.getByText(/^佟合一 · /).waitFor()
  await told.getByText('以上记录都归留下的一条，没有一笔应收或已收会变').waitFor()
  await dialog.getByRole('button', { name: '合并' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row.waitFor({ state: 'detached' })
  await rowsOf(page).getByText('佟合一', { exact: true }).click()
  const top = page.getByRole('dialog').last()
  await top.getByRole('button', { name: '并入的登记' }).click()
  await top.locator('.related tbody').getByText('佟和一', { exact: true }).click()
  await top.locator('.detail-head').getByText('已合并').waitFor()
  await expect.poll(() => top.getByRole('link', { name: '佟合一' }).count()).toBeGreaterThan(0)
  expect(await top.getByRole('button', { name: '编辑' }).count()).toBe(0)
  await top.getByRole('link', { name: '佟合一' }).first().click()
  await top.locator('.detail-head').getByText('在册').waitFor()
})
