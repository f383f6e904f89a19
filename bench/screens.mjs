import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/lib/browser.mjs'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { password, startServer } from './lib/server.mjs'

const RUNS = 5
/** The plainest list: five short columns, a dozen rows. */
const PLAINEST = '企业列表'
const LISTS = [
  ...[
    '房源列表',
    '合同管理',
    '账单列表',
    '流水列表',
    '抄表管理',
    '代扣账单',
    '代扣列表',
    '租金收缴台账',
    '轮候列表',
    '看房预约',
    '用户列表',
  ],
]

/** From the click in the menu until the rows are painted, in a browser that has every script already. */
const open = async (page, label) => {
  await page.evaluate(() => {
    sessionStorage.removeItem('anju.tabs')
    location.hash = '#/userInfo'
  })
  await page.reload()
  await page.getByRole('heading', { name: '个人信息' }).waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor()
  return page.evaluate(async (name) => {
    const link = [...document.querySelectorAll('.side a')].find((one) => one.textContent === name)
    const began = performance.now()
    link.click()
    while (!document.querySelector('[role=tabpanel]:not([inert]) tbody tr.row')) await new Promise(requestAnimationFrame)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return performance.now() - began
  }, label)
}

await bench('打开各列表：十万间、百万笔', async () => {
  const { url } = await startServer()
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  const page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage()
  await page.goto(url)
  await page.fill('#userName', 'admin')
  await page.fill('#password', password)
  await page.click('button[type=submit]')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  const times = new Map([PLAINEST, ...LISTS].map((label) => [label, []]))
  // In turn, so that a slow moment of the machine falls on all alike.
  for (let run = 0; run < RUNS; run++) for (const [label, list] of times) list.push(await open(page, label))
  await browser.close()
  const plainest = median(times.get(PLAINEST))
  printTable([
    ['列表', '毫秒（中位）', '与最简单的列表之比'],
    ...[...times].map(([label, list]) => [label, fixed(median(list), 0), fixed(median(list) / plainest)]),
  ])
  print()
  const worst = Math.max(...[...times.values()].map(median)) / plainest
  target('从菜单打开任一列表 ≤ 最简单的列表的 1.5 倍', worst <= 1.5, fixed(worst))
})
