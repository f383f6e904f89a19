import { expect, test } from 'vitest'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import netSign from '../../../src/resources/settings/netSign.ts'
import { callsAt } from '../../help/calls.ts'
import { proof } from '../../help/depth.ts'
import { draw, handsets, NAME } from '../../help/handsets.ts'
import { browserSeat, openRecord, sharedUrl, toast } from '../../help/staff.ts'

const seat = browserSeat()

const phone = handsets()

const { call, logIn } = callsAt(sharedUrl())
let asked = 0
const ask = async (token: string, path: string, params: Record<string, unknown> = {}) => {
  const answer = await call(path, { ...params, request_id: `phone ${++asked}` }, token)
  expect([path, answer.msg]).toEqual([path, ''])
  return answer.data
}

/** What the message that was written last says, as staff read it in 发件箱. */
const lastMessage = async (token: string, subject: string): Promise<{ content: string; url: string; code: string }> => {
  const { list } = await ask(token, '/api/outbox/index', { page: 1, page_rows: 50 })
  const found = list.find((row: { subject: string }) => row.subject === subject)
  return JSON.parse(found.content).data
}

test('the counter sends a link, the tenant signs on a phone, and the contract is in force before the eyes of both', async () => {
  const token = await logIn('admin')
  const { version, values } = await ask(token, callsOfSetting(netSign).detail)
  await ask(token, callsOfSetting(netSign).save, { ...values, site: sharedUrl(), version })
  const { list } = await ask(token, '/api/contract/index', { status: [3], kind: [1], page: 1, page_rows: 5 })
  const [{ sn, contract_id }] = list

  const { page } = await seat('guanjia', { at: '合同管理' })
  const drawer = await openRecord(page, '合同管理', '合同号', sn)
  await drawer.getByRole('button', { name: '短信签' }).click()
  const asked = page.getByRole('dialog', { name: '短信签' })
  await asked.getByText('累计期满日').waitFor()
  await asked.getByRole('button', { name: '短信签' }).click()
  await expect.poll(() => page.locator('.ant-message').innerText()).toMatch(/短信签已发出/)
  await drawer.getByRole('button', { name: '签署链接', exact: true }).click()
  await drawer.getByText('未打开').waitFor()

  const { url } = await lastMessage(token, '合同待签署')
  const tenant = await phone()
  await tenant.goto(url)
  await tenant.getByRole('heading', { name: '请签署租赁合同' }).waitFor()
  expect(await tenant.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await tenant.getByText(sn, { exact: true }).waitFor()
  const other = await phone()
  await other.goto(url)
  await other.getByRole('heading', { name: '已在另一部手机上打开' }).waitFor()
  await other.context().close()

  await tenant.getByRole('button', { name: '获取验证码' }).tap()
  await tenant.getByText(/验证码已发到/).waitFor()
  const sign = tenant.getByRole('button', { name: '确认签署' })
  await sign.tap()
  await tenant.getByRole('alert').getByText('请先获取并填写6位验证码').waitFor()
  await tenant
    .getByLabel('验证码', { exact: true })
    .and(tenant.getByRole('textbox'))
    .fill((await lastMessage(token, '签署验证码')).code)
  await sign.tap()
  await tenant.getByRole('alert').getByText('请在框内手写您的姓名').waitFor()
  await draw(tenant, [
    [50, 50],
    [52, 51],
  ])
  await sign.tap()
  await tenant.getByRole('alert').getByText('请在框内手写您的姓名').waitFor()
  await tenant.getByRole('button', { name: '撤销一笔' }).tap()
  await draw(tenant, NAME)
  await tenant.getByRole('button', { name: '清除重写' }).tap()
  expect(await tenant.getByRole('button', { name: '清除重写' }).isDisabled()).toBe(true)
  await draw(tenant, NAME)

  await tenant.context().setOffline(true)
  await sign.tap()
  await tenant.getByRole('alert').getByText('网络不通，请检查手机的网络后再试').waitFor()
  await tenant.context().setOffline(false)
  await sign.tap()
  await tenant.getByRole('heading', { name: '签署完成' }).waitFor()
  const file = await tenant.getByRole('link', { name: '下载电子合同' }).getAttribute('href')
  const got = await tenant.context().request.get(new URL(file ?? '', url).href)
  expect([got.status(), got.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect((await got.body()).toString('latin1')).toContain('/ETSI.CAdES.detached')

  await page.reload()
  await drawer.getByText('履行中').first().waitFor()
  await drawer.getByRole('button', { name: '签署链接', exact: true }).click()
  await drawer.getByText('已办成').waitFor()
  expect((await ask(token, '/api/contract/detail', { contract_id })).sign_way).toBe(1)
  await tenant.context().close()
})

proof('at the counter a code is shown that a phone scans; a link that was replaced says so', async () => {
  const token = await logIn('admin')
  const { list } = await ask(token, '/api/contract/index', { status: [3], kind: [1], page: 1, page_rows: 5 })
  const [{ sn }] = list
  const { page } = await seat('guanjia', { at: '合同管理' })
  const drawer = await openRecord(page, '合同管理', '合同号', sn)
  const scan = async (): Promise<string> => {
    await drawer.getByRole('button', { name: '二维码签' }).click()
    await page.getByRole('dialog', { name: '二维码签' }).getByRole('button', { name: '二维码签' }).click()
    const shown = page.getByRole('dialog', { name: '租客扫码签署' })
    await shown.getByRole('img', { name: '二维码' }).waitFor()
    const href = (await shown.getByRole('link', { name: '在本机打开' }).getAttribute('href')) ?? ''
    await shown.getByRole('button', { name: '关闭' }).click()
    return href
  }
  const [first, second] = [await scan(), await scan()]
  const tenant = await phone()
  await tenant.goto(first)
  await tenant.getByRole('heading', { name: '链接已更换' }).waitFor()
  await tenant.goto(second)
  await tenant.getByRole('heading', { name: '手写签名' }).waitFor()
  expect(await tenant.getByRole('button', { name: '获取验证码' }).count()).toBe(0)
  await draw(tenant, NAME)
  await tenant.getByRole('button', { name: '确认签署' }).tap()
  await tenant.getByRole('heading', { name: '签署完成' }).waitFor()
  await tenant.goto(`${sharedUrl()}/t/${'A'.repeat(43)}`)
  await tenant.getByRole('heading', { name: '链接不对' }).waitFor()
  await tenant.context().close()
  await toast(page, '请租客用手机扫码').waitFor({ state: 'detached' })
})
