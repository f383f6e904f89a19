import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { browserSeat, choose, openScreen, rowsOf, settled, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()

test('filters, chips, order, paging and the count agree with one another', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  await expect.poll(() => rowsOf(page).count()).toBe(20)
  await choose(page, '性质', '廉租房')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '取消筛选 性质：廉租房' }).waitFor()
  await expect.poll(async () => new Set(await rowsOf(page).locator('td:nth-child(6)').allInnerTexts())).toEqual(new Set(['廉租房']))
  for (const index of [0, 1]) await rowsOf(page).nth(index).getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: '批量操作' }).getByText('已选 2 条').waitFor()
  await page.getByRole('columnheader', { name: /面积/ }).getByRole('button').click()
  // In another order others stand on the page: nothing is done to a row that nobody sees.
  await page.getByRole('toolbar', { name: '批量操作' }).waitFor({ state: 'detached' })
  await expect
    .poll(async () => {
      const areas = (await rowsOf(page).locator('td:nth-child(8)').allInnerTexts()).map(Number)
      return areas.length > 1 && areas.every((area, index) => index === 0 || area >= (areas[index - 1] ?? 0))
    })
    .toBe(true)
  const first = await rowsOf(page).first().innerText()
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect.poll(() => rowsOf(page).first().innerText()).not.toBe(first)
  await page.getByRole('button', { name: '取消筛选 性质：廉租房' }).waitFor()
  await page.getByRole('button', { name: '清空' }).click()
  await expect.poll(() => page.locator('.list-count:visible').innerText()).toMatch(/^共 2,0\d\d 条$/)
})

proof('a filtered list can be sent as a link: who opens it sees the same rows, and a link followed later is obeyed', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  expect(new URL(page.url()).hash).toBe('#/homeList')
  await choose(page, '性质', '廉租房')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '取消筛选 性质：廉租房' }).waitFor()
  await page.getByRole('columnheader', { name: /面积/ }).getByRole('button').click()
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect.poll(() => page.url()).toContain('currentPage=2')
  await settled(page)
  const rows = await rowsOf(page).allInnerTexts()
  const { hash } = new URL(page.url())
  const { page: other } = await seat('admin', { path: `/${hash}` })
  await other.getByRole('button', { name: '取消筛选 性质：廉租房' }).waitFor()
  await expect.poll(() => rowsOf(other).allInnerTexts()).toEqual(rows)
  expect(await other.getByRole('columnheader', { name: /面积/ }).getAttribute('aria-sort')).toBe('ascending')
  await other.getByRole('button', { name: '清空' }).click()
  await expect.poll(() => other.locator('.list-count:visible').innerText()).toMatch(/^共 2,0\d\d 条$/)
  await expect.poll(() => new URL(other.url()).hash).not.toContain('1')
  // The menu leads to the list as it was left; the link asks for its own rows.
  await openScreen(other, '流水列表')
  await openScreen(other, '房源列表')
  expect(await other.getByRole('columnheader', { name: /面积/ }).getAttribute('aria-sort')).toBe('ascending')
  await other.evaluate((to) => {
    location.hash = to
  }, hash)
  await expect.poll(() => rowsOf(other).allInnerTexts()).toEqual(rows)
})

proof(
  'an address that asks for what is none of a column leaves that out; a range that is taken away stands in its box no more',
  async () => {
    const garbage = encodeURIComponent(JSON.stringify({ type: 'abc', deal_time_start: 1e20, price_start: 10_000 }))
    const { page } = await seat('caiwu', { path: `/#/bill/flowMoneyList?filters=${garbage}` })
    await rowsOf(page).first().waitFor()
    await page.getByRole('button', { name: '取消筛选 金额：100.00 起' }).waitFor()
    await page.getByRole('button', { name: /^更多筛选/ }).click()
    const from = page.getByRole('spinbutton', { name: '金额起' })
    await from.fill('200')
    await from.press('Enter')
    await page.getByRole('button', { name: '取消筛选 金额：200.00 起' }).click()
    await expect.poll(() => from.inputValue()).toBe('')
    await from.focus()
    await from.blur()
    expect(await page.getByRole('button', { name: /^取消筛选/ }).count()).toBe(0)
  },
)

proof('whom one looks for by number does not stand in the address', async () => {
  const { page } = await seat('admin', { at: '用户列表' })
  await page.getByRole('textbox', { name: '手机号' }).fill('13900000000')
  await page.getByRole('button', { name: '取消筛选 手机号：13900000000' }).waitFor()
  await page.getByRole('textbox', { name: '姓名' }).fill('王')
  await expect.poll(() => decodeURIComponent(page.url())).toContain('王')
  expect(page.url()).not.toContain('139')
})

