import { beforeAll, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { call } = at
let boss: string
let steps: object[]
let id = 0

/** Keys that are lent once somebody has agreed: to whom is asked by the field `name`. */
const lending = (name: string, was: readonly string[] = []): Resource =>
  ({
    name: 'lending',
    label: '借用',
    path: '/screens/lending',
    access: 'screen_lending',
    key: 'key_id',
    title: 'what',
    columns: {
      key_id: { label: '编号', is: 'int', list: 'never' },
      what: { label: '物品', required: true, max: 40 },
      [name]: { label: '借用人', max: 20, filter: true, ...(was.length > 0 ? { was } : {}) },
      state: { label: '状态' },
    },
    form: ['what'],
    states: { column: 'state', of: { kept: { code: 1, label: '在库' }, lent: { code: 2, label: '借出', ends: true } }, first: 'kept' },
    dialogs: {
      lend: {
        title: '借出',
        type: 'object',
        properties: { [name]: { type: 'string', title: '借用人', maxLength: 20 } },
        required: [name],
        additionalProperties: false,
      },
    },
    actions: { lend: { label: '借出', on: 'row', can: '/api/lending/lend', opens: 'lend', from: 'kept', to: 'lent', approves: { steps } } },
  }) as unknown as Resource

beforeAll(async () => {
  const user_id = await addAccount(at.server, 'boss', ['key:audit'])
  boss = await tokenOf(at.server, user_id)
  steps = [{ way: 1, who: 2, user_id }]
  const made = await publishScreen(at.server, at.admin, lending('holder'))
  expect(made.answer).toMatchObject({ code: 200, msg: '' })
  id = made.id
})

const lent = async (): Promise<{ key_id: number; audit_id: number }> => {
  const { key_id } = (await call('/api/lending/add', { what: '三号楼钥匙' })).data
  const { audit_ids } = (await call('/api/lending/lend', { key_id, holder: '张三' })).data
  return { key_id, audit_id: audit_ids[0] }
}

test('what was asked before a field was renamed is done when it is agreed to, under the name that the field has then', async () => {
  const [one, other] = [await lent(), await lent()]
  expect(await saveAndPublish(at.server, at.admin, id, lending('borrower', ['holder']))).toMatchObject({ code: 200 })
  expect(await at.server.call('/api/my_audit/agree', { audit_id: one.audit_id }, boss)).toMatchObject({ code: 200, data: { msg: null } })
  expect((await call('/api/lending/detail', { key_id: one.key_id })).data).toMatchObject({ borrower: '张三', state: 2 })
  // Submitted again, it opens as it was filled in.
  expect((await call('/api/my_audit/again', { audit_id: other.audit_id })).data).toMatchObject({
    resource: 'lending',
    action: 'lend',
    params: { key_id: other.key_id, borrower: '张三' },
  })
})
