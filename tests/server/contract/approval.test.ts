import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { draft, detail, room, tenant } = tenanciesOn(at)

/** Who applies, and who decides. */
let [clerk, head] = ['', '']
beforeAll(async () => {
  clerk = await tokenOf(at.server, await addAccount(at.server, 'clerk', ['*']))
  const decider = await addAccount(at.server, 'head', ['key:audit'])
  head = await tokenOf(at.server, decider)
  const signing = [{ way: 1, who: 2, user_id: decider }]
  expect(await ask('/api/checkSetting/save', { version: 0, signing, contract_void: signing })).toMatchObject({ code: 200 })
})

const asked = async () => {
  const org_id = await room()
  const { contract_id } = (await draft({ org_id })).data
  const answer = await ask('/api/contract/submit', { contract_id }, clerk)
  expect(answer).toMatchObject({ code: 200, data: { audit_ids: [expect.any(Number)] } })
  return { org_id, contract_id: contract_id as number, audit_id: answer.data.audit_ids[0] as number }
}
const status = async (contract_id: number) => (await detail(contract_id)).status
const decide = (deed: string, audit_id: number, params: object = {}, who = head) =>
  ask(`/api/my_audit/${deed}`, { audit_id, ...params }, who)
const audit = async (audit_id: number) => (await ask('/api/my_audit/detail', { audit_id }, clerk)).data

test('a contract stands in its own state while it is asked for, can be moved by nobody, and is made final by the last yes', async () => {
  const { contract_id, audit_id } = await asked()
  expect(await status(contract_id)).toBe(2)
  expect(await ask('/api/contract/submit', { contract_id }, clerk)).toMatchObject({ code: 409 })
  expect(await ask('/api/contract/revise', { contract_id, start_date: '2026-01-01', rent: 1, payment_ratio: 100 }, clerk)).toMatchObject({
    code: 409,
  })
  expect(await decide('agree', audit_id)).toMatchObject({ code: 200 })
  expect([await status(contract_id), (await audit(audit_id)).status]).toEqual([3, 2])
})

test('it goes back whence it came where it is refused, sent back or taken back, and can be submitted again', async () => {
  for (const [deed, params, who] of [
    ['refuse', { opinion: '不行' }, undefined],
    ['back', { to: 1, opinion: '改' }, undefined],
    ['withdraw', {}, 'clerk'],
  ] as const) {
    const { contract_id, audit_id } = await asked()
    expect([deed, await decide(deed, audit_id, params, who ? clerk : head)]).toMatchObject([deed, { code: 200 }])
    expect([deed, await status(contract_id)]).toEqual([deed, 1])
    const again = deed === 'refuse' ? {} : { audit_id }
    const { data } = await ask('/api/contract/submit', { contract_id, ...again }, clerk)
    expect([deed, await status(contract_id)]).toEqual([deed, 2])
    expect(await decide('agree', data.audit_ids[0])).toMatchObject({ code: 200 })
    expect([deed, await status(contract_id)]).toEqual([deed, 3])
  }
})

test('what cannot be done any more when it is agreed to goes back to the applicant, and so does the contract', async () => {
  const { contract_id, audit_id, org_id } = await asked()
  expect(await ask('/api/org/repair', { org_id })).toMatchObject({ code: 200 })
  expect((await decide('agree', audit_id)).data.msg).toContain('该房间现在不是空置')
  expect([await status(contract_id), (await audit(audit_id)).status]).toEqual([1, 5])
})

test('a tenant’s other entry that becomes his one changes nothing of what was asked; what was changed beside it goes back', async () => {
  for (const isChanged of [false, true]) {
    const [custom_id, merged_into] = [await tenant(), await tenant()]
    const { contract_id } = (await draft({ custom_id })).data
    const { data } = await ask('/api/contract/submit', { contract_id }, clerk)
    const [audit_id] = data.audit_ids
    const seen = await audit(audit_id)
    if (isChanged)
      await sql`update contract set rent = rent + 1, version = version + 1 where contract_id = ${contract_id}`.execute(at.server.db)
    expect(await ask('/api/lessee/merge', { custom_id, merged_into })).toMatchObject({ code: 200 })
    // Whoever has it open looks at it anew.
    expect((await decide('agree', audit_id, { version: seen.version })).code).toBe(409)
    expect(await decide('agree', audit_id)).toMatchObject({ code: 200 })
    expect(await detail(contract_id)).toMatchObject({ custom_id: merged_into, status: isChanged ? 1 : 3 })
  }
})

test('where it is refused and the applicant has gone to another project or lost the right, those hear of it who may ask for it there', async () => {
  const stays = await addAccount(at.server, 'stays', ['/api/contract/submit'], [1])
  const heard = async (audit_id: number): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from message where account_id = ${stays} and resource = 'audit' and record_id = ${audit_id}
    `.execute(at.server.db)
    return rows[0]?.n ?? 0
  }
  const moves = {
    stays: sql`select`,
    moves: sql`update account set projects = array[2] where name = 'moves'`,
    loses: sql`update role set permission = array['/api/contract/index'] where role_id = (select role_id from account where name = 'loses')`,
  }
  for (const [name, happens] of Object.entries(moves)) {
    const applicant = name === 'stays' ? clerk : await tokenOf(at.server, await addAccount(at.server, name, ['*'], [1]))
    const { contract_id } = (await draft({ org_id: await room() })).data
    const [audit_id] = (await ask('/api/contract/submit', { contract_id }, applicant)).data.audit_ids
    await happens.execute(at.server.db)
    expect(await decide('refuse', audit_id, { opinion: '不行' })).toMatchObject({ code: 200 })
    expect([name, await heard(audit_id)]).toEqual([name, name === 'stays' ? 0 : 1])
  }
})

test('of two who decide at once one is late, and it is done once', async () => {
  const { contract_id, audit_id } = await asked()
  const answers = await Promise.all([1, 2, 3].map(() => decide('agree', audit_id)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  expect(await status(contract_id)).toBe(3)
})
