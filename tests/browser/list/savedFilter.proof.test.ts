import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { browserSeat, rowsOf, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()
const pane = (page: Page) => page.locator('[role=tabpanel]:not([inert])')
const panel = (page: Page) => page.getByRole('dialog', { name: '已存筛选' })
const openPanel = async (page: Page): Promise<void> => {
  await pane(page).getByRole('button', { name: '已存筛选' }).click()
  await panel(page).getByRole('textbox', { name: '把现在的筛选存为' }).waitFor()
}
const doTo = async (page: Page, name: string, deed: string): Promise<void> => {
  await panel(page)
    .getByRole('button', { name: `${name}：更多操作` })
    .click()
  await page.getByRole('menuitem', { name: deed }).click()
}

test('a filter is saved, is what the list opens with in a second browser, is shared, renamed and deleted', async () => {
  const { page } = await seat('admin', { at: '流水列表' })
  await page.getByRole('textbox', { name: '交易人' }).fill('王')
  const chip = (one: Page) => one.getByRole('button', { name: '取消筛选 交易人：王' })
  await chip(page).waitFor()
  await pane(page).getByRole('columnheader', { name: /^金额/ }).getByRole('button').click()
  await openPanel(page)
  await panel(page).getByRole('textbox', { name: '把现在的筛选存为' }).fill('王姓')
  await panel(page).getByRole('button', { name: '保存' }).click()
  await toast(page, '筛选已保存').waitFor()
  await panel(page).getByRole('button', { name: '王姓', exact: true }).waitFor()
  const heard = page.waitForResponse((response) => response.url().endsWith('/api/preference/save'))
  await doTo(page, '王姓', '设为打开时使用')
  await heard

  const { page: second } = await seat('admin', { path: '/#/bill/flowMoneyList' })
  const asked: string[] = []
  second.on('request', (request) => void (request.url().endsWith('/api/flow/index') && asked.push(request.postData() ?? '')))
  await second.reload()
  await chip(second).waitFor()
  await rowsOf(second).first().waitFor()
  // From the first question on: it was not asked without and then with it.
  expect(asked).toHaveLength(1)
  expect(new URLSearchParams(asked[0]).get('custom_name')).toBe('王')
  expect(new URLSearchParams(asked[0]).get('order')).toBe('price')

  await doTo(page, '王姓', '共享给所有人')
  await toast(page, '已共享给所有人').waitFor()
  const { page: other } = await seat('caiwu', { at: '流水列表' })
  await rowsOf(other).first().waitFor()
  expect(await chip(other).count()).toBe(0)
  await openPanel(other)
  await panel(other).getByText('系统管理员共享').waitFor()
  await panel(other).getByRole('button', { name: '王姓：更多操作' }).click()
  expect(await other.getByRole('menuitem').allInnerTexts()).toEqual(['设为打开时使用'])
  await other.keyboard.press('Escape')
  await panel(other).getByRole('button', { name: '王姓', exact: true }).click()
  await chip(other).waitFor()

  await doTo(page, '王姓', '重命名')
  await panel(page).getByRole('textbox', { name: '新名称' }).fill('姓王')
  await panel(page).getByRole('button', { name: '确定' }).click()
  await toast(page, '已重命名').waitFor()
  await doTo(page, '姓王', '删除')
  await toast(page, '已删除').waitFor()
  await panel(page).getByText('还没有存过筛选').waitFor()
})

proof(
  'a link that names fields which are gone opens the list with the rest and says what it left out, as one that comes later does',
  async () => {
    const link = (filters: object) =>
      `#/bill/flowMoneyList?${new URLSearchParams({ filters: JSON.stringify(filters), sorters: '-old_sort' })}`
    const { page } = await seat('admin', { path: `/${link({ custom_name: '王', old_field: [1] })}` })
    await toast(page, '筛选“链接”中的 old_field、old_sort 已不存在，已忽略').waitFor()
    await page.getByRole('button', { name: '取消筛选 交易人：王' }).waitFor()
    await rowsOf(page).first().waitFor()
    await page.evaluate(
      (to) => {
        location.hash = to
      },
      link({ custom_name: '李', other_field: [1] }),
    )
    await toast(page, '筛选“链接”中的 other_field、old_sort 已不存在，已忽略').waitFor()
    await page.getByRole('button', { name: '取消筛选 交易人：李' }).waitFor()
    await expect.poll(() => page.url()).not.toContain('_field')
  },
)

proof(
  'what is chosen is read by its name in the chip and in the box, from an address and from a saved filter, far from the first hundred',
  async () => {
    const { call, logIn } = callsAt(sharedUrl())
    const token = await logIn('caiwu')
    // The first of all rooms is the last of those that are offered.
    const rooms = (await call('/api/org/find', { page_rows: 100 }, token)).data
    const [room] = rooms.sort((one: { org_id: number }, other: { org_id: number }) => one.org_id - other.org_id)
    const [house] = (await call('/api/unit/find', { ids: [room.unit_id] }, token)).data
    const filters = { org_id: [room.org_id], unit_id: [room.unit_id] }
    const named = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: `取消筛选 房间：${room.region_name} ${room.unit_floor}`, exact: true }).waitFor()
      await page.getByRole('button', { name: `取消筛选 房源：${house.region_name} ${house.full_name}`, exact: true }).waitFor()
      await page.getByRole('button', { name: /^更多筛选/ }).click()
      const bar = page.getByRole('search')
      await bar.getByTitle(house.full_name, { exact: true }).waitFor()
      await bar.getByTitle(room.unit_floor, { exact: true }).waitFor()
    }
    const { page } = await seat('caiwu', { path: `/#/bill/flowMoneyList?filters=${encodeURIComponent(JSON.stringify(filters))}` })
    await named(page)
    // What is looked for next does not take the name away, and what it does not find it does not offer.
    const box = page.getByRole('combobox', { name: '房间' })
    await box.focus()
    await page.keyboard.press('ArrowDown')
    await box.fill('查无此房')
    const list = page.locator('.ant-select-dropdown:visible')
    await list.getByText('查找中…').waitFor({ state: 'hidden' })
    await list.locator('.ant-empty').waitFor()
    expect(await list.locator('.ant-select-item-option').count()).toBe(0)
    await page.getByRole('search').getByTitle(room.unit_floor, { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    const content = JSON.stringify({ filters, order: '-deal_time', columns: null })
    const added = await call('/api/saved_filter/add', { resource: 'flow', name: '一间房', content, request_id: `far${Date.now()}` }, token)
    const { page: second } = await seat('caiwu', { at: '流水列表' })
    await openPanel(second)
    await panel(second).getByRole('button', { name: '一间房', exact: true }).click()
    await named(second)
    await call('/api/saved_filter/del', { saved_id: added.data.saved_id, request_id: `gone${Date.now()}` }, token)
  },
)

proof('a filter that names fields which are gone does the rest and says what it left out', async () => {
  const { page } = await seat('admin', { path: '/#/userInfo', once: true })
  const content = { filters: { custom_name: '王', old_field: [1] }, order: '-old_sort', columns: null }
  // Before the page's own first line, so that nothing it still hears from the server writes over it.
  await page.addInitScript((value) => {
    const kept = { values: { 'opens.flow': { saved_id: 9999, name: '旧的', content: value } }, unsent: { 'opens.flow': 0 } }
    localStorage.setItem('anju.preferences', JSON.stringify(kept))
  }, content)
  await page.goto(page.url().replace(/#.*/, '#/bill/flowMoneyList'))
  await page.reload()
  await toast(page, '筛选“旧的”中的 old_field、old_sort 已不存在，已忽略').waitFor()
  await page.getByRole('button', { name: '取消筛选 交易人：王' }).waitFor()
  await rowsOf(page).first().waitFor()
  await openPanel(page)
  await panel(page).getByText('已被删除或不再共享').waitFor()
  await panel(page).getByRole('button', { name: '不再使用' }).click()
  await expect.poll(() => panel(page).getByText('已被删除或不再共享').count()).toBe(0)
})
