import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { browserSeat, openScreen, pane, rowsOf, sharedUrl } from '../../help/staff.ts'

const seat = browserSeat()

test('what acts on rows takes the room that the rows need, so that the lists of every day fit the screen and communities are read whole', async () => {
  const lists = ['账单列表', '流水列表', '合同管理', '轮候列表', '代扣列表']
  const { page } = await seat('admin', { at: lists[0] })
  for (const at of lists) {
    await openScreen(page, at)
    await rowsOf(page).first().waitFor()
    const frame = pane(page).locator('.strip:not([hidden]) .grid-frame, .grid-frame').first()
    expect([at, await frame.evaluate((one) => one.scrollWidth - one.clientWidth)]).toEqual([at, 0])
    // What stands in the rows is not cut for it.
    const cut = await frame
      .locator('.row-actions button')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent))
    expect([at, cut]).toEqual([at, []])
  }
})

proof('where a list is wider than the screen, as some are in English, what stands fixed at its end covers no column half-way', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const changes = [{ name: 'locale', value: '"en-US"' }]
  expect(await call('/api/preference/save', { changes }, await logIn('admin'))).toMatchObject({ code: 200 })
  const paths = ['/bill/flowMoneyList', '/contract/contract', '/bill/invoiceList', '/withhold/withholdList']
  const { page } = await seat('admin', { path: `/#${paths[0]}` })
  for (const path of paths) {
    await page.goto(page.url().replace(/#.*/, `#${path}`))
    await rowsOf(page).first().waitFor()
    const frame = pane(page).locator('.strip:not([hidden]) .grid-frame, .grid-frame').first()
    const cut = () =>
      frame.evaluate((one) => {
        const boxes = [...one.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect())
        const edge = boxes.pop()?.left ?? 0
        // A line is all that may be.
        return boxes.filter(({ left, right }) => left < edge - 2 && right > edge + 2).length
      })
    expect([path, await frame.evaluate((one) => one.scrollWidth > one.clientWidth)]).toEqual([path, true])
    await expect.poll(async () => [path, await cut()]).toEqual([path, 0])
  }
})

proof('the times of a column have one format, also where some of them are of other years', async () => {
  const { page } = await seat('caiwu', { at: '月结与自检' })
  const times = rowsOf(page).locator('time')
  await times.first().waitFor()
  const texts = await times.allInnerTexts()
  expect(texts.length).toBeGreaterThan(12)
  expect(texts.filter((text) => !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text))).toEqual([])
})

proof('counts are grouped as money is, decimals have their points below one another, and a small sum is said in yuan', async () => {
  const { page } = await seat('caiwu', { path: '/#/bill/closeList?strip=1' })
  await rowsOf(page).first().waitFor()
  await pane(page)
    .getByRole('cell', { name: /^\d{1,3},\d{3}$/ })
    .first()
    .waitFor()

  await page.goto(`${new URL(page.url()).origin}/#/bill/reports?strip=7`)
  await pane(page)
    .getByRole('group', { name: '各月的增值税' })
    .getByText(/^\d[\d,]* 元$/)
    .first()
    .waitFor()
  expect(await pane(page).getByText('0.0 万').count()).toBe(0)

  await page.goto(`${new URL(page.url()).origin}/#/homeList`)
  const areas = pane(page).locator('.decimal')
  await areas.first().waitFor()
  // Each takes the room of as many digits as the longest has.
  const rooms = await areas.evaluateAll((all) =>
    all.map((one) => `${one.textContent}${getComputedStyle(one, '::after').content.replaceAll('"', '')}`.split('.')[1]?.length),
  )
  expect(new Set(rooms)).toEqual(new Set([2]))
})
