import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pages, resources } from '../../../src/declared/declared.ts'
import { screensOf } from '../../../src/derive/menu.ts'
import { browserSeat, closeOthers, pane, rowsOf } from '../../help/staff.ts'

const seat = browserSeat()

const STILL_TO_COME = '[role=tabpanel]:not([inert]) :is([role=status][aria-label=加载中], [data-busy=true]):visible'

/** How many pages lie open before they are closed. */
const MANY = 6

/** Hears of every call that is answered by a refusal, and knows when nothing is asked any more. */
const listenTo = (page: Page) => {
  const refusals: string[] = []
  const asked = new Set<object>()
  const isCall = (url: string): boolean => !url.endsWith('/events') && new URL(url).protocol !== 'blob:'
  page.on('request', (request) => isCall(request.url()) && asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (response.request().method() !== 'POST') return
    const { code } = await response.json().catch(() => ({ code: 0 }))
    if ([302, 403, 404].includes(code)) refusals.push(`${pathname} ${code} at ${new URL(page.url()).hash}`)
  })
  /** Waits until what is shown has what it asked for. */
  const settle = async (): Promise<void> => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done(null), { timeout: 300 }))))
    await expect.poll(async () => asked.size + (await page.locator(STILL_TO_COME).count()), { interval: 10 }).toBe(0)
  }
  return { refusals, settle }
}

/** What an address is, of many alike: without the numbers that tell its record from others. One of each is opened. */
const kindOf = (href: string): string => {
  const [path = '', search = ''] = href.split('?')
  const params = new URLSearchParams(search)
  const over = params.get('over')?.split('.').at(-1)?.split('-')[0]
  // A record that lies over a page is the same over another.
  if (over) return `over ${over}`
  return `${path.replaceAll(/\d+/g, '#')}${params.has('filters') ? ' filtered' : ''}`
}

const linksOf = (page: Page): Promise<string[]> =>
  page.locator('a[href^="#/"]:visible').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

/** Presses each of these buttons in turn, and tells what it is called. */
const each = async (buttons: Locator, then: (label: string) => Promise<void>): Promise<void> => {
  for (const [place, label] of (await buttons.allInnerTexts()).entries()) {
    await buttons.nth(place).click()
    await then(label.trim())
  }
}

const screens = screensOf(resources, pages)

/** Of which list the rows under this strip of a screen are: those of one list under another strip are the same kind of record. */
const listOf = (href: string, label: string): string => {
  const path = href.replace(/^#|\?.*$/g, '')
  const strips = screens.find((screen) => screen.path === path)?.strips ?? []
  return strips.find((strip) => strip.label === label)?.resource ?? `${path} ${label}`
}

/** What the roles before have opened: whoever may do everything is refused nothing of it. */
const openToRoles = new Set<string>()
const foundByRoles = new Set<string>()

describe.each(['guanjia', 'caiwu', 'admin'])('%s', (userName) => {
  test('no entry, card or link of any screen leads to a refusal', async () => {
    const { page } = await seat(userName)
    const { refusals, settle } = listenTo(page)
    const seen = new Set<string>(userName === 'admin' ? openToRoles : [])
    const waiting: string[] = []
    const walked = new Set<string>()
    const openedOf = new Set<string>()
    const take = (hrefs: readonly string[]): void => {
      for (const href of hrefs) if (!seen.has(kindOf(href)) && seen.add(kindOf(href))) waiting.push(href)
    }
    const look = async (): Promise<void> => {
      await settle()
      const at = new URL(page.url()).hash
      for (const text of await page.locator('.refused:visible, .list-failed:visible').allInnerTexts()) refusals.push(`${text} at ${at}`)
      take(await linksOf(page))
    }
    const goTo = (address: string): Promise<void> =>
      page.evaluate((to) => {
        location.hash = to
      }, address)
    // Those of pages that are not shown are not looked at.
    const drawer = page.locator('.ant-drawer-open:visible')
    const lookIntoDrawer = async (): Promise<void> => {
      await drawer.last().waitFor()
      await look()
      const kind = kindOf(new URL(page.url()).hash)
      if (!walked.has(kind) && walked.add(kind))
        await each(drawer.last().getByRole('navigation', { name: '相关记录' }).getByRole('button'), look)
    }
    await page.getByRole('button', { name: /^用户菜单/ }).waitFor()
    await look()
    const tabs = page.getByRole('tab')
    for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
      if ((await tabs.count()) > MANY) {
        await goTo('#/userInfo')
        await expect.poll(() => drawer.count()).toBe(0)
        await closeOthers(page)
      }
      await goTo(href)
      if (/\/show\/|over=/.test(href)) {
        await lookIntoDrawer()
        continue
      }
      await look()
      if (href.includes('filters=')) continue
      const strips = pane(page).getByRole('navigation', { name: '分类' }).getByRole('button')
      const lookAtFirst = async (label: string): Promise<void> => {
        await look()
        const list = listOf(href, label)
        if (openedOf.has(list)) return
        const first = rowsOf(page).filter({ visible: true }).first().locator('td[data-align]').getByRole('button').first()
        if ((await first.count()) === 0) return
        openedOf.add(list)
        await first.click()
        await lookIntoDrawer()
        await page.goBack()
        await expect.poll(() => drawer.count()).toBe(0)
      }
      if ((await strips.count()) > 0) await each(strips, lookAtFirst)
      else await lookAtFirst('')
    }
    await goTo('#/bill/billList')
    await look()
    const open = page.getByRole('dialog').filter({ visible: true })
    const box = page.getByRole('combobox', { name: /^查找页面/ })
    const find = async (typed: string): Promise<Locator> => {
      await page.keyboard.press('Control+k')
      await box.waitFor()
      await box.fill(typed)
      const found = page.getByRole('listbox', { name: '结果' })
      await expect.poll(() => found.getAttribute('aria-busy')).toBe('false')
      return found.getByRole('option')
    }
    const close = async (): Promise<void> => {
      if ((await drawer.count()) > 0) await goTo('#/bill/billList')
      else await page.keyboard.press('Escape')
      await expect.poll(() => open.count()).toBe(0)
    }
    const opened = new Set<string>(userName === 'admin' ? foundByRoles : [])
    for (const typed of ['新增', '王', '101', 'HT', 'ZD']) {
      const found = await (await find(typed)).evaluateAll((options) =>
        options.map((option) => [option.querySelector('span')?.textContent ?? '', option.textContent ?? ''] as const),
      )
      await close()
      // Of what is found one of each kind, of deeds all.
      for (const [place, [kind, text]] of found.entries()) {
        const what = kind === '操作' ? text : kind
        if (opened.has(what)) continue
        opened.add(what)
        await (await find(typed)).nth(place).click()
        await box.waitFor({ state: 'detached' })
        if (kind !== '页面') await open.first().waitFor()
        await look()
        await close()
      }
    }
    for (const item of ['消息中心', '个人信息', '下载记录']) {
      await page.getByRole('button', { name: /^用户菜单/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await look()
    }
    expect(refusals).toEqual([])
    expect(seen.size).toBeGreaterThan(25)
    for (const kind of seen) openToRoles.add(kind)
    for (const what of opened) foundByRoles.add(what)
  }, 900_000)
})
