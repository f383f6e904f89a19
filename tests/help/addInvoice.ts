import { sql } from 'kysely'
import type { TestServer } from './testServer.ts'

let serial = 0

/** Puts a request of one yuan, for a bill of its own, straight into the store; gives their keys. */
export const addInvoice = async ({ db }: Pick<TestServer, 'db'>, p_id = 1): Promise<{ invoice_id: number; bill_id: number }> => {
  const sn = `KP${p_id}-${++serial}`
  const { rows: bills } = await sql<{ bill_id: number }>`
    with b as (
      insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id)
      values (${`ZD${sn}`}, 2, 2, 100, '2026-01-01', '2026-01-01', '2026-01-31', 1, 100, '购买方', ${p_id}) returning bill_id, price, p_id
    ), s as (insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, price, p_id from b)
    select bill_id from b
  `.execute(db)
  const bill_id = bills[0]?.bill_id ?? 0
  const { rows } = await sql<{ invoice_id: number }>`
    with i as (
      insert into invoice_request (sn, kind, paper, buyer, title_kind, price, tax, status, p_id) values (${sn}, 1, 1, '购买方', 2, 100, 0, 1, ${p_id}) returning invoice_id
    ), l as (
      insert into invoice_line (invoice_id, row, item, bill_id, start_date, end_date, price, tax, tax_kind, rate, code, "from", p_id)
      select invoice_id, 1, '物业费', ${bill_id}, '2026-01-01', '2026-01-31', 100, 0, 2, 0, '3040801010000000000', 2, ${p_id} from i
    ) select invoice_id from i
  `.execute(db)
  return { invoice_id: rows[0]?.invoice_id ?? 0, bill_id }
}
