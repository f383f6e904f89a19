import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { deferral } from '../../../server/domain/application/jobs.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { attach, pdf } from '../../help/attachments.ts'
import { addAccount, cardOf, tokenOf } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, signed } = tenanciesOn(at)

let clerk = ''
beforeAll(async () => {
  clerk = await tokenOf(at.server, await addAccount(at.server, 'clerk', ['*']))
})

let people = 8000
const apply = async (changes: Record<string, unknown> = {}): Promise<number> => {
  const { data, msg } = await ask(
    '/api/qualification/add',
    {
      ...{ custom_name: `申请人${++people}`, card: cardOf(people), phone: '13812345678', p_id: 1, nature: 1, priority: 2, room_type: 1 },
      ...{ family_size: 2, income: 600_000, housing_area: 8, ...changes },
    },
    clerk,
  )
  return data?.apply_id ?? expect.unreachable(msg)
}
const pass = (apply_id: number, params: object = {}, token?: string) => ask('/api/qualification/pass', { apply_id, ...params }, token)
const detail = async (apply_id: number) => (await ask('/api/qualification/detail', { apply_id })).data
const papers = async (apply_id: number) => (await ask('/api/material/index', { apply_id: [apply_id] })).data.list
let files = 0
const paper = async (): Promise<number> => (await attach(at.server, at.admin, pdf(`材料${++files}`), '材料.pdf')).data.file_id

describe('审核', () => {
  test('who entered it does not pass it, another does, and the version of the rules stays with it', async () => {
    const apply_id = await apply()
    expect(await pass(apply_id, {}, clerk)).toMatchObject({ code: 403, msg: '自己登记的申请由别人审核（准入设置）' })
    expect(await pass(apply_id)).toMatchObject({ code: 200 })
    expect(await detail(apply_id)).toMatchObject({ status: 2, checked_by: 1, rule_version: 0, exception: null })
  })
  test('what does not fit is said, and passed only with a reason that stays', async () => {
    const apply_id = await apply({ nature: 3, income: 2_000_000, housing_area: 20 })
    expect((await detail(apply_id)).judged).toBe('人均月收入 ¥10,000.00，超过 ¥4,200.00；人均住房 20㎡，超过 15㎡')
    expect(await pass(apply_id)).toMatchObject({ code: 400, data: { field: 'exception' }, msg: expect.stringContaining('超过 ¥4,200.00') })
    expect((await ask('/api/qualification/judging', { apply_id })).data).toMatchObject({
      facts: [{ label: '不符合' }, { label: '不符合' }],
      said: '有不符合的：通过须写明例外理由',
    })
    expect(await pass(apply_id, { exception: '重大疾病' })).toMatchObject({ code: 200 })
    expect(await detail(apply_id)).toMatchObject({ status: 2, exception: '重大疾病' })
  })
  test('someone who is in another household, or rents already, is found by the card, whoever of the household it is', async () => {
    const first = await apply()
    const apply_id = await apply()
    await ask('/api/member/add', { apply_id, name: '家人', relation: 1, card: cardOf(people - 1) })
    expect((await detail(apply_id)).duplicates).toContain('家人 也在 申请人')
    expect((await detail(first)).duplicates).toContain('也在 申请人')
    expect(await pass(apply_id)).toMatchObject({ code: 400, data: { field: 'exception' } })
    const renting = await apply()
    await ask('/api/member/add', { apply_id: renting, name: '在租的', relation: 2, card: cardOf(7990) })
    await signed({ custom_id: await tenant({ card: cardOf(7990) }) })
    expect((await detail(renting)).duplicates).toMatch(/^在租的 已有合同 HT/)
    await ask('/api/qualification/reject', { apply_id, reason: '重复' })
    expect((await detail(first)).duplicates).toBeNull()
  })
  test('one that has to be mended comes back when it is', async () => {
    const apply_id = await apply()
    expect(await ask('/api/qualification/return', { apply_id, reason: '收入证明没有盖章' })).toMatchObject({ code: 200 })
    expect(await detail(apply_id)).toMatchObject({ status: 5, reason: '收入证明没有盖章' })
    expect(await pass(apply_id)).toMatchObject({ code: 409 })
    expect(await ask('/api/qualification/resubmit', { apply_id })).toMatchObject({ code: 200 })
    expect(await detail(apply_id)).toMatchObject({ status: 1, reason: null })
  })
  test('the second check is another person’s, where 审批设置 asks for one', async () => {
    const second = await addAccount(at.server, 'second', ['key:audit'])
    const { data } = await ask('/api/checkSetting/detail')
    await ask('/api/checkSetting/save', { version: data.version, qualification: [{ way: 1, who: 2, user_id: second }] })
    const apply_id = await apply()
    const { audit_ids } = (await pass(apply_id)).data
    expect((await detail(apply_id)).status).toBe(6)
    expect(await ask('/api/my_audit/agree', { audit_id: audit_ids[0] }, await tokenOf(at.server, second))).toMatchObject({ code: 200 })
    expect(await detail(apply_id)).toMatchObject({ status: 2, checked_by: 1 })
    await ask('/api/checkSetting/save', { version: data.version + 1 })
  })
})

