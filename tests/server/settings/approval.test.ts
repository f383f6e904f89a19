import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '../../../server/domain/approval/index.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import approvalSetting from '../../../src/resources/settings/approval.ts'
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
