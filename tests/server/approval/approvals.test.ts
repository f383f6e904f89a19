import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import jobs from '../../../server/domain/approval/jobs.ts'
import { addAccount, fillGround, flowOf, type Ground, tokenOf } from '../../help/store/ground.ts'
import { type Answer, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string
/** Accounts: who applies, two who decide, one who has nothing to do with it. */
let people: Record<'ann' | 'bob' | 'eve' | 'mal', number>
let tokens: Record<keyof typeof people, string>
let version = 0

const PAGE = ['/api/flow/add', '/api/flow/index', 'key:audit']
const expense = (changes: Record<string, unknown> = {}) => flowOf(ground, { type: 2, custom_name: '万达维修', price: 80_000, ...changes })
let asked = 0
/** Each is a call of its own, however like the last: the same request within a second would be answered as that was. */
const call = (path: string, params: object, token: string): Promise<Answer> =>
  server.call(path, { ...params, request_id: `approvals-${++asked}`.padEnd(16, '-') }, token)
const setSteps = async (steps: object[]): Promise<void> => {
  const expense = steps.map((step) => ({ way: 1, ...step }))
  const answer = await call('/api/checkSetting/save', { expense, version }, admin)
  expect(answer).toMatchObject({ code: 200 })
  version += 1
}
const submitted = async (changes: Record<string, unknown> = {}, who: keyof typeof people = 'ann'): Promise<number> => {
  const answer = await call('/api/flow/add', expense(changes), tokens[who])
  expect(answer).toMatchObject({ code: 200, data: { audit_ids: [expect.any(Number)] } })
  return answer.data.audit_ids[0]
}
const flows = async (): Promise<{ created_by: number; sn: string }[]> =>
  (
    await sql<{ created_by: number; sn: string }>`select created_by, sn from flow where type = 2 and flow_id > ${last.flow}`.execute(
      server.db,
    )
  ).rows
const mine = async (who: keyof typeof people, part: number): Promise<Record<string, unknown>[]> =>
  (await call('/api/my_audit/index', { part: [part] }, tokens[who])).data.list.filter(
    ({ audit_id }: { audit_id: number }) => audit_id > last.audit,
  )
const detail = async (audit_id: number, who: keyof typeof people = 'ann') =>
  (await call('/api/my_audit/detail', { audit_id }, tokens[who])).data
const trail = async (audit_id: number, who: keyof typeof people = 'ann') =>
  (await call('/api/my_audit/trail', { audit_id }, tokens[who])).data
const decide = (deed: string, audit_id: number, who: keyof typeof people, params: object = {}): Promise<Answer> =>
  call(`/api/my_audit/${deed}`, { audit_id, ...params }, tokens[who])

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  people = {} as typeof people
  tokens = {} as typeof tokens
  for (const name of ['ann', 'bob', 'eve', 'mal'] as const) {
    people[name] = name === 'eve' ? await addAccount(server, name, ['key:audit'], [2]) : await addAccount(server, name, PAGE)
    tokens[name] = await tokenOf(server, people[name])
  }
})
afterAll(() => server.close())

/** The last flow, and the last submission, from before a test. */
let last = { flow: 0, audit: 0 }
beforeEach(async () => {
  const { rows } = await sql<typeof last>`
    select (select coalesce(max(flow_id), 0) from flow) as flow, (select coalesce(max(audit_id), 0) from audit) as audit
  `.execute(server.db)
  last = rows[0] ?? last
})

