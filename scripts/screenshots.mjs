import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { findBrowser } from './lib/browser.mjs'
import { pictureDeeds, picturePhones } from './lib/businessPictures.mjs'
import { at } from './lib/paths.mjs'

const PASSWORD = 'anju2026'
/** Screens that no menu entry leads to, and the further lists of those with a strip. */
const UNLINKED = [
  '/preQualificationList',
  '/preQualificationDetails?id=100',
  '/bill/demo',
  '/clue/salesClueList',
  '/entrust/entrustList',
  '/userInfo',
  '/message',
  '/errorLog',
  '/setting/signatureList/company/1',
  '/setting/occupancyList',
  '/setting/templateEditor/1',
  '/contract/contract?strip=1',
  '/contract/contract?strip=2',
  '/contract/contract?strip=3',
  '/contract/contract?strip=4',
  '/contract/contract?strip=5',
  '/contract/contract?strip=6',
  '/contract/contract?strip=7',
  '/contract/contract?strip=8',
  '/bill/billList?strip=1',
  '/bill/billList?strip=2',
  '/bill/reports?strip=1',
  '/owner/ownerList?strip=3',
  '/bill/reports?strip=2',
  '/bill/statementList?strip=1',
  '/bill/statementList?strip=4',
  '/bill/statementList?strip=5',
]
/** Already taken on the way, with something open in them. */
const SHOT = new Set(['home', 'homeList', 'flowMoneyList'])
const folder = at('docs/screens')
mkdirSync(folder, { recursive: true })

const startServer = async () => {
  const dataDir = mkdtempSync('/var/tmp/anju-screens-')
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD, SAMPLE_DATA: 'small', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [at('dist/server/main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const url = /安居已启动：(http:\/\/\S+)/.exec(text)?.[1]
    if (!url) continue
    const stop = async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    }
    return { url, stop }
  }
  throw new Error(`服务器没有启动：\n${text}`)
}

/** What takes pictures of a page, small enough to live in the repository. */
const shootOf = (page, suffix = '') => {
  const toast = page.locator('.ant-message-notice').first()
  return async (name, { withToast = false } = {}) => {
    await page.waitForLoadState('networkidle')
    if (!withToast) await toast.waitFor({ state: 'hidden' })
    await page.evaluate(() => document.fonts.ready)
    // A picture that has come and is not drawn yet leaves its place empty.
    await page.waitForFunction(() =>
      [...document.images].every((image) => image.complete || image.closest('[inert]') || image.getBoundingClientRect().top > innerHeight),
    )
    await page.evaluate(() =>
      Promise.all([...document.images].filter(({ complete }) => complete).map((image) => image.decode().catch(() => {}))),
    )
    // What is drawn after the rows has come when nothing more comes.
    await page.waitForFunction(
      () => {
        const { dataset, innerHTML } = document.body
        const size = String(innerHTML.length)
        const isStill = dataset.size === size
        dataset.size = size
        return isStill
      },
      null,
      { polling: 300 },
    )
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    await sharp(png)
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(join(folder, `${name}${suffix}.png`))
  }
}

