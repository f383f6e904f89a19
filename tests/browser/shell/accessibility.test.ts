import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages, resources } from '../../../src/declared/declared.ts'
import { type Screen, screensOf } from '../../../src/derive/menu.ts'
import { partOf, proof } from '../../help/depth.ts'
import { browserSeat, closeOthers, rowsOf } from '../../help/staff.ts'

const seat = browserSeat()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const views = Object.keys(import.meta.glob('../../../src/ui/screens/*/*Screen.tsx')).map((file) => file.split('/').at(-2))
const HOME = '/home'
const shown = screensOf(resources, pages).filter(({ screen, path }) => (screen === null || views.includes(screen)) && !path.includes('{'))
// Home stays, once it is drawn, behind every page that is opened after it, and axe reads the whole document each time: it comes last.
const inTurn = partOf([...shown.filter(({ path }) => path !== HOME), ...shown.filter(({ path }) => path === HOME)].reverse(), 48).reverse()

interface Finding {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

type Part = 'html' | '[role=tabpanel]:not([inert])' | '[role=dialog]'

/** Gives what axe calls serious or critical in this part of the page as it stands; `only` asks for one rule. */
const findings = async (page: Page, part: Part, only?: string): Promise<string[]> => {
  // Rows of a table are alike: what is said of the first three is not asked of twenty.
  const context = { include: [[part]], exclude: [['tbody tr:nth-child(n + 4)']] }
  // evaluate reaches past the page's own policy, which lets no script in.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  const violations = (await page.evaluate(
    ([rule, where]) =>
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
      (window as any).axe
        .run(where, { resultTypes: ['violations'], preload: false, ...(rule ? { runOnly: [rule] } : {}) })
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

const inBothThemes = async (page: Page, part: Part = 'html'): Promise<string[]> => {
  const light = await findings(page, part)
  await inTheme(page, 'dark')
  const dark = await findings(page, part, 'color-contrast')
  await inTheme(page, 'light')
  return [...light.map((finding) => `light ${finding}`), ...dark.map((finding) => `dark ${finding}`)]
}

/** Gives what only a mouse can use: it shows the hand, and neither it nor anything around or inside it takes the focus. */
const mouseOnly = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A tree is walked by its arrows.
    const KEYS = 'a[href], button, input, select, textarea, summary, label, [tabindex], .ant-select'
    const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 0
    return [...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          !element.closest('[inert], [hidden], [role=tree], .ant-tree') &&
          getComputedStyle(element).cursor === 'pointer' &&
          isSeen(element),
      )
      .filter((element) => !element.closest(KEYS) && !element.querySelector(KEYS))
      .map((element) => `mouse only: ${element.tagName} ${element.className} ${element.textContent?.slice(0, 20)}`)
      .slice(0, 3)
  })

/** Gives what looks the same with the focus as without: nobody would see where they are. Each kind of control is looked at once. */
const unseenFocus = async (page: Page, kinds: Set<string>): Promise<string[]> => {
  const { found, seen } = await page.evaluate(
    async (known) => {
      const looks = (element: Element): string => {
        const around = [
          element,
          element.parentElement,
          element.closest('.ant-select-selector, .ant-picker, .ant-input-affix-wrapper, .ant-tree'),
          element.nextElementSibling,
          ...element.children,
        ]
        return around
          .map((one) => {
            if (!one) return ''
            const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, color } = getComputedStyle(one)
            return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor, color].join()
          })
          .join('|')
      }
      const FRAMES = 120
      const kinds = new Set(known)
      const found: string[] = []
      for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, [tabindex="0"]')) {
        const kind = `${element.tagName} ${element.className}`
        if (kinds.has(kind) || element.closest('[inert], [hidden]') || !element.checkVisibility({ opacityProperty: true })) continue
        if (element.matches(':disabled, [tabindex="-1"]')) continue
        kinds.add(kind)
        const before = looks(element)
        element.focus({ focusVisible: true } as FocusOptions)
        // What the library marks it marks when it is next drawn, which on a busy machine takes a while.
        for (let frame = 0; frame < FRAMES && looks(element) === before; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
        if (document.activeElement === element && looks(element) === before) found.push(`focus unseen: ${kind}`)
        element.blur()
      }
      return { found, seen: [...kinds] }
    },
    [...kinds],
  )
  for (const kind of seen) kinds.add(kind)
  return found
}

