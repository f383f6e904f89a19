import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proof } from '../../help/depth.ts'
import { buildCopy, type ProjectCopy } from '../../help/projectCopy.ts'
import type { RealServer } from '../../help/realServer.ts'
import { browserSeat, choose, rowsOf, toast } from '../../help/staff.ts'
import { startReadyServer } from '../../help/store/readyStore.ts'
import { signed } from '../../help/testServer.ts'

/** A whole screen in one file of 25 lines at most: nothing else is touched. */
const declaration = `import { defineResource } from '../core/resource.ts'

export default defineResource({
  name: 'vehicle',
  label: '车辆登记',
  path: '/vehicle/vehicleList',
  menu: { order: 35 },
  access: 'build',
  key: 'vehicle_id',
  title: 'plate',
  columns: {
    vehicle_id: { label: '编号', is: 'int', list: 'never' },
    plate: { label: '车牌号', filter: true, required: true, max: 10, unique: true },
    kind: { label: '车型', is: 'enum', of: { 1: '轿车', 2: '电动车' }, filter: true, required: true },
    owner: { label: '车主', filter: true, required: true, max: 30 },
    phone: { label: '车主手机', is: 'phone' },
    fee: { label: '月停车费', is: 'fen', sort: true },
    status: { label: '状态', is: 'enum', of: { 1: '在用', 2: '停用' }, default: 1, fixed: true },
  },
  form: ['plate', 'kind', 'owner', 'phone', 'fee'],
  actions: {
    stop: { label: '停用', on: 'rows', can: '/api/vehicle/stop', when: { status: 1 }, set: { status: 2 }, confirm: '所选车辆将停用' },
  },
})
`
/** More actions than stand in a row, and a reference to more records than a page of choices. */
const crowded = `import { defineResource } from '../core/resource.ts'

export default defineResource({
  name: 'pass',
  label: '门禁卡',
  path: '/pass/passList',
  menu: { order: 36 },
  access: 'build',
  key: 'pass_id',
  title: 'no',
  columns: {
    pass_id: { label: '编号', is: 'int', list: 'never' },
    no: { label: '卡号', required: true, max: 10 },
    room: { label: '房间', is: 'ref', of: 'org', filter: true },
    status: { label: '状态', is: 'enum', of: { 1: '在用', 2: '停用', 3: '挂失', 4: '注销' }, default: 1, fixed: true },
  },
  form: ['no', 'room'],
  actions: {
    stop: { label: '停用', on: 'rows', can: '/api/pass/stop', set: { status: 2 }, confirm: '所选门禁卡将停用' },
    lose: { label: '挂失', on: 'rows', can: '/api/pass/lose', set: { status: 3 }, confirm: '所选门禁卡将挂失' },
    end: { label: '注销', on: 'rows', can: '/api/pass/end', set: { status: 4 }, confirm: '所选门禁卡将注销' },
  },
})
`
const seat = browserSeat()
let copy: ProjectCopy
let server: RealServer

beforeAll(async () => {
  copy = buildCopy('declaration-copy', { 'src/resources/vehicle.ts': declaration, 'src/resources/pass.ts': crowded })
  server = await startReadyServer('small', copy.out)
})
afterAll(async () => {
  await server?.stop()
  copy?.remove()
})

test('the declaration has at most 25 lines', () => expect(declaration.trimEnd().split('\n').length).toBeLessThanOrEqual(25))

