import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sheetsOf, workbook } from '../../help/imports.ts'
import { begin, browserSeat, settled, toast } from '../../help/staff.ts'
import { strip } from '../../help/wholeWay/hand.ts'

const seat = browserSeat()
/** What a reading was asked about; where another tenant has moved in since the last one, that is said rather than how much it is. */
const ASKED = /用量突增|换人未抄/
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Downloads 抄表单 from 待抄, and gives its heads and the rows of meters that were read before. */
const sheetOf = async (page: Page): Promise<{ heads: string[]; rows: unknown[][] }> => {
  const due = await strip(page, '待抄')
  await due.getByRole('button', { name: '下载抄表单' }).click()
  const dialog = page.getByRole('dialog', { name: '下载抄表单' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^(确定|下载抄表单)$/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^抄表单-\d{4}-\d{2}-\d{2}\.xlsx$/)
  const [[heads = [], ...rows] = []] = sheetsOf(readFileSync(await file.path()))
  return { heads: heads as string[], rows: rows.filter((row) => row[heads.indexOf('参考：平时用量')] !== null) }
}

const pick = async (page: Page, dialog: Locator, button: string, rows: readonly (readonly unknown[])[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: button }).click()
  await (await chooser).setFiles({ name: '抄表单.xlsx', mimeType: TYPE, buffer: workbook(rows) })
}

test('a round: the sheet goes out filled in, a jump that nobody looked into is a wrong cell, then all comes in; one by hand is asked about; one is taken back with its bill', async () => {
  const { page } = await seat('admin', { at: '抄表管理' })
  const { heads, rows } = await sheetOf(page)
  const place = (head: string): number => heads.findIndex((one) => one.replace('*', '') === head)
  const said = (row: readonly unknown[], head: string): number => Number(row[place(head)])
  const readAs = (row: readonly unknown[], usages: number): unknown[] => {
    const current = said(row, '参考：上次读数') + Math.max(1, Math.round(said(row, '参考：平时用量'))) * usages
    return row.map((cell, at) => (at === place('本次读数') ? Math.round(current * 100) / 100 : cell))
  }
  const three = rows.slice(0, 3)
  expect(three.length).toBe(3)

  const records = await strip(page, '抄表记录')
  await records.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /抄表记录/ })
  const jump = three.map((row, at) => readAs(row, at === 1 ? 90 : 1))
  await pick(page, dialog, '选择文件', [heads, ...jump])
  await dialog.getByText('2 行正确，1 行有误，一行也没有导入').waitFor()
  const wrong = dialog.getByRole('row').filter({ hasText: '请核实后在“已核实”选“是”' })
  expect(await wrong.count()).toBe(1)
  expect(await wrong.getByRole('cell').first().innerText()).toMatch(/^[A-Z]+3$/)

  const looked = jump.map((row, at) =>
    at !== 1
      ? row
      : row.map((cell, column) => (column === place('已核实') ? '是' : column === place('核实情况') ? '租客确认装了空调' : cell)),
  )
  await pick(page, dialog, '重新选择文件', [heads, ...looked])
  await dialog.getByText('3 行全部可以导入').waitFor()
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await toast(page, '已导入 3 条').waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await settled(page)
  // What was looked into stands there as what was asked about.
  await records.locator('tbody tr.row').filter({ hasText: ASKED }).first().waitFor()

  // By hand, from 待抄: how it is reckoned is told, and a jump is asked about.
  const due = await strip(page, '待抄')
  const row = due
    .locator('tbody tr.row')
    .filter({ hasText: /\d{4}-\d{2}-\d{2}/ })
    .first()
  const [community = '', room = '', item = '', , , previous = '', , usual = ''] = await row.locator('td').allInnerTexts()
  await begin(page, row, '抄表')
  const reading = page.getByRole('dialog', { name: '新增抄表' })
  const current = `${Number(previous) + Math.max(1, Math.round(Number(usual))) * 80}`
  await reading.getByLabel('本次读数').fill(current)
  await reading.getByText(/^用量 .*请核实/).waitFor()
  await reading.getByRole('button', { name: '确定' }).click()
  await toast(page, `${await reading.getByText(/^用量 .*请核实$/).innerText()}后在“已核实”选“是”`).waitFor()
  // The other of that name is 是否换表, above it.
  await reading.getByText('是', { exact: true }).last().click()
  await reading.getByLabel('核实情况').fill('复看一次，读数无误')
  await reading.getByRole('button', { name: '确定' }).click()
  await page
    .locator('.ant-message')
    .getByText(/^已抄表：用量 .*已开账单$/)
    .waitFor()
  await reading.waitFor({ state: 'hidden' })

  // It is taken back: it stays and says so, and so does its bill.
  await strip(page, '抄表记录')
  let taken = records.locator('tbody tr.row').filter({ hasText: ASKED })
  for (const text of [community, room, item, current]) taken = taken.filter({ hasText: text })
  await begin(page, taken, '撤销')
  const back = page.getByRole('dialog', { name: /^撤销/ })
  await back.getByRole('button', { name: '撤销', exact: true }).click()
  await toast(page, '原因必填').waitFor()
  await back.getByLabel('原因').fill('看错表')
  await back.getByRole('button', { name: '撤销', exact: true }).click()
  await back.waitFor({ state: 'hidden' })
  await taken.getByText('已撤销').waitFor()
  await taken.getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('看错表', { exact: true }).waitFor()
  await drawer.getByRole('link', { name: /^ZD/ }).first().click()
  await page.getByRole('dialog').last().getByText('已作废').first().waitFor()
})
