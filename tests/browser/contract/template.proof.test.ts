import { expect, test } from 'vitest'
import { browserSeat, rowsOf, toast } from '../../help/staff.ts'

const seat = browserSeat()

test('a template is written with fields from the list, its mistakes are told, it is previewed, saved and put back', async () => {
  const { page } = await seat('admin', { at: '合同模板' })
  await rowsOf(page).filter({ hasText: '公共租赁住房租赁合同' }).getByRole('button', { name: '正文' }).click()
  const text = page.getByRole('textbox', { name: '模板正文' })
  await expect.poll(() => text.inputValue()).toContain('# 公共租赁住房租赁合同')
  const save = page.getByRole('button', { name: '保存', exact: true })
  expect(await save.isDisabled()).toBe(true)

  await text.fill('# 测试合同\n押金 {押斤}')
  await page.getByRole('alert').getByText('第 2 行第 4 字：没有字段“{押斤}”').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await text.fill('# 测试合同\n押金 ')
  await page.getByRole('group', { name: '字段' }).getByRole('button', { name: '押金', exact: true }).press('Enter')
  await expect.poll(() => text.inputValue()).toBe('# 测试合同\n押金 {押金}')

  const preview = page.getByRole('region', { name: '预览' })
  await preview.getByRole('button', { name: '预览' }).click()
  await preview.getByRole('heading', { name: '测试合同' }).waitFor()
  await preview.getByText('押金 1,280.00').waitFor()
  expect(await preview.getByRole('link', { name: '打开 PDF' }).getAttribute('href')).toMatch(/^blob:/)
  await preview.getByLabel('合同号').fill('没有这个')
  await preview.getByRole('button', { name: '预览' }).click()
  await toast(page, '没有这个合同号，或不在您负责的项目内').waitFor()

  await page.getByLabel('修改说明').fill('改短')
  await save.click()
  await toast(page, '已保存，以后签订的合同用这一版').waitFor()
  const versions = page.getByRole('region', { name: '版本' })
  await versions.getByText('改短').waitFor()
  await versions.getByRole('button', { name: '恢复到第 1 版' }).click()
  await toast(page, '已恢复第 1 版').waitFor()
  await expect.poll(() => text.inputValue()).toContain('# 公共租赁住房租赁合同')
  await versions.getByText('第 3 版').waitFor()
})
