import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { approvalHouse } from '../../help/approvalHouse.ts'
import { addPaper, newAction, part, publish, saved } from '../../help/designer.ts'
import { textOf } from '../../help/pdf.ts'
import { browserSeat, choose, openScreen, pane, rowsOf, settled, toast } from '../../help/staff.ts'

const house = approvalHouse('made-screen')
const seat = browserSeat()
const NOTE = '会议室借用'

/** Ticks what a role may see and do, in the role's dialog. */
const permit = async (page: Page, role: string, codes: readonly string[]): Promise<void> => {
  await openScreen(page, '角色设置')
  await rowsOf(page).filter({ hasText: role }).getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑角色' })
  const tick = async (tree: string, box: string): Promise<void> => {
    const group = dialog.getByRole('group', { name: tree, exact: true })
    await group.getByRole('textbox', { name: tree }).fill(box)
    await group.getByRole('checkbox', { name: box, exact: true }).check()
  }
  for (const code of codes) await tick('接口权限', code)
  await tick('可打开的页面', NOTE)
  await saved(dialog)
}

test('an admin makes a screen with states, an approval and a print; one asks, one agrees, one prints', async () => {
  const { page: admin } = await seat('admin', { url: house.url(), at: '页面配置' })
  await admin.getByRole('button', { name: '新增页面' }).click()
  const start = admin.getByRole('dialog', { name: '新增页面' })
  await start.getByLabel('页面名称').fill(NOTE)
  await start.getByLabel('代码').fill('meeting')
  await saved(start)
  await rowsOf(admin).filter({ hasText: 'meeting' }).getByRole('button', { name: '设计' }).click()

  await part(admin, '状态')
  for (const label of ['申请', '已准']) {
    await admin.getByRole('button', { name: '加一个状态' }).click()
    const dialog = admin.getByRole('dialog', { name: '新状态' })
    await dialog.getByLabel('状态名称').fill(label)
    if (label === '已准') await dialog.getByRole('radio', { name: '是', exact: true }).last().press('Space')
    await saved(dialog)
  }
  const action = await newAction(admin, '批准', 'grant')
  await choose(action, '状态', '申请')
  await choose(action, '变为', '已准')
  await action.getByRole('button', { name: '审批步骤加一行' }).click()
  await choose(action, '方式', '审批')
  await choose(action, '审批人', '角色')
  await choose(action, '哪个角色', '财务（审批）')
  await choose(action, '几人通过', '任一人')
  await saved(action)
  await admin.getByRole('listitem', { name: '批准' }).getByText('要审批').waitFor()

  await addPaper(admin, { label: '借用单', code: 'slip', letters: 'HYS' })
  await publish(admin, '有状态、审批与打印')
  await permit(admin, '管家（审批）', [`查看${NOTE}`, `${NOTE}详情`, `新增${NOTE}`, '批准'])
  await permit(admin, '财务（审批）', [`查看${NOTE}`, `${NOTE}详情`, '打印借用单'])

  // The housekeeper enters one and asks for it: it stays as it is.
  const { page: housekeeper } = await seat('guanjia', { url: house.url() })
  await openScreen(housekeeper, NOTE)
  await housekeeper.getByRole('button', { name: `新增${NOTE}` }).click()
  const add = housekeeper.getByRole('dialog', { name: `新增${NOTE}` })
  await add.getByLabel('名称').fill('三楼大会议室')
  await saved(add)
  const room = rowsOf(housekeeper).filter({ hasText: '三楼大会议室' })
  await room.getByRole('button', { name: '批准' }).click()
  await toast(housekeeper, '已提交审批，通过后生效').waitFor()
  expect(await room.innerText()).toContain('申请')

  // The accountant reads what it would change, agrees, and prints the paper.
  const { page: accountant } = await seat('caiwu', { url: house.url(), at: '审批列表' })
  const task = pane(accountant).locator('.strip:not([hidden]) tbody tr.row').filter({ hasText: '批准：三楼大会议室' })
  await task.getByRole('button').first().click()
  await accountant.getByText('状态：申请 → 已准').waitFor()
  await accountant.keyboard.press('a')
  await accountant.getByRole('dialog', { name: /^同意/ }).getByRole('button', { name: '同意' }).click()
  await toast(accountant, '已同意').waitFor()
  await accountant.keyboard.press('Escape')
  await openScreen(accountant, NOTE)
  await settled(accountant)
  const granted = rowsOf(accountant).filter({ hasText: '三楼大会议室' }).filter({ hasText: '已准' })
  await granted.waitFor()
  expect(await granted.getByRole('button', { name: '批准' }).count()).toBe(0)
  const opening = accountant.context().waitForEvent('request', (request) => request.url().includes('/files/prints/'))
  await granted.getByRole('button', { name: '打印借用单' }).click()
  const file = await accountant.context().request.get((await opening).url())
  expect(file.status()).toBe(200)
  expect(await textOf(await file.body())).toContain('三楼大会议室')
})
