import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { textOf } from '../../help/pdf.ts'
import { debtorsOn, type LateBill } from '../../help/plans.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, companyCode } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, tenant } = tenanciesOn(at)
const { debtor, plan, enforce } = debtorsOn(at)
const KNOWN = { contact: '联系人', phone: '13812345678' }
const start = addDays(today(), -95)

test('a company has one plan for the contracts of two of its tenants: it is named after it, and so is the agreement', async () => {
  const [code, other] = [companyCode(71), companyCode(72)]
  const company_id = await addRow(at.server, 'company', { name: '申能电子', code, ...KNOWN })
  const elsewhere = await addRow(at.server, 'company', { name: '浦江纺织', code: other, ...KNOWN })
  const letTo = async (of: number): Promise<LateBill[]> => {
    const custom_id = await tenant({ company_id: of })
    const contract_id = await signed({ custom_id, payment_ratio: 50, start_date: start, signed_on: start, months: 12, mode: 2 })
    return done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4] })).data.list
  }
  const [one, two, foreign] = [await letTo(company_id), await letTo(company_id), await letTo(elsewhere)]
  expect(await plan([...one, ...foreign], { party: 2 })).toMatchObject({ code: 400, data: { field: 'party' } })
  // The tenants' own parts are not of one payer.
  expect(await plan([...one, ...two], { party: 1 })).toMatchObject({ code: 400, data: { field: 'party' } })
  const { plan_id } = done(await plan([...one, ...two], { party: 2 })).data
  expect(done(await ask('/api/payment_plan/detail', { plan_id })).data).toMatchObject({
    ...{ custom_name: '申能电子', company_id, custom_id: null, contract_id: null, party: 2 },
  })
  done(await enforce(plan_id))
  const { handle } = done(await ask('/api/payment_plan/agreement', { plan_id })).data
  const text = await textOf(Buffer.from(await (await fetchFile(at.server, handle, at.admin)).arrayBuffer()))
  for (const said of ['乙方（付款方）：申能电子', `统一社会信用代码：${code}`, '2份合同']) expect(text).toContain(said)
  expect(text).not.toContain('身份证号')
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('plans from before keep what the setting said when they were upgraded', async () => {
  const { values, version } = done(await ask('/api/dunningSetting/detail')).data
  done(await ask('/api/dunningSetting/save', { ...values, plan_days: 3, version }))
  const { plan_id } = done(await plan((await debtor()).bills)).data
  await sql`update payment_plan set grace = default where plan_id = ${plan_id}`.execute(at.server.db)
  await sql.raw(await readFile('server/domain/paymentPlan/migrations/060-plan-grace.sql', 'utf8')).execute(at.server.db)
  expect(done(await ask('/api/payment_plan/detail', { plan_id })).data.grace).toBe(3)
})