describe('材料', () => {
  beforeAll(async () => {
    for (const [name, need, valid_months] of [
      ['收入证明', 1, 6],
      ['婚姻证明', 2, undefined],
    ] as const)
      expect(await ask('/api/material_rule/add', { name, nature: 2, need, valid_months })).toMatchObject({ code: 200 })
  })
  test('a new application is asked for those of its nature; it passes when the required ones are there or put off', async () => {
    const apply_id = await apply({ nature: 2 })
    const [income, marriage] = await papers(apply_id)
    expect([income.name, income.status, marriage.need]).toEqual(['收入证明', 1, 2])
    expect((await detail(apply_id)).missing).toBe('收入证明')
    expect((await pass(apply_id)).msg).toContain('缺材料：收入证明')
    expect(await ask('/api/material/defer', { material_id: income.material_id, due_on: today(), reason: '等' })).toMatchObject({
      code: 400,
    })
    expect(await ask('/api/material/defer', { material_id: income.material_id, due_on: addDays(today(), 5), reason: '等' })).toMatchObject({
      code: 200,
    })
    expect((await detail(apply_id)).missing).toBeNull()
    const late = addDays(today(), 6)
    const lapsed = await inTransaction(at.server.db, { userId: null, path: 'job:t', label: '试', address: '' }, (tx) =>
      movePast(tx, secondsOf(late) ?? 0, deferral),
    )
    expect(lapsed).toBe(1)
    expect((await papers(apply_id))[0]).toMatchObject({ status: 1, reason: '容缺到期未补交' })
    // It was to be passed without it: somebody has to hear.
    const { rows } =
      await sql`select distinct title, content from message where resource = 'qualification' and record_id = ${apply_id}`.execute(
        at.server.db,
      )
    expect(rows).toEqual([{ title: '容缺到期未补交', content: expect.stringContaining('的“收入证明”容缺到期') }])
  })
  test('what is handed in is good for so long, and can be refused', async () => {
    const apply_id = await apply({ nature: 2 })
    const [{ material_id }] = await papers(apply_id)
    expect(await ask('/api/material/hand', { material_id, files: [await paper()], issued_on: addDays(today(), 1) })).toMatchObject({
      code: 400,
    })
    expect(await ask('/api/material/hand', { material_id, files: [await paper()], issued_on: '2026-01-31' })).toMatchObject({ code: 200 })
    expect((await papers(apply_id))[0]).toMatchObject({ status: 2, expires_on: '2026-07-30' })
    expect((await detail(apply_id)).missing).toBe('收入证明')
    expect(await ask('/api/material/hand', { material_id, files: [await paper()] })).toMatchObject({ code: 200 })
    expect((await detail(apply_id)).missing).toBeNull()
    expect(await ask('/api/material/refuse', { material_id, reason: '看不清' })).toMatchObject({ code: 200 })
    expect((await detail(apply_id)).missing).toBe('收入证明')
  })
  test('what the list says later changes no application that there is', async () => {
    const apply_id = await apply({ nature: 2 })
    await ask('/api/material_rule/add', { name: '新证明', nature: 2, need: 1 })
    expect(await papers(apply_id)).toHaveLength(2)
    expect(await papers(await apply({ nature: 2 }))).toHaveLength(3)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::integer as n from operation_log where resource = 'material' and record_id > 0`.execute(at.server.db)
    expect(rows[0]?.n).toBeGreaterThan(5)
  })
})