test('without steps an expense is money that moved; with them it waits, and 通过 of the last step records it as its applicant’s', async () => {
  await setSteps([])
  expect((await call('/api/flow/add', expense(), tokens.ann)).data).toMatchObject({ flow_id: expect.any(Number) })
  await setSteps([
    { who: 2, user_id: people.bob },
    { who: 2, user_id: people.eve },
  ])
  const before = (await flows()).length
  // Money in needs none.
  expect((await call('/api/flow/add', flowOf(ground), tokens.ann)).data).toMatchObject({ flow_id: expect.any(Number) })
  const id = await submitted({ note: '电梯维修' })
  expect(await flows()).toHaveLength(before)
  expect(await detail(id)).toMatchObject({ subject: '新增流水：万达维修', amount: 80_000, status: 1, asked_ids: [people.bob], business: 5 })
  expect(await mine('eve', 1)).toEqual([])
  expect(await decide('agree', id, 'bob', { opinion: '属实' })).toMatchObject({ code: 200, data: { msg: null } })
  expect(await flows()).toHaveLength(before)
  // Of another project than hers, and with no code but the page: what is asked of her she reads.
  expect(await mine('eve', 1)).toMatchObject([{ audit_id: id, subject: '新增流水：万达维修' }])
  expect(await decide('agree', id, 'eve')).toMatchObject({ code: 200 })
  expect((await flows()).map(({ created_by }) => created_by).filter((by) => by === people.ann)).toHaveLength(before + 1)
  expect(await detail(id)).toMatchObject({ status: 2, asked_ids: [] })
  const { events, steps } = await trail(id)
  expect(events.map((one: { deed: number; by: string | null; opinion: string | null }) => [one.deed, one.by, one.opinion])).toEqual([
    [1, 'ann', null],
    [2, 'bob', '属实'],
    [2, 'eve', null],
    [12, null, null],
  ])
  expect(steps).toHaveLength(2)
  const logged = await sql`
    select created_by, path, label from operation_log where resource = 'flow' order by log_id desc limit 1
  `.execute(server.db)
  expect(logged.rows).toEqual([{ created_by: people.ann, path: '/api/flow/add', label: '新增流水' }])
  expect(
    (await sql`select title from message where account_id = ${people.ann} order by create_time desc, title limit 1`.execute(server.db))
      .rows,
  ).toEqual([{ title: '审批通过：新增流水：万达维修' }])
})

describe('who may', () => {
  test('the applicant never, nobody twice, nobody unasked; others’ numbers tell nothing', async () => {
    await setSteps([{ who: 1, role_id: await roleOf('bob'), all: 1 }])
    await setSteps([
      { who: 2, user_id: people.bob },
      { who: 2, user_id: people.eve },
    ])
    const id = await submitted()
    for (const deed of ['agree', 'refuse', 'back', 'hand', 'invite']) {
      const params = { opinion: '?', to: 1, user_id: people.mal }
      const rest =
        deed === 'agree' || deed === 'refuse' ? { opinion: '?' } : deed === 'back' ? { opinion: '?', to: 1 } : { user_id: params.user_id }
      expect([deed, (await decide(deed, id, 'ann', rest)).code]).toEqual([deed, 409])
      expect([deed, (await decide(deed, id, 'mal', rest)).code]).toEqual([deed, 404])
      expect([deed, (await decide(deed, id, 'eve', rest)).code]).toEqual([deed, 404])
    }
    for (const path of ['detail', 'trail', 'again'])
      expect((await call(`/api/my_audit/${path}`, { audit_id: id }, tokens.mal)).code).toBe(404)
    expect((await decide('hand', id, 'bob', { user_id: people.ann })).code).toBe(409)
    expect((await decide('agree', id, 'bob')).code).toBe(200)
    expect((await decide('agree', id, 'bob')).code).toBe(409)
    expect((await decide('withdraw', id, 'bob')).code).toBe(409)
  })

  test('one who is asked himself is left out; a step of nobody waits for 指派', async () => {
    await setSteps([{ who: 2, user_id: people.ann }])
    const id = await submitted()
    expect(await detail(id)).toMatchObject({ status: 1, asked_ids: [] })
    expect((await call('/api/audit/assign', { audit_id: id, user_id: people.ann }, admin)).code).toBe(409)
    expect((await call('/api/audit/assign', { audit_id: id, user_id: people.bob }, tokens.ann)).code).toBe(403)
    expect(await call('/api/audit/assign', { audit_id: id, user_id: people.bob }, admin)).toMatchObject({ code: 200 })
    expect((await call('/api/audit/assign', { audit_id: id, user_id: people.eve }, admin)).code).toBe(409)
    expect((await decide('agree', id, 'bob')).code).toBe(200)
    expect(await detail(id)).toMatchObject({ status: 2 })
  })

  test('a right that was taken away meanwhile: nothing is recorded, it goes back with the reason', async () => {
    await setSteps([{ who: 2, user_id: people.bob }])
    const id = await submitted()
    const role = await roleOf('ann')
    await sql`update role set permission = array_remove(permission, '/api/flow/add') where role_id = ${role}`.execute(server.db)
    const answer = await decide('agree', id, 'bob')
    await sql`update role set permission = permission || '{/api/flow/add}' where role_id = ${role}`.execute(server.db)
    expect(answer).toMatchObject({ code: 200, data: { msg: expect.stringContaining('申请人已没有“新增流水”的权限') } })
    expect(await detail(id)).toMatchObject({ status: 5 })
    expect(await flows()).toEqual([])
  })
})

const roleOf = async (name: string): Promise<number> =>
  (await sql<{ role_id: number }>`select role_id from account where user_name = ${name}`.execute(server.db)).rows[0]?.role_id ?? 0

