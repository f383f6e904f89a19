import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { pages, resources } from '../../src/declared/declared.ts'
import { screensOf } from '../../src/derive/menu.ts'
import { callsAt } from './calls.ts'
import { keepShown } from './failures.ts'
import { PASSWORD } from './realServer.ts'
import { browserStores } from './store/browserStores.ts'
import { closeTab, type Kept, leaveTab, takeTab } from './tabs.ts'

/** Where the server is that the files of this worker share, one after the other. */
export const sharedUrl = (): string => browserStores.url

/** A member of staff at a 1600×900 screen. */
export interface Staff {
  page: Page
  /** What the browser complained about: script errors and refused resources. */
  complaints: string[]
}

/** What someone chose for themselves in one test is not how the next test finds their lists. */
const forgetChoices = async ({ page }: Staff): Promise<void> => {
  const { origin } = new URL(page.url())
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value
  if (!token) return
  const { send, call } = callsAt(origin)
  const chosen = Object.keys((await send('/get_info', { token })).data?.preferences ?? {})
  const changes = chosen.map((name) => ({ name, value: 'null' }))
  if (changes.length > 0) await call('/api/preference/save', { changes }, token)
}

/** A page that one file published is in nobody's menu when the next file of this worker begins. */
const withdrawScreens = async (url: string): Promise<void> => {
  const { call, logIn } = callsAt(url)
  const token = await logIn('admin')
  const { data } = await call('/api/screen/index', { state: 2, page: 1, page_rows: 100 }, token)
  // The newest first: an older page that a newer one refers to cannot go before it.
  const ids = data.list.map(({ screen_id }: { screen_id: number }) => screen_id)
  for (const screen_id of ids.sort((a: number, b: number) => b - a))
    expect((await call('/api/screen/withdraw', { screen_id }, token)).msg).toBe('')
}

/**
 * What a browser keeps of someone who has logged in at it: a session of their own, who they are and what they have chosen. Who types their
 * name is shown where logging in is tested; to everybody else the login page is one more page to load and to draw.
 */
const keptOf = async (url: string, userName: string): Promise<Kept> => {
  const { send, logIn } = callsAt(url)
  const token = await logIn(userName)
  const { data } = await send('/get_info', { token })
  return { token, values: { 'anju.user': data, 'anju.preferences': { values: data.preferences, unsent: {} } } }
}

const screens = screensOf(resources, pages)

const pathOf = (label: string): string => {
  const screen = screens.find((one) => one.label === label && one.menu !== null)
  if (!screen) throw new Error(`no menu has a screen ${label}`)
  return `/#${screen.path}`
}

/** Where someone is seated: at an address, or at the screen that the menu calls `at`; at home without either. */
interface Place {
  path?: string
  at?: string
  url?: string
  /** Whether nobody sits down here after: what makes an init script or a clock of its own cannot be taken back from it. */
  once?: boolean
}

/**
 * Gives the function that seats someone at a browser that holds nothing of anybody before, logged in where they are named; after each test
 * nobody may have met a script error.
 */
export const browserSeat = (): ((userName?: string, place?: Place) => Promise<Staff>) => {
  const seated: (Staff & { once: boolean })[] = []
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await keepShown(
        task.name,
        seated.map(({ page }) => page),
      )
    const complaints = seated.flatMap((staff) => staff.complaints)
    const leaving = seated.splice(0)
    await Promise.all(leaving.map((staff) => forgetChoices(staff).catch(() => {})))
    await Promise.all(leaving.map(({ page, once }) => (once ? closeTab(page) : leaveTab(page))))
    expect(complaints).toEqual([])
  })
  afterAll(async () => {
    if (sharedUrl()) await withdrawScreens(sharedUrl())
  })

  return async (userName, { at, path = at ? pathOf(at) : '/', url = sharedUrl(), once = false } = {}) => {
    const page = await takeTab(url, userName ? await keptOf(url, userName) : undefined)
    const staff = { page, complaints: [] as string[], once }
    page.on('pageerror', (error) => staff.complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/net::ERR_|Failed to load resource/.test(message.text())) staff.complaints.push(message.text())
    })
    seated.push(staff)
    await page.goto(url + path)
    if (userName) await page.getByRole('navigation', { name: /^(主菜单|Main menu)$/ }).waitFor()
    if (userName && at) await page.getByRole('tab', { name: at, selected: true }).waitFor()
    return staff
  }
}

