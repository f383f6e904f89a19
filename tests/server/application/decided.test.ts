import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import { adminServer } from '../../help/adminServer.ts'
import { startTestJobs } from '../../help/exports.ts'
import { mistakes, tried, workbook } from '../../help/imports.ts'
import { addAccount, cardOf, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at

let clerk = ''
beforeAll(async () => {
  clerk = await tokenOf(at.server, await addAccount(at.server, 'decidedClerk', ['*']))
})

let people = 6000
const household = (changes: object = {}) => ({
  ...{ custom_name: `申请人${++people}`, card: cardOf(people), phone: '13812345678', p_id: 1, nature: 1, priority: 2, room_type: 1 },
  ...{ family_size: 1, income: 600_000, housing_area: 8, ...changes },
})
const apply = async (changes: object = {}): Promise<number> => {
  const { data, msg } = await ask('/api/qualification/add', household(changes), clerk)
  return data?.apply_id ?? expect.unreachable(msg)
}
const detail = async (apply_id: number) => (await ask('/api/qualification/detail', { apply_id })).data
const pass = (apply_id: number, params: object = {}) => ask('/api/qualification/pass', { apply_id, ...params })
const edit = async (apply_id: number, changes: object) => {
  const { custom_name, card, phone, p_id, nature, priority, room_type, family_size, income, housing_area } = await detail(apply_id)
  const whole = { custom_name, card, phone, p_id, nature, priority, room_type, family_size, income, housing_area }
  return ask('/api/qualification/edit', { apply_id, ...whole, ...changes })
}
const setLimit = async (income_1: number): Promise<number> => {
  const { detail: read, save } = callsOfSetting(applicationSetting)
  const { values, version } = (await ask(read)).data
  expect((await ask(save, { ...values, income_1, version })).msg).toBe('')
  return version + 1
}

test('what is decided is shown by the rules that it was decided by; what is not, by those in force', async () => {
  await setLimit(1_000_000)
  const [passed, rejected, waiting] = [await apply(), await apply(), await apply()]
  expect((await pass(passed)).msg).toBe('')
  expect((await ask('/api/qualification/reject', { apply_id: rejected, reason: '材料不实' })).msg).toBe('')
  const before = await detail(passed)
  expect(before.judged).toContain('不超过 ¥10,000.00')
  await setLimit(500_000)
  for (const apply_id of [passed, rejected]) expect((await detail(apply_id)).judged).toBe(before.judged)
  expect((await detail(waiting)).judged).toContain('超过 ¥5,000.00')
  expect((await pass(waiting)).code).toBe(400)
  expect((await ask('/api/qualification/queue', { apply_id: passed })).msg).toBe('')
  expect(await detail(passed)).toMatchObject({ status: 4, judged: before.judged })
  // A page of them is asked for at once, each by its own.
  expect((await ask('/api/qualification/judging', { apply_id: passed })).data.facts).toContainEqual({
    label: '符合',
    value: expect.stringContaining('¥10,000.00'),
  })
})

test('the version that is kept is the one that was judged by, whoever saves another meanwhile', async () => {
  const version = await setLimit(800_000)
  const keys = [await apply(), await apply(), await apply(), await apply()]
  await Promise.all([...keys.map((apply_id) => pass(apply_id)), setLimit(500_000)])
  for (const apply_id of keys) {
    const { status, rule_version } = await detail(apply_id)
    // By the second version none of them fits.
    expect([status, rule_version]).toEqual(status === 2 ? [2, version] : [1, null])
  }
  await setLimit(1_000_000)
})

test('a passed application is edited no more, and it is said how it is corrected: sent back, mended, judged anew', async () => {
  const apply_id = await apply()
  expect((await edit(apply_id, { income: 500_000 })).code).toBe(200)
  expect((await pass(apply_id)).msg).toBe('')
  expect(await edit(apply_id, { income: 1 })).toMatchObject({ code: 409, msg: '已审核通过，不能再改：要更正的先退回补正，补正后重新审核' })
  expect(await detail(apply_id)).toMatchObject({ income: 500_000, checked_by: 1 })
  expect((await ask('/api/qualification/return', { apply_id, reason: '收入填错' })).msg).toBe('')
  expect(await detail(apply_id)).toMatchObject({ status: 5, rule_version: null, checked_by: null, exception: null })
  expect((await edit(apply_id, { income: 900_000 })).code).toBe(200)
  expect((await ask('/api/qualification/resubmit', { apply_id })).msg).toBe('')
  const version = await setLimit(850_000)
  expect((await pass(apply_id)).code).toBe(400)
  expect((await pass(apply_id, { exception: '重病' })).msg).toBe('')
  expect(await detail(apply_id)).toMatchObject({ status: 2, rule_version: version, income: 900_000 })
  await setLimit(1_000_000)
})

test('in every other state that is decided an edit is refused, with the reason; another project’s stays unknown', async () => {
  const said: Readonly<Record<number, string>> = {
    3: '申请已办结，不能再改',
    4: '已转入轮候，不能再改：不再符合的在轮候列表作废，重新申请',
    6: '正在复核，现在不能改：要更正的由复核人退回',
    7: '申请已办结，不能再改',
  }
  for (const [status, msg] of Object.entries(said)) {
    const apply_id = await apply()
    await sql`update qualification set status = ${Number(status)} where apply_id = ${apply_id}`.execute(at.server.db)
    expect(await edit(apply_id, { income: 1 })).toMatchObject({ code: 409, msg })
  }
  const apply_id = await apply({ p_id: 2 })
  expect((await pass(apply_id)).msg).toBe('')
  const other = await tokenOf(at.server, await addAccount(at.server, 'decidedOther', ['/api/qualification/edit'], [1]))
  expect((await ask('/api/qualification/edit', { apply_id, ...household() }, other)).code).toBe(404)
})

test('an edit and a pass at the same moment: what passed is what was judged', async () => {
  for (let round = 0; round < 6; round++) {
    const apply_id = await apply()
    const [edited, passed] = await Promise.all([edit(apply_id, { income: 9_000_000 }), pass(apply_id)])
    expect([
      [200, 400],
      [409, 200],
    ]).toContainEqual([edited.code, passed.code])
  }
})

test('a household is entered while its application may be changed, and by no way afterwards', async () => {
  const apply_id = await apply()
  const member = () => ({ apply_id, name: '家人', relation: 1, card: cardOf(++people) })
  expect((await ask('/api/member/add', member())).code).toBe(200)
  expect((await pass(apply_id)).msg).toBe('')
  expect(await ask('/api/member/add', member())).toMatchObject({
    code: 409,
    msg: '申请已审核或已办结，家庭成员不能再改：要更正的先退回补正',
  })
  const { custom_name } = await detail(apply_id)
  const file = workbook([
    ['准入申请', '姓名', '关系', '身份证号'],
    [custom_name, '家人', '配偶', cardOf(++people)],
  ])
  const jobs = startTestJobs(at.server)
  const trial = await tried(at.server, '/api/member/import', file, at.admin)
  await jobs.stop()
  expect(mistakes(trial).join()).toContain('家庭成员不能再改')
  await ask('/api/qualification/return', { apply_id, reason: '漏了家人' })
  expect((await ask('/api/member/add', member())).code).toBe(200)
  expect((await ask('/api/member/index', { apply_id: [apply_id] })).data.count).toBe(2)
})

describe('a member of a household', () => {
  const members = async (apply_id: number) => (await ask('/api/member/index', { apply_id: [apply_id] })).data.list
  const added = async (apply_id: number, card = cardOf(++people)): Promise<number> =>
    (await ask('/api/member/add', { apply_id, name: '家人', relation: 1, card })).data.member_id
  const logged = async (member_id: number) =>
    (await ask('/api/operation_log/index', { resource: 'member', record_id: member_id, page: 1 })).data.list
  const stays = { code: 409, msg: '申请已审核或已办结，家庭成员不能再改：要更正的先退回补正' }

  test('is corrected and removed by staff while the application may be changed; the number stays sealed, and all of it is logged', async () => {
    const apply_id = await apply()
    const card = cardOf(++people)
    const member_id = await added(apply_id, card)
    const [{ card: masked, version }] = await members(apply_id)
    expect(masked).toMatch(/\*{4}/)
    expect(await ask('/api/member/edit', { member_id, name: '改名', relation: 2, card: masked, version })).toMatchObject({ code: 200 })
    expect((await ask('/api/member/reveal', { member_id })).data.card).toBe(card)
    const other = cardOf(++people)
    expect((await ask('/api/member/edit', { member_id, name: '改名', relation: 2, card: other })).code).toBe(200)
    expect((await ask('/api/member/reveal', { member_id })).data.card).toBe(other)
    expect(await ask('/api/member/edit', { member_id, name: '旧', relation: 2, card: other, version })).toMatchObject({ code: 409 })
    const { rows } = await sql<{ row: string }>`select m::text as row from member m where member_id = ${member_id}`.execute(at.server.db)
    expect(rows[0]?.row).not.toContain(other)
    expect((await ask('/api/member/del', { member_id })).code).toBe(200)
    expect(await members(apply_id)).toEqual([])
    const log = await logged(member_id)
    // Entered, corrected twice, each looked at in full, removed.
    expect(log).toHaveLength(6)
    expect(JSON.stringify(log)).not.toContain(other)
  })

  test('stays as it is once the application is passed, also where both happen at once; the applicant is never removed', async () => {
    const apply_id = await apply()
    const member_id = await added(apply_id)
    expect((await pass(apply_id)).msg).toBe('')
    expect(await ask('/api/member/edit', { member_id, name: '改', relation: 1, card: cardOf(people) })).toMatchObject(stays)
    expect(await ask('/api/member/del', { member_id })).toMatchObject(stays)
    expect(await members(apply_id)).toMatchObject([{ name: '家人' }])
    expect((await at.call('/api/qualification/del', { apply_id })).code).toBe(404)
    for (let round = 0; round < 4; round++) {
      const [one, twin] = [await apply(), cardOf(++people)]
      const key = await added(one)
      // Whom they become rents elsewhere: who passes it afterwards is told so.
      await apply({ card: twin })
      const [edited, passed] = await Promise.all([
        ask('/api/member/edit', { member_id: key, name: '改', relation: 1, card: twin }),
        pass(one),
      ])
      expect([
        [200, 400],
        [409, 200],
      ]).toContainEqual([edited.code, passed.code])
    }
  })

  test('is of no account to whoever has other projects', async () => {
    const member_id = await added(await apply({ p_id: 2 }))
    const other = await tokenOf(at.server, await addAccount(at.server, 'memberOther', ['/api/member/edit', '/api/member/del'], [1]))
    expect((await ask('/api/member/edit', { member_id, name: '改', relation: 1, card: cardOf(1) }, other)).code).toBe(404)
    expect((await ask('/api/member/del', { member_id }, other)).code).toBe(404)
  })
})