describe('ways', () => {
  beforeAll(() =>
    setSteps([
      { who: 2, user_id: people.bob },
      { way: 2, who: 2, user_id: people.mal },
      { who: 2, user_id: people.eve, over: 100_000 },
    ]),
  )

  test('an amount decides which steps are asked; 抄送 is told and waits for nobody', async () => {
    const small = await submitted({ price: 100_000 })
    expect((await decide('agree', small, 'bob')).code).toBe(200)
    expect(await detail(small)).toMatchObject({ status: 2 })
    expect(await mine('mal', 4)).toMatchObject([{ audit_id: small, status: 2 }])
    const large = await submitted({ price: 100_001 })
    expect((await decide('agree', large, 'bob')).code).toBe(200)
    expect(await detail(large)).toMatchObject({ status: 1, asked_ids: [people.eve] })
  })

  test('退回 to the applicant, who mends and submits again; 退回 to an earlier step asks it anew', async () => {
    const id = await submitted({ price: 200_000 })
    expect(await decide('back', id, 'bob', { to: 1, opinion: '金额不对' })).toMatchObject({ code: 200 })
    expect(await detail(id)).toMatchObject({ status: 5, opinion: '金额不对' })
    const { data } = await decide('again', id, 'ann')
    expect(data).toMatchObject({ resource: 'flow', action: 'add', params: { price: 200_000, custom_name: '万达维修' } })
    expect((await call('/api/flow/add', { ...data.params, price: 300_000, audit_id: id }, tokens.mal)).code).toBe(404)
    expect((await call('/api/flow/add', { ...data.params, price: 300_000, audit_id: id }, tokens.ann)).data).toEqual({ audit_ids: [id] })
    expect(await detail(id)).toMatchObject({ status: 1, amount: 300_000, round: 2, asked_ids: [people.bob] })
    expect((await decide('agree', id, 'bob')).code).toBe(200)
    expect((await decide('back', id, 'eve', { to: 2, step: 2, opinion: '?' })).code).toBe(409)
    expect(await decide('back', id, 'eve', { to: 2, step: 1, opinion: '再看' })).toMatchObject({ code: 200 })
    expect((await decide('agree', id, 'bob')).code).toBe(200)
    expect((await decide('agree', id, 'eve')).code).toBe(200)
    expect(await detail(id)).toMatchObject({ status: 2 })
    expect((await sql`select price from flow where type = 2 and flow_id > ${last.flow}`.execute(server.db)).rows).toEqual([
      { price: 300_000 },
    ])
  })

  test('转办 asks another in one’s place, 加签 one more who has to agree; 撤回 and 催办 are the applicant’s', async () => {
    const id = await submitted()
    expect((await decide('hand', id, 'bob', { user_id: people.eve })).code).toBe(200)
    expect((await decide('agree', id, 'bob')).code).toBe(409)
    expect(await detail(id, 'bob')).toMatchObject({ status: 1 })
    expect((await decide('invite', id, 'eve', { user_id: people.mal })).code).toBe(200)
    expect((await decide('agree', id, 'eve')).code).toBe(200)
    expect(await detail(id)).toMatchObject({ status: 1, asked_ids: [people.mal] })
    expect((await decide('remind', id, 'ann')).code).toBe(200)
    expect((await decide('remind', id, 'ann')).msg).toBe('一小时内已催办过，请稍后再催')
    expect((await decide('remind', id, 'mal')).code).toBe(404)
    expect((await decide('withdraw', id, 'ann')).code).toBe(200)
    expect((await decide('agree', id, 'mal')).code).toBe(409)
    expect(await detail(id)).toMatchObject({ status: 4 })
    expect(await flows()).toEqual([])
  })

  test('不同意 needs a reason, and is final', async () => {
    const id = await submitted()
    expect(await decide('refuse', id, 'bob')).toMatchObject({ code: 400, msg: '请写明不同意的原因' })
    expect((await decide('refuse', id, 'bob', { opinion: '不必修' })).code).toBe(200)
    expect(await detail(id)).toMatchObject({ status: 3 })
    expect((await call('/api/flow/add', { ...expense(), audit_id: id }, tokens.ann)).code).toBe(409)
  })

  test('what would be refused is refused as it is submitted, and nothing stays of the trial', async () => {
    expect((await call('/api/flow/add', expense({ from_id: 9999 }), tokens.ann)).code).toBe(400)
    expect((await sql`select from audit where audit_id > ${last.audit}`.execute(server.db)).rows).toEqual([])
    const id = await submitted()
    const traces = sql`select 1 as left from flow where type = 2 and flow_id > ${last.flow} union all select 2 from operation_log where resource = 'flow' and record_title is null`
    expect((await traces.execute(server.db)).rows).toEqual([])
    expect((await detail(id)).changes).toEqual(expect.arrayContaining([{ column: 'price', after: 80_000 }]))
  })

  test('a paper seen before another changed it is not decided', async () => {
    const id = await submitted()
    const { version: seen } = await detail(id, 'bob')
    expect((await decide('invite', id, 'bob', { user_id: people.mal })).code).toBe(200)
    expect((await decide('agree', id, 'bob', { version: seen })).code).toBe(409)
  })
})

