import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { approving } from '../../help/approving.ts'
import { wrongInBooks } from '../../help/store/books.ts'

const at = approving()
const { people, setSteps, submitted, flows, detail, decide } = at

beforeAll(() => setSteps([{ who: 2, user_id: people.bob }]))

const invoice = { invoice_number: '12345678', input_tax: 600, deductible: 1 }
const deducted = async (): Promise<number> => {
  const { rows } = await sql<{ price: number }>`
    select coalesce(sum(case side when 1 then price else -price end), 0)::bigint as price from journal_line where ledger_account_id = 36
  `.execute(at.server.db)
  return Number(rows[0]?.price)
}

test('an invoice that is applied for twice is deducted once, when it is approved; the other goes back to the applicant', async () => {
  const [first, twice] = [await submitted(invoice), await submitted({ ...invoice, custom_name: '万达维修部' })]
  expect([await flows(), await deducted()]).toEqual([[], 0])
  expect(await decide('agree', first, 'bob')).toMatchObject({ code: 200 })
  expect(await deducted()).toBe(600)
  expect(await decide('agree', twice, 'bob')).toMatchObject({ code: 200, data: { msg: expect.stringContaining('这张发票已登记在流水') } })
  expect([(await detail(first)).status, (await detail(twice)).status]).toEqual([2, 5])
  expect(await flows()).toHaveLength(1)
  expect(await deducted()).toBe(600)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
