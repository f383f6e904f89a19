import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { docx, pdf } from '../../help/attachments.ts'
import { callsAt } from '../../help/calls.ts'
import { deedOf, newField, publish, saved } from '../../help/designer.ts'
import { browserSeat, openScreen, rowsOf, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const LONG = '上海市浦东新区二零二六年度公共租赁住房租赁合同及补充协议终稿正式版，含附件一附件二附件三与房屋交接清单及钥匙领用单.pdf'

const attach = async (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: '上传附件' }).click()
  await (await chooser).setFiles(files)
}

test('an admin makes a page with attachments; staff upload a PDF and a Word text, download them, and put another in their place', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  await call('/api/screen/add', { name: 'deedbox', label: '档案盒' }, token)
  const { page } = await seat('admin', { at: '页面配置' })
  await rowsOf(page).filter({ hasText: 'deedbox' }).getByRole('button', { name: '设计' }).click()
  const field = await newField(page, '材料', 'papers', '附件')
  await field.getByLabel('最多几个').fill('2')
  await saved(field)
  await page.getByText('材料.pdf').first().waitFor()
  await publish(page, '第一版')

  await openScreen(page, '档案盒')
  await page.getByRole('button', { name: '新增档案盒' }).click()
  const dialog = page.getByRole('dialog', { name: '新增档案盒' })
  await dialog.getByLabel('名称').fill('三号楼')
  const word = await docx()
  await attach(
    page,
    { name: '合同.pdf', mimeType: 'application/pdf', buffer: pdf() },
    { name: '坏的.docx', mimeType: WORD, buffer: Buffer.from('<html>') },
  )
  await dialog.getByRole('alert').getByText('坏的.docx：只能上传 PDF、Word、Excel、图片、文本').waitFor()
  await attach(
    page,
    { name: '补充协议.docx', mimeType: WORD, buffer: word },
    { name: '多的.pdf', mimeType: 'application/pdf', buffer: pdf('多') },
  )
  await dialog.getByRole('alert').getByText('多的.pdf：最多只能上传2个附件').waitFor()
  const chosen = dialog.getByRole('list', { name: '已选的附件' }).getByRole('listitem')
  await expect.poll(() => chosen.allInnerTexts()).toEqual([expect.stringContaining('合同.pdf'), expect.stringContaining('补充协议.docx')])
  await dialog.getByRole('button', { name: '补充协议.docx上移' }).click()
  await expect.poll(() => dialog.getByLabel('名称').inputValue()).toBe('三号楼')
  // What is still on its way is not left behind, and can be stopped.
  await dialog.getByRole('button', { name: '删除合同.pdf' }).click()
  await page.route('**/api/attachment/index', () => {})
  await attach(page, { name: '慢的.pdf', mimeType: 'application/pdf', buffer: pdf('慢') })
  await dialog.getByRole('progressbar', { name: '慢的.pdf上传中' }).waitFor()
  await deedOf(dialog).click()
  await toast(page, '文件还在上传，请等它传完，或取消它').waitFor()
  await dialog.getByRole('button', { name: '取消上传慢的.pdf' }).click()
  await page.unroute('**/api/attachment/index')
  await attach(page, { name: '合同.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await dialog.getByRole('button', { name: '删除合同.pdf' }).waitFor()
  await saved(dialog)

  const row = rowsOf(page).filter({ hasText: '三号楼' })
  await row.getByText('补充协议.docx').waitFor()
  await row.getByText('共 2 个').waitFor()
  await row.getByText('三号楼').click()
  const detail = page.getByRole('dialog').filter({ hasText: '三号楼' })
  const link = detail.getByRole('link', { name: '下载补充协议.docx' })
  await link.waitFor()
  const download = page.waitForEvent('download')
  await link.click()
  const file = await download
  expect(file.suggestedFilename()).toBe('补充协议.docx')
  expect((await readFile(await file.path())).equals(word)).toBe(true)

  await detail.getByRole('button', { name: '编辑' }).click()
  const edit = page.getByRole('dialog', { name: '编辑档案盒' })
  await edit.getByRole('button', { name: '删除补充协议.docx' }).click()
  const chooser = page.waitForEvent('filechooser')
  await edit.getByRole('button', { name: '上传附件' }).click()
  await (await chooser).setFiles([{ name: LONG, mimeType: 'application/pdf', buffer: pdf('长') }])
  await edit.getByRole('button', { name: `删除${LONG}` }).waitFor()
  await saved(edit)
  const long = detail.getByRole('link', { name: `下载${LONG}` })
  await long.waitFor()
  // Cut in the middle: its beginning gives way, its end does not.
  const head = long.locator('.file-head')
  expect(await head.evaluate((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)).toBe(true)
  expect((await long.innerText()).endsWith('匙领用单.pdf')).toBe(true)
  await expect.poll(() => detail.getByRole('link', { name: '下载补充协议.docx' }).count()).toBe(0)
  await detail.getByRole('link', { name: '下载合同.pdf' }).waitFor()
})
