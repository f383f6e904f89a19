import { expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { addTenant, companyCode } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
const company = (serial: number, changes: object = {}) => ({
  name: `企业${serial}`,
  code: companyCode(serial),
  contact: '王小明',
  phone: '13812345678',
  ...changes,
})
const ALERT = { code: 400, msg: '请检查统一社会信用代码：18 位，字母大写', data: { field: 'code' } }

test('a company is entered once, by a code that is one; corrected by the same rules; deleted where nothing refers to it', async () => {
  const code = companyCode(1)
  const wrong = `${code.slice(0, 17)}${code[17] === '0' ? '1' : '0'}`
  for (const one of [wrong, code.toLowerCase(), code.slice(1), `${code} `])
    expect([one, await ask('/api/company/add', company(1, { code: one }))]).toMatchObject([one, one.length > 18 ? { code: 400 } : ALERT])
  const made = await ask('/api/company/add', company(1))
  expect(made).toMatchObject({ code: 200 })
  const { company_id } = made.data
  const taken = { code: 409, msg: '该统一社会信用代码已登记', data: { field: 'code' } }
  expect(await ask('/api/company/add', company(1, { name: '另一家' }))).toMatchObject(taken)
  const other = (await ask('/api/company/add', company(2))).data.company_id
  expect(await ask('/api/company/edit', { ...company(2, { code }), company_id: other })).toMatchObject(taken)
  expect(await ask('/api/company/edit', { ...company(2, { code: wrong }), company_id: other })).toMatchObject(ALERT)
  expect(await ask('/api/company/edit', { ...company(2, { contact: '赵' }), company_id: other })).toMatchObject({ code: 200 })
  await addTenant(at.server, { company_id })
  expect(await ask('/api/company/del', { company_id })).toMatchObject({ code: 409, msg: '该记录已被使用，不能删除' })
  expect(await ask('/api/company/del', { company_id: other })).toMatchObject({ code: 200 })
})
