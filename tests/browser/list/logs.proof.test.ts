import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { browserSeat, choose, openScreen, rowsOf, sharedUrl } from '../../help/staff.ts'

const seat = browserSeat()

test('a change shows in 操作日志 with who did it and the words of before and after, and in the record’s own history', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  await choose(page, '房态', '空置')
  await page.keyboard.press('Escape')
  await expect.poll(async () => new Set(await rowsOf(page).locator('td:nth-child(4)').allInnerTexts())).toEqual(new Set(['空置']))
  const name = await rowsOf(page).first().getByRole('button').first().innerText()
  await rowsOf(page).first().getByRole('button').first().click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('navigation', { name: '相关记录' }).getByRole('button', { name: '历史' }).click()
  await drawer.getByRole('button', { name: /^停.?用$/ }).click()
  await page.getByRole('dialog', { name: '停用' }).getByRole('button', { name: '停用' }).click()
  await drawer.getByRole('cell', { name: '使用状态：正常 → 停用' }).waitFor()
  await drawer.getByRole('button', { name: '关闭' }).click()
  await openScreen(page, '操作日志')
  const row = rowsOf(page).first()
  await row.getByText('使用状态：正常 → 停用').waitFor()
  const text = await row.innerText()
  for (const word of ['停用', '系统管理员', '房源', name, '修改']) expect(text).toContain(word)
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '合同' }).click()
  const contracts = page.locator('[role=tabpanel]:not([inert]) .strip:not([hidden])')
  await contracts.getByRole('heading', { name: '合同', exact: true }).waitFor()
  await contracts.locator('.list-count', { hasText: '共' }).waitFor()
  expect(await contracts.getByText('使用状态：正常 → 停用').count()).toBe(0)
})

proof(
  'a change is put back from the record’s own history: the dialog holds what was before, and nothing is changed until it is confirmed',
  async () => {
    const { page } = await seat('admin', { at: '房源设置' })
    await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '费用项' }).click()
    const rowOf = (name: string) => page.locator('.strip:not([hidden]) tbody tr.row').getByRole('button', { name, exact: true })
    const drawer = page.getByRole('dialog').first()
    const edit = page.getByRole('dialog', { name: '编辑费用项' })
    const name = edit.getByLabel('名称')
    await rowOf('保洁费').click()
    await drawer.getByRole('button', { name: '编辑' }).click()
    await expect.poll(() => name.inputValue()).toBe('保洁费')
    await name.fill('清洁费')
    await page.keyboard.press('Enter')
    // The newest: another file may have renamed it before.
    const entry = drawer.locator('.related tbody tr', { hasText: '名称：保洁费 → 清洁费' }).first()
    await drawer.getByRole('button', { name: '历史' }).click()
    await entry.getByRole('button', { name: '改回' }).click()
    await expect.poll(() => name.inputValue()).toBe('保洁费')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: '放弃已填写的内容？' }).getByRole('button', { name: '放弃', exact: true }).click()
    await rowOf('清洁费').waitFor()
    await entry.getByRole('button', { name: '改回' }).click()
    await expect.poll(() => name.inputValue()).toBe('保洁费')
    await edit.getByRole('button', { name: '确定' }).click()
    await rowOf('保洁费').waitFor()
  },
)

proof('a message read, thrown away and restored moves between the strips, and the dot goes with the last unread one', async () => {
  const { page } = await seat('caiwu', { path: '/#/userInfo' })
  await page.getByRole('button', { name: '用户菜单：沈国华，1 条未读消息' }).click()
  await page.getByRole('menuitem', { name: '消息中心（1）' }).click()
  await page.getByRole('tab', { name: '消息中心', selected: true }).waitFor()
  const strip = (label: string) => page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: label }).click()
  await rowsOf(page).getByText('有账单逾期').first().waitFor()
  await rowsOf(page).getByRole('button', { name: '标为已读' }).click()
  await page.getByRole('button', { name: '用户菜单：沈国华', exact: true }).waitFor()
  expect(await page.locator('.avatar-dot').count()).toBe(0)
  await strip('已读')
  const read = page.locator('.strip:not([hidden]) tbody tr.row')
  await expect.poll(() => read.count()).toBe(2)
  // It leads to the bill of which it tells.
  await read.first().getByRole('link', { name: '账单' }).click()
  await page.getByRole('dialog').getByText('应付日').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await read.first().getByRole('button', { name: '移到回收站' }).click()
  await strip('回收站')
  await expect.poll(() => read.count()).toBe(2)
  await read.first().getByRole('button', { name: '还原' }).click()
  await expect.poll(() => read.count()).toBe(1)
})

