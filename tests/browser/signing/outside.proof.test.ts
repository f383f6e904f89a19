import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsAt } from '../../help/calls.ts'
import { fadada } from '../../help/fadada.ts'
import { draw, handsets, NAME } from '../../help/handsets.ts'
import type { RealServer } from '../../help/realServer.ts'
import { browserSeat, openRecord, pane, toast } from '../../help/staff.ts'
import { startReadyServer } from '../../help/store/readyStore.ts'

const seat = browserSeat()
const phone = handsets()
const outside = fadada()

let server: RealServer
let token: string
let asked = 0
/** The jobs of a node come round by themselves, each so many seconds. */
const ROUND = { timeout: 60_000, interval: 250 }
const ask = async (path: string, params: Record<string, unknown> = {}) =>
  callsAt(server.url).call(path, { ...params, request_id: `outside ${++asked}` }, token)
const lastUrl = async (): Promise<string> => {
  const { data } = await ask('/api/outbox/index', { page: 1, page_rows: 50 })
  return JSON.parse(data.list.find(({ subject }: { subject: string }) => subject === '合同待签署').content).data.url
}

beforeAll(async () => {
  server = await startReadyServer('small', 'dist', { OUTBOUND_HOSTS: '127.0.0.1' })
  token = await callsAt(server.url).logIn('admin')
})
afterAll(() => server.stop())

test('网签: the local signer works untouched; a key goes in, is said to be there, and is never seen again', async () => {
  const { page } = await seat('admin', { url: server.url, at: '网签设置' })
  const history = pane(page).getByRole('region', { name: '改动记录' })
  const save = pane(page).getByRole('button', { name: '保存', exact: true })
  await pane(page).getByRole('button', { name: '试签' }).click()
  await pane(page).getByText('本地签名正常：签名、验签通过，改过的内容被认出').waitFor()
  await pane(page).getByText('法大大', { exact: true }).click()
  await pane(page).getByLabel('接口地址').fill('http://10.0.0.1:1/api')
  await pane(page).getByLabel('应用编号').fill('app-1')
  await save.click()
  await toast(page, '应用密钥必填').waitFor()
  await pane(page).getByLabel('应用密钥').fill('miyao-not-to-be-seen')
  await save.click()
  await toast(page, '单位编号必填').waitFor()
  await pane(page).getByLabel('单位编号').fill('corp-1')
  await save.click()
  await toast(page, '保存成功，已生效').waitFor()
  await history.getByText('应用密钥：已更换').waitFor()
  await pane(page).getByPlaceholder('已设置，留空则不变').waitFor()
  expect(await pane(page).getByLabel('应用密钥').inputValue()).toBe('')
  await pane(page).getByRole('button', { name: '试签' }).click()
  await pane(page).getByText('外部接口须用 https；内网或不加密的地址须由运维写进 OUTBOUND_HOSTS').waitFor()
  await pane(page).getByLabel('应用编号').fill('app-2')
  await save.click()
  await history.getByText('应用编号：app-1 → app-2').waitFor()
  expect(await page.content()).not.toContain('miyao-not-to-be-seen')
})

