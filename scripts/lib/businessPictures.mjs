/** What a phone's screen is, in CSS pixels: the narrowest that is made for. */
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
const NUMBER = '13700001111'

/**
 * Records and dialogs of the business, each in a list: by what they are called in docs/screens, where the list is and in what order, what the record's
 * row says, and the action whose dialog is open.
 */
const DEEDS = [
  { name: 'tenant-detail', path: '/user/userList' },
  { name: 'application-detail', path: '/preQualificationList' },
  { name: 'waiting-detail', path: '/wait/waitList' },
  { name: 'contract-detail', path: '/contract/contract', order: 'rent', row: '履行中' },
  { name: 'contract-add', path: '/contract/contract', adds: '新增合同' },
  { name: 'contract-renew', path: '/contract/contract', order: 'rent', row: '履行中', action: '续签' },
  { name: 'contract-amend', path: '/contract/contract', order: '-rent', row: '履行中', action: '变更租金' },
  { name: 'surrender-handover', path: '/contract/contract?strip=4', where: { status: [1] }, action: '交接' },
  { name: 'surrender-settle', path: '/contract/contract?strip=4', where: { status: [2] }, action: '结算' },
  { name: 'holdover-detail', path: '/contract/contract?strip=5' },
  { name: 'lease-detail', path: '/contract/contract?strip=7' },
  { name: 'flat-divide', path: '/homeList', where: { state: [1], show_type: [2], nature: [1] }, action: '拆套' },
]

const PANE = '[role=tabpanel]:not([inert])'

/** The list of a deed, in its order and with its filter. */
const addressOf = ({ path, where, order }) => {
  const said = new URLSearchParams({
    ...(where || order ? { filters: JSON.stringify(where ?? {}) } : {}),
    ...(order ? { sorters: order } : {}),
  })
  return said.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${said}` : path
}

/** Opens a list as a visit of its own begins, and gives what is shown of it. */
const openList = async (page, url, deed) => {
  await page.goto('about:blank')
  await page.goto(`${url}/#${addressOf(deed)}`)
  const list = page.locator(PANE)
  await list.locator('tbody tr.row').filter({ visible: true }).first().waitFor()
  return list
}

/** Opens the first record of a list whose row says this. */
const openRecord = async (page, list, row = '') => {
  await list.locator('tbody tr.row').filter({ visible: true, hasText: row }).first().locator('td[data-align] button').first().click()
  const drawer = page.locator('.ant-drawer-open').last()
  await drawer.getByRole('navigation', { name: '相关记录' }).waitFor()
  return drawer
}

/** Takes a picture of each deed: the record open in its drawer, or the dialog of an action. */
export const pictureDeeds = async (page, url, shoot) => {
  for (const deed of DEEDS) {
    const list = await openList(page, url, deed)
    if (deed.adds) await list.getByRole('button', { name: deed.adds, exact: true }).click()
    else {
      const drawer = await openRecord(page, list, deed.row)
      if (deed.action) await drawer.getByRole('button', { name: deed.action, exact: true }).click()
    }
    if (deed.adds || deed.action)
      await page
        .getByRole('dialog', { name: deed.adds ?? deed.action })
        .last()
        .waitFor()
    await shoot(deed.name)
  }
  // The next visit finds no dialog open.
  await page.goto('about:blank')
}

/** Opens a door for phones in its setting, where it is not open yet. */
const openDoor = async (page, url, path) => {
  await page.goto(`${url}/#${path}`)
  const form = page.locator(PANE)
  await form.getByText('开放', { exact: true }).first().click()
  const save = form.getByRole('button', { name: '保存', exact: true })
  await save.click()
  await page.locator('.ant-message-notice').first().waitFor()
}

/** Says in 网签设置 where the phone's pages are. */
const setSite = async (page, url) => {
  await page.goto(`${url}/#/setting/netSign`)
  await page.locator(PANE).getByLabel('租客打开的网址').fill(url)
  await page.locator(PANE).getByRole('button', { name: '保存', exact: true }).click()
  await page.locator('.ant-message-notice').first().waitFor()
}

/** What the message that was written last says, as staff read it in 发件箱. */
const lastMessage = async (page, url) => {
  const drawer = await openRecord(page, await openList(page, url, { path: '/setting/outbox' }))
  const content = drawer.getByText(/"data":/)
  return JSON.parse(await content.first().innerText()).data
}

/** Takes pictures of what is made for the phone, at 390 px: the doors, an application, and a contract to sign. `shootOf` gives what takes pictures of a page. */
export const picturePhones = async (browser, page, url, shootOf) => {
  await openDoor(page, url, '/setting/applicationSetting')
  await openDoor(page, url, '/setting/repairSetting')
  const context = await browser.newContext(PHONE)
  const phone = await context.newPage()
  const shoot = shootOf(phone)
  await phone.goto(`${url}/t/repair?p=1`)
  await phone.getByLabel('手机号').waitFor()
  await shoot('phone-repair')
  await phone.goto(`${url}/t/apply?p=1`)
  await phone.getByLabel('手机号').fill(NUMBER)
  await phone.getByRole('button', { name: '获取验证码' }).tap()
  await phone.getByText('验证码已发到').waitFor()
  await shoot('phone-door')
  const { code } = await lastMessage(page, url)
  await phone.getByLabel('验证码', { exact: true }).fill(code)
  await phone.getByRole('button', { name: '开始填写' }).tap()
  await phone.getByRole('region', { name: '申请人' }).waitFor()
  await shoot('phone-apply')
  await setSite(page, url)
  const drawer = await openRecord(page, await openList(page, url, { path: '/contract/contract' }), '待签署')
  await drawer.getByRole('button', { name: '短信签' }).click()
  await page.getByRole('dialog', { name: '短信签' }).getByRole('button', { name: '短信签' }).click()
  await page.locator('.ant-message-notice').first().waitFor()
  await phone.goto((await lastMessage(page, url)).url)
  await phone.getByRole('heading', { name: '请签署租赁合同' }).waitFor()
  await shoot('phone-sign')
  await context.close()
}
