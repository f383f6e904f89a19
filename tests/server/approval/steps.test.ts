import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { approving } from '../../help/approving.ts'
import { addAccount } from '../../help/store/ground.ts'

const at = approving()
const { people, tokens, expense, call, setSteps, submitted, flows, mine, detail, trail, decide, timeOver } = at
let serial = 0

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
    expect(await mine('eve', 1)).toContainEqual(expect.objectContaining({ audit_id: id, has_step_before: 1 }))
    expect((await decide('back', id, 'eve', { to: 2, step: 2, opinion: '?' })).code).toBe(409)
    expect(await decide('back', id, 'eve', { to: 2, step: 1, opinion: '再看' })).toMatchObject({ code: 200 })
    // At the first step there is none before it.
    expect(await mine('bob', 1)).toContainEqual(expect.objectContaining({ audit_id: id, has_step_before: 0 }))
    expect((await decide('agree', id, 'bob')).code).toBe(200)
    expect((await decide('agree', id, 'eve')).code).toBe(200)
    expect(await detail(id)).toMatchObject({ status: 2 })
    expect((await sql`select price from flow where type = 2 and flow_id > ${at.last.flow}`.execute(at.server.db)).rows).toEqual([
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
    expect((await sql`select from audit where audit_id > ${at.last.audit}`.execute(at.server.db)).rows).toEqual([])
    const id = await submitted()
    const traces = sql`select 1 as left from flow where type = 2 and flow_id > ${at.last.flow} union all select 2 from operation_log where resource = 'flow' and record_title is null`
    expect((await traces.execute(at.server.db)).rows).toEqual([])
    expect((await detail(id)).changes).toEqual(expect.arrayContaining([{ column: 'price', after: 80_000 }]))
  })

  test('a paper seen before another changed it is not decided', async () => {
    const id = await submitted()
    const { version: seen } = await detail(id, 'bob')
    expect((await decide('invite', id, 'bob', { user_id: people.mal })).code).toBe(200)
    expect((await decide('agree', id, 'bob', { version: seen })).msg).toBe('该记录已被他人修改，请刷新后重试')
    // Who has decided it himself, in another tab, learns that.
    expect((await decide('agree', id, 'bob')).code).toBe(200)
    expect((await decide('agree', id, 'bob', { version: seen })).msg).toBe('现在不由您审批：您已办过，或已转到别的步骤')
  })
})

test('委派: who is away is stood in for, but not by the applicant', async () => {
  await setSteps([{ who: 2, user_id: people.bob }])
  const away = (deputy_id: number) =>
    call('/api/deputy/add', { deputy_id, from_date: '2020-01-01', to_date: '2090-01-01', note: '出差' }, tokens.bob)
  expect((await away(people.bob)).msg).toBe('不能委派给自己')
  // Who has no 审批列表 could decide nothing: what is asked would go to him who is away.
  const none = await addAccount(at.server, 'none', [])
  expect(await away(none)).toMatchObject({ code: 400, data: { field: 'deputy_id' } })
  const made = await away(people.mal)
  expect(made).toMatchObject({ code: 200 })
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.mal] })
  expect(await detail(await submitted({}, 'mal'), 'mal')).toMatchObject({ asked_ids: [people.bob] })
  expect((await call('/api/deputy/del', { deputy_row: made.data.deputy_row }, tokens.bob)).code).toBe(200)
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.bob] })
})

test('委派: who stands in and is away himself is stood in for; where they go round in a circle, the last of them is asked', async () => {
  await setSteps([{ who: 2, user_id: people.bob }])
  const stands = { from_date: '2020-01-01', to_date: '2090-01-01', note: '出差' }
  const rows: [number, string][] = []
  for (const [from, to] of [
    ['bob', 'mal'],
    ['mal', 'eve'],
    ['eve', 'bob'],
  ] as const) {
    const { data } = await call('/api/deputy/add', { ...stands, deputy_id: people[to] }, tokens[from])
    rows.push([data.deputy_row, tokens[from]])
    const asked = from === 'bob' ? people.mal : people.eve
    expect(await detail(await submitted())).toMatchObject({ asked_ids: [asked] })
  }
  expect(await detail(await submitted({}, 'mal'), 'mal')).toMatchObject({ asked_ids: [people.bob] })
  for (const [deputy_row, token] of rows) expect(await call('/api/deputy/del', { deputy_row }, token)).toMatchObject({ code: 200 })
})