test('tabs keep filters, page and scroll; they survive a reload; home cannot be closed', async () => {
  const { page } = await seat('admin', { at: '流水列表' })
  await page.getByRole('textbox', { name: '交易人' }).fill('王')
  await page.getByRole('button', { name: '取消筛选 交易人：王' }).waitFor()
  const panel = page.getByRole('tabpanel', { name: '流水列表' })
  await panel.evaluate((element) => element.scrollTo(0, 200))
  await openScreen(page, '房源列表')
  await page.getByRole('tab', { name: '流水列表' }).click()
  expect(await page.getByRole('textbox', { name: '交易人' }).inputValue()).toBe('王')
  await expect.poll(() => panel.evaluate((element) => element.scrollTop)).toBe(200)
  await page.getByRole('button', { name: '回到顶部' }).click()
  await expect.poll(() => panel.evaluate((element) => element.scrollTop)).toBe(0)
  await page.reload()
  await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['房态图', '流水列表', '房源列表'])
  await page.getByRole('tab', { name: '房源列表' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['房态图', '房源列表'])
  await page.getByTitle('关闭房源列表').click()
  await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['房态图'])
  expect(await page.getByTitle('关闭房态图').count()).toBe(0)
})

proof('column settings last', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('dialog', { name: '列设置' }).getByText('楼层', { exact: true }).click()
  await page.getByRole('columnheader', { name: '楼层' }).waitFor()
  await page.reload()
  await page.getByRole('columnheader', { name: '楼层' }).waitFor()
})

test('a detail has a link of its own, and the back button closes it', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  await rowsOf(page).first().getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('系统编号').first().waitFor()
  expect(page.url()).toContain('/homeList/show/')
  await page.reload()
  await drawer.getByText('系统编号').first().waitFor()
  await page.goBack()
  await drawer.waitFor({ state: 'hidden' })
})

proof('the address of a new record is its list with the dialog, and closing it leaves the list', async () => {
  const { page } = await seat('admin', { path: '/#/homeList/create' })
  const dialog = page.getByRole('dialog', { name: '新增房源' })
  await dialog.getByText('所在位置').first().waitFor()
  expect(new URL(page.url()).hash).toBe('#/homeList')
  await dialog.getByRole('button', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await rowsOf(page).first().waitFor()
})

proof('a page stays at its own address while others are looked at, and is not drawn anew', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  // What the shell learns as it opens may draw what is shown once more; from here on it knows.
  await page.reload({ waitUntil: 'commit' })
  await page.waitForEvent('requestfinished', (request) => request.url().endsWith('/get_info'))
  await openScreen(page, '房源列表')
  await rowsOf(page).first().waitFor()
  await page.getByRole('search').waitFor()
  // React gives an element another object of props whenever what draws it is drawn anew.
  const props = () =>
    page
      .getByRole('tabpanel', { name: '房源列表', includeHidden: true })
      .locator('.list')
      .evaluateHandle((list) =>
        [list, list.querySelector('.list-head'), list.querySelector('tr.row')].map(
          (element) => Object.entries(element ?? {}).find(([name]) => name.startsWith('__reactProps$'))?.[1],
        ),
      )
  const before = await props()
  await openScreen(page, '流水列表')
  await rowsOf(page).first().getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await page.getByRole('tab', { name: '房源列表' }).click()
  await page.getByRole('tab', { name: '房源列表', selected: true }).waitFor()
  const after = await props()
  expect(await before.evaluate((then, now) => then.map((one, place) => one !== undefined && one === now[place]), after)).toEqual([
    true,
    true,
    true,
  ])
})

proof('a bulk action says how many and does all of them', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  await choose(page, '房态', '空置')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '取消筛选 房态：空置' }).waitFor()
  await expect.poll(async () => new Set(await rowsOf(page).locator('td:nth-child(4)').allInnerTexts())).toEqual(new Set(['空置']))
  for (const index of [0, 1, 2]) await rowsOf(page).nth(index).getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '维修' }).click()
  const dialog = page.getByRole('dialog', { name: '维修（3 条）' })
  await dialog.getByRole('button', { name: '维修' }).click()
  await page.getByText('维修成功').waitFor()
})

