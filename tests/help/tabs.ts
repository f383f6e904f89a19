import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
]

const SCREEN = { width: 1600, height: 900 }
// Who has asked for no motion meets none: a menu stands where it is from the first moment.
const MEDIA = { colorScheme: 'light', reducedMotion: 'reduce' } as const

/** A document of the site's own in which nothing runs: what the site keeps in a browser is emptied and filled there. */
const QUIET = '/favicon.svg'

const HEARD = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'] as const

/** What a browser keeps of someone: the token of their session, and what stands in its storage. */
export interface Kept {
  token: string
  values: Record<string, unknown>
}

/** The browser of this worker; it ends with it. */
let browser: Promise<Browser> | undefined

/**
 * Tabs whose people have left. One that has read the client before reads it again for a third of what a new one takes: the script engine
 * has compiled it. What staff can leave in a tab is taken out of it, see `leaveTab`.
 */
const free: Page[] = []

const newTab = async (): Promise<Page> => {
  browser ??= chromium.launch({ executablePath: process.env.CHROME ?? '/usr/bin/chromium-headless-shell', args: ARGS })
  const context = await (await browser).newContext({ viewport: SCREEN, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', ...MEDIA })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return page
}

const fill = (page: Page, values: Record<string, unknown>): Promise<void> =>
  page.evaluate((kept) => {
    localStorage.clear()
    sessionStorage.clear()
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, JSON.stringify(value))
  }, values)

const cookieOf = (url: string, token: string) =>
  ({
    name: 'token',
    value: token,
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Strict',
  }) as const

/** A tab of a browser at a 1600×900 screen that keeps nothing of the site at `url` but what is `kept`. */
export const takeTab = async (url: string, kept?: Kept): Promise<Page> => {
  const page = free.pop() ?? (await newTab())
  await page.goto(url + QUIET)
  await fill(page, kept?.values ?? {})
  if (kept) await page.context().addCookies([cookieOf(url, kept.token)])
  return page
}

export const closeTab = (page: Page): Promise<void> => page.context().close()

const empty = async (page: Page, context: BrowserContext): Promise<void> => {
  for (const event of HEARD) page.removeAllListeners(event)
  await Promise.all(context.pages().flatMap((other) => (other === page ? [] : [other.close()])))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto(new URL(QUIET, page.url()).href)
  await fill(page, {})
  await context.clearCookies()
  await page.setViewportSize(SCREEN)
  await page.emulateMedia(MEDIA)
  await page.mouse.move(0, 0)
}

/** Someone leaves a tab to whoever sits down next: it is emptied of what it kept, showed, heard and was told of the network; or closed where it cannot be. */
export const leaveTab = async (page: Page): Promise<void> => {
  try {
    await empty(page, page.context())
    free.push(page)
  } catch {
    await closeTab(page)
  }
}
