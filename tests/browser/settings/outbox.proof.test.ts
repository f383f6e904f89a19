import pg from 'pg'
import { expect, test } from 'vitest'
import { mailServer } from '../../help/receivers.ts'
import { browserSeat, openScreen, pane, settled, toast } from '../../help/staff.ts'
import { cluster } from '../../help/store/cluster.ts'

const { connection, startNode } = cluster('outbox-page', { OUTBOUND_HOSTS: '127.0.0.1' })
const mail = mailServer()
const seat = browserSeat()

test('外发设置 is filled in and tried out; 发件箱 shows a mail that failed and why, and 重发 sends it', async () => {
  const node = await startNode()
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  const { page } = await seat('admin', { url: node.url, at: '外发设置' })
  await pane(page).getByText('邮件服务器', { exact: true }).click()
  const written: readonly [string, string][] = [
    ['服务器地址', '127.0.0.1'],
    ['端口', String(mail.port)],
    ['发件地址', 'notice@anju.example'],
    ['登录名', mail.user],
    ['密码或授权码', mail.password],
  ]
  for (const [label, value] of written) await pane(page).getByLabel(label, { exact: true }).fill(value)
  await pane(page).getByText('不加密', { exact: true }).click()
  await pane(page).getByRole('button', { name: '保存' }).click()
  await pane(page).getByRole('button', { name: '试发' }).click()
  await page.getByText('邮件已发到发件地址').waitFor()
  expect(mail.mails.map(({ to }) => to)).toEqual([['notice@anju.example']])

  mail.refuse = 550
  await client.query(`
    insert into outbox (channel, receiver, subject, content, once, key, state, next_at)
    values (1, 'lilei@anju.example', '房态提醒 1 条', '李雷 的合同将于 2026-12-31 到期。', 'test.mail', gen_random_uuid(), 1, epoch_now())`)
  const stateOf = async () => (await client.query('select state from outbox')).rows[0]?.state
  await expect.poll(stateOf, { timeout: 30_000 }).toBe(3)
  await openScreen(page, '发件箱')
  const strips = page.getByRole('navigation', { name: '分类' })
  const shown = pane(page).locator('.strip:not([hidden])')
  const rows = shown.locator('tbody tr.row')
  await settled(page)
  expect(await rows.count()).toBe(0)
  await strips.getByRole('button', { name: '失败' }).click()
  await shown.getByRole('heading', { name: '失败', exact: true }).waitFor()
  await rows.getByText('邮件服务器不收这个地址的邮件，代码 550').waitFor()
  for (const word of ['房态提醒 1 条', '电子邮件', 'lilei@anju.example', '失败', '标为已告知'])
    expect(await rows.first().innerText()).toContain(word)

  mail.refuse = 0
  await rows.getByRole('button', { name: '重发' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '重发' }).click()
  await toast(page, '已排队，马上发送').waitFor()
  await expect.poll(stateOf, { timeout: 30_000 }).toBe(2)
  await strips.getByRole('button', { name: '全部' }).click()
  await shown.getByRole('heading', { name: '全部', exact: true }).waitFor()
  await shown.getByRole('button', { name: '刷新' }).click()
  await rows.getByText('已发', { exact: true }).waitFor()
  expect(mail.mails.map(({ to }) => to)).toEqual([['notice@anju.example'], ['lilei@anju.example']])
  await client.end()
})