export const logIn = async (page: Page, userName: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('账号').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
}

/** Opens a screen from the menu, as staff do. */
export const openScreen = async (page: Page, label: string): Promise<void> => {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: label }).click()
  await page.getByRole('tab', { name: label, selected: true }).waitFor()
}

/** Chooses from a select found by its label, by keyboard as staff do: open it, narrow it by typing where it can be searched, take the option. */
export const choose = async (within: Page | Locator, label: string, option: string): Promise<void> => {
  const page = 'page' in within ? within.page() : within
  const box = within.getByRole('combobox', { name: label, exact: true })
  await expect.poll(() => box.isEnabled()).toBe(true)
  await box.focus()
  await page.keyboard.press('ArrowDown')
  // By its own list: that of the choice before may still be closing.
  const list = await box.getAttribute('aria-controls')
  const shown = page.locator('.ant-select-dropdown:visible', { has: page.locator(`[id="${list}"]`) })
  if (await box.isEditable()) await box.fill(option)
  await shown.locator('.ant-select-item-option', { hasText: option }).first().click()
}

/**
 * Closes every page but home and the one that is shown, as whoever has many open does; what a test would go on carrying costs it time at
 * every step, and so does home each time it is shown.
 */
export const closeOthers = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { selected: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
}

/** The page that is looked at, of those whose tabs are open. */
export const pane = (page: Page) => page.locator('[role=tabpanel]:not([inert])')
/** Waits until a desk shows what the last deed left, with what goes with the row that is chosen. */
export const deskSettled = (page: Page) => pane(page).locator('.desk[aria-busy=false]').waitFor()
/** The rows of the list that is shown. */
export const rowsOf = (page: Page) => pane(page).locator('tbody tr.row')

/** Finds a record of a screen's list by its name in the filter that is called so, opens it, and gives its drawer. */
export const openRecord = async (page: Page, screen: string, filter: string, name: string): Promise<Locator> => {
  await openScreen(page, screen)
  await pane(page).getByPlaceholder(filter).fill(name)
  await pane(page).getByPlaceholder(filter).press('Enter')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await rowsOf(page).first().getByText(name, { exact: true }).click()
  return page.getByRole('dialog', { name })
}

/** Begins something of a row, once the row has it: by its button, or from its further ones. */
export const begin = async (page: Page, row: Locator, label: string): Promise<void> => {
  const direct = row.getByRole('button', { name: label, exact: true })
  const more = row.getByRole('button', { name: '更多操作' })
  await direct.or(more).first().waitFor()
  if ((await direct.count()) > 0) return direct.click()
  await more.click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

/** Waits until the lists of the page that is shown have what they asked for: after a deed those of its other strips ask, too. */
export const settled = (page: Page): Promise<void> =>
  page.locator('[role=tabpanel]:not([inert]) .list-bar[data-busy=true]').first().waitFor({ state: 'detached' })

/** The toast with these words. */
export const toast = (page: Page, text: string) => page.locator('.ant-message').getByText(text, { exact: true })

/** A flat as staff describe it in 新增房源, save its kind and its community: what is chosen, and what is written. */
export const FLAT_FIELDS = {
  chosen: [
    ['省', '上海市'],
    ['市', '市辖区'],
    ['区县', '浦东新区'],
    ['街道', '陆家嘴街道'],
    ['弄或号', '弄'],
  ],
  written: [
    ['路名', '张杨路'],
    ['弄号', '628'],
    ['经度', '121.5182'],
    ['纬度', '31.2304'],
    ['楼号', '9'],
    ['楼层', '3'],
    ['房号', '301'],
    ['室', '2'],
    ['厅', '1'],
    ['卫', '1'],
  ],
} as const
