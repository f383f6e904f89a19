import { expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { browserSeat, rowsOf, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()

test('someone is called, takes the room, lets it go: the way so far stands in the record, with who and when and what comes next', async () => {
  const { call, logIn } = callsAt(sharedUrl())
  const token = await logIn('admin')
  const waiter = (await call('/api/Waiting/index', { status: [1], page: 1, page_rows: 1 }, token)).data.list[0]
  const room = (await call('/api/org/list', { state: [1], p_id: waiter.p_id, page: 1, page_rows: 1 }, token)).data.list[0]
  expect((await call('/api/Waiting/call', { wait_id: waiter.wait_id, org_id: room.org_id, days: 7, reason: '试' }, token)).msg).toBe('')

  const { page } = await seat('admin', { at: '轮候列表' })
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '全部' }).click()
  const row = rowsOf(page).filter({ hasText: waiter.custom_name }).filter({ hasText: room.unit_floor })
  await row.getByRole('button', { name: '选房' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '选房' }).click()
  await toast(page, '选房成功').waitFor()
  await row.getByRole('button', { name: waiter.custom_name }).click()

  const drawer = page.getByRole('dialog')
  const steps = drawer.getByRole('region', { name: '经过与下一步' })
  // Where it stands is there at once, the way so far when it has been read.
  const way = () => steps.locator('ol li').evaluateAll((items) => items.map((item) => item.querySelector('.state')?.textContent))
  await expect.poll(way).toEqual(expect.arrayContaining(['排队', '已叫号', '已选房']))
  expect(await steps.locator('[aria-current=step]').innerText()).toMatch(/已选房\s+系统管理员/)
  expect(await steps.getByRole('list', { name: '下一步' }).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/放弃\s+排队/),
    // A move called like the state that it leads to is said once.
    '作废',
    expect.stringMatching(/签约\s+已签约/),
  ])

  await drawer.getByRole('button', { name: '放弃' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: '放弃满轮候设置里的次数即作废' })
  await dialog.getByRole('button', { name: '放弃' }).click()
  await dialog.getByText('放弃原因必填').waitFor()
  await dialog.getByLabel('放弃原因').fill('离单位太远')
  await dialog.getByRole('button', { name: '放弃' }).click()
  await expect.poll(() => steps.locator('[aria-current=step]').innerText()).toMatch(/排队\s+系统管理员/)
  expect((await call('/api/org/detail', { org_id: room.org_id }, token)).data.state).toBe(1)
})