test('a head of the applicant’s department who cannot open 审批列表 is passed over, unless somebody stands in for him', async () => {
  await setSteps([{ who: 3 }])
  const none = await addAccount(at.server, 'head', [])
  await sql`delete from post_holder where user_id = ${people.ann}`.execute(at.server.db)
  await sql`
    with centre as (insert into structure (name, kind, head_id) values ('上级中心', 1, ${people.mal}) returning node_id),
      part as (insert into structure (name, kind, parent_id, head_id) select '部门', 2, node_id, ${none} from centre returning node_id),
      post as (insert into structure (name, kind, parent_id) select '岗位', 3, node_id from part returning node_id)
    insert into post_holder (node_id, user_id) select node_id, ${people.ann} from post
  `.execute(at.server.db)
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.mal] })
  await sql`insert into deputy (user_id, deputy_id, from_date, to_date) values (${none}, ${people.bob}, '2020-01-01', '2090-01-01')`.execute(
    at.server.db,
  )
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.bob] })
  // As for an account of his own, or a role: he stands in until the day that was named, whatever becomes of the one who named him.
  await sql`update account set is_active = false where user_id = ${none}`.execute(at.server.db)
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.bob] })
  await sql`delete from post_holder where user_id = ${people.ann}`.execute(at.server.db)
})

test('the head of the applicant’s department and his superior are asked, as they are when their step is reached', async () => {
  await setSteps([{ who: 4 }, { who: 3 }])
  const head = async (head_id: number | null): Promise<unknown> =>
    sql`
      with centre as (insert into structure (name, kind, head_id) values (${`中心${++serial}`}, 1, ${head_id}) returning node_id),
        post as (insert into structure (name, kind, parent_id) select '岗位', 3, node_id from centre returning node_id)
      insert into post_holder (node_id, user_id) select node_id, ${people.ann} from post
    `.execute(at.server.db)
  await sql`update account set superior_id = ${people.bob} where user_id = ${people.ann}`.execute(at.server.db)
  const id = await submitted()
  expect(await detail(id)).toMatchObject({ asked_ids: [people.bob] })
  await head(people.mal)
  expect((await decide('agree', id, 'bob')).code).toBe(200)
  expect(await detail(id)).toMatchObject({ asked_ids: [people.mal] })
})

test('a superior who has left, or cannot open 审批列表, is passed over for the one above him; never for the applicant himself', async () => {
  await setSteps([{ who: 4 }])
  const [left, shut] = [await addAccount(at.server, 'left', ['key:audit']), await addAccount(at.server, 'shut', [])]
  const under = (superior: number | null, user: number) =>
    sql`update account set superior_id = ${superior} where user_id = ${user}`.execute(at.server.db)
  await under(left, people.ann)
  await under(shut, left)
  await under(people.mal, shut)
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [left] })
  await sql`update account set is_active = false where user_id = ${left}`.execute(at.server.db)
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.mal] })
  // Somebody stands in for the one who cannot open it.
  await sql`insert into deputy (user_id, deputy_id, from_date, to_date) values (${shut}, ${people.bob}, '2020-01-01', '2090-01-01')`.execute(
    at.server.db,
  )
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.bob] })
  await sql`delete from deputy where user_id = ${shut}`.execute(at.server.db)
  // And for the one who has left.
  await sql`insert into deputy (user_id, deputy_id, from_date, to_date) values (${left}, ${people.bob}, '2020-01-01', '2090-01-01')`.execute(
    at.server.db,
  )
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [people.bob] })
  await sql`delete from deputy where user_id = ${left}`.execute(at.server.db)
  // Round in a circle there is nobody.
  await under(people.ann, shut)
  expect(await detail(await submitted())).toMatchObject({ asked_ids: [] })
  await under(people.bob, people.ann)
})

