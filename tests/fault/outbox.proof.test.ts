import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { callsOfSetting } from '../../src/derive/settings.ts'
import outboxSetting from '../../src/resources/settings/outbox.ts'
import { PASSWORD, type RealServer } from '../help/realServer.ts'
import { mailServer, pushReceiver } from '../help/receivers.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { md5, signed } from '../help/testServer.ts'

const { connection, startNode } = cluster('outbox', { OUTBOUND_HOSTS: '127.0.0.1', LOG_LEVEL: 'trace' })
const mail = mailServer()
const receiver = pushReceiver()
const SECRET = `whsec_${Buffer.from('a key that the receiver gave, 32b').toString('base64')}`

/** Has a node send by the two servers of this test. */
const setUp = async (node: RealServer): Promise<void> => {
  const { token } = (await post<{ token: string }>(node, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const { detail, save } = callsOfSetting(outboxSetting)
  const { version } = (await post<{ version: number }>(node, detail, signed({}, token))).data
  const from = { mail_host: '127.0.0.1', mail_port: mail.port, mail_tls: 3, mail_from: 'notice@anju.example' }
  const login = { mail_user: mail.user, mail_password: mail.password }
  const push = { push_by: 2, push_url: receiver.url, push_secret: SECRET, push_limit: 60 }
  const answer = await post(node, save, signed({ keep_days: 0, mail_by: 2, ...from, ...login, mail_limit: 60, ...push, version }, token))
  expect(answer).toMatchObject({ code: 200 })
}

const kill = async ({ child }: RealServer): Promise<void> => {
  child.kill('SIGKILL')
  if (child.signalCode === null) await once(child, 'exit')
}

const messageIds = (): (string | undefined)[] => mail.mails.map(({ text }) => /^Message-ID: (\S+)/m.exec(text)?.[1])
const pushIds = (): unknown[] => receiver.pushes.map(({ headers }) => headers['webhook-id'])

test('a node that is killed after sending and before noting it sends the same again with the same key, by another node too, and no third time', async () => {
  const zero = await startNode()
  await setUp(zero)
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  let answer = (): void => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  mail.held = held
  receiver.held = held
  await client.query(`
    insert into outbox (channel, receiver, subject, content, once, key, state, next_at)
    values (1, 'lilei@anju.example', '房态提醒', '正文', 'test.mail', gen_random_uuid(), 1, epoch_now())`)
  const states = async () => (await client.query('select state, attempts from outbox order by outbox_id')).rows

  // The mail is there, and its server has not yet said so.
  await expect.poll(() => mail.mails.length, { interval: 50, timeout: 30_000 }).toBe(1)
  await kill(zero)
  answer()
  expect(await states()).toEqual([{ state: 1, attempts: 1 }])

  const [first, second] = await Promise.all([startNode(), startNode()])
  await client.query(`
    insert into outbox (channel, subject, content, once, key, state, next_at)
    select 2, '推送', '{}', 'test.' || n, gen_random_uuid(), 1, epoch_now() from generate_series(1, 20) n`)
  await client.query('update outbox set next_at = epoch_now() where channel = 1')
  const unsent = async () => (await client.query('select count(*)::integer as n from outbox where state <> 2')).rows[0].n
  await expect.poll(unsent, { interval: 50, timeout: 60_000 }).toBe(0)
  expect((await states())[0]).toEqual({ state: 2, attempts: 2 })
  expect([mail.mails.length, new Set(messageIds()).size]).toEqual([2, 1])
  expect([receiver.pushes.length, new Set(pushIds()).size]).toEqual([20, 20])

  // What a node writes to its log at its most talkative.
  for (const node of [zero, first, second]) for (const secret of [mail.password, SECRET]) expect(node.output()).not.toContain(secret)
  await client.end()
})
