import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { addRow, addTenant, cardOf, companyCode, flat, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at

let org_id: number
beforeAll(async () => {
  org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
})

const owe = async (price: number, bill_date: string, who: Record<string, unknown>) => {
  const asked = {
    ...{ org_id, from: 2, from_id: at.ground.cost, price, bill_date, payer: 1, payment_ratio: 100, late: 0, contract_id: 0, type: 2 },
    ...{ start_date: bill_date, end_date: '2026-12-31', ...who },
  }
  const { bill_id, sn } = done(await ask('/api/bill/create', asked)).data
  return { bill_id, sn }
}
const receive = async (custom_name: string, price: number): Promise<number> =>
  done(await ask('/api/flow/add', flowOf(at.ground, { custom_name, price, way: 3, p_id: 1 }))).data.flow_id
const offers = async (ids: number[], keyword?: string) => done(await call('/api/open_receipt/offers', { ids, keyword })).data
const writeOff = async (...ids: number[]) => done(await ask('/api/bill/write_off', { ids, why: '找不到人' }))

test('whose debt was written off is said beside what is offered, whoever paid is known or looked for: recovered, it is offered', async () => {
  const custom_name = '欧阳核销'
  const custom_id = await addTenant(at.server, { name: custom_name, card: cardOf(871) })
  const who = { custom_id, custom_name }
  const { bill_id, sn } = await owe(4_321, '2026-01-01', who)
  await writeOff(bill_id)
  const [known, unknown] = [await receive(custom_name, 4_321), await receive('某某转账', 54_321)]
  const said = [{ of: 'lessee', id: custom_id, says: `${custom_name}：账单 ${sn} 核销了坏账 ¥43.21，收到的是这笔钱的先“收回坏账”` }]
  expect(await offers([known])).toEqual({ offers: [], rows: [], beside: said })
  for (const keyword of [custom_name, sn]) expect((await offers([unknown], keyword)).beside).toEqual(said)
  expect((await offers([unknown])).beside).toEqual([])

  // Whoever had it before him as it was written off is told what to do, too.
  const { rows } = await sql<{ share_id: number }>`select share_id from bill_share where bill_id = ${bill_id}`.execute(at.server.db)
  const shares = rows.map(({ share_id }) => share_id)
  expect(await ask('/api/open_receipt/match', { flow_id: known, shares })).toMatchObject({
    code: 409,
    msg: '该账单已核销为坏账：请先收回坏账，再收款',
  })

  const later = await owe(1_000, '2026-02-01', who)
  await writeOff(later.bill_id)
  expect((await offers([known])).beside[0].says).toBe(`${custom_name}：账单 ${sn} 等 2 张核销了坏账 ¥53.21，收到的是这些钱的先“收回坏账”`)

  for (const one of [bill_id, later.bill_id]) done(await ask('/api/bill/recover', { bill_id: one, why: '又有人付了' }))
  expect(await offers([known])).toMatchObject({ offers: [{ takes: 4_321 }], beside: [] })
})

test('what of a company was written off is said of it, and not of the tenant whose bill it is a part of', async () => {
  const name = '核销用品厂'
  const company_id = await addRow(at.server, 'company', { name, code: companyCode(42), contact: '王', phone: '13812345678' })
  const custom_id = await addTenant(at.server, { name: '上官员工', card: cardOf(872) })
  await sql`with made as (
      insert into bill (sn, type, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio, custom_id, custom_name, p_id)
      values ('HXC1', 1, 2, ${at.ground.cost}::integer, 900, '2026-01-05', '2026-01-01', '2026-01-31', 1, 70, ${custom_id}::integer, '上官员工', 1) returning bill_id
    ) insert into bill_share (bill_id, party, company_id, price, p_id)
      select bill_id, 1, null::integer, 600, 1 from made union all select bill_id, 2, ${company_id}::integer, 300, 1 from made`.execute(
    at.server.db,
  )
  const { rows } = await sql<{ bill_id: number }>`select bill_id from bill where sn = 'HXC1'`.execute(at.server.db)
  done(await ask('/api/bill/write_off', { ids: [rows[0]?.bill_id], party: 2, why: '停业' }))
  expect((await offers([await receive(name, 300)])).beside).toEqual([
    { of: 'company', id: company_id, says: `${name}：账单 HXC1 核销了坏账 ¥3.00，收到的是这笔钱的先“收回坏账”` },
  ])
  expect((await offers([await receive('上官员工', 600)])).beside).toEqual([])
})
