import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { picture } from '../../help/pictures.ts'
import { browserSeat, logIn, openScreen, pane, rowsOf, settled, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()

test('the root leads to the room map, the page is never under 1600 wide, and full screen is turned on and off', async () => {
  const { page } = await seat('admin', { path: '/#/' })
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/home')
  await page.setViewportSize({ width: 1200, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1600)
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: '全屏' }).click()
  await expect.poll(isFull).toBe(true)
  await page.getByRole('button', { name: '全屏' }).click()
  await expect.poll(isFull).toBe(false)
})

proof('the arrows move the strip of tabs by 240', async () => {
  const { page } = await seat('admin')
  const links = page.getByRole('navigation', { name: '主菜单' }).getByRole('link')
  for (let place = 1; place < 30; place++) await links.nth(place).click()
  const strip = page.getByRole('tablist', { name: '打开的页面' })
  await page.evaluate(() => {
    const strip = document.querySelector('.tabs-strip') as HTMLElement
    strip.style.scrollBehavior = 'auto'
    strip.scrollTo({ left: 0, behavior: 'instant' })
  })
  await page.getByRole('button', { name: '标签向右' }).click()
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(240)
  await page.getByRole('button', { name: '标签向左' }).click()
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0)
})

test('while 下载记录 is open it is asked every 30 seconds for a page of 100, and no longer once it is closed', async () => {
  const { call, ...at } = callsAt(sharedUrl())
  const token = await at.logIn('admin')
  // An export of an earlier file that is still under way would be looked at sooner.
  const underWay = async () => {
    const { data } = await call('/api/message/index', { page: 1, page_rows: 100 }, token)
    return data.list.filter(({ state }: { state: string }) => state === 'queued' || state === 'running')
  }
  await expect.poll(underWay).toEqual([])
  const { page } = await seat('admin', { path: '/#/userInfo', once: true })
  await page.clock.install()
  // A clock that is put in stands at 1970 for a moment: a call that is signed then has the page learn an offset of decades, and the next one is refused and sent anew.
  await page.reload()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  const asked: URLSearchParams[] = []
  page.on('request', (request) => request.url().endsWith('/api/message/index') && asked.push(new URLSearchParams(request.postData() ?? '')))
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  const answered = page.waitForResponse('**/api/message/index')
  await page.getByRole('menuitem', { name: '下载记录' }).click()
  await (await answered).finished()
  await page.getByRole('dialog', { name: '下载记录' }).waitFor()
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]?.get('page_rows')).toBe('100')
  // The clock goes on by itself, too: a slow machine takes seconds for what stands between.
  await page.clock.runFor(20_000)
  expect(asked).toHaveLength(1)
  await page.clock.runFor(11_000)
  await expect.poll(() => asked.length).toBe(2)
  await page.keyboard.press('Escape')
  await page.clock.runFor(61_000)
  expect(asked).toHaveLength(2)
})

proof('an upload that ends with 500 or 405 says 上传失败', async () => {
  const { page } = await seat('admin', { at: '流水列表' })
  await page.getByRole('button', { name: '新增流水' }).click()
  const dialog = page.getByRole('dialog', { name: '新增流水' })
  for (const status of [500, 405]) {
    await page.route('**/api/upload/index', (route) => route.fulfill({ status, json: { code: status, msg: '故障', data: null } }))
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: '上传图片' }).click()
    await (await chooser).setFiles(await picture(`${status}.png`, 'png'))
    await toast(page, '上传失败').waitFor()
    await toast(page, '上传失败').waitFor({ state: 'hidden' })
    await page.unroute('**/api/upload/index')
  }
})

proof('the user menu offers what the spec names, to each what they may do, and 新建 beside it what may be begun anywhere', async () => {
  const begun: string[][] = []
  const offered = async (userName: string): Promise<string[]> => {
    const { page } = await seat(userName, { path: '/#/userInfo' })
    await page.getByRole('button', { name: '新建' }).click()
    await page.getByRole('menuitem', { name: '新增房源' }).waitFor()
    begun.push((await page.getByRole('menuitem').allInnerTexts()).map((text) => text.trim()))
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).waitFor()
    return (await page.getByRole('menuitem').allInnerTexts()).map((text) => text.trim().replace(/（\d+）$/, ''))
  }
  const all = ['新增房源', '新增流水', '新增费用账单', '消息中心', '个人信息', '下载记录', '修改密码', '退出登录']
  expect((await offered('admin')).filter((label) => all.includes(label))).toEqual(all)
  const others = await offered('guanjia')
  expect([others.includes('新增房源'), others.includes('新增流水'), others.includes('新增费用账单'), others.includes('退出登录')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect(begun).toEqual([
    ['新增房源', '新增流水', '新增费用账单'],
    ['新增房源', '新增费用账单'],
  ])
})

test('calls may take 200 s, a part of the client 120 s, and a session lasts a day', async () => {
  const config = await (await fetch(`${sharedUrl()}/config.json`)).json()
  expect(config).toMatchObject({ timeoutMs: 200_000, chunkTimeoutMs: 120_000, tokenDays: 1 })

  const { page, complaints } = await seat(undefined, { once: true })
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    const limits: number[] = []
    XMLHttpRequest.prototype.send = function (...sent) {
      limits.push(this.timeout)
      send.apply(this, sent)
    }
    Object.assign(window, { limits })
  })
  await page.reload()
  await logIn(page, 'admin')
  await openScreen(page, '流水列表')
  await rowsOf(page).first().waitFor()
  const limits = await page.evaluate(() => (window as unknown as { limits: number[] }).limits)
  expect([...new Set(limits)]).toEqual([200_000])
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')
  const lasts = (token?.expires ?? 0) - Date.now() / 1000
  expect([lasts > 86_300, lasts <= 86_400]).toEqual([true, true])

  await page.route(/WorkbenchScreen.*\.js/, () => {})
  await page.clock.install()
  const asked = page.waitForRequest(/WorkbenchScreen.*\.js/)
  await page.getByRole('link', { name: '工作台' }).click()
  await asked
  const again = page.getByRole('button', { name: '重试' })
  await page.clock.runFor(100_000)
  expect(await again.count()).toBe(0)
  await page.clock.runFor(21_000)
  await again.waitFor()
  expect(complaints.splice(0).filter((text) => !text.includes('页面加载超时'))).toEqual([])
})

