import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/lib/browser.mjs'
import { fixed, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { password, startServer } from './lib/server.mjs'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' }, slow: { type: 'boolean', default: false } } })

const rows = (text) => ({ css: '.pane:not([inert]) tbody tr.row', text })
const steps = {
  name: 'anju',
  loginPath: '/',
  loginReady: '#userName',
  fill: [
    ['#userName', 'admin'],
    ['#password', password],
  ],
  submit: 'button[type=submit]',
  toList: ['nav a[href="#/homeList"]'],
  listPath: '/#/homeList',
  rowsA: rows('号'),
  linkA: 'nav a[href="#/homeList"]',
  rowsB: rows('SJ'),
  linkB: 'nav a[href="#/bill/flowMoneyList"]',
}

/** Runs measure.mjs, which opens a new browser with a new profile for each run, and gives its medians. */
const measure = (url, ...options) => {
  const folder = mkdtempSync(join(tmpdir(), 'anju-load-'))
  try {
    writeFileSync(join(folder, 'steps.json'), JSON.stringify(steps))
    const script = fileURLToPath(new URL('measure.mjs', import.meta.url))
    execFileSync(
      process.execPath,
      [script, url, join(folder, 'steps.json'), `--runs=${values.runs}`, `--json=${join(folder, 'out.json')}`, ...options],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    return JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')).median
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Watches which scripts one sitting fetches: none twice, and the forms engine not before the first dialog. */
const chunks = async (url) => {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage()
    const fetched = []
    page.on('request', (request) => request.url().endsWith('.js') && fetched.push(request.url().split('/').pop()))
    await page.goto(url)
    await page.fill('#userName', 'admin')
    await page.fill('#password', password)
    await page.click('button[type=submit]')
    await page.click(steps.linkA)
    await page.waitForSelector(steps.rowsA.css)
    const before = fetched.some((name) => name.startsWith('FormDialog'))
    await page.getByRole('button', { name: '新增房源' }).click()
    await page.getByRole('dialog').getByText('所在位置').first().waitFor()
    return {
      twice: fetched.filter((name, index) => fetched.indexOf(name) !== index),
      before,
      after: fetched.some((name) => name.startsWith('FormDialog')),
    }
  } finally {
    await browser.close()
  }
}

await bench('首次打开与切换：浏览器付出多少', async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-load-'))
  const { url, stop } = await startServer({ dir, sample: 'small' })
  const m = measure(url)
  const lines = [
    ['登录页 JS（kB）', m.loginJsGzQuiet / 1000, 110],
    ['列表 JS，直接打开（kB）', m.deepJsGz / 1000, 360],
    ['列表 JS，经登录（kB）', m.listJsGz / 1000, 360],
    ['登录页可用（ms）', m.loginVisibleMs, 300],
    ['列表行可见（ms）', m.deepRowsMs, 600],
    ['长任务合计（ms）', m.deepLong, 280],
    ['堆（MB）', m.heapMB, 9],
    ['再次切到列表（ms）', Math.max(m.swSecondA, m.swSecondB), 80],
  ]
  if (values.slow) {
    const s = measure(url, '--net=4g', '--cpu=4')
    lines.push(
      ['慢网慢机：登录页可用（ms）', s.loginVisibleMs, 900],
      ['慢网慢机：列表行可见（ms）', s.deepRowsMs, 1800],
      ['慢网慢机：再次切换（ms）', Math.max(s.swSecondA, s.swSecondB), 260],
    )
  }
  printTable([['项目', '测得', '须达到'], ...lines.map(([name, figure, most]) => [name, fixed(figure, 1), `≤ ${most}`])])
  print()
  for (const [name, figure, most] of lines) target(name, figure <= most, `${fixed(figure, 1)} / ${most}（${fixed(figure / most)}）`)
  const { twice, before, after } = await chunks(url)
  await stop()
  rmSync(dir, { recursive: true, force: true })
  target('没有脚本取两次', twice.length === 0, twice.join('、') || '无')
  target('表单引擎随第一个对话框才取', !before && after, before ? '之前已取' : after ? '之后取' : '没有取')
})
