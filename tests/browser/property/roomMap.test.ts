import { expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { browserSeat, choose, sharedUrl } from '../../help/staff.ts'

const seat = browserSeat()

/** A room's name: 楼栋-房号 and its state. */
const ROOM = /^\S+-\S+ (空置|已|待签|即将|欠租|退租|维修|停用)/

proof('the legend counts by state and filters by click; each state has a word and a mark beside its colour', async () => {
  const { page } = await seat('admin')
  const cells = page.getByRole('gridcell', { name: ROOM })
  await cells.first().waitFor()
  for (const word of ['空置', '已预约', '待签', '已出租', '即将到期', '欠租', '退租中', '维修', '停用'])
    expect(await page.getByRole('button', { name: new RegExp(`${word} ?\\d`) }).count()).toBe(1)
  await page.getByRole('button', { name: /空置 ?\d/ }).click()
  await page
    .getByRole('gridcell', { name: /-.* 空置/ })
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('gridcell', { name: /-.* (已出租|即将到期|维修|停用|退租中)/ }).count()).toBe(0)
  expect(await cells.count()).toBeGreaterThan(0)
})

test('a room shows its card on click and opens its detail; Esc closes the card', async () => {
  const { page } = await seat('admin')
  await page
    .getByRole('gridcell', { name: /即将到期/ })
    .first()
    .click()
  await page.getByText('月租金', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('月租金', { exact: true }).waitFor({ state: 'hidden' })
  await page
    .getByRole('gridcell', { name: /已出租/ })
    .first()
    .click()
  await page.getByRole('button', { name: '详情' }).click()
  // Over the map, whose tab stays.
  await page.getByRole('dialog').getByText('系统编号').waitFor()
  await page.getByRole('tab', { name: '房态图', selected: true }).waitFor()
  expect(new URL(page.url()).hash).toMatch(/over=org-\d+$/)
  await page.getByRole('dialog').last().getByRole('region', { name: '要点' }).getByText('现住', { exact: true }).waitFor()
})

test('the keyboard walks from room to room', async () => {
  const { page } = await seat('admin')
  await page.getByRole('gridcell').first().waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // A pinned card is a dialog; one that only shows where the mouse lies is not.
  await page.getByRole('dialog').getByText('使用状态').waitFor()
})

proof('a compact map draws more rooms by their numbers, the keys walk on in it, and the choice follows the person', async () => {
  const { page } = await seat('admin')
  const cells = page.getByRole('gridcell', { name: ROOM })
  await cells.first().waitFor()
  const before = await cells.count()
  const told = page.waitForResponse((response) => response.url().endsWith('/api/preference/save'))
  await page.getByRole('group', { name: '房间大小' }).getByRole('button', { name: '紧凑' }).click()
  await expect.poll(() => cells.count()).toBeGreaterThan(before * 1.5)
  expect(await cells.first().boundingBox()).toMatchObject({ width: 56, height: 20 })
  // Where a mark stands beside it, the number is whole.
  const cut = await cells.evaluateAll(
    (all) => all.filter((cell) => (cell.firstElementChild?.scrollWidth ?? 0) > (cell.firstElementChild?.clientWidth ?? 0)).length,
  )
  expect(cut).toBe(0)
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  const at = await page.getByRole('grid').getAttribute('aria-activedescendant')
  const [cell, ring] = await Promise.all([page.locator(`#${at}`).boundingBox(), page.locator('.rm-cursor').boundingBox()])
  expect(ring).toMatchObject({ width: 60, height: 24, x: (cell?.x ?? 0) - 2, y: (cell?.y ?? 0) - 2 })
  await told

  const { page: second } = await seat('admin')
  await second.getByRole('button', { name: '紧凑', pressed: true }).waitFor()
  expect(await second.getByRole('gridcell', { name: ROOM }).first().boundingBox()).toMatchObject({ width: 56, height: 20 })
  const back = second.waitForResponse((response) => response.url().endsWith('/api/preference/save'))
  await second.getByRole('button', { name: '宽松' }).click()
  await back
})

proof('community and building narrow the map', async () => {
  const { page } = await seat('admin')
  await page.getByRole('gridcell').first().waitFor()
  await choose(page, '小区', '市光怡居苑')
  await expect.poll(() => page.getByRole('button', { name: /^全部 ?\d/ }).innerText()).toMatch(/167/)
  await choose(page, '楼栋', '6号')
  await expect.poll(() => page.getByRole('gridcell', { name: ROOM }).count()).toBe(5)
  // A community narrows nothing of a project that has none of the name: its rooms are there all the same.
  await choose(page, '项目', '安居·西片公租房项目')
  await expect.poll(() => page.getByRole('button', { name: /^全部 ?\d/ }).innerText()).toMatch(/[1-9]/)
  await expect.poll(() => page.getByRole('gridcell', { name: ROOM }).count()).toBeGreaterThan(5)
})

proof('/docs shows the calls under the strict policy', async () => {
  const { page } = await seat('admin')
  await page.goto(`${sharedUrl()}/docs`)
  await page.getByText('安居 anju 接口').first().waitFor()
  await page.locator('[data-path="/login"]').waitFor()
})
