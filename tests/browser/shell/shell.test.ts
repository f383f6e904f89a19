import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { picture } from '../../help/pictures.ts'
import { browserSeat, openScreen, pane, rowsOf, toast } from '../../help/staff.ts'

const seat = browserSeat()

proof('the menu is 190 or 64 wide; its name is cut to six characters; 0 is no logo', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  const menu = page.getByRole('navigation', { name: '主菜单' })
  expect((await menu.boundingBox())?.width).toBe(190)
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(64)
  await page.getByRole('button', { name: '展开菜单' }).click()
  const named = (logo_img: string) =>
    page.route('**/api/sys/update_logo', (route) =>
      route.fulfill({ json: { code: 200, msg: '', data: { logo_name: '一二三四五六七八', logo_img } } }),
    )
  await named('0')
  await page.reload()
  await menu.getByText('一二三四五六…', { exact: true }).waitFor()
  expect(await menu.locator('.side-name img').count()).toBe(0)
  await page.unroute('**/api/sys/update_logo')
  await named('./favicon.svg')
  await page.reload()
  await menu.locator('.side-name img').waitFor()
})

proof(
  '统计 is a group beside 设置, whose parts are three; no two entries look alike, and a collapsed group says its name and flies out',
  async () => {
    const { page } = await seat('admin', { path: '/#/userInfo' })
    const menu = page.getByRole('navigation', { name: '主菜单' })
    const under = (group: string) => menu.getByRole('listitem').filter({ has: page.getByRole('button', { name: group, exact: true }) })
    expect(await under('统计').getByRole('link').allInnerTexts()).toEqual(['会员统计', '房源统计'])
    expect(await under('设置').locator('.side-part > span').allInnerTexts()).toEqual(['业务', '组织', '系统'])
    const icons = () => menu.locator('a svg').evaluateAll((drawn) => drawn.map((svg) => svg.innerHTML))
    expect(new Set(await icons()).size).toBe((await icons()).length)

    await page.getByRole('button', { name: '收起菜单' }).click()
    await expect.poll(() => menu.getByRole('link', { name: '会员统计' }).count()).toBe(0)
    await menu.getByRole('button', { name: '设置', exact: true }).hover()
    await menu.getByRole('link', { name: '角色设置' }).waitFor()
    await menu.getByText('设置', { exact: true }).waitFor()
    await page.mouse.move(800, 400)
    // By keyboard: Enter opens it, Tab goes on into it, Escape closes it.
    await menu.getByRole('button', { name: '统计', exact: true }).focus()
    await expect.poll(() => menu.getByRole('link', { name: '角色设置' }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await menu.getByRole('link', { name: '会员统计' }).waitFor({ state: 'detached' })
    await menu.getByRole('button', { name: '统计', exact: true }).click()
    await menu.getByRole('link', { name: '房源统计' }).click()
    await page.getByRole('tab', { name: '房源统计', selected: true }).waitFor()
    expect(await menu.getByRole('button', { name: '统计', exact: true }).getAttribute('aria-current')).toBe('true')
  },
)

proof('tabs close one by one, the others, or all, from the menu of a right click; home stays', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  for (const label of ['流水列表', '用户列表']) await openScreen(page, label)
  const tabs = page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab')
  const labels = async () => (await tabs.allInnerTexts()).map((text) => text.trim())
  const choose = async (tab: string, item: string) => {
    await tabs.filter({ hasText: tab }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('流水列表', '关闭')
  await expect.poll(labels).toEqual(['房态图', '房源列表', '用户列表'])
  await choose('用户列表', '关闭其他')
  await expect.poll(labels).toEqual(['房态图', '用户列表'])
  await choose('用户列表', '关闭全部')
  await expect.poll(labels).toEqual(['房态图'])
  await tabs.first().click({ button: 'right' })
  await expect.poll(() => page.getByRole('menuitem', { name: '关闭', exact: true }).getAttribute('aria-disabled')).toBe('true')
})

proof('a record that lies open goes with its page: away when another is shown, there again with it', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  await rowsOf(page).first().getByRole('button').first().click()
  const drawer = page.locator('.ant-drawer').getByRole('button', { name: '关闭' })
  await drawer.waitFor()
  // The drawer lies over the menu; who has a link, or the keys of the finder, leaves all the same.
  await page.evaluate(() => {
    location.hash = '#/homeList'
  })
  await page.getByRole('tab', { name: '房源列表', selected: true }).waitFor()
  await drawer.waitFor({ state: 'hidden' })
  await page.goBack()
  await page.getByRole('tab', { name: '流水列表', selected: true }).waitFor()
  await drawer.waitFor()
})

proof('while something is fetched its shape stands there, as large as what will come', async () => {
  const { page } = await seat('admin', { at: '工作台' })
  const held: (() => void)[] = []
  await page.route(/\/api\/org\/(map|list)$|\/api\/workbench\//, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.fallback()
  })
  const waiting = page.locator('[role=tabpanel]:not([inert])').getByRole('status', { name: '加载中' })
  await page.reload()
  for (const label of ['房态图', '房源列表', '工作台']) {
    await openScreen(page, label)
    await expect.poll(async () => (await waiting.boundingBox())?.height ?? 0).toBeGreaterThan(500)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const release of held) release()
  await page.reload()
  await waiting.waitFor({ state: 'detached' })
})

proof('rows that come in time are in the first picture of the shell; late ones keep nobody from it', async () => {
  const { page } = await seat('admin', { at: '房源列表', once: true })
  await rowsOf(page).first().waitFor()
  await page.addInitScript(() => {
    const later = window.setTimeout
    // Where the machine is busy the limit (src/ui/loadApp.ts) would be over before the answer is there.
    const patient = (work: TimerHandler, delay?: number, ...rest: unknown[]) => later(work, delay === 100 ? 60_000 : delay, ...rest)
    if (!sessionStorage.getItem('hurried')) window.setTimeout = patient as typeof window.setTimeout
    new MutationObserver((_, observer) => {
      if (!document.querySelector('nav a')) return
      sessionStorage.setItem('rows at first', String(document.querySelectorAll('[role=tabpanel]:not([inert]) tbody tr.row').length))
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  const atFirst = () => page.evaluate(() => Number(sessionStorage.getItem('rows at first')))
  await page.reload()
  await rowsOf(page).first().waitFor()
  expect(await atFirst()).toBe(20)

  let release = (): void => {}
  await page.route('**/api/org/list', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.fallback()
  })
  await page.evaluate(() => sessionStorage.setItem('hurried', '1'))
  await page.reload()
  await pane(page).getByRole('status', { name: '加载中' }).waitFor()
  expect(await atFirst()).toBe(0)
  release()
  await rowsOf(page).first().waitFor()
})

test('a page with unsaved input asks before it is closed, and stays when the answer is no', async () => {
  const { page } = await seat('caiwu', { at: '流水列表' })
  await page.getByRole('button', { name: '新增流水' }).click()
  await page.getByRole('dialog', { name: '新增流水' }).getByLabel('交易人姓名').fill('没存')
  const asked = page.waitForEvent('dialog')
  // The dialog lies over the strip; its keys reach the tab all the same.
  const pressed = page.getByRole('tab', { name: '流水列表' }).dispatchEvent('keydown', { key: 'Delete' })
  const question = await asked
  expect(question.message()).toBe('确定要关闭这个页面吗')
  await question.dismiss()
  await pressed
  expect(await page.getByRole('tab', { name: '流水列表' }).count()).toBe(1)
})

proof('the menu shows the page that is open, however it was opened', async () => {
  const { page } = await seat('admin')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  const isSeen = (label: string) =>
    menu
      .getByRole('link', { name: label, exact: true })
      .evaluate((link) => link.getBoundingClientRect().top >= 0 && link.getBoundingClientRect().bottom <= window.innerHeight)
  expect(await isSeen('页面配置')).toBe(false)
  await page.goto(page.url().replace(/#.*/, '#/setting/screens'))
  await expect.poll(() => isSeen('页面配置')).toBe(true)
  await page.goto(page.url().replace(/#.*/, '#/no/such"]'))
  await page.getByRole('tab', { name: '页面不存在', selected: true }).waitFor()
  await page.getByRole('tab', { name: '房态图' }).click()
  await expect.poll(() => isSeen('房态图')).toBe(true)
})

proof('back to top appears after 100, 50 from the right and 80 from below', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  const pane = page.locator('[role=tabpanel]:not([inert])')
  await pane.locator('tbody tr.row').first().waitFor()
  const scroll = (to: number) => pane.evaluate((area, top) => area.scrollTo({ top }), to)
  const button = page.getByRole('button', { name: '回到顶部' })
  await page.setViewportSize({ width: 1600, height: 500 })
  await scroll(100)
  await expect.poll(() => pane.evaluate((area) => area.scrollTop)).toBe(100)
  expect(await button.count()).toBe(0)
  await scroll(101)
  await button.waitFor()
  const box = await button.boundingBox()
  expect([1600 - (box?.x ?? 0) - (box?.width ?? 0), 500 - (box?.y ?? 0) - (box?.height ?? 0)]).toEqual([50, 80])
  await button.click()
  await button.waitFor({ state: 'hidden' })
})

proof('房态汇总导出 stands in the header of the workbench only and opens the downloads of its type', async () => {
  const { page } = await seat('admin', { at: '房源列表' })
  const button = page.getByRole('banner').getByRole('button', { name: '房态汇总导出' })
  await rowsOf(page).first().waitFor()
  expect(await button.count()).toBe(0)
  await openScreen(page, '工作台')
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/message/index'))
  await button.click()
  expect(new URLSearchParams((await asked).postData() ?? '').get('type')).toBe('42')
  const dialog = page.getByRole('dialog', { name: '下载记录' })
  await dialog
    .getByText(/房态汇总/)
    .first()
    .waitFor()
  const all = page.waitForRequest((request) => request.url().endsWith('/api/message/index'))
  await dialog.getByRole('button', { name: '全部下载记录' }).click()
  expect(new URLSearchParams((await all).postData() ?? '').has('type')).toBe(false)
})

proof('one’s own picture is drawn in the header, and the stored user has nickname and avatar', async () => {
  const { page } = await seat('guanjia', { at: '房源列表' })
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑个人信息' })
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('anju.user') ?? 'null'))
  await page.getByRole('tab', { name: '个人信息', selected: true }).waitFor()
  await pane(page).getByRole('heading', { name: '个人信息' }).waitFor()
  await pane(page).getByRole('button', { name: '编辑' }).click()
  await dialog.locator('input[type=file]').setInputFiles(await picture('头像.png', 'png'))
  await dialog.getByRole('button', { name: '查看图片1' }).waitFor()
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '保存成功').waitFor()
  const drawn = page.getByRole('banner').locator('.avatar img')
  await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const { nickname, avatar } = await stored()
  expect([nickname, JSON.parse(avatar).length]).toEqual(['周敏', 1])
  await pane(page).getByRole('button', { name: '编辑' }).click()
  await dialog.getByRole('button', { name: '删除图片1' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await drawn.waitFor({ state: 'detached' })
})

test('what a read is refused with is said, a picture that cannot be looked up too, and a failed response is recorded', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  await page.route('**/api/flow/index', (route) => route.fulfill({ json: { code: 409, msg: '流水正在整理', data: null } }))
  await openScreen(page, '流水列表')
  await toast(page, '流水正在整理').waitFor()
  await page.route('**/api/lessee/index', (route) => route.fulfill({ status: 413, json: { code: 413, msg: '内容过大', data: null } }))
  const told = page.waitForRequest((request) => request.url().endsWith('/save_error_logger'))
  await openScreen(page, '用户列表')
  await toast(page, '内容过大').waitFor()
  expect(JSON.parse((await told).postData() ?? '{}')).toMatchObject({ type: 'ajax', code: '413', url: '/api/lessee/index' })
  await page.route('**/api/upload/info', (route) => route.abort())
  await openScreen(page, '小区主页')
  await toast(page, '网络不通，请检查网络后重试；已填写的内容不会丢失').waitFor()
})

proof('销售线索 and 委托管理 are reached from the menu; a dialog loads its lookups anew each time it opens', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo' })
  for (const [label, head] of [
    ['委托管理', '委托'],
    ['销售线索', '求租'],
  ] as const) {
    await openScreen(page, label)
    await pane(page).getByRole('heading', { name: head, exact: true }).waitFor()
  }
  await openScreen(page, '房源列表')
  for (let time = 0; time < 2; time++) {
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/kind/index'))
    await page.getByRole('button', { name: '新增房源' }).click()
    await asked
    await page.getByRole('dialog', { name: '新增房源' }).getByRole('button', { name: '取消' }).click()
    await page.getByRole('dialog', { name: '新增房源' }).waitFor({ state: 'hidden' })
  }
})

proof('a page whose script cannot be fetched is tried once more, then offers a retry, which fetches it', async () => {
  const { page, complaints } = await seat('admin', { path: '/#/userInfo' })
  let tries = 0
  await page.route(/WorkbenchScreen.*\.js/, (route) => {
    tries++
    return tries <= 2 ? route.abort() : route.continue()
  })
  await page.getByRole('link', { name: '工作台' }).click()
  const again = page.getByRole('button', { name: '重试' })
  await again.waitFor()
  expect(tries).toBe(2)
  await again.click()
  await page.getByRole('heading', { name: '今日待办' }).waitFor()
  expect(complaints.splice(0).filter((text) => !text.includes('Failed to fetch dynamically imported module'))).toEqual([])
})
