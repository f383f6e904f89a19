import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { followTasks } from '../../server/domain/signing/jobs.ts'
import { sendDue } from '../../server/outbox/sendDue.ts'
import { adminServer } from '../help/adminServer.ts'
import { fadada } from '../help/fadada.ts'
import { rowCounts } from '../help/store/ground.ts'
import { tenanciesOn } from '../help/tenancies.ts'
import '../../server/wiring.ts'

const at = adminServer({ OUTBOUND_HOSTS: '127.0.0.1' })
const { ask } = at
const { toSign, detail } = tenanciesOn(at)
const outside = fadada()
const { state } = outside
const MINUTE = 60_000
const FORGED = { status: 401, text: JSON.stringify({ code: 401, msg: '签名错误', data: null }) }

beforeAll(() => outside.use(at))
beforeEach(() => sql`delete from login_failure`.execute(at.server.db))

const run = async (work: (context: Parameters<typeof sendDue>[0]) => Promise<unknown>): Promise<void> => {
  const own = await at.server.open()
  try {
    await work({ own, config: at.server.config, signal: new AbortController().signal })
  } finally {
    own.cut()
  }
}
const begun = async () => {
  const contract_id = await toSign()
  expect(await ask('/api/contract/send_sms', { contract_id })).toMatchObject({ code: 200 })
  await run(sendDue)
  const { id = '', key = '' } = state.tasks.at(-1) ?? {}
  return { contract_id, id, key }
}
const FINISHED = 'sign-task-finished'
const bizOf = ({ id, key }: { id: string; key: string }, more: object = {}) => ({
  ...{ eventTime: String(Date.now()), signTaskId: id, transReferenceId: key, signTaskStatus: 'task_finished' },
  ...more,
})
/** All that a call-back could change. */
const standing = async (): Promise<string> =>
  JSON.stringify([
    (await sql`select * from sign_task order by sign_task_id`.execute(at.server.db)).rows,
    (await sql`select contract_id, status, version from contract order by contract_id`.execute(at.server.db)).rows,
    await rowCounts(at.server.db).then(({ login_failure: _, ...rest }: Record<string, unknown>) => rest),
  ])
/** Sends what is not to be taken, and sees that it is refused alike and changes nothing. */
const refusedAlike = async (sends: () => Promise<{ status: number; text: string }>): Promise<void> => {
  const before = await standing()
  expect(await sends()).toEqual(FORGED)
  await run(followTasks)
  expect(await standing()).toBe(before)
}

