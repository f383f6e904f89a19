import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { partOf, proof } from '../../help/depth.ts'
import { PASSWORD } from '../../help/realServer.ts'
import { browserSeat, choose, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()
const pane = (page: Page) => page.locator('[role=tabpanel]:not([inert])')

/** Logs in by the English login page. */
const enter = async (page: Page, userName: string): Promise<void> => {
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.getByLabel('Account').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
}

/** Seats someone who has chosen English before: the login page is English where it is looked at. */
const speaker = async (userName: string, path: string) => {
  const { call, logIn } = callsAt(sharedUrl())
  const changes = [{ name: 'locale', value: '"en-US"' }]
  expect(await call('/api/preference/save', { changes }, await logIn(userName))).toMatchObject({ code: 200 })
  return seat(userName, { path })
}

/** Every Chinese text on the page, of accessible names too, but for data: what stands in cells, the operator's and the person's names. */
const chineseOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CHINESE = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/
    const DATA = /安居租赁运营|系统管理员|^员$|周敏|^敏$/
    const isShown = (element: Element): boolean =>
      !element.closest('[inert], tbody td, [translate=no], .ant-select-dropdown, script, style')
    const found: string[] = []
    const look = (text: string | null, element: Element): void => {
      const rest = text?.replaceAll(new RegExp(DATA, 'g'), '') ?? ''
      if (CHINESE.test(rest) && isShown(element)) found.push(rest.trim())
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) if (walker.currentNode.parentElement) look(walker.currentNode.nodeValue, walker.currentNode.parentElement)
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element.getAttribute(name), element)
    return [...new Set(found)]
  })

/** Every Chinese text inside a part of the page. */
const chineseIn = async (place: Locator): Promise<string[]> =>
  (await place.allInnerTexts()).flatMap((text) => text.split('\n')).filter((line) => /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/.test(line))

/** Heads, buttons and entries of the menu whose words do not fit their place. */
const cutOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('th, button, h1, h2, .side a span, [role=tab]')]
      .filter((element) => !element.closest('[inert]') && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).overflow !== 'visible')
      .map((element) => element.textContent ?? ''),
  )

const LISTS = [
  ['Housing list', 'Add housing'],
  ['Bill list', 'Add expense bill'],
  ['Waiting queue', null],
  ['Viewings', 'Add viewing'],
  ['Companies', null],
] as const

