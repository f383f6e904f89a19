import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import netSign from '../../../src/resources/settings/netSign.ts'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { handsets } from '../../help/handsets.ts'
import { picture } from '../../help/pictures.ts'
import { browserSeat, pane, rowsOf, sharedUrl } from '../../help/staff.ts'
import { cardOf } from '../../help/store/ground.ts'

const seat = browserSeat()
const phone = handsets()
const { call, logIn } = callsAt(sharedUrl())

let token = ''
let asked = 0
const ask = async (path: string, params: Record<string, unknown> = {}) => {
  const answer = await call(path, { ...params, request_id: `apply ${++asked}` }, token)
  expect([path, answer.msg]).toEqual([path, ''])
  return answer.data
}
const set = async (setting: typeof applicationSetting | typeof netSign, changes: object): Promise<void> => {
  const { detail, save } = callsOfSetting(setting)
  const { version, values } = await ask(detail)
  await ask(save, { ...values, ...changes, version })
}
beforeAll(async () => {
  token = await logIn('admin')
  await set(netSign, { site: sharedUrl() })
  await set(applicationSetting, { phone_apply: 1, apply_notice: '人均住房不足15平方米的家庭可以申请。' })
})
afterAll(() => set(applicationSetting, { phone_apply: 2, apply_notice: '' }))

const NUMBER = '13700001111'
const digits = async (): Promise<string> => {
  const { list } = await ask('/api/outbox/index', { page: 1, page_rows: 50 })
  return JSON.parse(list.find(({ subject }: { subject: string }) => subject === '手机申请验证码').content).data.code
}
const enter = async (page: Page): Promise<void> => {
  await page.goto(`${sharedUrl()}/t/apply?p=1`)
  // As a telephone's own book has it.
  await page.getByLabel('手机号').fill(`+86 ${NUMBER.slice(0, 3)} ${NUMBER.slice(3)}`)
  await page.getByRole('button', { name: '获取验证码' }).tap()
  await page.getByText('验证码已发到').waitFor()
  await page.getByLabel('验证码', { exact: true }).fill(await digits())
  await page.getByRole('button', { name: '开始填写' }).tap()
}
const fits = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

test('a household applies on a telephone, leaves and comes back, is asked to mend, and sees its place in the queue', async () => {
  const applicant = await phone()
  await enter(applicant)
  const form = applicant.getByRole('region', { name: '申请人' })
  await form.waitFor()
  await fits(applicant)
  await applicant.getByRole('button', { name: '提交申请' }).tap()
  await form.getByRole('alert').getByText('申请人必填').waitFor()

  await form.getByRole('textbox', { name: '申请人' }).fill('司徒小满')
  await form.getByRole('textbox', { name: '身份证号' }).fill('310101199013011234')
  await form.getByText('区筹公租房').tap()
  await form.getByText('一般保障').tap()
  await form.getByText('二室').tap()
  await form.getByRole('textbox', { name: '家庭月收入' }).fill('6000.5')
  await form.getByRole('textbox', { name: '人均住房面积' }).fill('8')
  await applicant.getByRole('button', { name: '添加家庭成员' }).tap()
  const member = applicant.getByRole('group', { name: '成员1' })
  await member.getByRole('textbox', { name: '姓名' }).fill('司徒大满')
  await member.getByText('父母').tap()
  await member.getByRole('textbox', { name: '身份证号' }).fill(cardOf(4_101))
  const papers = applicant.getByRole('region', { name: '材料' })
  const { buffer } = await picture('收入证明', 'jpeg', 7)
  const [first] = await papers.getByRole('listitem').all()
  if (!first) throw new Error('no paper is asked for')
  await first.locator('input').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
  await first.getByRole('button', { name: '删除第1张' }).waitFor()
  await applicant.getByText(/^已保存/).waitFor()

  const other = await phone()
  await other.goto(`${sharedUrl()}/t/apply`)
  await other.getByLabel('手机号').fill(NUMBER)
  await other.getByRole('button', { name: '获取验证码' }).tap()
  await other.getByText(/^请 \d+ 秒后再获取验证码$/).waitFor()
  await other.context().close()

  await applicant.reload()
  await expect.poll(() => form.getByRole('textbox', { name: '申请人' }).inputValue()).toBe('司徒小满')
  expect(await form.getByRole('textbox', { name: '家庭月收入' }).inputValue()).toBe('6000.50')
  await applicant.getByRole('button', { name: '提交申请' }).tap()
  await form.getByRole('alert').getByText('请检查身份证号').waitFor()
  await form.getByRole('textbox', { name: '身份证号' }).fill(cardOf(4_100))
  await applicant.context().setOffline(true)
  await applicant.getByRole('button', { name: '提交申请' }).tap()
  await applicant.getByText('网络不通，请检查手机的网络后再试').first().waitFor()
  await applicant.context().setOffline(false)
  await applicant.getByRole('button', { name: '提交申请' }).tap()
  await applicant.getByRole('heading', { name: '已提交，待审核' }).waitFor()
  await fits(applicant)

  const { page } = await seat('guanjia', { path: '/#/preQualificationList' })
  await pane(page).getByPlaceholder('申请人').fill('司徒小满')
  await pane(page).getByPlaceholder('申请人').press('Enter')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await rowsOf(page).first().getByText('司徒小满', { exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '司徒小满' })
  // Where it may go from here is named below its head before it is there.
  const stateOf = drawer.locator('.detail-head')
  await stateOf.getByText('待审核').waitFor()
  await drawer.getByRole('button', { name: '退回补正' }).click()
  const back = page.getByRole('dialog', { name: '退回补正' })
  await back.getByLabel('要补正的').fill('月收入与证明不一致')
  await back.getByRole('button', { name: '退回补正' }).click()
  await stateOf.getByText('待补正').waitFor()

  await applicant.getByRole('button', { name: '刷新' }).tap()
  await applicant.getByText('月收入与证明不一致').waitFor()
  expect(await form.getByRole('textbox', { name: '身份证号' }).inputValue()).toMatch(/\*{4}/)
  await form.getByRole('textbox', { name: '家庭月收入' }).fill('5200')
  await applicant.getByRole('button', { name: '重新提交' }).tap()
  await applicant.getByRole('heading', { name: '已提交，待审核' }).waitFor()

  const { list } = await ask('/api/qualification/index', { custom_name: '司徒小满' })
  const [{ apply_id, income }] = list
  expect(income).toBe(520_000)
  await ask('/api/qualification/pass', { apply_id, exception: '材料后补' })
  await ask('/api/qualification/queue', { apply_id })
  await applicant.getByRole('button', { name: '刷新' }).tap()
  await applicant.getByText(/目前排在第 \d+ 位/).waitFor()
  await applicant.context().close()
})