describe('who is not the service is told nothing and changes nothing', () => {
  const event = (biz: object, more: object = {}, changed: Parameters<typeof outside.event>[2] = {}) =>
    outside.event(at.server.url, { event: FINISHED, biz, ...more }, changed)

  test('without a secret, with another, for another application, without headers', async () => {
    const biz = bizOf(await begun())
    await refusedAlike(event(biz, { secret: '' }))
    await refusedAlike(event(biz, { secret: 'another' }))
    await refusedAlike(event(biz, { appId: 'app-2' }))
    for (const name of ['X-FASC-Sign', 'X-FASC-App-Id', 'X-FASC-Timestamp', 'X-FASC-Nonce', 'X-FASC-Event', 'X-FASC-Sign-Type'])
      await refusedAlike(event(biz, {}, { headers: { [name]: '' } }))
    await refusedAlike(event(biz, {}, { headers: { 'X-FASC-Sign': 'f'.repeat(64) } }))
    await refusedAlike(event(biz, {}, { headers: { 'X-FASC-Sign': '签'.repeat(3).replaceAll('签', '%E7') } }))
  })

  test('with one letter changed in what it tells, or in what it is called', async () => {
    const [mine, other] = [await begun(), await begun()]
    const twisted = new URLSearchParams({ bizContent: JSON.stringify(bizOf(other)) }).toString()
    await refusedAlike(event(bizOf(mine), {}, { body: twisted }))
    await refusedAlike(event(bizOf(mine), {}, { headers: { 'X-FASC-Event': 'sign-task-signed' } }))
    await refusedAlike(event(bizOf(mine), {}, { headers: { 'X-FASC-Nonce': 'a'.repeat(32) } }))
  })

  test('after its time, or before it: what was heard once is not good for ever', async () => {
    const biz = bizOf(await begun())
    for (const at of [Date.now() - 6 * MINUTE, Date.now() + 6 * MINUTE, 0, Number.NaN]) await refusedAlike(event(biz, { at }))
    await refusedAlike(event(biz, {}, { headers: { 'X-FASC-Timestamp': '1e12' } }))
  })

  test('of hundreds that are forged most are not looked at, and what the service tells is asked for meanwhile', async () => {
    const one = await begun()
    const forged = event(bizOf(one), { secret: 'another' })
    const codes = new Map<number, number>()
    for (let index = 0; index < 100; index++) {
      const { status } = await forged()
      codes.set(status, (codes.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(codes)).toEqual({ 401: 60, 429: 40 })
    outside.sign(one.id, 'tenant')
    outside.sign(one.id, 'operator')
    await sql`update sign_task set ask_at = epoch_now() where record_id = ${one.contract_id}`.execute(at.server.db)
    await run(followTasks)
    expect(await detail(one.contract_id)).toMatchObject({ status: 4 })
  })
})

describe('what the service tells is not believed further than it reaches', () => {
  const tell = (biz: object, event = FINISHED) => outside.event(at.server.url, { event, biz })
  const answered = { status: 200, text: '{"msg":"success"}' }

  test('finished is asked for: of a task that is not, nothing becomes', async () => {
    const one = await begun()
    expect(await tell(bizOf(one))()).toEqual(answered)
    await run(followTasks)
    expect(await detail(one.contract_id)).toMatchObject({ status: 3 })
  })

  test('another contract’s number with this one’s key, or none that we know, changes nothing and is answered alike', async () => {
    const [mine, other] = [await begun(), await begun()]
    outside.sign(other.id, 'tenant')
    outside.sign(other.id, 'operator')
    const before = await standing()
    for (const biz of [
      bizOf({ id: other.id, key: mine.key }),
      bizOf({ id: 'T999', key: mine.key }),
      bizOf({ id: mine.id, key: 'no key of ours' }),
      bizOf({ id: mine.id, key: "' or 1=1 --" }),
      { hello: 1 },
      [],
      { signTaskId: { $ne: 1 }, transReferenceId: mine.key },
      { ...bizOf(mine), signTaskId: 7 },
      null as unknown as object,
    ])
      expect(await tell(biz)()).toEqual(answered)
    expect(await standing()).toBe(before)
  })

  test('twice, at once, and out of order it is noted once', async () => {
    const one = await begun()
    const signed = tell(bizOf(one, { actorId: 'tenant' }), 'sign-task-signed')
    const read = tell(bizOf(one, { actorId: 'tenant' }), 'sign-task-read')
    for (const answer of await Promise.all([signed(), signed(), signed(), read(), read()])) expect(answer).toEqual(answered)
    const versionOf = async () =>
      (
        await sql<{ version: number; state: number }>`select version, state from sign_task where record_id = ${one.contract_id}`.execute(
          at.server.db,
        )
      ).rows
    const once = await versionOf()
    expect(once).toMatchObject([{ state: 3 }])
    await signed()
    await read()
    expect(await versionOf()).toEqual(once)
  })

  test('times that are none, and parties that are none, are not noted', async () => {
    const one = await begun()
    for (const more of [{ eventTime: '-1' }, { eventTime: '9'.repeat(30) }, { eventTime: {} }, { actorId: 'somebody' }])
      expect(await tell(bizOf(one, { actorId: 'tenant', ...more }), 'sign-task-signed')()).toEqual(answered)
    const { rows } = await sql`select from sign_task where record_id = ${one.contract_id} and signed_at is null and state = 2`.execute(
      at.server.db,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('a body that is none of a call-back', () => {
  const post = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const response = await fetch(`${at.server.url}/signing/callback`, { method: 'POST', headers: { 'content-type': type }, body })
    expect(await response.text()).not.toContain('success')
    return response.status
  }
  test('too long, of another kind, twice the same name, empty, crowded', async () => {
    const before = await standing()
    expect(await post(`bizContent=${'x'.repeat(70_000)}`)).toBe(413)
    expect(await post('{"bizContent":"{}"}', 'application/json')).toBe(401)
    expect(await post('[]', 'application/json')).toBe(400)
    expect(await post('<a/>', 'text/xml')).toBe(200)
    expect(await post('bizContent=%7B%7D&bizContent=%7B%7D')).toBe(400)
    expect(await post('')).toBe(401)
    expect(await post('a=1&'.repeat(500))).toBe(200)
    expect((await fetch(`${at.server.url}/signing/callback`)).status).toBe(404)
    expect(await standing()).toBe(before)
  })
})

test('its key and its addresses are in no log and no answer', async () => {
  const one = await begun()
  const answers = JSON.stringify([
    await ask('/api/sign_task/index', { record_id: one.contract_id }),
    await ask('/api/operation_log/index', { page_rows: 100 }),
    await ask('/api/outbox/index', { page_rows: 100 }),
  ])
  for (const secret of [state.secret, `${state.url}/sign/`, one.key]) expect(answers).not.toContain(secret)
})
