import type { Locator, Page } from 'playwright-core'
import { choose, pane, toast } from './staff.ts'

/** The button that does what a dialog is for, whatever its verb: the last of its footer, which is not there before the dialog has what it shows. */
export const deedOf = (dialog: Locator): Locator => dialog.locator('.ant-modal-footer').getByRole('button').last()

/** Sends a dialog and waits until it is done. */
export const saved = async (dialog: Locator): Promise<void> => {
  await deedOf(dialog).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Opens the dialog of a new field in the designer, filled with what every field has. */
export const newField = async (page: Page, label: string, code: string, kind: string): Promise<Locator> => {
  await page.getByRole('button', { name: '加一个字段' }).click()
  const dialog = page.getByRole('dialog', { name: '新字段' })
  await dialog.getByLabel('字段名称').fill(label)
  await dialog.getByLabel('代码').fill(code)
  await choose(dialog, '类型', kind)
  return dialog
}

/** Opens the dialog of a new action in the designer, filled with what every action has. */
export const newAction = async (page: Page, label: string, code: string): Promise<Locator> => {
  await part(page, '操作')
  await page.getByRole('button', { name: '加一个操作' }).click()
  const dialog = page.getByRole('dialog', { name: '新操作' })
  await dialog.getByLabel('操作名称').fill(label)
  await dialog.getByLabel('代码').fill(code)
  return dialog
}

/** Adds a paper in the designer, A4 unless `more` says otherwise. */
export const addPaper = async (
  page: Page,
  { label, code, letters }: { label: string; code: string; letters: string },
  more: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> => {
  await part(page, '打印')
  await page.getByRole('button', { name: '加一种单据' }).click()
  const dialog = page.getByRole('dialog', { name: '新单据' })
  await dialog.getByLabel('单据名称').fill(label)
  await dialog.getByLabel('代码').fill(code)
  await dialog.getByLabel('编号字头').fill(letters)
  await more(dialog)
  await saved(dialog)
}

/** Opens a part of the designer. */
export const part = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: '设计的部分' }).getByRole('button', { name, exact: true }).click()

/** Publishes what stands in the designer; a page that is new is given to nobody yet, unless the caller goes on to give it. */
export const publish = async (page: Page, note: string, { isGiven = false }: { isGiven?: boolean } = {}): Promise<void> => {
  const isNew = await pane(page).getByText('还没有发布', { exact: false }).first().isVisible()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '发布' })
  await dialog.getByLabel('说明').fill(note)
  await saved(dialog)
  await toast(page, '已发布。管理员即可使用，其他人要在 角色设置 里授权').waitFor()
  if (!isNew || isGiven) return
  const give = page.getByRole('dialog', { name: '给哪些角色用' })
  await give.getByRole('button', { name: '以后再给' }).click()
  await give.waitFor({ state: 'hidden' })
}
