import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import type { InvoicedBill } from './bills.ts'

/** Who owes something: a tenant or a company. */
export interface Payer {
  custom_id: number | null
  company_id: number | null
}

/** Who owes a bill first. */
const payerOf = ({ payer, custom_id, company_id, companies }: InvoicedBill): Payer =>
  payer === 2 ? { custom_id: null, company_id: company_id ?? companies[0] ?? null } : { custom_id, company_id: null }

/** In whose name an invoice is. */
export interface Title {
  title_id: number | null
  title_kind: number
  buyer: string
  tax_no: string | null
  address: string | null
  tel: string | null
  bank: string | null
  bank_account: string | null
  email: string | null
  custom_id: number | null
  company_id: number | null
}

const columns = sql`t.title_id, t.kind as title_kind, t.name as buyer, t.tax_no, t.address, t.tel, t.bank, t.bank_account, t.email, t.custom_id, t.company_id`

const chosen = async (db: Queryable, title_id: number, bills: readonly InvoicedBill[], scope: Scope): Promise<Title> => {
  const { rows } =
    await sql<Title>`select ${columns} from invoice_title t where t.title_id = ${title_id} and ${inScope(scope, 't.p_id')}`.execute(db)
  const [title] = rows
  if (!title) throw new CallError(400, '所选开票抬头不存在，或不在您负责的项目内', { field: 'title_id' })
  const { custom_id, company_id } = title
  const other = bills.find((bill) =>
    custom_id === null ? bill.company_id !== company_id && !bill.companies.includes(company_id ?? 0) : bill.custom_id !== custom_id,
  )
  if (other) throw new CallError(400, `抬头“${title.buyer}”不是账单 ${other.sn} 的租客或承担单位的`, { field: 'title_id' })
  return title
}

/** A tenant is named as he is, a company with its code. */
const ownName = async (db: Queryable, payer: Payer): Promise<Title | undefined> => {
  const { rows } = await sql<Title>`
    select null::integer as title_id, 2 as title_kind, name as buyer, null as tax_no, null as address, null as tel, null as bank, null as bank_account,
      null as email, custom_id, null::integer as company_id
    from lessee where custom_id = ${payer.custom_id}::integer
    union all
    select null, 1, name, code, address, null, null, null, null, null, company_id from company where company_id = ${payer.company_id}::integer
  `.execute(db)
  return rows[0]
}

/**
 * Gives in whose name bills are invoiced: the title that was chosen, or the payer's own; where it is of what money settled, of whoever owed that. Throws 400 at `title_id` where the title is not of who owes one of them, or nobody
 * says whose it is; where they are not of one payer.
 */
export const titleFor = async (
  db: Queryable,
  { title_id, whose }: { title_id?: number | undefined; whose?: ReadonlyMap<number, Payer> },
  bills: readonly InvoicedBill[],
  scope: Scope,
): Promise<Title> => {
  if (title_id !== undefined) return chosen(db, title_id, bills, scope)
  const payers = bills.map((bill) => {
    const told = whose?.get(bill.bill_id)
    return told && (told.custom_id ?? told.company_id) !== null ? told : payerOf(bill)
  })
  const [payer] = payers
  if (!payer || new Set(payers.map((one) => JSON.stringify(one))).size > 1)
    throw new CallError(400, '所选账单不是同一付款方的：请分开申请，或选择开票抬头', { field: 'title_id' })
  const { rows } = await sql<Title>`
    select ${columns} from invoice_title t
    where t.is_default = 1 and (t.custom_id = ${payer.custom_id}::integer or t.company_id = ${payer.company_id}::integer) and ${inScope(scope, 't.p_id')}
    order by t.title_id desc limit 1
  `.execute(db)
  const title = rows[0] ?? (await ownName(db, payer))
  if (!title) throw new CallError(400, '账单没有登记租客或企业，请选择开票抬头', { field: 'title_id' })
  return title
}
