import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { saved } from '../../help/designer.ts'
import { browserSeat, choose, toast } from '../../help/staff.ts'

const seat = browserSeat()

const tree = (page: Page) => page.locator('[role=tabpanel]:not([inert])').getByRole('region', { name: '架构树' })
const node = (page: Page, name: string) => tree(page).locator('.structure-node').filter({ hasText: name })

/** The names of the tree from top to bottom, each with how deep it stands. */
const outline = (page: Page): Promise<string[]> =>
  tree(page)
    .locator('.ant-tree-treenode:not([aria-hidden])')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const text = row.querySelector('.structure-node')?.childNodes[1]?.textContent ?? ''
        return `${row.querySelectorAll('.ant-tree-indent-unit').length} ${text}`
      }),
    )

/** Drags a node onto another as a hand does, and a little to the right: into it. */
const drag = async (page: Page, name: string, onto: string): Promise<void> => {
  const [from, to] = [await node(page, name).boundingBox(), await node(page, onto).boundingBox()]
  if (!from || !to) throw new Error('not shown')
  await page.mouse.move(from.x + 20, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y, { steps: 4 })
  await page.mouse.move(to.x + 90, to.y + to.height * 0.6, { steps: 8 })
  await page.mouse.move(to.x + 92, to.y + to.height * 0.6)
  await page.locator('.ant-tree-drop-indicator').waitFor()
  await page.mouse.up()
}

const addNode = async (page: Page, button: string, name: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增架构' })
  await dialog.getByLabel('名称').fill(name)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await node(page, name).waitFor()
}

test('架构配置: parts are added, renamed, moved by keys, by buttons and by dragging, and retired', async () => {
  const { page } = await seat('admin', { at: '架构配置' })
  await addNode(page, '加中心', '临港中心')
  await node(page, '临港中心').click()
  for (const name of ['工程部', '客服部', '安保部']) await addNode(page, '加部门', name)
  const here = async (): Promise<string[]> => {
    const all = await outline(page)
    return all.slice(all.indexOf('0 临港中心'))
  }
  await expect.poll(here).toEqual(['0 临港中心', '1 工程部', '1 客服部', '1 安保部'])

  await node(page, '安保部').click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(here).toEqual(['0 临港中心', '1 工程部', '1 安保部', '1 客服部'])
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(here).toEqual(['0 临港中心', '1 工程部', '2 安保部', '1 客服部'])
  await page.getByRole('group', { name: '移动' }).getByRole('button', { name: '移出' }).click()
  await expect.poll(here).toEqual(['0 临港中心', '1 工程部', '1 安保部', '1 客服部'])
  expect(await page.getByRole('group', { name: '移动' }).getByRole('button', { name: '移出' }).isDisabled()).toBe(true)

  await drag(page, '客服部', '工程部')
  await expect.poll(here).toEqual(['0 临港中心', '1 工程部', '2 客服部', '1 安保部'])

  // By keys alone: through the tree with arrows, chosen by Enter.
  await node(page, '工程部').click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: '部门 客服部' }).waitFor()
  await page.getByRole('button', { name: '改名' }).click()
  const rename = page.getByRole('dialog', { name: '改名' })
  await expect.poll(() => rename.getByLabel('名称').inputValue()).toBe('客服部')
  await rename.getByLabel('名称').fill('服务部')
  await page.keyboard.press('Enter')
  await node(page, '服务部').waitFor()
  await page.getByRole('button', { name: '停用' }).click()
  await page.getByRole('dialog', { name: '停用' }).getByRole('button', { name: '停用' }).click()
  await node(page, '服务部（停用）').waitFor()
  await page.getByRole('button', { name: '启用' }).click()
  await expect.poll(() => node(page, '服务部（停用）').count()).toBe(0)

  // What was done to it is put back from its history, by the dialogs that do such things.
  const history = page.locator('.related tbody tr')
  const putBack = async (change: string, dialog: string): Promise<void> => {
    await history.filter({ hasText: change }).getByRole('button', { name: '改回' }).click()
    await saved(page.getByRole('dialog', { name: dialog }))
  }
  await putBack('名称：客服部 → 服务部', '改名')
  await node(page, '客服部').waitFor()
  await putBack('上级：临港中心 → 工程部', '移到')
  await expect.poll(here).toEqual(['0 临港中心', '1 工程部', '1 安保部', '1 客服部'])
})

