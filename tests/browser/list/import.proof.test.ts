import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { filled, sheetsOf, workbook } from '../../help/imports.ts'
import { browserSeat, openScreen, rowsOf, toast } from '../../help/staff.ts'
import { companyCode } from '../../help/store/ground.ts'

const seat = browserSeat()
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ROWS = 1000

const company = (n: number): unknown[] => [`导入企业${n}`, companyCode(500_000 + n), '王小明', '13812345678', '张杨路500号', '=1+1']

test('a template is filled, tried, mended, imported, seen in the list, and taken back', async () => {
  const { page } = await seat('admin', { at: '企业列表' })
  const counted = async (): Promise<number> => Number((await page.locator('.list-count:visible').innerText()).replaceAll(/\D/g, ''))
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0)
  const before = await counted()
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /企业列表/ })
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: '下载模板' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('企业列表导入模板.xlsx')
  const template = readFileSync(await file.path())

  const rows = Array.from({ length: ROWS }, (_, index) => company(index + 1))
  const bad = rows.map((row, index) => (index === 4 ? [...row.slice(0, 3), '12345', ...row.slice(4)] : row))
  const choose = async (buffer: Buffer, button: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: button }).click()
    await (await chooser).setFiles({ name: '企业.xlsx', mimeType: TYPE, buffer })
  }
  await choose(filled(template, bad), '选择文件')
  await dialog.getByText('999 行正确，1 行有误，一行也没有导入').waitFor()
  expect(await dialog.getByRole('row', { name: /D6/ }).getByRole('cell').allInnerTexts()).toEqual([
    'D6',
    '联系电话*',
    '12345',
    '手机号须为11位且以1开头',
  ])
  const marked = page.waitForEvent('download')
  await dialog.getByRole('link', { name: '下载标出错误的文件' }).click()
  const [sheet = []] = sheetsOf(readFileSync(await (await marked).path()))
  expect(sheet[5]?.at(-1)).toBe('原第 6 行：手机号须为11位且以1开头')
  expect(await dialog.getByRole('button', { name: '导入', exact: true }).count()).toBe(0)

  const mended = sheet.map((row, index) => (index === 5 ? [...row.slice(0, 3), '13812345678', ...row.slice(4)] : row))
  await choose(workbook(mended), '重新选择文件')
  await dialog.getByText('1,000 行全部可以导入').waitFor()
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await toast(page, '已导入 1,000 条').waitFor()
  await expect.poll(counted).toBe(before + ROWS)
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await rowsOf(page).getByText(`导入企业${ROWS}`, { exact: true }).waitFor()

  await page.getByRole('button', { name: '导入', exact: true }).click()
  const [head = [], ...there] = mended
  await dialog.getByRole('radio', { name: '跳过' }).check()
  await choose(workbook([head, ...there.slice(0, 3), company(ROWS + 1).slice(0, 5)]), '选择文件')
  await dialog.getByText(/^1 行可以导入，还没有写入；点“导入”写入。跳过已有的 3 行，下载看是哪些$/).waitFor()
  await choose(workbook([head, ...there.slice(0, 3)]), '重新选择文件')
  await dialog.getByText(/^这些行都已经有了，没有要导入的。跳过已有的 3 行/).waitFor()
  expect(await dialog.getByRole('button', { name: '导入', exact: true }).count()).toBe(0)
  await dialog.getByRole('radio', { name: '指出' }).check()
  await dialog.getByText('0 行正确，3 行有误，一行也没有导入').waitFor()
  await choose(workbook(mended), '重新选择文件')
  await dialog
    .getByRole('alert')
    .getByText(/已由系统管理员于 .* 导入过，没有再次导入/)
    .waitFor()
  await dialog.getByRole('button', { name: '导入记录' }).click()
  const record = dialog.getByRole('row', { name: /企业\.xlsx.*已导入 1,000 条/ })
  await record.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('dialog', { name: '撤销导入' }).getByRole('button', { name: '撤销' }).click()
  await toast(page, '已撤销 1,000 条').waitFor()
  await dialog.getByRole('row', { name: /已撤销（1,000 条）/ }).waitFor()
  await expect.poll(counted).toBe(before)
})

proof('only who may import has the button, and lists of money have none', async () => {
  const { page } = await seat('guanjia', { at: '房源列表' })
  await page.getByRole('button', { name: '导入', exact: true }).waitFor()
  await openScreen(page, '看房预约')
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0)
  await page.locator('[role=tabpanel]:not([inert])').getByRole('button', { name: '新增看房预约' }).waitFor()
  expect(await page.locator('[role=tabpanel]:not([inert])').getByRole('button', { name: '导入', exact: true }).count()).toBe(0)
  const { page: money } = await seat('admin', { at: '流水列表' })
  await money.getByRole('button', { name: '导出', exact: true }).waitFor()
  expect(await money.getByRole('button', { name: '导入', exact: true }).count()).toBe(0)
})