test('the trail is only added to', async () => {
  await setSteps([{ who: 2, user_id: people.bob }])
  await submitted()
  for (const text of ['update audit_event set deed = 2', 'delete from audit_event'])
    await expect(sql.raw(text).execute(server.db)).rejects.toThrow('only added to')
})

test('委派: who is away is stood in for, but not by the applicant', async () => {
  await setSteps([{ who: 2, user_id: people.bob }])
  const away = (deputy_id: number) =>
    call('/api/deputy/add', { deputy_id, from_date: '2020-01-01', to_date: '2090-01-01', note: '出差' }, tokens.bob)
  expect((await away(people.bob)).msg).toBe('不能委派给自己')
  const made = await away(people.mal)
  expect(made).toMatchObject({ code: 200 })
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.mal] })
  expect(await detail(await submitted({}, 'mal'), 'mal')).toMatchObject({ asked_ids: [people.bob] })
  expect((await call('/api/deputy/del', { deputy_row: made.data.deputy_row }, tokens.bob)).code).toBe(200)
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.bob] })
})

test('the head of the applicant’s department and his superior are asked, as they are when their step is reached', async () => {
  await setSteps([{ who: 4 }, { who: 3 }])
  const head = async (head_id: number | null): Promise<unknown> =>
    sql`
      with centre as (insert into structure (name, kind, head_id) values (${`中心${++asked}`}, 1, ${head_id}) returning node_id),
        post as (insert into structure (name, kind, parent_id) select '岗位', 3, node_id from centre returning node_id)
      insert into post_holder (node_id, user_id) select node_id, ${people.ann} from post
    `.execute(server.db)
  await sql`update account set superior_id = ${people.bob} where user_id = ${people.ann}`.execute(server.db)
  const id = await submitted()
  expect(await detail(id)).toMatchObject({ asked_ids: [people.bob] })
  await head(people.mal)
  expect((await decide('agree', id, 'bob')).code).toBe(200)
  expect(await detail(id)).toMatchObject({ asked_ids: [people.mal] })
})

describe('time limits', () => {
  const pass = async (audit_id: number): Promise<void> => {
    await sql`update audit set due_at = epoch_now() - 1 where audit_id = ${audit_id} and due_at is not null`.execute(server.db)
    const { db, config } = server
    const context = {
      db,
      own: { db },
      config,
      job: { kind: 'approvals_late' },
      label: '审批时限',
      signal: new AbortController().signal,
      tell: () => {},
    }
    await lateJob?.run(context as never)
  }
  const [lateJob] = jobs

  test.each([
    [2, 2, 1],
    [3, 3, 0],
  ])('超时后 %i: it is as if everyone had said so (状态 %i), once', async (late, status, made) => {
    await setSteps([{ who: 2, user_id: people.bob, hours: 2, late }])
    const id = await submitted()
    const { due_at } = await detail(id)
    expect(due_at - Math.floor(Date.now() / 1000)).toBeGreaterThan(7000)
    await pass(id)
    await pass(id)
    expect(await detail(id)).toMatchObject({ status, due_at: null })
    expect(await flows()).toHaveLength(made)
    expect((await trail(id)).events.filter(({ deed, by }: { deed: number; by: string | null }) => deed === 11 && by === null)).toHaveLength(
      1,
    )
  })

  test('it goes to another, whose time begins anew; where that is nobody else, the asked are told', async () => {
    await setSteps([{ who: 2, user_id: people.bob, hours: 2, late: 4, late_to: people.eve }])
    const id = await submitted()
    await pass(id)
    expect(await detail(id)).toMatchObject({ status: 1, asked_ids: [people.eve], due_at: expect.any(Number) })
    await pass(id)
    expect(await detail(id)).toMatchObject({ status: 1, asked_ids: [people.eve], due_at: null })
    const { rows } = await sql`select title from message where account_id = ${people.eve} and title like '已超时%'`.execute(server.db)
    expect(rows).toEqual([{ title: '已超时：新增流水：万达维修' }])
  })
})
