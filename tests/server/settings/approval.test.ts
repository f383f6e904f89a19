import { randomUUID } from 'node:crypto'
import { range } from 'es-toolkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '../../../server/domain/approval/index.ts'
import type { Setting } from '../../../src/core/setting.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import approvalSetting from '../../../src/resources/settings/approval.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import { tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const { stepsOf } = operator
let server: TestServer
let admin: string
const { save } = callsOfSetting(approvalSetting)
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
})
afterAll(() => server.close())

test('untouched no business needs approval; saved, each has its own steps in order', async () => {
  expect(await stepsOf(server.db, 'signing')).toEqual([])
  const signing = [
    { way: 1, who: 3 },
    // What another choice asks for is not kept.
    { way: 1, who: 1, role_id: 3, all: 2, share: 60, user_id: 2, late_to: 3 },
    { way: 2, who: 2, user_id: 1, late: 2, hours: 5 },
  ]
  expect(await server.call(save, { signing, surrender: [{ way: 1, who: 1, role_id: 1, all: 1 }], version: 0 }, admin)).toMatchObject({
    code: 200,
  })
  expect(await stepsOf(server.db, 'signing')).toEqual([
    { way: 1, who: 3 },
    { way: 1, who: 1, role_id: 3, all: 2 },
    { way: 2, who: 2, user_id: 1 },
  ])
  expect(await stepsOf(server.db, 'surrender')).toEqual([{ way: 1, who: 1, role_id: 1, all: 1 }])
  expect(await stepsOf(server.db, 'bill_void')).toEqual([])
})

test.each([
  [{ who: 1, all: 1 }, '哪个角色必填', 'signing.1.role_id'],
  [{ who: 1, role_id: 1 }, '几人通过必填', 'signing.1.all'],
  [{ who: 1, role_id: 1, all: 3 }, '至少必填', 'signing.1.share'],
  [{ who: 2 }, '哪个账号必填', 'signing.1.user_id'],
  [{ role_id: 1, all: 1 }, '审批人必填', 'signing.1.who'],
  [{ who: 5 }, '审批人不在可选范围内', 'signing.1.who'],
  [{ who: 4, late: 1 }, '时限必填', 'signing.1.hours'],
  [{ who: 4, late: 4, hours: 1 }, '转给谁必填', 'signing.1.late_to'],
  [{ who: 3, boss: 1 }, '未知参数：signing.1.boss', 'signing.1.boss'],
])('a step that lacks what its choice asks for is refused: %j', async (step, msg, field) => {
  const answer = await server.call(
    save,
    {
      signing: [
        { way: 1, who: 3 },
        { way: 1, ...step },
      ],
      version: 1,
    },
    admin,
  )
  expect(answer).toMatchObject({ code: 400, data: { field } })
  expect(answer.msg).toBe(msg)
})

const role = async (): Promise<number> =>
  (await server.call('/api/role/add', { name: `估价员${randomUUID().slice(0, 8)}`, permission: [], access: [], sidebar: [] }, admin)).data
    .role_id
const del = (role_id: number) => server.call('/api/role/del', { role_id }, admin)
/** Saves in place of what was saved last. */
const saved = async (setting: Setting, values: object) => {
  const { save, detail } = callsOfSetting(setting)
  const { version, values: held } = (await server.call(detail, {}, admin)).data
  return server.call(save, { ...held, ...values, version }, admin)
}
const asking = (role_id: number) => ({ expense: [{ way: 1, who: 1, role_id, all: 1 }] })

test('what a setting names is there, and stays as long as one names it that is in force or comes', async () => {
  const missing = { code: 400, msg: '所选的记录不存在或已被删除' }
  expect(await saved(approvalSetting, asking(2_000_000_000))).toMatchObject({ ...missing, data: { field: 'expense.0.role_id' } })
  expect(await saved(contractSetting, { settle_item: 77_777 })).toMatchObject({ ...missing, data: { field: 'settle_item' } })
  const gone = await role()
  expect(await saved(approvalSetting, asking(gone))).toMatchObject({ code: 200 })
  expect(await del(gone)).toMatchObject({ code: 409, msg: '“审批设置”里用到该记录，不能删除：请先改那里' })
  const { version: to } = (await server.call(callsOfSetting(approvalSetting).detail, {}, admin)).data
  expect(await saved(approvalSetting, { expense: [] })).toMatchObject({ code: 200 })
  expect(await del(gone)).toMatchObject({ code: 200 })
  expect(await server.call(callsOfSetting(approvalSetting).restore, { to, version: to + 1 }, admin)).toMatchObject({
    code: 409,
    msg: '该版本不合现在的规则，不能恢复：所选的记录不存在或已被删除',
  })
  const { id } = (await server.call('/api/cost/add', { name: '清运费' }, admin)).data
  expect(await saved(contractSetting, { settle_item: id, from_date: addDays(today(), 30) })).toMatchObject({ code: 200 })
  expect(await server.call('/api/cost/del', { id }, admin)).toMatchObject({
    code: 409,
    msg: '“合同设置”里用到该记录，不能删除：请先改那里',
  })
})

test('of a role that is named and deleted at once one comes to pass', async () => {
  for (const _ of range(6)) {
    const role_id = await role()
    const [save, gone] = await Promise.all([saved(approvalSetting, asking(role_id)), del(role_id)])
    expect([save.code, gone.code].sort()).toEqual([200, save.code === 200 ? 409 : 400])
  }
})