test('a contract goes to the service, its tenant is led there, and staff see it come back signed', async () => {
  await outside.use({ ask, server })
  const { list } = (await ask('/api/contract/index', { status: [3], kind: [1], page: 1, page_rows: 5 })).data
  const [{ sn }] = list
  const { page } = await seat('admin', { url: server.url, at: '合同管理' })
  const drawer = await openRecord(page, '合同管理', '合同号', sn)
  await drawer.getByRole('button', { name: '短信签' }).click()
  await page.getByRole('dialog', { name: '短信签' }).getByRole('button', { name: '短信签' }).click()
  await drawer.getByRole('button', { name: '电子签署', exact: true }).click()
  await drawer.getByText('法大大', { exact: true }).waitFor()

  const tenant = await phone()
  await tenant.goto(await lastUrl())
  await tenant.getByRole('heading', { name: '请签署租赁合同' }).waitFor()
  const go = tenant.getByRole('link', { name: '去签署' })
  await go.waitFor({ timeout: ROUND.timeout })
  const [task] = outside.state.tasks
  if (!task) throw new Error('no task was made')
  expect(await go.getAttribute('href')).toBe(`${outside.state.url}/sign/${task.id}`)
  expect(await tenant.getByLabel('签名区域').count()).toBe(0)
  expect(await tenant.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  const tell = (event: string, actorId: string) =>
    outside.event(server.url, {
      event,
      biz: { eventTime: String(Date.now()), signTaskId: task.id, transReferenceId: task.key, actorId },
    })()
  outside.sign(task.id, 'tenant')
  expect((await tell('sign-task-signed', 'tenant')).status).toBe(200)
  await tenant.getByText('您已在法大大签署').waitFor()
  outside.sign(task.id, 'operator')
  await tell('sign-task-finished', 'operator')
  await tenant.getByRole('heading', { name: '签署完成' }).waitFor({ timeout: ROUND.timeout })
  await page.reload()
  await drawer.getByText('履行中').first().waitFor()
  await drawer.getByRole('button', { name: '电子签署', exact: true }).click()
  await drawer.getByText('已签成').waitFor()
  await tenant.context().close()
})

test('a whole lease is sent to the company’s contact, who signs with name and position', async () => {
  await outside.use({ ask, server }, { provider: 1 })
  const { data: company } = await ask('/api/company/index', { page: 1, page_rows: 1 })
  const [{ company_id }] = company.list
  const { data: rooms } = await ask('/api/org/list', { state: [1], page: 1, page_rows: 50 })
  const [{ p_id }] = rooms.list
  const ours = rooms.list.filter((room: { p_id: number }) => room.p_id === p_id).slice(0, 3)
  const { data: made } = await ask('/api/lease/add', { company_id, p_id, start_date: new Date().toISOString().slice(0, 10), months: 12 })
  const { lease_id, sn } = made
  const added = await ask('/api/lease/rooms', { lease_id, rooms: ours.map((room: { org_id: number }) => room.org_id), each: 200_000 })
  expect([added.code, added.msg]).toEqual([200, ''])
  expect((await ask('/api/lease/submit', { lease_id })).msg).toBe('')

  const { page } = await seat('admin', { url: server.url, at: '合同管理' })
  await pane(page).getByRole('navigation', { name: '分类' }).getByRole('button', { name: '整租协议', exact: true }).click()
  await pane(page).getByText(sn, { exact: true }).click()
  const drawer = page.getByRole('dialog', { name: sn })
  await drawer.getByRole('button', { name: '短信签' }).click()
  await page.getByRole('dialog', { name: '短信签' }).getByRole('button', { name: '短信签' }).click()
  await expect.poll(() => page.locator('.ant-message').innerText()).toMatch(/短信签已发出/)
  const contact = await phone()
  await contact.goto(await lastUrl())
  await contact.getByRole('heading', { name: '请签署整租合同' }).waitFor()
  await contact.getByText('共 3 间').first().waitFor()
  await contact.getByRole('button', { name: '获取验证码' }).tap()
  await contact.getByText(/验证码已发到/).waitFor()
  const { data: sent } = await ask('/api/outbox/index', { page: 1, page_rows: 50 })
  const { code } = JSON.parse(sent.list.find(({ subject }: { subject: string }) => subject === '签署验证码').content).data
  await contact.getByRole('textbox', { name: '验证码' }).fill(code)
  await draw(contact, NAME)
  const sign = contact.getByRole('button', { name: '确认签署' })
  await sign.tap()
  await contact.getByRole('alert').getByText('请填写签字人的姓名').waitFor()
  await contact.getByLabel('姓名').fill('王经理')
  await contact.getByLabel('职务').fill('总经理')
  expect(await contact.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await sign.tap()
  await contact.getByRole('heading', { name: '签署完成' }).waitFor()
  await page.reload()
  await drawer.getByText('履行中').first().waitFor()
  await drawer.getByRole('button', { name: '电子签署', exact: true }).click()
  await drawer.getByText('已签成').waitFor()
  expect((await ask('/api/lease/detail', { lease_id })).data).toMatchObject({ sn, status: 4, sign_way: 1, signatory: '王经理' })
  await contact.context().close()
})
