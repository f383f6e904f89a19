import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { keepShown } from './failures.ts'

/** Gives, for the tests of a file, telephones of people who are no staff: 390 px wide, touched, each with a browser of its own. */
export const handsets = (): (() => Promise<Page>) => {
  let browser: Browser
  const shown = (): Page[] => browser.contexts().flatMap((context) => context.pages())
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROME ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepShown(`${task.name} on a telephone`, shown())
  })
  afterAll(() => browser.close())
  return async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    return page
  }
}

/** Draws on the sheet, or makes a dot where there is one place only. */
export const draw = async (page: Page, places: readonly (readonly [number, number])[]): Promise<void> => {
  const sheet = page.getByLabel('签名区域')
  await sheet.scrollIntoViewIfNeeded()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('no sheet')
  const [[x, y] = [0, 0], ...rest] = places
  await page.mouse.move(box.x + x, box.y + y)
  await page.mouse.down()
  for (const [nextX, nextY] of rest) await page.mouse.move(box.x + nextX, box.y + nextY, { steps: 4 })
  await page.mouse.up()
}
/** A name, as places on the sheet. */
export const NAME = [
  [40, 40],
  [150, 60],
  [90, 110],
  [220, 50],
  [260, 120],
] as const