describe('time limits', () => {
  test.each([
    [2, 2, 1],
    [3, 3, 0],
  ])('超时后 %i: it is as if everyone had said so (状态 %i), once', async (late, status, made) => {
    await setSteps([{ who: 2, user_id: people.bob, hours: 2, late }])
    const id = await submitted()
    const { due_at } = await detail(id)
    expect(due_at - Math.floor(Date.now() / 1000)).toBeGreaterThan(7000)
    await timeOver(id)
    await timeOver(id)
    expect(await detail(id)).toMatchObject({ status, due_at: null })
    expect(await flows()).toHaveLength(made)
    expect((await trail(id)).events.filter(({ deed, by }: { deed: number; by: string | null }) => deed === 11 && by === null)).toHaveLength(
      1,
    )
  })

  test('it goes to another, whose time begins anew; where that is nobody else, the asked are told', async () => {
    await setSteps([{ who: 2, user_id: people.bob, hours: 2, late: 4, late_to: people.eve }])
    const id = await submitted()
    await timeOver(id)
    expect(await detail(id)).toMatchObject({ status: 1, asked_ids: [people.eve], due_at: expect.any(Number) })
    await timeOver(id)
    expect(await detail(id)).toMatchObject({ status: 1, asked_ids: [people.eve], due_at: null })
    const { rows } = await sql`select title from message where account_id = ${people.eve} and title like '已超时%'`.execute(at.server.db)
    expect(rows).toEqual([{ title: '已超时：新增流水：万达维修' }])
  })

  test('it does not go to who has left, and whoever may put another there hears of a step that nobody can decide', async () => {
    await setSteps([{ who: 2, user_id: people.bob, hours: 2, late: 4, late_to: people.mal }])
    const [handed, id] = [await submitted(), await submitted()]
    const leave = (name: 'bob' | 'mal', is_active: boolean) =>
      sql`update account set is_active = ${is_active} where user_id = ${people[name]}`.execute(at.server.db)
    await leave('mal', false)
    await timeOver(handed)
    expect(await detail(handed)).toMatchObject({ status: 1, asked_ids: [people.bob], due_at: null })
    await leave('mal', true)
    const unasked = async (audit_id: number): Promise<number> =>
      (
        await sql`select from message where account_id = 1 and title = '没有人可审批：新增流水：万达维修' and resource = 'audit' and record_id = ${audit_id}`.execute(
          at.server.db,
        )
      ).rows.length
    await leave('bob', false)
    expect((await decide('remind', id, 'ann')).code).toBe(200)
    await leave('bob', true)
    expect([await unasked(handed), await unasked(id)]).toEqual([0, 1])
    // Who applies decides nothing of it himself.
    await setSteps([{ who: 2, user_id: people.ann }])
    const own = await submitted()
    expect([(await detail(own)).asked_ids, await unasked(own)]).toEqual([[], 1])
  })
})

describe('who has left', () => {
  const serving = (name: 'ann' | 'bob', is_active: boolean) =>
    sql`update account set is_active = ${is_active} where user_id = ${people[name]}`.execute(at.server.db)
  const heard = async (audit_id: number, who = 1): Promise<string[]> =>
    (
      await sql<{
        title: string
      }>`select title from message where account_id = ${who} and resource = 'audit' and record_id = ${audit_id}`.execute(at.server.db)
    ).rows.map(({ title }) => title)

  test('whoever was asked and is gone since: whoever may put another there hears of it, once', async () => {
    await setSteps([{ who: 2, user_id: people.bob }])
    const id = await submitted()
    await timeOver()
    expect(await heard(id)).toEqual([])
    await serving('bob', false)
    await timeOver()
    await timeOver()
    await serving('bob', true)
    expect(await heard(id)).toEqual(['没有人可审批：新增流水：万达维修'])
  })

  test('who cannot open 审批列表 any more decides nothing, nor hands it on', async () => {
    await setSteps([{ who: 2, user_id: people.bob }])
    const id = await submitted()
    const opens = (access: string) =>
      sql`update role set access = ${access}::text[] where role_id = (select role_id from account where user_id = ${people.bob})`.execute(
        at.server.db,
      )
    await opens('{}')
    for (const [deed, params] of Object.entries({ agree: {}, refuse: { opinion: '?' }, hand: { user_id: people.eve } }))
      expect([deed, (await decide(deed, id, 'bob', params)).code]).toEqual([deed, 409])
    await opens('{audit}')
    expect(await detail(id)).toMatchObject({ status: 1, asked_ids: [people.bob] })
  })

  test('of an applicant who is gone, whoever may do what he applied for hears that it did not pass', async () => {
    await setSteps([{ who: 2, user_id: people.bob }])
    const [agreed, sentBack] = [await submitted(), await submitted()]
    await serving('ann', false)
    expect((await decide('agree', agreed, 'bob')).data.msg).toContain('没有办成')
    expect((await decide('back', sentBack, 'bob', { to: 1, opinion: '金额不对' })).code).toBe(200)
    await serving('ann', true)
    expect([await heard(agreed), await heard(sentBack)]).toEqual([['审批退回：新增流水：万达维修'], ['审批退回：新增流水：万达维修']])
    expect(await heard(agreed, people.bob)).toEqual(await heard(agreed))
  })
})
