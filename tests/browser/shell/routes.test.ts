import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pages, resources } from '../../../src/declared/declared.ts'
import { isOpenTo, menuOf, type Screen, screensOf } from '../../../src/derive/menu.ts'
import type { UserInfo } from '../../../src/protocol/types.ts'
import { partOf, proof } from '../../help/depth.ts'
import { browserSeat, closeOthers, rowsOf } from '../../help/staff.ts'

const seat = browserSeat()
const screens = screensOf(resources, pages)
const views = Object.keys(import.meta.glob('../../../src/ui/screens/*/*Screen.tsx')).map((file) => file.split('/').at(-2))
const hasView = ({ screen }: Screen): boolean => screen === null || views.includes(screen)

const userOf = (page: Page): Promise<UserInfo> => page.evaluate(() => JSON.parse(localStorage.getItem('anju.user') ?? 'null'))
const goTo = (page: Page, path: string) => page.goto(page.url().replace(/#.*/, `#${path}`))

interface ScreenRow {
  path: string
  head: string
  key: string | null
  menu?: string
  isList?: true
  strips?: readonly string[]
  /** The codes that some of its strips need. */
  needs?: Readonly<Record<string, string>>
}

/** screens.md, row by row, without the settings group: the address, what stands at its head, the key that opens it, and whether it has rows. */
const SCREENS: readonly ScreenRow[] = [
  { path: '/preQualificationList', head: '准入资格列表', key: null, isList: true, strips: ['准入资格列表', '未提交'] },
  { path: '/preQualificationDetails?id=100', head: '', key: null },
  { path: '/workbench/workbench', head: '工作台', key: 'workbench', menu: '工作台' },
  { path: '/homeList', head: '房源列表', key: 'build', menu: '房源列表', isList: true },
  { path: '/community', head: '小区主页', key: 'build', menu: '小区主页' },
  {
    path: '/contract/contract',
    head: '租客合同',
    key: 'contract_list',
    menu: '合同管理',
    isList: true,
    strips: ['租客合同', '整租合同', '历史合同', '整租退租', '租客退租', '超期占用', '年审', '整租协议', '入住名单'],
  },
  {
    path: '/bill/billList',
    head: '租客账单',
    key: 'bill_list',
    menu: '账单列表',
    isList: true,
    strips: ['租客账单', '企业代收款', '账龄', '逾期明细', '违约金', '违约金账单', '还款计划', '催缴记录', '催缴函'],
    needs: {
      企业代收款: '/api/company/billPackageList',
      账龄: '/api/arrears/index',
      逾期明细: '/api/arrears_share/index',
      违约金: '/api/late_fee/index',
      违约金账单: '/api/late_fee_bill/index',
      还款计划: '/api/payment_plan/index',
      催缴记录: '/api/dunning/index',
      催缴函: '/api/demand/index',
    },
  },
  { path: '/bill/flowMoneyList', head: '流水列表', key: 'flow', menu: '流水列表', isList: true },
  { path: '/bill/demo', head: '账单列表(隐藏)', key: null, isList: true },
  { path: '/withhold/billWithholdList', head: '代扣账单', key: null, menu: '代扣账单', isList: true },
  { path: '/withhold/withholdList', head: '代扣列表', key: null, menu: '代扣列表', isList: true },
  { path: '/standingBook/standingBook', head: '租金收缴台账', key: null, menu: '租金收缴台账', isList: true },
  { path: '/wait/waitList', head: '排队', key: null, menu: '轮候列表', isList: true },
  {
    path: '/check/checkList',
    head: '待我审批',
    key: 'audit',
    menu: '审批列表',
    strips: ['待我审批', '我发起的', '我已办', '抄送我的', '全部', '委派'],
    needs: { 全部: '/api/audit/index' },
  },
  { path: '/appointmentList/appointmentList', head: '看房预约', key: 'reserve', menu: '看房预约', isList: true },
  { path: '/user/userList', head: '用户列表', key: 'lessee', menu: '用户列表', isList: true },
  { path: '/company/companyList', head: '企业列表', key: 'lessee', menu: '企业列表', isList: true },
  {
    path: '/meter/meterList',
    head: '抄表记录',
    key: 'meter',
    menu: '抄表管理',
    isList: true,
    strips: ['抄表记录', '待抄'],
    needs: { 待抄: '/api/meter_due/index' },
  },
  { path: '/userInfo', head: '个人信息', key: null },
  { path: '/clue/salesClueList', head: '求租', key: null, isList: true, strips: ['求租', '出租'] },
  { path: '/entrust/entrustList', head: '委托', key: null, isList: true, strips: ['委托', '求租'] },
  // Its two thousand rooms stay, once they are drawn, behind every page that is opened after it: it comes last.
  { path: '/home', head: '', key: 'build', menu: '房态图' },
]

/** So many pages are open at most: each that is not shown costs something at every step. */
const MANY = 8

/** First the one to whom most is closed. What each sample role holds: its keys, and the lists that it may not read though their screens are open to all. */
const ROLES = {
  caiwu: {
    keys: ['workbench', 'build', 'contract_list', 'bill_list', 'flow', 'audit', 'lessee', 'meter'],
    closed: ['/preQualificationList', '/preQualificationDetails?id=100', '/wait/waitList', '/clue/salesClueList', '/entrust/entrustList'],
  },
  admin: { keys: ['workbench', 'build', 'contract_list', 'bill_list', 'flow', 'audit', 'reserve', 'lessee', 'meter'], closed: [] },
  guanjia: {
    keys: ['workbench', 'build', 'contract_list', 'bill_list', 'flow', 'audit', 'reserve', 'lessee', 'meter'],
    closed: ['/withhold/billWithholdList', '/withhold/withholdList'],
  },
} as const

describe.each(partOf(Object.entries(ROLES), 3))('%s', (userName, { keys, closed }) => {
  test('the menu offers and every route shows what the role may see; the rest is refused', async () => {
    const { page } = await seat(userName, { path: '/#/userInfo' })
    const menu = page.getByRole('navigation', { name: '主菜单' })
    const pane = page.locator('[role=tabpanel]:not([inert])')
    const user = await userOf(page)
    const expected = menuOf(screens, user.access, user.sidebar).flatMap((entry) =>
      entry.path ? [entry.label] : entry.children.map(({ label }) => label),
    )
    await expect.poll(() => menu.getByRole('link').allInnerTexts()).toEqual(expected)
    // In npm test every eighth of what screens.md has no row for: the settings and what came later, which the shell opens in one way.
    const others = screens.filter(hasView).filter(({ path }) => !SCREENS.some((row) => row.path.split('?')[0] === path))
    for (const [index, screen] of partOf(others, 8).entries()) {
      if (index % MANY === MANY - 1) await closeOthers(page)
      await goTo(page, screen.path)
      await page.getByRole('tab', { name: screen.label, exact: true, selected: true }).waitFor()
      if (isOpenTo(screen, user))
        expect([screen.path, await pane.getByRole('heading', { name: '没有权限' }).count()]).toEqual([screen.path, 0])
      else await pane.getByRole('heading', { name: '没有权限' }).waitFor()
    }
    await closeOthers(page)
    // Every second, and the last, in npm test; all in `npm run prove`.
    for (const [index, { path, head, key, menu: entry, isList, strips, needs = {} }] of partOf(SCREENS, 2).entries()) {
      if (index % MANY === MANY - 1) await closeOthers(page)
      const isOpen = key === null || (keys as readonly string[]).includes(key)
      const isClosed = (closed as readonly string[]).includes(path)
      if (entry)
        expect([path, await menu.getByRole('link', { name: entry, exact: true }).count()]).toEqual([path, isOpen && !isClosed ? 1 : 0])
      await goTo(page, path)
      if (!isOpen) {
        await pane.getByText('没有权限').first().waitFor()
        continue
      }
      if (isClosed) {
        await pane
          .getByText(/没有权限/)
          .first()
          .waitFor()
        expect([path, await pane.locator('.list-empty, .list-failed').count()]).toEqual([path, 0])
        continue
      }
      if (head) await pane.getByRole('heading', { name: head, exact: true }).first().waitFor()
      if (isList) await rowsOf(page).first().waitFor()
      if (strips) {
        const shown = pane.getByRole('navigation', { name: '分类' }).getByRole('button')
        const may = (code: string | undefined): boolean => !code || user.permission.includes('*') || user.permission.includes(code)
        const open = strips.filter((label) => may(needs[label]))
        // One list alone is no choice.
        const offered = open.length > 1 ? open : []
        await expect.poll(() => shown.allInnerTexts()).toEqual(offered)
        for (const label of offered) {
          await shown.filter({ hasText: new RegExp(`^${label}$`) }).click()
          await pane.locator('.strip:not([hidden])').getByRole('heading', { name: label, exact: true }).waitFor()
          expect([label, await pane.locator('.strip:not([hidden]) .list-failed').count()]).toEqual([label, 0])
        }
      }
      expect([path, await pane.locator('.list-failed').count()]).toEqual([path, 0])
    }
    await goTo(page, '/no/such')
    await pane.getByText('页面不存在').first().waitFor()
  })
})

proof('a number of the workbench leads to the rows that it counts', async () => {
  const { page } = await seat('admin', { at: '工作台' })
  const figure = page.getByRole('link', { name: /^逾期未付/ })
  const counted = (await figure.locator('strong').innerText()).replaceAll(',', '')
  await figure.click()
  await page.getByRole('tab', { name: '账单列表', selected: true }).waitFor()
  await expect
    .poll(() => page.locator('[role=tabpanel]:not([inert]) .list-count').innerText())
    .toBe(`共 ${Number(counted).toLocaleString('en')} 条`)
  await page.getByRole('button', { name: /取消筛选 .*逾期/ }).waitFor()
})
