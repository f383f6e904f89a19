import type { Locator, Page } from 'playwright-core'
import { begin, openScreen, pane, rowsOf, settled } from '../staff.ts'

/** Goes to a strip of the screen that is shown, and gives it. */
export const strip = async (page: Page, label: string): Promise<Locator> => {
  await pane(page)
    .getByRole('navigation', { name: '分类' })
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .click()
  const shown = pane(page).locator('.strip:not([hidden])')
  await shown.getByRole('heading', { name: label, exact: true }).waitFor()
  await settled(page)
  return shown
}

/** Does one thing to a row: its button, what the dialog asks, and the word that the row then has. */
export const act = async (
  page: Page,
  row: Locator,
  label: string,
  fill: (dialog: Locator) => Promise<unknown> = async () => {},
  after = '',
): Promise<void> => {
  await settled(page)
  await begin(page, row, label)
  const dialog = page.getByRole('dialog', { name: label }).last()
  await fill(dialog)
  const named = dialog.getByRole('button', { name: label, exact: true })
  await named
    .or(dialog.getByRole('button', { name: '确定', exact: true }))
    .first()
    .click()
  await dialog.waitFor({ state: 'hidden' })
  if (after) await row.getByText(after, { exact: true }).first().waitFor()
}

/** Fills a dialog of the page's head, or of what it begins with. */
export const add = async (page: Page, what: string, fill: (dialog: Locator) => Promise<unknown>): Promise<void> => {
  await pane(page)
    .getByRole('button', { name: `新增${what}`, exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: `新增${what}` })
  await fill(dialog)
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

export const type = async (dialog: Locator, label: string, text: string): Promise<void> => {
  await dialog.getByLabel(label).fill(text)
  await dialog.getByLabel(label).press('Tab')
}

export const save = async (page: Page): Promise<void> => {
  await pane(page).getByRole('button', { name: '保存', exact: true }).click()
  await pane(page).getByRole('button', { name: '保存', exact: true }).and(page.locator(':disabled')).waitFor()
}

/** What the message of a kind that was written last says, as staff read it in 发件箱. */
export const told = async (page: Page, subject: string, word: string): Promise<string> => {
  await openScreen(page, '发件箱')
  await pane(page).getByRole('button', { name: '刷新' }).click()
  await settled(page)
  await rowsOf(page).filter({ hasText: subject }).first().getByText(subject).click()
  const drawer = page.getByRole('dialog', { name: subject })
  const content = drawer.getByText(`"${word}"`).first()
  await content.waitFor()
  const found = new RegExp(`"${word}":\\s*"([^"]+)"`).exec(await content.innerText())?.[1] ?? ''
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  return found
}
