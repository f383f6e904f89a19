import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billRent } from '../../../server/domain/contract/rentBilling.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { firstOfMonth } from '../../help/days.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, companyCode } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, signed, pay, draft, room, detail } = tenanciesOn(at)

let named = 0
const company = (): Promise<number> => {
  named += 1
  return addRow(at.server, 'company', { name: `用人单位${named}`, code: companyCode(800 + named), contact: '王', phone: '13812345678' })
}
const rowsOf = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows
/** What each party owes of the rent bills of a contract that stand. */
const shares = (contract_id: number) =>
  rowsOf<{ start_date: string; party: number; company_id: number | null; price: number; paid: number }>(`
    select b.start_date, s.party, s.company_id, s.price, s.paid from bill b join bill_share s on s.bill_id = b.bill_id
    where b.contract_id = ${contract_id} and b."from" = 1 and b.is_void = 0 and s.price > 0 order by b.start_date, s.party, s.company_id`)
const changeJob = async (custom_id: number, company_id: number): Promise<void> => {
  await sql`update lessee set company_id = ${company_id} where custom_id = ${custom_id}`.execute(at.server.db)
}
const billAll = (until: string) =>
  inTransaction(at.server.db, { userId: null, path: 'job:t', label: '试', address: '' }, (tx) =>
    billRent(tx, { today: today(), until, after: 0 }),
  )
const begun = {
  start_date: firstOfMonth(-10),
  signed_on: firstOfMonth(-10),
  months: 24,
  mode: 1,
  cycle: 3,
  rent: 100_000,
  payment_ratio: 70,
}
const terms = { start_date: today(), rent: 100_000, payment_ratio: 70 }

test('whose employer has agreed to bear a part is who bears it, whomever the tenant works for later: of what is billed, of what changes, and of what was paid', async () => {
  const [one, other] = [await company(), await company()]
  const custom_id = await tenant({ company_id: one })
  const contract_id = await signed({ ...begun, custom_id })
  await pay(contract_id, 1)
  await pay(contract_id, 1)
  await changeJob(custom_id, other)
  done(await ask('/api/contract/amend', { contract_id, from_date: firstOfMonth(-9), rent: 80_000, reason: '核减', paid_periods: 2 }))
  const [tenants, employers] = await shares(contract_id)
  expect([tenants, employers]).toMatchObject([
    { party: 1, price: 182_000, paid: 182_000 },
    { party: 2, company_id: one, price: 78_000, paid: 78_000 },
  ])
  await billAll(addDays(today(), 100))
  expect(new Set((await shares(contract_id)).map(({ company_id }) => company_id))).toEqual(new Set([null, one]))
  expect((await detail(contract_id)).employer_id).toBe(one)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a draft that is revised is borne by whoever employs him then; of one of which he bears all no employer is kept', async () => {
  const [one, other] = [await company(), await company()]
  const custom_id = await tenant({ company_id: one })
  const { contract_id } = done(await draft({ ...terms, custom_id })).data
  expect((await detail(contract_id)).employer_id).toBe(one)
  await changeJob(custom_id, other)
  const { version } = await detail(contract_id)
  done(await ask('/api/contract/revise', { contract_id, version, ...terms, payment_ratio: 50 }))
  expect((await detail(contract_id)).employer_id).toBe(other)
  done(await ask('/api/contract/revise', { contract_id, ...terms, payment_ratio: 100 }))
  expect((await detail(contract_id)).employer_id).toBeNull()
})

test('another room is the same agreement; a renewal is made with whoever employs him then', async () => {
  const [one, other] = [await company(), await company()]
  const custom_id = await tenant({ company_id: one })
  const contract_id = await signed({ ...terms, months: 12, custom_id })
  await changeJob(custom_id, other)
  const renewal = done(await ask('/api/contract/renew', { contract_id, rent: 100_000, months: 12 })).data
  expect((await detail(renewal.contract_id)).employer_id).toBe(other)
  // While it waits to be signed, nobody else becomes the main tenant, and what it follows is not made void.
  expect((await ask('/api/contract/heir', { contract_id, custom_id: await tenant(), reason: '离婚' })).msg).toContain('还没有签')
  expect((await ask('/api/contract/void', { contract_id, reason: '错' })).msg).toContain('已有后续合同')
  done(await ask('/api/contract/void', { contract_id: renewal.contract_id, reason: '换房' }))
  const moved = done(
    await ask('/api/contract/move', { contract_id, p_id: 1, org_id: await room(), start_date: addDays(today(), 40), rent: 90_000 }),
  ).data
  expect((await detail(moved.contract_id)).employer_id).toBe(one)
})

test('whoever becomes the main tenant comes with an employer of his own, who bears what is not paid yet', async () => {
  const [one, other] = [await company(), await company()]
  const contract_id = await signed({ ...begun, custom_id: await tenant({ company_id: one }) })
  await pay(contract_id, 1)
  await billAll(addDays(today(), 100))
  const unemployed = await tenant()
  const heir = (custom_id: number) => ask('/api/contract/heir', { contract_id, custom_id, reason: '离婚' })
  expect((await heir(unemployed)).msg).toContain('其余部分无人承担')
  done(await heir(await tenant({ company_id: other })))
  // What was billed ahead was made void, and is billed anew when it is due.
  await billAll(addDays(today(), 100))
  const borne = (await shares(contract_id)).filter(({ party }) => party === 2)
  expect(new Set(borne.map(({ paid }) => paid > 0)).size).toBe(2)
  for (const { company_id, paid, start_date } of borne) expect(company_id, start_date).toBe(paid > 0 ? one : other)
  // Once no employer bears anything any more, whoever has none may be the main tenant.
  done(
    await ask('/api/contract/split', {
      ...{ contract_id, bearer: 2, company_id: other, way: 1, percent: 0, from_date: addDays(today(), 1), reason: '离职', paid_periods: 2 },
    }),
  )
  done(await heir(unemployed))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