proof('what an edit changed stands in the open detail and in the list, each read anew once', async () => {
  const { page } = await seat('admin', { at: '房源设置' })
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '费用项' }).click()
  const cell = (name: string) => page.locator('.strip:not([hidden]) tbody tr.row').getByRole('button', { name, exact: true })
  const drawer = page.getByRole('dialog').first()
  const dialog = page.getByRole('dialog', { name: '编辑费用项' })
  const rename = async (from: string, to: string): Promise<string[]> => {
    await drawer.getByRole('button', { name: '编辑' }).click()
    await expect.poll(() => dialog.getByLabel('名称').inputValue()).toBe(from)
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await dialog.getByLabel('名称').fill(to)
    await dialog.getByRole('button', { name: '确定' }).click()
    await drawer.locator('.detail-head', { hasText: to }).waitFor()
    await cell(to).waitFor()
    page.removeAllListeners('request')
    return calls.filter((path) => path.startsWith('/api/cost/')).toSorted()
  }
  await cell('保洁费').click()
  expect(await rename('保洁费', '清洁费')).toEqual(['/api/cost/detail', '/api/cost/edit', '/api/cost/index'])
  await rename('清洁费', '保洁费')
})

proof('several are deleted by one call that says how each was seen, and the list is read once', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  for (const name of ['绿植费', '门禁费']) await call('/api/cost/add', { name }, token)
  const { page } = await seat('admin', { at: '房源设置' })
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '费用项' }).click()
  const row = (name: string) => page.locator('.strip:not([hidden]) tbody tr.row', { hasText: name })
  for (const name of ['绿植费', '门禁费']) await row(name).getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '删除' }).click()
  const calls: { path: string; sent: URLSearchParams }[] = []
  page.on('request', (request) =>
    calls.push({ path: new URL(request.url()).pathname, sent: new URLSearchParams(request.postData() ?? '') }),
  )
  await page.getByRole('dialog', { name: '删除（2 条）' }).getByRole('button', { name: '删除' }).click()
  await toast(page, '删除成功').waitFor()
  await expect.poll(() => row('门禁费').count()).toBe(0)
  const ofCost = calls.filter(({ path }) => path.startsWith('/api/cost/'))
  expect(ofCost.map(({ path }) => path)).toEqual(['/api/cost/del', '/api/cost/index'])
  expect(JSON.parse(ofCost[0]?.sent.get('ids') ?? '')).toHaveLength(2)
  expect(JSON.parse(ofCost[0]?.sent.get('versions') ?? '')).toHaveLength(2)
})

proof('the project selector filters every screen', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  const count = page.locator('.list-count:visible')
  await expect.poll(() => count.innerText()).toMatch(/^共 2,0\d\d 条$/)
  const project = page.getByRole('combobox', { name: '项目', exact: true }).first()
  await project.focus()
  await page.keyboard.press('ArrowDown')
  const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(1)
  const name = await option.innerText()
  await option.click()
  await expect.poll(() => count.innerText()).not.toMatch(/^共 2,0\d\d 条$/)
  await expect.poll(async () => new Set(await rowsOf(page).locator('td:nth-child(5)').allInnerTexts())).toEqual(new Set([name]))
})

proof('each role sees its own screens and actions', async () => {
  const { page: guanjia } = await seat('admin', { path: '/#/userInfo' })
  expect(await guanjia.getByRole('navigation', { name: '主菜单' }).getByRole('link').allInnerTexts()).toEqual(
    expect.arrayContaining(['房态图', '房源列表', '流水列表']),
  )
  const { page: caiwu } = await seat('caiwu')
  await caiwu.getByRole('tab', { name: '房态图', selected: true }).waitFor()
  expect(await caiwu.getByRole('link', { name: '看房预约' }).count()).toBe(0)
  await caiwu.goto(caiwu.url().replace(/#.*/, '#/appointmentList/appointmentList'))
  await caiwu.getByText('没有权限').waitFor()
  await caiwu.goto(caiwu.url().replace(/#.*/, '#/nowhere'))
  await caiwu.getByText('页面不存在').first().waitFor()
  await caiwu.getByRole('button', { name: /^用户菜单/ }).click()
  expect(await caiwu.getByRole('menuitem', { name: '新增房源' }).count()).toBe(0)
  expect(await caiwu.getByRole('menuitem', { name: '新增流水' }).count()).toBe(1)
})

proof('with many pages open the shown one has its tab in sight', async () => {
  const { page } = await seat('admin')
  const links = page.getByRole('navigation', { name: '主菜单' }).getByRole('link')
  for (let place = 0; place < 18; place++) await links.nth(place).click()
  const shown = page.getByRole('tab', { selected: true })
  await expect.poll(() => shown.innerText()).toBe((await links.nth(17).innerText()).trim())
  const strip = await page.getByRole('tablist', { name: '打开的页面' }).boundingBox()
  await expect
    .poll(async () => {
      const tab = await shown.boundingBox()
      return tab !== null && strip !== null && tab.x >= strip.x && tab.x + tab.width <= strip.x + strip.width + 1
    })
    .toBe(true)
})
