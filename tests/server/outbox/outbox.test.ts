import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addOutbound, type Outbound } from '../../../server/outbox/addOutbound.ts'
import { sendDue } from '../../../server/outbox/sendDue.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { codeOf } from '../../../src/core/states.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import outbox from '../../../src/resources/outbox/outbox.ts'
import outboxSetting from '../../../src/resources/settings/outbox.ts'
import { adminServer } from '../../help/adminServer.ts'
import { mailServer, pushReceiver } from '../../help/receivers.ts'
import { addAccount, addTenant, tokenOf } from '../../help/store/ground.ts'
import '../../../server/wiring.ts'

const house = adminServer({ OUTBOUND_HOSTS: '127.0.0.1' })
const { call, ask } = house
const mail = mailServer()
const receiver = pushReceiver()

const KEY = Buffer.from('a key that the receiver gave, 32b')
const SECRET = `whsec_${KEY.toString('base64')}`
const paths = callsOfSetting(outboxSetting)
const code = (name: Parameters<typeof codeOf<typeof outbox>>[1]): number => codeOf(outbox, name)

const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(house.server.db)).rows
const save = async (values: object) => {
  const { version } = (await call(paths.detail)).data
  return ask(paths.save, { keep_days: 0, ...values, version })
}
const byMail = () => ({
  mail_by: 2,
  mail_host: '127.0.0.1',
  mail_port: mail.port,
  mail_tls: 3,
  mail_from: 'notice@anju.example',
  mail_user: mail.user,
  mail_password: mail.password,
  mail_limit: 1000,
})
const byPush = () => ({ push_by: 2, push_url: receiver.url, push_secret: SECRET, push_limit: 1000 })
const local = { mail_by: 1, push_by: 1 }

const leaving = (changes: Partial<Outbound> = {}): Outbound => ({
  channel: 1,
  receiver: 'lilei@anju.example',
  subject: '房态提醒 1 条',
  content: '正文',
  once: `test.${Math.random()}`,
  resource: 'account',
  recordId: 1,
  ...changes,
})
const push = (changes: Partial<Outbound> = {}): Outbound =>
  leaving({ channel: 2, receiver: null, content: '{"type":"test","data":{"name":"李雷"}}', ...changes })
const add = (...some: Outbound[]): Promise<number> => house.server.db.transaction().execute((tx) => addOutbound(tx, some))

/** One run of the job, as a node does it on a connection of its own. */
const run = async () => {
  const own = await house.server.open()
  try {
    return await sendDue({ own, config: house.server.config, signal: new AbortController().signal })
  } finally {
    own.cut()
  }
}
const shown = async (): Promise<
  { outbox_id: number; version: number; state: number; error: string; attempts: number; receiver: string }[]
> => (await call('/api/outbox/index', { page: 1, page_rows: 100 })).data.list
/** As if the time had come. */
const due = () => rowsOf('update outbox set next_at = epoch_now(), tried_at = tried_at - 100 where next_at is not null')

beforeEach(async () => {
  expect(await save({ ...byMail(), ...byPush() })).toMatchObject({ code: 200 })
  await rowsOf('delete from outbox')
  Object.assign(mail, { mails: [], refuse: 0 })
  Object.assign(receiver, { pushes: [], status: 204, held: null })
})

test('nothing leaves before its commit, and nothing of what is rolled back', async () => {
  await house.server.db
    .transaction()
    .execute(async (tx) => {
      await addOutbound(tx, [leaving(), push()])
      expect(await run()).toEqual({ total: 0, said: '没有要发的' })
      throw new Error('the business fails')
    })
    .catch(() => {})
  await run()
  expect([mail.mails, receiver.pushes]).toEqual([[], []])
  await house.server.db.transaction().execute(async (tx) => {
    await addOutbound(tx, [leaving(), push()])
    await run()
    expect([mail.mails, receiver.pushes]).toEqual([[], []])
  })
  expect(await run()).toEqual({ total: 2, said: '发出 2 条，没有发出 0 条，待员工告知 0 条' })
  expect([mail.mails.length, receiver.pushes.length]).toEqual([1, 1])
  await run()
  expect([mail.mails.length, receiver.pushes.length]).toEqual([1, 1])
})