test('the shell, lists, forms and their messages speak English, and nothing is cut', async () => {
  const { page } = await seat()
  await enter(page, 'admin')
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en-US')
  for (const [label, add] of partOf(LISTS, 2)) {
    await page.getByRole('link', { name: label, exact: true }).click()
    await page.getByRole('tab', { name: label, selected: true }).waitFor()
    await pane(page)
      .getByText(/records in total/)
      .first()
      .waitFor()
    await pane(page).getByRole('button', { name: 'Saved filters' }).waitFor()
    expect([label, await chineseOn(page)]).toEqual([label, []])
    expect([label, await cutOn(page)]).toEqual([label, []])
    expect([label, await pane(page).evaluate((element) => element.scrollWidth - element.clientWidth)]).toEqual([label, 0])
    if (!add) continue
    await pane(page).getByRole('button', { name: add }).click()
    const dialog = page.getByRole('dialog', { name: add })
    await dialog.getByRole('button', { name: 'OK' }).click()
    await dialog.locator('.field-message').first().waitFor()
    expect([add, await chineseOn(page)]).toEqual([add, []])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
})

proof('heads are as wide as their words, so that 期初建账 fits the screen, and many strips of a page go on in a second line', async () => {
  const { page } = await speaker('caiwu', '/#/bill/journalList?strip=5')
  const frame = pane(page).locator('.grid-frame:visible').first()
  await pane(page).getByRole('columnheader', { name: 'Opening number' }).waitFor()
  expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await page.goto(`${new URL(page.url()).origin}/#/bill/reports`)
  await pane(page).getByRole('button', { name: 'Borne by employers' }).waitFor()
  expect(await pane(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

proof('the spec’s own words are shown letter for letter, and days as one reads them', async () => {
  const { page } = await speaker('caiwu', '/#/bill/billList')
  await pane(page).getByRole('button', { name: 'Add expense bill' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await toast(page, 'please first select the community and room number of the leased room').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await pane(page)
    .locator('tbody tr.row td')
    .filter({ hasText: /^[A-Z][a-z]{2} \d\d, 20\d\d$/ })
    .first()
    .waitFor()
})

proof('the language follows the person to a second browser, is changed in the user menu, and is not the next person’s', async () => {
  const { page } = await seat(undefined, { path: '/#/userInfo' })
  await enter(page, 'guanjia')
  const { page: second } = await seat(undefined, { path: '/#/userInfo' })
  await second.getByLabel('账号').fill('guanjia')
  await second.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await second.getByRole('button', { name: '登录' }).click()
  await second.getByRole('navigation', { name: 'Main menu' }).waitFor()
  await second.getByRole('link', { name: 'Housing list' }).click()
  await second.getByRole('button', { name: /^User menu/ }).click()
  await second.getByRole('menuitem', { name: '语言 Language' }).hover()
  const heard = second.waitForResponse((response) => response.url().endsWith('/api/preference/save'))
  await second.getByRole('menuitem', { name: '简体中文' }).click()
  await heard
  await second.getByRole('tab', { name: '房源列表', selected: true }).waitFor()
  await second.getByRole('columnheader', { name: '房态' }).waitFor()
  await second.getByRole('button', { name: /^用户菜单/ }).click()
  await second.getByRole('menuitem', { name: '退出登录' }).click()
  await second.getByRole('heading', { name: '登录' }).waitFor()
  await page.reload()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})

proof('a screen is designed in English, and what is wrong with it, in a form or in a pasted declaration, is said in English', async () => {
  const { page } = await speaker('admin', '/#/setting/screens')
  await pane(page).getByRole('button', { name: 'Add screen' }).click()
  const start = page.getByRole('dialog', { name: 'Add screen' })
  await start.getByLabel('Screen name').fill('Bicycles')
  await start.getByLabel('Code', { exact: true }).fill('bicycle')
  await start.getByRole('button', { name: 'OK' }).click()
  await start.waitFor({ state: 'hidden' })
  await pane(page).locator('tbody tr.row').filter({ hasText: 'bicycle' }).getByRole('button', { name: 'Design' }).click()
  await page.getByRole('button', { name: 'Add a field' }).click()
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.getByText('field name required').waitFor()
  expect(await chineseIn(dialog)).toEqual([])
  await dialog.getByLabel('Field name').fill('Frame no.')
  await choose(dialog, 'Type', 'Text')
  // The code of a field that is there already: refused by the designer itself.
  await dialog.getByLabel('Code', { exact: true }).fill('title')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await toast(page, 'The code title is taken, please choose another').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.getByRole('navigation', { name: 'Parts of the design' }).getByRole('button', { name: 'JSON' }).click()
  const editor = page.getByRole('textbox', { name: 'JSON of the declaration' })
  const wrong = { name: 'bicycle', label: 'Bicycles', colour: 1, key: 'bicycle_id', columns: { bicycle_id: { label: 'No.', is: 'intt' } } }
  await editor.fill(JSON.stringify(wrong))
  const problems = page.getByRole('region', { name: 'Preview' }).getByRole('alert')
  await problems.getByText("There is no key 'colour'").waitFor()
  await problems.getByText("(did you mean 'int'?)").waitFor()
  expect(await chineseIn(problems)).toEqual([])
})

proof('a call that is refused says so in English', async () => {
  const { page } = await seat(undefined, { path: '/#/userInfo' })
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.getByLabel('Account').fill('guanjia')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Wrong account or password').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  for (const [label, value] of [
    ['Old password', 'not this one'],
    ['New password', 'another-1'],
    ['Confirm password', 'another-1'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await toast(page, 'The old password is wrong').waitFor()
})

proof('messages are read in English, and a role is given its calls in English', async () => {
  const { page } = await speaker('admin', '/#/message')
  // Among those that were read one stays, whatever another file has read.
  await pane(page).getByRole('button', { name: 'Read', exact: true }).click()
  const shown = pane(page).locator('.strip:not([hidden])')
  await shown.getByRole('heading', { name: 'Read', exact: true }).waitFor()
  await shown.getByRole('button', { name: 'An approval waits for you' }).first().click()
  const detail = page.getByRole('dialog')
  await detail
    .getByText(/waits for approval; see/)
    .first()
    .waitFor()
  expect(await chineseIn(detail)).toEqual([])
  await detail.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await pane(page).getByRole('button', { name: 'Add role' }).click()
  const role = page.getByRole('dialog', { name: 'Add role' })
  const calls = role.getByRole('group', { name: 'Call permissions', exact: true })
  await calls.getByRole('textbox').fill('add housing')
  await calls.getByRole('checkbox', { name: 'Add housing', exact: true }).waitFor()
  await calls.getByRole('textbox').fill('')
  expect(await chineseIn(role)).toEqual([])
})

proof('the runs of a job are found by its English name, whether typed or chosen', async () => {
  const { page } = await speaker('admin', '/#/setting/jobs')
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('button', { name: 'Runs', exact: true }).click()
  const shown = pane(page).locator('.strip:not([hidden])')
  const filter = shown.getByRole('combobox', { name: 'Job' })
  await filter.click()
  const choices = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  await choices.getByText('Clearing the outbox', { exact: true }).waitFor()
  expect(await chineseIn(choices)).toEqual([])
  await filter.fill('had its time')
  await expect.poll(() => choices.getByRole('option').count()).toBe(1)
  await filter.press('Enter')
  await filter.press('Escape')
  await shown.locator('tbody tr.row', { hasText: 'Clearing what has had its time' }).first().waitFor()
})
