import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import type repair from '../../../src/resources/repair/repair.ts'
import type { finishForm } from '../../../src/schemas/repair/repair.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { updateRows } from '../../store/writing/write.ts'
import { addBill } from '../bill/index.ts'

type Order = RowOf<typeof repair>
type Finished = FormValue<typeof finishForm>

const TENANT = 2

/** Whether what is asked makes the tenant pay. */
export const isBilled = ({ borne_by }: Finished): boolean => borne_by === TENANT

/** Whether the tenant has a bill of an order, other than one that was made void. */
export const hasBill = async ({ tx }: Acting, { bill_id }: Order): Promise<boolean> => {
  const { rows } = await sql`select from bill where bill_id = ${bill_id}::integer and is_void = 0`.execute(tx)
  return rows.length > 0
}

/**
 * Throws where the tenant cannot be made to pay: 400 without an amount; 409 where the order has no tenant, or has its bill already: what an order
 * that was done again costs more is the operator's.
 */
export const checkBilled = async (acting: Acting, order: Order, asked: Finished): Promise<void> => {
  const { custom_id, contract_id } = order
  if (!isBilled(asked)) return
  if (asked.cost <= 0) throw new CallError(400, '由租客承担的，费用须大于0', { field: 'cost' })
  if (await hasBill(acting, order)) throw new CallError(409, '这张工单已有租客账单，返工的费用由运营方承担', { field: 'borne_by' })
  if (custom_id !== null) return
  const why = contract_id === null ? '报修时房间没有租客，费用只能由运营方承担' : '房间由企业整租，没有租客可收费，费用只能由运营方承担'
  throw new CallError(409, why, { field: 'borne_by' })
}

/** Who bears what an order costs: the main tenant of its contract, who may be another by now than whoever reported it (变更主租人). */
const payerOf = async ({ tx }: Acting, { contract_id, custom_id }: Order): Promise<{ custom_id: number; name: string }> => {
  const { rows } = await sql<{ custom_id: number; name: string }>`
    select l.custom_id, l.name from lessee l
    where l.custom_id = coalesce((select c.custom_id from contract c where c.contract_id = ${contract_id}::integer), ${custom_id}::integer)
  `.execute(tx)
  return rows[0] ?? { custom_id: custom_id ?? 0, name: '' }
}

/** Makes the tenant's bill for an order, by the rules of 新增费用账单, and keeps it with the order. Throws as `addBill` does. */
export const billTenant = async (acting: Acting, order: Order, { cost, from_id = 0, due_days = 0 }: Finished): Promise<number> => {
  const { tx, now } = acting
  const { custom_id, name } = await payerOf(acting, order)
  const room = await tx.selectFrom('org').select('unit_id').where('org_id', '=', order.org_id).executeTakeFirst()
  const today = dateOf(now)
  const { bill_id } = await addBill(acting, {
    org_id: order.org_id,
    unit_id: room?.unit_id ?? 0,
    from: 2,
    from_id,
    price: cost,
    bill_date: addDays(today, due_days),
    payer: 1,
    payment_ratio: 100,
    start_date: today,
    end_date: today,
    custom_id,
    custom_name: name,
    note: `报修工单 ${order.number}`,
    late: 0,
    contract_id: 0,
    type: 2,
  })
  await updateRows(tx, resourceNamed('repair'), [order.repair_id], { bill_id })
  return bill_id
}