proof('what happened to someone in the queue is read by /api/Waiting/detail_history', async () => {
  const { page } = await seat('guanjia', { at: '轮候列表' })
  // It comes along with the record, as that call answers the same person (docs/protocol.md, related).
  const answered = page.waitForResponse('**/api/Waiting/detail')
  await rowsOf(page).getByRole('button').first().click()
  const { data } = await (await answered).json()
  const [told] = data.lists as { params: Record<string, unknown>; page: unknown }[]
  const { call } = callsAt(sharedUrl())
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  expect((await call('/api/Waiting/detail_history', told?.params ?? {}, token)).data).toEqual(told?.page)
  await page.getByRole('dialog').getByRole('button', { name: '经过', pressed: true }).waitFor()
  await page.getByRole('dialog').locator('.related tbody tr').filter({ hasText: '排队' }).waitFor()
})

proof('a list is narrowed to a house found by its number: /api/unit/find', async () => {
  const { page } = await seat('guanjia', { at: '房源列表' })
  await page.getByRole('button', { name: '更多筛选' }).click()
  const box = pane(page).getByRole('combobox', { name: '房源', exact: true })
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/api/unit/find') && (request.postData() ?? '').includes('unit_number'),
  )
  await box.focus()
  await page.keyboard.type('2号')
  expect(new URLSearchParams((await asked).postData() ?? '').get('unit_number')).toBe('2号')
  const option = page.locator('.ant-select-item-option').first()
  const [community = '', house = ''] = (await option.innerText()).split(' ')
  await option.click()
  await settled(page)
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0)
  await rowsOf(page).filter({ hasText: house }).filter({ hasText: community }).first().waitFor()
})

proof(
  '小区主页 shows the community of its address, however far from those that are offered; of another project the first of this one',
  async () => {
    const { call, logIn: tokenOf } = callsAt(sharedUrl())
    const { list } = (await call('/api/community/index', { page: 1, page_rows: 100 }, await tokenOf('admin'))).data
    const [first, last] = [list[0], list.at(-1)]
    const { page } = await seat('admin', { path: '/#/userInfo' })
    // As where there are more communities than a page of choices has.
    await page.route('**/api/community/{index,choose}', (route) =>
      route.fulfill({ json: { code: 200, msg: '', data: { list: [first], count: 1 } } }),
    )
    const shown = pane(page).getByRole('region', { name: '概况' }).getByRole('heading')
    await page.goto(`${new URL(page.url()).origin}/#/community?id=${last.community_id}`)
    await shown.filter({ hasText: last.name }).waitFor()
    await pane(page).getByTitle(last.name, { exact: true }).waitFor()
    await page.goto(`${new URL(page.url()).origin}/#/community?id=999999`)
    await shown.filter({ hasText: first.name }).waitFor()
  },
)

proof('小区主页 finds a house of its community by its number, by /api/unit/findUnit, and leads to its rooms', async () => {
  const { page } = await seat('guanjia', { at: '小区主页' })
  const box = pane(page).getByRole('combobox', { name: '按房号查找房源' })
  const community = await pane(page).getByRole('region', { name: '概况' }).getByRole('heading').innerText()
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/unit/findUnit') && (request.postData() ?? '').includes('301'))
  await box.fill('301')
  const sent = new URLSearchParams((await asked).postData() ?? '')
  expect([sent.get('unit_number'), Number(sent.get('community_id')) > 0]).toEqual(['301', true])
  const option = page.locator('.ant-select-item-option', { hasText: '-301' }).first()
  const house = await option.innerText()
  await option.click()
  await page.getByRole('tab', { name: '房源列表', selected: true }).waitFor()
  await settled(page)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await rowsOf(page).filter({ hasText: house }).filter({ hasText: community }).waitFor()
})