test('an e-mail has its text, its sender and its key as the Message-ID; the page tells that it went', async () => {
  await add(leaving({ content: '合同即将到期' }))
  await run()
  const [row] = await rowsOf<{ key: string }>('select key from outbox')
  expect(mail.mails[0]?.to).toEqual(['lilei@anju.example'])
  expect(mail.mails[0]?.text).toContain(`Message-ID: <${row?.key}@anju.example>`)
  expect(mail.mails[0]?.text).toContain('From: notice@anju.example')
  expect(mail.mails[0]?.text).toContain(Buffer.from('合同即将到期').toString('base64'))
  expect(await shown()).toMatchObject([{ state: code('sent'), receiver: 'lilei@anju.example', error: null }])
})

test('a push is signed as standard-webhooks say: a reckoning that is not ours agrees, and another body does not', async () => {
  await add(push())
  await run()
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.pushes
  const [row] = await rowsOf<{ key: string }>('select key from outbox')
  const at = Number(headers['webhook-timestamp'])
  const sign = (text: string) => `v1,${createHmac('sha256', KEY).update(text).digest('base64')}`
  expect(headers['webhook-id']).toBe(row?.key)
  expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60)
  expect(headers['content-type']).toBe('application/json')
  expect(JSON.parse(body)).toEqual({ type: 'test', data: { name: '李雷' } })
  expect(headers['webhook-signature']).toBe(sign(`${row?.key}.${at}.${body}`))
  expect(headers['webhook-signature']).not.toBe(sign(`${row?.key}.${at}.${body} `))
})

test('of what is asked for twice one leaves', async () => {
  expect(await add(leaving({ once: 'remind.1.1' }))).toBe(1)
  expect(await add(leaving({ once: 'remind.1.1' }), leaving({ once: 'remind.1.2' }))).toBe(1)
  await Promise.all([run(), run()])
  expect(mail.mails.length).toBe(2)
})