test('one new file makes a screen with list, add, filter, action and delete', async () => {
  const { page } = await seat('admin', { url: server.url, path: '/#/vehicle/vehicleList' })
  await page.getByText('还没有记录').waitFor()
  await page.getByRole('button', { name: '新增车辆登记' }).click()
  const dialog = page.getByRole('dialog', { name: '新增车辆登记' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '车牌号必填').waitFor()
  for (const [plate, owner, kind] of [
    ['沪A12345', '王芳', '轿车'],
    ['沪AD0001', '李强', '电动车'],
  ] as const) {
    if (!(await dialog.isVisible())) await page.getByRole('button', { name: '新增车辆登记' }).click()
    await dialog.getByLabel('车牌号').fill(plate)
    await choose(dialog, '车型', kind)
    await dialog.getByLabel('车主', { exact: true }).fill(owner)
    await dialog.getByLabel('车主手机').fill('13812345678')
    await dialog.getByLabel('月停车费').fill('150.50')
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  expect(await rowsOf(page).first().innerText()).toContain('138****5678')
  await page.getByRole('textbox', { name: '车主' }).fill('王')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await rowsOf(page).getByRole('button', { name: '停用' }).click()
  await page.getByRole('dialog', { name: '停用' }).getByRole('button', { name: '停用' }).click()
  await rowsOf(page).getByText('停用').waitFor()
  await rowsOf(page).getByRole('button', { name: '编辑' }).click()
  const edit = page.getByRole('dialog', { name: /^编辑车辆登记/ })
  await edit.getByLabel('车主', { exact: true }).fill('王芳芳')
  await edit.getByRole('button', { name: '确定' }).click()
  await rowsOf(page).getByText('王芳芳').waitFor()
  await rowsOf(page).getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除' }).getByRole('button', { name: '删除' }).click()
  await page.getByText('没有符合筛选条件的记录').waitFor()
})

proof('actions that do not fit a row are in its menu, which the same button opens and closes', async () => {
  const { page } = await seat('admin', { url: server.url, path: '/#/pass/passList' })
  await page.getByRole('button', { name: '新增门禁卡' }).click()
  const dialog = page.getByRole('dialog', { name: '新增门禁卡' })
  await dialog.getByLabel('卡号').fill('K001')
  await dialog.getByRole('button', { name: '确定' }).click()
  const more = rowsOf(page).getByRole('button', { name: '更多操作' })
  const items = page.getByRole('menuitem')
  await more.click()
  await expect.poll(() => items.allInnerTexts()).toHaveLength(3)
  await more.click()
  expect(await more.getAttribute('aria-expanded')).toBe('false')
  await items.first().waitFor({ state: 'hidden' })
  await more.click()
  const label = await items.filter({ hasText: '注销' }).innerText()
  await items.filter({ hasText: label }).click()
  await page.getByRole('dialog', { name: '注销' }).getByRole('button', { name: '注销' }).click()
  await rowsOf(page).getByText('注销', { exact: true }).first().waitFor()
  await items.first().waitFor({ state: 'hidden' })
})

interface Room {
  unit_floor: string
  region_name: string
  p_id_title: string
}

/** The room that was registered first: the last of all that can be chosen. */
const firstRoom = async (page: Page): Promise<Room> => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value
  const body = JSON.stringify(signed({ order: 'org_id', page: 1, page_rows: 1 }, token))
  const answer = await fetch(`${server.url}/api/org/list`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await answer.json()) as { data: { list: Room[] } }).data.list[0] ?? expect.fail('no room')
}

const find = async (within: Page | Locator, typed: string, option: string): Promise<void> => {
  const page = 'page' in within ? within.page() : within
  const box = within.getByRole('combobox', { name: '房间' })
  await box.focus()
  await page.keyboard.press('ArrowDown')
  await box.fill(typed)
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

proof(
  'of more records than a page any can be chosen, in the dialog and as a filter, by what is typed; and is read by its name when edited',
  async () => {
    const { page } = await seat('admin', { url: server.url, path: '/#/pass/passList' })
    const { unit_floor: name, region_name: community, p_id_title: project } = await firstRoom(page)
    for (const no of ['K101', 'K102']) {
      await page.getByRole('button', { name: '新增门禁卡' }).click()
      const dialog = page.getByRole('dialog', { name: '新增门禁卡' })
      await dialog.getByLabel('卡号').fill(no)
      if (no === 'K101') {
        await choose(dialog, '所在项目', project)
        await find(dialog, name, `${community} ${name}`)
        // What was not found is not offered, be it chosen already.
        const box = dialog.getByRole('combobox', { name: '房间' })
        await box.focus()
        await page.keyboard.press('ArrowDown')
        await box.fill('查无此房')
        const offered = page.locator('.ant-select-dropdown:visible')
        await offered.locator('.ant-empty').waitFor()
        expect(await offered.locator('.ant-select-item-option').count()).toBe(0)
        await box.fill('')
        await dialog.locator('.ant-select').getByTitle(`${community} ${name}`, { exact: true }).waitFor()
        await page.keyboard.press('Tab')
      }
      await dialog.getByRole('button', { name: '确定' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    const row = rowsOf(page).filter({ hasText: 'K101' })
    expect(await row.innerText()).toContain(name)
    await row.getByRole('button', { name: '编辑' }).click()
    const edit = page.getByRole('dialog', { name: /^编辑门禁卡/ })
    await edit.locator('.ant-select').getByTitle(name, { exact: true }).waitFor()
    await edit.getByRole('button', { name: '取消' }).click()
    await edit.waitFor({ state: 'hidden' })
    await find(page, name, `${community} ${name}`)
    await page.keyboard.press('Escape')
    await rowsOf(page).filter({ hasText: 'K102' }).waitFor({ state: 'detached' })
    expect(await rowsOf(page).allInnerTexts()).toEqual([expect.stringContaining('K101')])
    await page.getByRole('search').getByTitle(name, { exact: true }).waitFor()
    await page.getByRole('button', { name: `取消筛选 房间：${community} ${name}`, exact: true }).waitFor()
  },
)