/** Gives how much wider the page is than it may be, and which heads and actions are cut: at 1600 px all fits, below it the page scrolls sideways as a whole. */
const tooWide = async (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const panel = document.querySelector('[role=tabpanel]:not([inert])') ?? document.body
    const over = Math.max(document.documentElement.scrollWidth - 1600, panel.scrollWidth - panel.clientWidth)
    const cut = [...panel.querySelectorAll<HTMLElement>('thead th, .row-actions button')].filter(
      (element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1,
    )
    return [...(over > 0 ? [`${over} px too wide`] : []), ...new Set(cut.map((element) => `${element.innerText} is cut`))]
  })

const settled = async (page: Page, { label }: Screen): Promise<void> => {
  const panel = page.getByRole('tabpanel', { name: label, exact: true }).and(page.locator(':not([inert])'))
  await panel.waitFor()
  await expect.poll(() => panel.getByRole('status', { name: '加载中' }).count()).toBe(0)
}

proof(
  'every screen: axe finds nothing serious in either theme, nothing is for the mouse alone, the focus is seen, 1600 px are enough',
  async () => {
    const { page } = await seat('admin', { path: `/#${inTurn[0]?.path}` })
    const found: string[] = []
    const kinds = new Set<string>()
    for (const [index, screen] of inTurn.entries()) {
      await page.goto(page.url().replace(/#.*/, `#${screen.path}`))
      await settled(page, screen)
      if (index > 0 && screen.path !== HOME) await closeOthers(page)
      const faults = [
        ...(await mouseOnly(page)),
        ...(await unseenFocus(page, kinds)),
        ...(await tooWide(page)),
        // Menu, header and tabs stand around every screen: they are looked at with the first.
        ...(await inBothThemes(page, index === 0 ? 'html' : '[role=tabpanel]:not([inert])')),
      ]
      found.push(...faults.map((fault) => `${screen.path} ${fault}`))
    }
    expect(found).toEqual([])
  },
  600_000,
)

test('axe finds nothing serious on the login page, in a dialog, a drawer and the palette', async () => {
  const { page: out } = await seat()
  await out.getByLabel('账号').waitFor()
  expect(await inBothThemes(out)).toEqual([])
  const { page } = await seat('admin', { at: '房源列表' })
  await page.getByRole('button', { name: '新增房源' }).click()
  await page.getByRole('dialog', { name: '新增房源' }).getByText('所在位置').first().waitFor()
  expect(await inBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '新增房源' }).waitFor({ state: 'hidden' })
  await rowsOf(page).first().getByRole('button').first().click()
  await page.getByRole('dialog').getByText('历史').first().waitFor()
  // What lies behind has been looked at with the dialog.
  expect(await inBothThemes(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  expect(await inBothThemes(page, '[role=dialog]')).toEqual([])
})

/** Gives the least contrast of the texts of these to what they stand on. */
const leastContrast = (found: Locator): Promise<number> =>
  found.evaluateAll((all) => {
    const partsOf = (color: string) => color.match(/[\d.]+/g)?.map(Number) ?? []
    const light = (color: string): number => {
      const [r = 0, g = 0, b = 0] = partsOf(color).map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const groundOf = (element: Element | null): string => {
      const { backgroundColor = '' } = element ? getComputedStyle(element) : {}
      return !element || partsOf(backgroundColor)[3] !== 0 ? backgroundColor : groundOf(element.parentElement)
    }
    const contrasts = all.map((element) => {
      const [high = 0, low = 0] = [getComputedStyle(element).color, groundOf(element)].map(light).sort((a, b) => b - a)
      return (high + 0.05) / (low + 0.05)
    })
    return Math.min(...contrasts)
  })

test('what axe leaves out, one letter and what lies beneath an arrow, is read as well: the mark of an empty value, the dots of the pages', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  const panel = page.locator('[role=tabpanel]:not([inert])')
  const marks = panel.locator('tbody').getByText('—', { exact: true })
  const dots = panel.getByText('•••')
  await marks.first().waitFor()
  await dots.first().waitFor()
  for (const scheme of ['light', 'dark'] as const) {
    await inTheme(page, scheme)
    expect(await leastContrast(marks)).toBeGreaterThan(4.5)
    expect(await leastContrast(dots)).toBeGreaterThan(3)
  }
})