proof('an applicant takes his application back on his page, and staff see it; what is not submitted has a strip of its own', async () => {
  const applicant = await phone()
  const number = '13700002222'
  await applicant.goto(`${sharedUrl()}/t/apply?p=1`)
  await applicant.getByLabel('手机号').fill(number)
  await applicant.getByRole('button', { name: '获取验证码' }).tap()
  await applicant.getByText('验证码已发到').waitFor()
  await applicant.getByLabel('验证码', { exact: true }).fill(await digits())
  await applicant.getByRole('button', { name: '开始填写' }).tap()
  const form = applicant.getByRole('region', { name: '申请人' })
  await form.waitFor()

  const { page } = await seat('guanjia', { path: '/#/preQualificationList' })
  await page.getByRole('navigation', { name: '分类' }).getByRole('button', { name: '未提交' }).click()
  await rowsOf(page).filter({ hasText: '137****2222' }).getByText('填写中').waitFor()

  await form.getByRole('textbox', { name: '申请人' }).fill('司徒回头')
  await form.getByRole('textbox', { name: '身份证号' }).fill(cardOf(4_200))
  await form.getByText('区筹公租房').tap()
  await form.getByText('一般保障').tap()
  await form.getByText('二室').tap()
  await form.getByRole('textbox', { name: '家庭月收入' }).fill('6000')
  await form.getByRole('textbox', { name: '人均住房面积' }).fill('8')
  await applicant.getByRole('button', { name: '提交申请' }).tap()
  await applicant.getByRole('heading', { name: '已提交，待审核' }).waitFor()
  await applicant.getByRole('button', { name: '撤回申请', exact: true }).tap()
  await applicant.getByRole('button', { name: '返回' }).tap()
  await applicant.getByRole('button', { name: '撤回申请', exact: true }).tap()
  await applicant.getByText('撤回后不再审核').waitFor()
  await fits(applicant)
  await applicant.getByRole('button', { name: '确定撤回申请' }).tap()
  await applicant.getByRole('heading', { name: '已撤回' }).waitFor()
  const { list } = await ask('/api/qualification/index', { custom_name: '司徒回头' })
  expect(list).toMatchObject([{ status: 7 }])
  await applicant.getByRole('button', { name: '重新申请' }).tap()
  await applicant.getByLabel('手机号').waitFor()
  await applicant.context().close()
})

proof('the operator prints the code; where applications are closed neither it nor the page lets anybody in', async () => {
  const { page } = await seat('admin', { at: '项目设置' })
  const opening = page.context().waitForEvent('request', (request) => request.url().includes('/files/prints/'))
  await rowsOf(page).first().getByRole('button', { name: '打印申请二维码' }).click()
  const paper = await page.context().request.get((await opening).url())
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await set(applicationSetting, { phone_apply: 2 })
  await rowsOf(page).first().getByRole('button', { name: '打印申请二维码' }).click()
  await page
    .locator('.ant-message')
    .getByText(/^还没有开放手机申请/)
    .waitFor()
  const applicant = await phone()
  await applicant.goto(`${sharedUrl()}/t/apply?p=1`)
  await applicant.getByText('现在不接受手机申请，请到窗口办理。').waitFor()
  await applicant.context().close()
  await set(applicationSetting, { phone_apply: 1 })
})
