import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages, resources } from '../../src/derive/declared.ts'
import { type Screen, screensOf } from '../../src/derive/menu.ts'
import { browserSeat, openScreen, rowsOf } from '../help/staff.ts'

const seat = browserSeat()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const views = Object.keys(import.meta.glob('../../src/ui/screens/*/*Screen.tsx')).map((file) => file.split('/').at(-2))
const shown = screensOf(resources, pages).filter(({ screen, path }) => (screen === null || views.includes(screen)) && !path.includes('{'))

interface Finding {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Rows of a table are alike: what is said of the first three is not asked of twenty. */
const context = { include: [['html']], exclude: [['tbody tr:nth-child(n + 4)']] }

/** Gives what axe calls serious or critical on the page as it stands; `only` asks for one rule. */
const findings = async (page: Page, only?: string): Promise<string[]> => {
  // evaluate reaches past the page's own policy, which lets no script in.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  const violations = (await page.evaluate(
    ([rule, where]) =>
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
      (window as any).axe
        .run(where, { resultTypes: ['violations'], ...(rule ? { runOnly: [rule] } : {}) })
        .then((result: { violations: Finding[] }) => result.violations),
    [only, context] as const,
  )) as Finding[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`))
}

/** Colours change over a moment; what axe reads on the way is neither of the two. */
const inTheme = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.locator(`:root[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect.poll(() => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)).toBe(0)
}

const inBothThemes = async (page: Page): Promise<string[]> => {
  const light = await findings(page)
  await inTheme(page, 'dark')
  const dark = await findings(page, 'color-contrast')
  await inTheme(page, 'light')
  return [...light.map((finding) => `light ${finding}`), ...dark.map((finding) => `dark ${finding}`)]
}

const settled = async (page: Page, { label }: Screen): Promise<void> => {
  const panel = page.getByRole('tabpanel', { name: label, exact: true }).and(page.locator(':not([inert])'))
  await panel.waitFor()
  await expect.poll(() => panel.getByRole('status', { name: '加载中' }).count()).toBe(0)
}

test('axe finds nothing serious on any screen, in both themes', async () => {
  const { page } = await seat('admin')
  const found: string[] = []
  for (const screen of shown) {
    await page.goto(page.url().replace(/#.*/, `#${screen.path}`))
    await settled(page, screen)
    found.push(...(await inBothThemes(page)).map((finding) => `${screen.path} ${finding}`))
    await page.getByRole('tab', { selected: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭全部' }).click()
  }
  expect(found).toEqual([])
}, 600_000)

test('axe finds nothing serious on the login page, in a dialog, a drawer and the palette', async () => {
  const { page: out } = await seat()
  await out.getByLabel('账号').waitFor()
  expect(await inBothThemes(out)).toEqual([])
  const { page } = await seat('admin')
  await openScreen(page, '房源列表')
  await page.getByRole('button', { name: '新增房源' }).click()
  await page.getByRole('dialog', { name: '新增房源' }).getByText('所在位置').first().waitFor()
  expect(await inBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '新增房源' }).waitFor({ state: 'hidden' })
  await rowsOf(page).first().getByRole('button').first().click()
  await page.getByRole('dialog').getByText('历史').first().waitFor()
  expect(await inBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  expect(await inBothThemes(page)).toEqual([])
})