/** Reads every message of an account by calls of a session of its own, as from another computer. */
const readElsewhere = async (userName: string): Promise<void> => {
  const { send, logIn: tokenOf } = callsAt(sharedUrl())
  const token = await tokenOf(userName)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => send('/message/has_read', { token, msg_id: index + 1 })))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
}

proof('what happens to one’s messages elsewhere shows at once in every tab of the browser, over one line', async () => {
  const { page } = await seat('guanjia', { path: '/#/userInfo' })
  // The first load's own line ends with the reload, sooner or later.
  const lines = new Set<Request>()
  const context = page.context()
  context.on('request', (request) => request.url().endsWith('/events') && lines.add(request))
  context.on('requestfinished', (request) => lines.delete(request))
  context.on('requestfailed', (request) => lines.delete(request))
  await page.reload()
  const tab = await page.context().newPage()
  await tab.goto(sharedUrl())
  for (const one of [page, tab]) await one.getByRole('button', { name: '用户菜单：周敏，2 条未读消息' }).waitFor()
  await expect.poll(() => lines.size).toBe(1)
  await readElsewhere('guanjia')
  for (const one of [page, tab]) await one.getByRole('button', { name: '用户菜单：周敏', exact: true }).waitFor()
  expect(lines.size).toBe(1)
})

proof('without the line it is asked for every minute', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo', once: true })
  await page.route('**/events', (route) => route.abort())
  await page.clock.install()
  await page.reload()
  await page.getByRole('button', { name: '用户菜单：系统管理员，2 条未读消息' }).waitFor()
  await readElsewhere('admin')
  await page.clock.fastForward(61_000)
  await page.getByRole('button', { name: '用户菜单：系统管理员', exact: true }).waitFor()
})

test('a crash is reported, once, and the header says so to who may read it', async () => {
  const staff = await seat('admin', { path: '/#/userInfo' })
  const { page } = staff
  const mark = page.getByRole('link', { name: /^错误日志，最近一天 \d+ 条$/ })
  const before = Number(/\d+/.exec((await mark.getAttribute('aria-label')) ?? '')?.[0])
  const recorded: number[] = []
  page.on('response', (response) => response.url().endsWith('/save_error_logger') && recorded.push(response.status()))
  await page.evaluate(() => {
    for (let n = 0; n < 3; n++)
      setTimeout(() => {
        throw new TypeError('试验：页面出错 13812345678')
      })
    Promise.reject(new RangeError('试验：没有人接住'))
  })
  await expect.poll(() => staff.complaints.length).toBeGreaterThanOrEqual(4)
  staff.complaints.length = 0
  await expect.poll(() => recorded).toEqual([200, 200])
  await page.route('**/error_log/index', (route) => route.abort())
  await page.reload()
  // How many is not known, which is not none.
  await page.getByRole('link', { name: '错误日志', exact: true }).waitFor()
  await page.unroute('**/error_log/index')
  await page.reload()
  await page.getByRole('link', { name: `错误日志，最近一天 ${before + 2} 条` }).click()
  await page.getByRole('tab', { name: '错误日志', selected: true }).waitFor()
  await rowsOf(page).getByText('试验：页面出错 138****5678').waitFor()
  await rowsOf(page).getByText('RangeError').waitFor()
  const { page: other } = await seat('caiwu', { path: '/#/userInfo' })
  await other.getByRole('button', { name: /^用户菜单/ }).waitFor()
  expect(await other.getByRole('link', { name: /^错误日志/ }).count()).toBe(0)
})
