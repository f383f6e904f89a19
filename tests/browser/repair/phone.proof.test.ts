import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import netSign from '../../../src/resources/settings/netSign.ts'
import repairSetting from '../../../src/resources/settings/repair.ts'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { handsets } from '../../help/handsets.ts'
import { picture } from '../../help/pictures.ts'
import { begin, browserSeat, choose, openScreen, rowsOf, settled, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()
const phone = handsets()
const { call, logIn } = callsAt(sharedUrl())

let token = ''
let asked = 0
const ask = async (path: string, params: Record<string, unknown> = {}) => {
  const answer = await call(path, { ...params, request_id: `repair phone ${++asked}` }, token)
  expect([path, answer.msg]).toEqual([path, ''])
  return answer.data
}
const set = async (setting: typeof repairSetting | typeof netSign, changes: object): Promise<void> => {
  const { detail, save } = callsOfSetting(setting)
  const { version, values } = await ask(detail)
  await ask(save, { ...values, ...changes, version })
}
const NUMBER = '13700002222'
/** The contract of whoever has that number. */
let lives = { contract_id: 0, sn: '', custom_id: 0, org_id: 0 }
beforeAll(async () => {
  token = await logIn('admin')
  await set(netSign, { site: sharedUrl() })
  await set(repairSetting, { phone_repair: 1, repair_notice: '紧急漏水请先关总阀，再打 021-12345678。' })
  const { list } = await ask('/api/contract/index', { kind: [1], status: [4], page: 1, page_rows: 5 })
  lives = list[0]
  const { custom_id } = lives
  const { name, card, p_id, version } = await ask('/api/lessee/detail', { custom_id })
  await ask('/api/lessee/edit', { custom_id, name, card, p_id, version, phone: NUMBER })
})
afterAll(() => set(repairSetting, { phone_repair: 2, repair_notice: '' }))

const digits = async (): Promise<string> => {
  const { list } = await ask('/api/outbox/index', { page: 1, page_rows: 50 })
  return JSON.parse(list.find(({ subject }: { subject: string }) => subject === '手机报修验证码').content).data.code
}
const fits = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

test('a tenant reports with photographs, staff send somebody, he sees who comes, disputes and confirms; all on one page', async () => {
  const tenant = await phone()
  await tenant.goto(`${sharedUrl()}/t/repair?p=1`)
  await tenant.getByText('紧急漏水请先关总阀').waitFor()
  await fits(tenant)
  await tenant.getByLabel('手机号').fill(NUMBER)
  await tenant.getByRole('button', { name: '获取验证码' }).tap()
  await tenant.getByText('验证码已发到').waitFor()
  await tenant.getByLabel('验证码', { exact: true }).fill(await digits())
  await tenant.getByRole('button', { name: '进入报修' }).tap()
  await tenant.getByRole('button', { name: '我要报修' }).tap()
  const form = tenant.getByRole('region', { name: '报修' })
  await form.getByRole('button', { name: '提交报修' }).tap()
  await form.getByRole('alert').getByText('报修内容必填').waitFor()
  await fits(tenant)
  await form.getByLabel('报修类别').selectOption({ label: '渗漏' })
  await form.getByText('紧急', { exact: true }).tap()
  await form.getByLabel('报修内容').fill('手机上报的：卫生间顶上滴水')
  await form.getByLabel('期望上门时间').fill('2031-03-05T09:30')
  const { buffer } = await picture('滴水', 'jpeg', 11)
  await form.getByLabel('照片').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
  await form.getByRole('button', { name: '删除第1张' }).waitFor()
  await tenant.context().setOffline(true)
  await form.getByRole('button', { name: '提交报修' }).tap()
  await form.getByText('网络不通，请检查手机的网络后再试').waitFor()
  await tenant.getByRole('button', { name: '刷新' }).tap()
  await tenant.locator('main > [role=alert]').getByText('网络不通').waitFor()
  expect(await form.getByLabel('报修内容').inputValue()).toBe('手机上报的：卫生间顶上滴水')
  await tenant.context().setOffline(false)
  await form.getByRole('button', { name: '提交报修' }).tap()
  const order = tenant.getByRole('listitem').filter({ hasText: '手机上报的' })
  await order.getByText('已收到，正在安排人上门。').waitFor()
  await order.getByRole('img', { name: '照片1' }).waitFor()
  expect(await order.getByText('2031-03-05 09:30').count()).toBe(1)
  await fits(tenant)
  await order.getByRole('button', { name: '补充' }).tap()
  await order.getByLabel('补充说明').fill('下午滴得更快')
  await order.getByRole('button', { name: '提交' }).tap()
  await order.getByText('下午滴得更快').waitFor()

  const { page } = await seat('guanjia', { at: '报修工单' })
  await settled(page)
  const row = rowsOf(page).filter({ hasText: '手机上报的' })
  await row.first().locator('td').nth(1).click()
  const drawer = page.getByRole('dialog').last()
  await drawer.getByText('下午滴得更快').waitFor()
  await drawer.getByText('租客上报').first().waitFor()
  await drawer.locator('img').first().waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await begin(page, row, '派单')
  const sending = page.getByRole('dialog', { name: '派单' })
  await choose(sending, '处理人', '沈国华')
  for (const [label, time] of [
    ['上门时间', '2031-03-05 09:30'],
    ['预计结束', '2031-03-05 10:30'],
  ] as const) {
    await sending.getByLabel(label).fill(time)
    await sending.getByLabel(label).press('Tab')
  }
  await sending.getByRole('button', { name: '派单' }).click()
  await toast(page, '派单成功').waitFor()

  await tenant.getByRole('button', { name: '刷新' }).tap()
  await order.getByText('沈国华').waitFor()
  await order.getByText('2031-03-05 09:30 至 10:30').waitFor()
  expect(await order.getByRole('button').count()).toBe(0)
  const { list } = await ask('/api/repair/index', { contract_id: [lives.contract_id], status: [2], page: 1, page_rows: 20 })
  const { repair_id } = list.find(({ description }: { description: string }) => description.includes('手机上报的'))
  await ask('/api/repair/finish', { repair_id, work: '楼上地漏重做防水', cost: 0, borne_by: 1 })

  await tenant.getByRole('button', { name: '刷新' }).tap()
  await order.getByRole('button', { name: '确认结果' }).tap()
  await order.getByText('没修好', { exact: true }).tap()
  await order.getByText('不满意', { exact: true }).tap()
  await order.getByRole('button', { name: '提交' }).tap()
  await order.getByRole('alert').getByText('请写明哪里没修好').waitFor()
  await fits(tenant)
  await order.getByLabel('哪里没修好').fill('还在滴')
  await order.getByRole('button', { name: '提交' }).tap()
  await order.getByText('已派单，请在约定的时间在家。').waitFor()
  await ask('/api/repair/finish', { repair_id, work: '重做，观察一天', cost: 0, borne_by: 1 })
  await tenant.getByRole('button', { name: '刷新' }).tap()
  await order.getByRole('button', { name: '确认结果' }).tap()
  await order.getByText('修好了', { exact: true }).tap()
  await order.getByText('很满意', { exact: true }).tap()
  await order.getByRole('button', { name: '提交' }).tap()
  await order.getByText('已完成').waitFor()
  expect(await ask('/api/repair/detail', { repair_id })).toMatchObject({ status: 4, satisfaction: 5 })
  await tenant.context().close()
})

proof('staff open it, print the code and send the address from the contract', async () => {
  const { page } = await seat('admin', { at: '报修设置' })
  await page.getByLabel('每个手机号每天最多报修').waitFor()
  await openScreen(page, '项目设置')
  const opening = page.context().waitForEvent('request', (request) => request.url().includes('/files/prints/'))
  await begin(page, rowsOf(page).first(), '打印报修二维码')
  const paper = await page.context().request.get((await opening).url())
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.goto(`${sharedUrl()}/#/home?over=contract-${lives.contract_id}`)
  const drawer = page.getByRole('dialog', { name: lives.sn })
  await drawer.waitFor()
  await begin(page, drawer, '发报修网址')
  await page.getByRole('dialog', { name: '发报修网址' }).getByRole('button', { name: '发报修网址' }).click()
  await expect.poll(() => page.locator('.ant-message').innerText()).toMatch(/发出 1 条短信/)
})
