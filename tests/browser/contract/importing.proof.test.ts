import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { callsAt } from '../../help/calls.ts'
import { monthsLater } from '../../help/entering.ts'
import { filled, sheetsOf } from '../../help/imports.ts'
import { browserSeat, pane, rowsOf, sharedUrl, toast } from '../../help/staff.ts'
import { cardOf } from '../../help/store/ground.ts'

const seat = browserSeat()
const { call, logIn } = callsAt(sharedUrl())
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const [SN, NAME] = ['旧合同2024-008', '存量住']

/** Gives a room that nobody has rented since before a day. */
const vacantSince = async (day: string, token: string): Promise<{ region_name: string; unit_floor: string }> => {
  for (const { org_id } of (await call('/api/contract/rooms', { p_id: 1, page: 1, page_rows: 100 }, token)).data) {
    const { data } = await call('/api/org/detail', { org_id }, token)
    if (data.vacant_since < day) return data
  }
  return expect.unreachable('no room has been vacant for so long')
}

test('contracts signed elsewhere come by a file: one that cannot be is told by its cell, the mended one is in force with its deposit, and is taken back', async () => {
  const token = await logIn('admin')
  const start = monthsLater(today(), -3)
  const { region_name, unit_floor } = await vacantSince(start, token)
  const tenant = { name: NAME, card: cardOf(9801), phone: '13912345679', p_id: 1, request_id: 'imported tenant' }
  expect((await call('/api/lessee/add', tenant, token)).msg).toBe('')

  const { page } = await seat('admin', { at: '合同管理' })
  await pane(page).getByRole('button', { name: '登记已签合同' }).waitFor()
  await pane(page).getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /合同/ })
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: '下载模板' }).click()
  const template = readFileSync(await (await download).path())
  const heads = sheetsOf(template)[0]?.[0] as string[]

  const row = (collected: string): unknown[] => {
    const said: Record<string, unknown> = {
      ...{
        合同号: SN,
        '租客*': `${NAME} ${cardOf(9801)}`,
        '房间*': `${region_name} ${unit_floor}`,
        '签订日期*': start,
        '开始日期*': start,
      },
      ...{ '租期（个月）': 12, '月租金（元）*': 1500, 计租方式: '对月', 付款周期: '月付', '已收押金（元）*': 1500, 房租已收至: collected },
    }
    return heads.map((head) => said[head] ?? null)
  }
  const send = async (buffer: Buffer, button: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: button }).click()
    await (await chooser).setFiles({ name: '存量合同.xlsx', mimeType: TYPE, buffer })
  }
  const end = addDays(monthsLater(start, 2), -1)
  await send(filled(template, [row(addDays(end, -3))]), '选择文件')
  await dialog.getByText(`请填 ${addDays(monthsLater(start, 1), -1)} 或 ${end}`).waitFor()
  await send(filled(template, [row(end)]), '重新选择文件')
  await dialog.getByText('1 行全部可以导入').waitFor()
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await toast(page, '已导入 1 条').waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await pane(page).getByRole('textbox', { name: '合同号' }).first().fill(SN)
  await expect.poll(() => rowsOf(page).allInnerTexts()).toEqual([expect.stringContaining('履行中')])
  await rowsOf(page).first().getByText(SN).click()
  const drawer = page.getByRole('dialog', { name: new RegExp(SN) })
  await drawer.getByText(end).first().waitFor()
  await drawer.getByText('押金收退').first().waitFor()
  await drawer.getByText('导入', { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await pane(page).getByRole('button', { name: '导入', exact: true }).click()
  await dialog.getByRole('button', { name: '导入记录' }).click()
  await dialog
    .getByRole('row', { name: /存量合同\.xlsx.*已导入 1 条/ })
    .getByRole('button', { name: '撤销' })
    .click()
  await page.getByRole('dialog', { name: '撤销导入' }).getByRole('button', { name: '撤销' }).click()
  await toast(page, '已撤销 1 条').waitFor()
})
