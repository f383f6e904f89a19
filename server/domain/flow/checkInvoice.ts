import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope } from '../../store/reading/filters.ts'
import { isUnderAgency } from '../owner/index.ts'
import { type Invoiced, wrongOf } from './rules/inputVat.ts'

interface Expense extends Invoiced {
  from: number
  from_id: number
  invoice_number?: string
  /** Seconds. */
  deal_time: number
}

const isPassedOn = async (tx: Tx, { from, from_id }: Expense): Promise<boolean> => {
  if (from !== 4) return false
  const { rows } = await sql`select from simple where id = ${from_id} and book is distinct from 2`.execute(tx)
  return rows.length > 0
}

/** Throws 400 where what an expense of a room says of its supplier's invoice cannot be, 409 where the invoice stands on another entry. */
export const checkInvoice = async ({ tx, session }: Context, expense: Expense, org_id: number | null): Promise<void> => {
  const isAsked = expense.deductible === 1
  const whose = {
    isPassedOn: isAsked && (await isPassedOn(tx, expense)),
    isOwners: isAsked && org_id !== null && (await isUnderAgency(tx, org_id, expense.deal_time)),
  }
  const wrong = wrongOf(expense, whose)
  if (wrong) throw new CallError(400, wrong.message, { field: wrong.field })
  if (expense.invoice_number === undefined) return
  // Of two at once the second is refused by the index (constraints.ts).
  const { rows } = await sql<{ sn: string; isSeen: boolean }>`
    select sn, ${inScope(session.scope, 'p_id')} as "isSeen" from flow where invoice_held = ${expense.invoice_number}
  `.execute(tx)
  if (rows[0])
    throw new CallError(409, rows[0].isSeen ? `这张发票已登记在流水 ${rows[0].sn} 上` : '这张发票已登记在别的项目的流水上', {
      field: 'invoice_number',
    })
}
