import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, addTenant, cardOf, companyCode, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
const PEOPLE = 40
const RENT = 38_400
let company_id: number

beforeAll(async () => {
  done(await ask('/api/cancelVerificationSetting/save', { mode: 2, sure: 90, order: 1, tolerance: 0, reversal: 1, version: 0 }))
  company_id = await addRow(at.server, 'company', { name: '某某制造有限公司', code: companyCode(61), contact: '王', phone: '13812345678' })
})

/** What the company owes for as many people, all due on one day. */
const charge = async (month: string): Promise<void> => {
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) =>
      addTenant(at.server, { name: `员工${month}${n}`, card: cardOf(7_000 + Number(month) * 100 + n) }),
    ),
  )
  await sql`
    with made as (
      insert into bill (sn, type, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, p_id)
      select 'YG' || ${month} || n, 1, 2, ${at.ground.cost}::integer, ${RENT}, ('2026-' || ${month} || '-05')::date, ('2026-' || ${month} || '-01')::date, ('2026-' || ${month} || '-28')::date, 2, 100,
        '员工', custom_id, 1 from unnest(${people}::integer[]) with ordinality p (custom_id, n)
      returning bill_id, price
    ) insert into bill_share (bill_id, party, company_id, price, p_id) select bill_id, 2, ${company_id}::integer, price, 1 from made
  `.execute(at.server.db)
}
const transfer = async (price: number): Promise<{ flow_id: number; unused: number }> => {
  const { flow_id } = done(
    await ask('/api/flow/add', flowOf(at.ground, { price, p_id: 1, custom_name: '某某制造有限公司', company_id })),
  ).data
  return { flow_id, unused: done(await call('/api/flow/detail', { flow_id })).data.unused }
}

test('an employer pays for all its people but one, and does not say for whom not: whose rent is missing is not made up', async () => {
  await charge('01')
  const { flow_id, unused } = await transfer((PEOPLE - 1) * RENT)
  expect(unused).toBe((PEOPLE - 1) * RENT)
  const { offers } = done(await call('/api/open_receipt/offers', { ids: [flow_id] })).data
  expect(offers[0]).toMatchObject({ takes: (PEOPLE - 1) * RENT, why: expect.arrayContaining([19]) })
  // Who left is asked for, and all but the third are chosen.
  const { rows } = done(await call('/api/open_receipt/offers', { ids: [flow_id], keyword: '某某制造' })).data
  const shares = rows.filter((_: number, place: number) => place !== 2)
  done(await ask('/api/open_receipt/match', { flow_id, shares }))
  // The one that is left is the only one now, and nobody else's.
  expect((await transfer(RENT)).unused).toBe(0)
  await charge('02')
  expect((await transfer(PEOPLE * RENT)).unused).toBe(0)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
