import type { Page } from 'playwright-core'

/** So much of a page's text is told: what is above all, and the first rows. */
const TOLD = 3_000

const wordsOf = async (page: Page): Promise<string> => {
  const text = await page.locator('body').innerText({ timeout: 5_000 })
  return text.replace(/\s*\n\s*/g, ' ⏎ ').slice(0, TOLD)
}

/** Keeps what the screens showed when a test failed, in .cache/failures, and prints their words: where nobody can fetch a picture these are all there is. */
export const keepShown = async (test: string, pages: readonly Page[]): Promise<void> => {
  const name = test.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
  const keep = async (page: Page, index: number): Promise<void> => {
    const words = await wordsOf(page).catch(String)
    process.stderr.write(`${name} ${index} ${page.url()}\n${words}\n`)
    await page.screenshot({ path: `.cache/failures/${name}-${index}.png` }).catch(() => {})
  }
  await Promise.all(pages.map(keep))
}
