import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { csvRows, xlsxRows } from '../../help/exports.ts'
import { browserSeat, choose, rowsOf, settled, toast } from '../../help/staff.ts'

const seat = browserSeat()

test('what a filtered list shows is what its file holds, fetched from 下载记录', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  await choose(page, '支付方式', 'POS')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: '交易人' }).fill('王')
  await page.getByRole('button', { name: '取消筛选 交易人：王' }).waitFor()
  await page.getByRole('columnheader', { name: /金额/ }).getByRole('button').click()
  await page.getByRole('columnheader', { name: /金额/, exact: false }).and(page.locator('[aria-sort=ascending]')).waitFor()
  await expect
    .poll(
      async () =>
        new Set(
          await rowsOf(page)
            .locator('td:nth-child(5)')
            .allInnerTexts()
            .then((names) => names.map((name) => name.includes('王'))),
        ),
    )
    .toEqual(new Set([true]))
  await settled(page)
  const count = Number((await page.locator('.list-count:visible').innerText()).replaceAll(/\D/g, ''))
  const heads = await page.locator('[role=tabpanel]:not([inert]) thead th').allInnerTexts()
  const first = await rowsOf(page).first().locator('td').allInnerTexts()

  for (const format of ['Excel', 'CSV']) {
    await page.getByRole('button', { name: '导出', exact: true }).click()
    await page.getByRole('menuitem', { name: `导出 ${format}` }).click()
    await toast(page, '已开始导出').waitFor()
    const dialog = page.getByRole('dialog', { name: '下载记录' })
    const record = dialog.getByRole('row', { name: format === 'CSV' ? /流水列表\.csv/ : /流水列表\.xlsx/ })
    const download = page.waitForEvent('download')
    await record.getByRole('link', { name: '下载' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(format === 'CSV' ? '流水列表.csv' : '流水列表.xlsx')
    const bytes = readFileSync(await file.path())
    const rows = format === 'CSV' ? csvRows(bytes) : await xlsxRows(bytes)
    expect(rows[0]).toEqual(heads.filter((head) => head !== '' && head !== '操作'))
    expect(rows.length - 1).toBe(count)
    // Before the columns stands the box that selects a row.
    expect(rows[1]?.[0]).toBe(first[1])
    expect(Number(rows[1]?.[2])).toBe(Number(first[3]?.replaceAll(',', '')))
    await dialog.getByText(`${count} 行`).first().waitFor()
    await dialog.getByRole('button', { name: '关闭' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
})

test('下载记录 opens from the user menu, and only who may export has the button', async () => {
  const { page } = await seat('guanjia', { at: '房源列表' })
  await page.getByRole('button', { name: '导出', exact: true }).waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '下载记录' }).click()
  await page.getByRole('dialog', { name: '下载记录' }).getByText('还没有导出').waitFor()
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('anju.user') ?? '{}')
    localStorage.setItem('anju.user', JSON.stringify({ ...user, permission: ['/api/org/list'] }))
  })
  await page.route('**/get_info', (route) => route.abort())
  await page.reload()
  await expect.poll(() => rowsOf(page).count()).toBe(20)
  expect(await page.getByRole('button', { name: '导出', exact: true }).count()).toBe(0)
})