test('人员架构配置: one person holds two posts and loses one; a department gets its head', async () => {
  const { page } = await seat('admin', { at: '人员架构配置' })
  const holders = page.getByRole('list', { name: '任职人员' })
  const appoint = async (post: number): Promise<void> => {
    await node(page, '出纳').nth(post).click()
    await page.getByRole('button', { name: '加人' }).click()
    const dialog = page.getByRole('dialog', { name: '任职' })
    await choose(dialog, '人员', '周敏')
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await holders.getByText('周敏').waitFor()
  }
  await appoint(1)
  await appoint(2)
  await holders.getByText('另任').first().waitFor()
  await holders.getByRole('button', { name: '免去 周敏 出纳' }).click()
  await page.getByRole('dialog', { name: '免去' }).getByRole('button', { name: '免去' }).click()
  await page.getByText('这个岗位空缺').waitFor()

  await node(page, '财务部').first().click()
  await page.getByRole('button', { name: '设负责人' }).click()
  const head = page.getByRole('dialog', { name: '设负责人' })
  await choose(head, '负责人', '沈国华')
  await head.getByRole('button', { name: '设负责人' }).click()
  await node(page, '财务部').first().getByText('负责人 沈国华').waitFor()
})

test('the units of other centres are narrowed to one of them, of those that the structure names', async () => {
  const { page } = await seat('admin', { at: '架构配置' })
  await node(page, '浦东运营中心').click()
  const units = page.getByRole('region', { name: '中心的房源' })
  const named = page.waitForResponse('**/api/ProjectStructure/getCenterStringArray')
  await units.getByRole('button', { name: '其他中心' }).click()
  expect((await (await named).json()).data).toEqual(expect.arrayContaining(['东北片运营中心', '西片运营中心', '浦东运营中心']))
  const shown = async (): Promise<string[]> => {
    const texts = await units.getByRole('list').first().getByRole('listitem').allInnerTexts()
    return [...new Set(texts.map((text) => /现属 (.+)$/.exec(text)?.[1] ?? ''))]
  }
  for (const name of ['西片运营中心', '东北片运营中心']) {
    await choose(units, '中心', name)
    await expect.poll(shown).toEqual([name])
  }
  await units.getByRole('combobox', { name: '中心' }).press('ArrowDown')
  await page.locator('.ant-select-item-option', { hasText: '西片运营中心' }).first().waitFor()
  expect(await page.locator('.ant-select-item-option', { hasText: '浦东运营中心' }).count()).toBe(0)
})

test('units are taken from a centre and given to another', async () => {
  const { page } = await seat('admin', { at: '架构配置' })
  await node(page, '西片运营中心').click()
  const units = page.getByRole('region', { name: '中心的房源' })
  const name = await units.getByRole('listitem').first().locator('label').innerText()
  const taken = units.getByRole('checkbox', { name, exact: true })
  await taken.check()
  await units.getByRole('button', { name: '收回所选（1）' }).click()
  await toast(page, '已收回 1 处房源').waitFor()
  await node(page, '浦东运营中心').click()
  await units.getByRole('button', { name: '尚未分配' }).click()
  await taken.check()
  await units.getByRole('button', { name: '分配到此中心（1）' }).click()
  await toast(page, '已分配 1 处房源').waitFor()
  await taken.waitFor({ state: 'detached' })
  await units.getByRole('button', { name: '本中心' }).click()
  await units.getByRole('searchbox', { name: '小区或名称' }).fill(name.split(' ')[0] ?? '')
  await page.keyboard.press('Enter')
  await taken.waitFor()
})