/** A browser of its own. */
const seat = async (browser, colorScheme, suffix) => {
  const context = await browser.newContext({
    viewport: { width: 1600, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme,
  })
  const page = await context.newPage()
  return { context, page, shoot: shootOf(page, suffix) }
}

/** One walk through the screens, a picture at each stop. */
const walk = async (browser, url, scheme) => {
  const { context, page, shoot } = await seat(browser, scheme, scheme === 'dark' ? '-dark' : '')
  const open = async (label) => {
    await page.getByRole('link', { name: label }).click()
    await page.locator('[role=tabpanel]:not([inert]) tbody tr.row').first().waitFor()
  }
  const closeDialog = async () => {
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await page.goto(url)
  await page.getByLabel('账号').waitFor()
  await shoot('login')
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('gridcell').first().waitFor()
  await page
    .getByRole('gridcell', { name: /即将到期/ })
    .first()
    .click()
  await page.getByText('月租金', { exact: true }).first().waitFor()
  await shoot('home')
  await open('房源列表')
  await shoot('homeList')
  // So that the log has something to show.
  await page.locator('[role=tabpanel]:not([inert]) tbody tr.row').getByRole('button', { name: '更多操作' }).first().click()
  await page
    .getByRole('menuitem', { name: /^(维修|启用)$/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(维修|启用)$/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '新增房源' }).click()
  await page.getByRole('dialog').getByText('所在位置').first().waitFor()
  await shoot('house-dialog')
  await closeDialog().catch(async () => page.getByRole('button', { name: '放弃' }).click())
  await page.locator('[role=tabpanel]:not([inert]) tbody tr.row button').first().click()
  await page.getByRole('dialog').getByText('系统编号').first().waitFor()
  await shoot('house-detail')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await open('流水列表')
  await shoot('flowMoneyList')
  await page.getByRole('button', { name: '新增流水' }).click()
  await page.getByRole('dialog').getByLabel('金额').fill('3680')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('dialog').getByText('支付方式必填').waitFor()
  await shoot('flow-dialog', { withToast: true })
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })

  const linked = await page
    .getByRole('navigation', { name: '主菜单' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.hash.slice(1)))
  for (const path of [...linked, ...UNLINKED]) {
    const name = path
      .replace(/\/\w+\/\d+$/, '')
      .replace(/^\/(.*\/)?/, '')
      .replace(/\?(strip|id)=/, '-')
    if (SHOT.has(name)) continue
    await page.goto(`${url}/#${path}`)
    await page.locator('[role=tabpanel]:not([inert])').getByRole('heading').first().waitFor()
    await shoot(name)
  }
  await pictureDeeds(page, url, shoot)
  if (scheme === 'light') await picturePhones(browser, page, url, shootOf)
  await page.goto(`${url}/#/check/checkList`)
  await page.locator('[role=tabpanel]:not([inert]) .strip:not([hidden]) tbody tr.row button').first().click()
  await page.getByRole('dialog').getByRole('list', { name: '审批经过' }).waitFor()
  await shoot('audit-detail')
  await page.goto(`${url}/#/setting/screens`)
  await page.getByRole('button', { name: '新增页面' }).click()
  await page.getByRole('dialog').getByLabel('页面名称').fill('车位登记')
  await page
    .getByRole('dialog')
    .getByLabel('代码')
    .fill(scheme === 'dark' ? 'parking_dark' : 'parking')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '设计' }).first().click()
  await page.getByText('行上的操作').waitFor()
  await shoot('screenDesigner')
  await page.getByRole('button', { name: '加一个字段' }).click()
  await page.getByRole('dialog').getByText('字段名称').waitFor()
  await shoot('screenDesigner-field')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.goto(`${url}/#/homeList`)
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await page.getByRole('dialog').getByText('下载模板').waitFor()
  await shoot('import-dialog')
  await page.goto(`${url}/#/bill/billList`)
  await page.reload()
  await page.getByRole('button', { name: '新增费用账单' }).click()
  await page.getByRole('dialog').getByText('租赁房间').waitFor()
  await shoot('bill-dialog')
  await context.close()
}

/** The few pictures of README.en.md. */
const walkInEnglish = async (browser, url) => {
  const { context, page, shoot } = await seat(browser, 'light', '-en')
  await page.goto(url)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('Account').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('gridcell').first().waitFor()
  await shoot('home')
  for (const path of ['/homeList', '/workbench/workbench', '/contract/contract', '/bill/flowMoneyList']) {
    await page.goto(`${url}/#${path}`)
    await page.locator('[role=tabpanel]:not([inert])').getByRole('heading').first().waitFor()
    await shoot(path.replace(/^\/(.*\/)?/, ''))
  }
  await context.close()
}

const server = await startServer()
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
try {
  // `npm run screenshots -- --english`: those alone.
  if (!process.argv.includes('--english')) for (const scheme of ['light', 'dark']) await walk(browser, server.url, scheme)
  await walkInEnglish(browser, server.url)
} finally {
  await browser.close()
  await server.stop()
}
