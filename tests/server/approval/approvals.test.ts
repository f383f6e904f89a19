import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { approving } from '../../help/approving.ts'

const at = approving()
const { people, tokens, income, expense, call, setSteps, submitted, flows, mine, detail, trail, decide } = at

test('without steps an expense is money that moved; with them it waits, and 通过 of the last step records it as its applicant’s', async () => {
  await setSteps([])
  expect((await call('/api/flow/add', expense(), tokens.ann)).data).toMatchObject({ flow_id: expect.any(Number) })
  await setSteps([
    { who: 2, user_id: people.bob },
    { who: 2, user_id: people.eve },
  ])
  const before = (await flows()).length
  // Money in needs none.
  expect((await call('/api/flow/add', income(), tokens.ann)).data).toMatchObject({ flow_id: expect.any(Number) })
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
  `.execute(at.server.db)
  expect(logged.rows).toEqual([{ created_by: people.ann, path: '/api/flow/add', label: '新增流水' }])
  expect(
    (
      await sql`select title, resource, record_id from message where account_id = ${people.ann} order by create_time desc, title limit 1`.execute(
        at.server.db,
      )
    ).rows,
  ).toEqual([{ title: '审批通过：新增流水：万达维修', resource: 'my_audit', record_id: id }])
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
    expect((await call('/api/audit/assign', { audit_id: id, user_id: people.ann }, at.admin)).code).toBe(409)
    expect((await call('/api/audit/assign', { audit_id: id, user_id: people.bob }, tokens.ann)).code).toBe(403)
    expect(await call('/api/audit/assign', { audit_id: id, user_id: people.bob }, at.admin)).toMatchObject({ code: 200 })
    expect((await call('/api/audit/assign', { audit_id: id, user_id: people.eve }, at.admin)).code).toBe(409)
    expect((await decide('agree', id, 'bob')).code).toBe(200)
    expect(await detail(id)).toMatchObject({ status: 2 })
  })

  test('a right that was taken away meanwhile: nothing is recorded, it goes back with the reason', async () => {
    await setSteps([{ who: 2, user_id: people.bob }])
    const id = await submitted()
    const role = await roleOf('ann')
    await sql`update role set permission = array_remove(permission, '/api/flow/add') where role_id = ${role}`.execute(at.server.db)
    const answer = await decide('agree', id, 'bob')
    await sql`update role set permission = permission || '{/api/flow/add}' where role_id = ${role}`.execute(at.server.db)
    expect(answer).toMatchObject({ code: 200, data: { msg: expect.stringContaining('申请人已没有“新增流水”的权限') } })
    expect(await detail(id)).toMatchObject({ status: 5 })
    expect(await flows()).toEqual([])
  })
})

const roleOf = async (name: string): Promise<number> =>
  (await sql<{ role_id: number }>`select role_id from account where user_name = ${name}`.execute(at.server.db)).rows[0]?.role_id ?? 0

test('the trail is only added to', async () => {
  await setSteps([{ who: 2, user_id: people.bob }])
  await submitted()
  for (const text of ['update audit_event set deed = 2', 'delete from audit_event'])
    await expect(sql.raw(text).execute(at.server.db)).rejects.toThrow('only added to')
})