test('a receiver that fails is tried again after 1, 5, 30, 120 and 720 minutes with the same key, then it has failed, and 重发 sends it', async () => {
  receiver.status = 500
  await add(push())
  const pauses: number[] = []
  for (let attempt = 1; attempt <= 5; attempt++) {
    await run()
    // Not before its time.
    expect((await run()).total).toBe(0)
    expect(await shown()).toMatchObject([{ state: code('waiting'), attempts: attempt, error: '推送接口没有接受，HTTP 500' }])
    const [row] = await rowsOf<{ pause: number }>('select next_at - tried_at as pause from outbox')
    pauses.push(Number(row?.pause) / 60)
    await due()
  }
  expect(pauses).toEqual([1, 5, 30, 120, 720])
  await run()
  const [failed] = await shown()
  expect(failed).toMatchObject({ state: code('failed'), attempts: 6, error: '推送接口没有接受，HTTP 500' })
  await due()
  await run()
  expect(receiver.pushes.length).toBe(6)
  expect(new Set(receiver.pushes.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  receiver.status = 200
  const { outbox_id, version } = failed ?? {}
  expect(await ask('/api/outbox/again', { outbox_id, version })).toMatchObject({ code: 200 })
  await run()
  expect(await shown()).toMatchObject([{ state: code('sent'), attempts: 1, error: null, receiver: receiver.url }])
  expect(await ask('/api/outbox/again', { outbox_id })).toMatchObject({ code: 409 })
})

test('an address that the mail server does not know has failed at once; one that it cannot take now is tried again', async () => {
  mail.refuse = 550
  await add(leaving())
  await run()
  expect(await shown()).toMatchObject([{ state: code('failed'), attempts: 1, error: '邮件服务器不收这个地址的邮件，代码 550' }])
  mail.refuse = 451
  await add(leaving())
  await run()
  expect((await shown())[0]).toMatchObject({ state: code('waiting'), attempts: 1, error: '邮件服务器没有接受，代码 451' })
})

test('a service that cannot be reached is tried with one message a run, not with all that wait', async () => {
  expect(await save({ ...local, ...byPush(), push_url: 'http://127.0.0.1:1/hook' })).toMatchObject({ code: 200 })
  await add(push(), push(), push())
  expect((await run()).said).toBe('发出 0 条，没有发出 1 条，待员工告知 0 条')
  expect((await shown()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1])
  expect(await save({ ...byMail(), ...byPush(), push_url: 'http://10.0.0.1/hook' })).toMatchObject({ code: 200 })
  await run()
  expect((await shown()).some(({ error }) => error === '外部接口须用 https；内网或不加密的地址须由运维写进 OUTBOUND_HOSTS')).toBe(true)
  expect(await save({ ...byMail(), mail_host: '10.0.0.1', ...byPush() })).toMatchObject({ code: 200 })
  await add(leaving())
  await run()
  expect((await shown())[0]?.error).toBe('外部服务不能是内网地址；确需连接的须由运维写进 OUTBOUND_HOSTS')
  // Nobody is asked in clear but whom operations have named: it is refused before anything is connected to.
  expect(await save({ ...byMail(), mail_host: '8.8.8.8', ...byPush() })).toMatchObject({ code: 200 })
  await add(leaving())
  await run()
  expect((await shown())[0]?.error).toBe('邮件服务器须加密；不加密的须由运维写进 OUTBOUND_HOSTS')
})

test('two nodes share what is due: each message leaves once, and no more in a minute than the setting allows', async () => {
  await add(...Array.from({ length: 30 }, () => push()))
  await Promise.all([run(), run()])
  expect(new Set(receiver.pushes.map(({ headers }) => headers['webhook-id'])).size).toBe(30)
  expect(receiver.pushes.length).toBe(30)

  expect(await save({ ...byMail(), ...byPush(), push_limit: 7 })).toMatchObject({ code: 200 })
  await rowsOf('delete from outbox')
  receiver.pushes = []
  await add(...Array.from({ length: 30 }, () => push()))
  await Promise.all([run(), run()])
  expect(receiver.pushes.length).toBe(7)
  await rowsOf('update outbox set tried_at = tried_at - 60')
  await Promise.all([run(), run()])
  expect(receiver.pushes.length).toBe(14)
})

test('out of the box nothing leaves: staff read it in 发件箱 and mark it as told, under their own name', async () => {
  expect(await save(local)).toMatchObject({ code: 200 })
  await inTransaction(house.server.db, { userId: null, path: 'job:remind', label: '房态提醒', address: '' }, (tx) =>
    addOutbound(tx, [leaving(), push()]).then(() => undefined),
  )
  expect((await run()).said).toBe('发出 0 条，没有发出 0 条，待员工告知 2 条')
  expect([mail.mails, receiver.pushes]).toEqual([[], []])
  const rows = await shown()
  expect(rows.map(({ state }) => state)).toEqual([code('untold'), code('untold')])
  const keys = rows.map(({ outbox_id }) => outbox_id)
  expect(await ask('/api/outbox/tell', { ids: keys })).toMatchObject({ code: 200, data: { count: 2 } })
  expect((await shown()).map(({ state }) => state)).toEqual([code('told'), code('told')])
  expect(await ask('/api/outbox/again', { ids: keys })).toMatchObject({ code: 409 })
  const logged = await rowsOf(`
    select l.label, a.user_name as who from operation_log l left join account a on a.user_id = l.created_by where resource = 'outbox' order by log_id`)
  // Whatever the system did has nobody's name.
  expect(logged.slice(-4)).toEqual([
    ...Array.from({ length: 2 }, () => ({ label: '房态提醒', who: null })),
    ...Array.from({ length: 2 }, () => ({ label: '标为已告知', who: 'admin' })),
  ])
})

test('试发 tries each way out in earnest and says in words what is wrong', async () => {
  const trial = async () => (await call('/api/outboxSetting/test')).data
  expect(await trial()).toEqual({ ok: true, msg: '邮件已发到发件地址；推送接口已接受' })
  expect(mail.mails[0]?.to).toEqual(['notice@anju.example'])
  expect(JSON.parse(receiver.pushes[0]?.body ?? '')).toMatchObject({ type: 'trial' })
  receiver.status = 401
  await save({ ...byMail(), mail_password: 'MIYAO-wrong', ...byPush() })
  expect(await trial()).toEqual({ ok: false, msg: '邮件服务器不认登录名或密码；推送接口没有接受，HTTP 401' })
  await save({ ...byMail(), mail_port: 1, ...byPush() })
  expect((await trial()).msg).toContain('连不上邮件服务器')
  await save(local)
  expect(await trial()).toEqual({ ok: true, msg: '不向外发送：都写进发件箱，由员工告知' })
})

test('no secret leaves: not in a call, not in a row, not in what the other side is told', async () => {
  receiver.status = 500
  await add(leaving(), push())
  await run()
  const answers = await Promise.all([
    call(paths.detail),
    call(paths.history),
    call('/api/outbox/index', { page: 1 }),
    call('/api/operation_log/index', { page: 1, page_rows: 100 }),
  ])
  const tables = await rowsOf<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
  for (const secret of [mail.password, SECRET, KEY.toString('base64')]) {
    expect(JSON.stringify([answers, mail.mails, receiver.pushes])).not.toContain(secret)
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} t where position(${secret} in t::text) > 0`.execute(house.server.db)
      expect([name, rows.length]).toEqual([name, 0])
    }
  }
})

test('who has no code reads nothing, sends nothing and marks nothing', async () => {
  await add(leaving())
  const [row] = await shown()
  const reader = await tokenOf(house.server, await addAccount(house.server, 'reader', ['/api/outbox/index']))
  const stranger = await tokenOf(house.server, await addAccount(house.server, 'stranger', ['/api/flow/index']))
  expect(await call('/api/outbox/index', { page: 1 }, reader)).toMatchObject({ code: 200 })
  for (const path of ['/api/outbox/again', '/api/outbox/tell', '/api/outboxSetting/test'])
    expect(await ask(path, { outbox_id: row?.outbox_id }, reader)).toMatchObject({ code: 403 })
  for (const path of ['/api/outbox/index', '/api/outbox/detail'])
    expect(await call(path, { outbox_id: row?.outbox_id, page: 1 }, stranger)).toMatchObject({ code: 403 })
})

test('the number of whom a push is for is opened in sending, and kept nowhere; a record that is gone has none', async () => {
  const [project] = await rowsOf<{ p_id: number }>('select max(p_id) as p_id from project')
  const recordId = await addTenant(house.server, { phone: '13987654321', p_id: project?.p_id })
  const gone = 999_999
  await add(
    push({ resource: 'lessee', recordId, dials: 'phone', once: 'dial.1' }),
    push({ resource: 'lessee', recordId: gone, dials: 'phone', once: 'dial.2' }),
  )
  await run()
  expect(receiver.pushes.map(({ body }) => JSON.parse(body))).toEqual([{ type: 'test', data: { name: '李雷', phone: '13987654321' } }])
  expect((await shown()).map(({ state, error }) => ({ state, error }))).toEqual([
    { state: code('failed'), error: '记录里已没有对方的号码' },
    { state: code('sent'), error: null },
  ])
  expect(JSON.stringify(await rowsOf('select * from outbox'))).not.toContain('13987654321')
})
