import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { billForm } from '../../../src/schemas/bill/bill.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'
import { nextNumber, nextOf, series } from '../../store/writing/series.ts'
import { insertRow } from '../../store/writing/write.ts'
import { voidBills } from './acts.ts'
import { checkSource } from './checkSource.ts'

type Bill = FormValue<typeof billForm>
/** A call has it, and so has a move of another subject that makes a bill. */
type Making = Pick<Acting, 'tx' | 'session'>

interface Place {
  org_id: number
  unit_id: number
  p_id: number
  custom_id: number | null
  company_id: number | null
  custom_name: string | null
}

/** The room with its project, and the tenant with the company that stands for the other part of the bill. */
const placeOf = async ({ tx, session }: Making, { org_id, custom_id, custom_name }: Bill): Promise<Place> => {
  const { rows } = await sql<Place>`
    select o.org_id, o.unit_id, o.p_id, l.custom_id, l.company_id, l.name as custom_name
    from org o left join lessee l on l.custom_id = ${custom_id ?? null}::integer and ${inScope(session.scope, 'l.p_id')}
    where o.org_id = ${org_id} and ${inScope(session.scope, 'o.p_id')}
  `.execute(tx)
  const place = rows[0]
  if (!place) throw new CallError(400, '请先选择租赁房间的小区和房号', { field: 'org_id' })
  if (custom_id !== undefined && place.custom_name !== custom_name) throw new CallError(400, '请搜索租客姓名', { field: 'custom_id' })
  return place
}

/** A share's amount in fen. The remainder of the division goes to the payer, who comes first (domain.md). */
const payersPart = (price: number, ratio: number): number => Math.ceil((price * ratio) / 100)

const sharesOf = ({ price, payer, payment_ratio }: Bill): { party: 1 | 2; price: number }[] => {
  const first = payersPart(price, payment_ratio)
  const other = payer === 1 ? 2 : 1
  return [
    { party: payer as 1 | 2, price: first },
    { party: other as 1 | 2, price: price - first },
  ].filter((share) => share.price > 0) as { party: 1 | 2; price: number }[]
}

/** So many days may lie between when the tenant is said to have paid and when his money was entered. */
const DAYS = 7
const DAY_SECONDS = 86_400

/** Throws 409 where what the tenant is said to have paid was entered already and waits to be settled: said to be paid once more, it would be there twice. */
const checkNotEntered = async (
  { tx }: Making,
  { from, user_payment_time: at = 0 }: Bill,
  { custom_id, custom_name, p_id }: Place,
  price: number,
): Promise<void> => {
  const { rows } = await sql<Row<'flow', 'sn'>>`
    select sn from flow
    where unused > 0 and unused = ${price}::bigint and type = 1 and ("from" = 3) = (${from}::integer = 3) and coalesce(p_id, ${p_id}) = ${p_id}
      and (custom_id = ${custom_id}::integer or (custom_id is null and custom_name = ${custom_name}))
      and deal_time between ${at - DAYS * DAY_SECONDS}::bigint and ${at + DAYS * DAY_SECONDS}::bigint
    order by deal_time, flow_id limit 1
  `.execute(tx)
  if (rows[0])
    throw new CallError(409, `租客的这笔钱已登记为收款 ${rows[0].sn}、还没有核销：请选“否”，登记以后在核销台核销，免得记两遍`, {
      field: 'user_clear',
    })
}

/**
 * Makes a bill with its one or two shares (domain.md, Money). With `user_clear` 1 the tenant's share is paid at `user_payment_time`: a flow
 * is recorded and allocated to it, so that the share's paid amount still is the sum of its allocations. Throws 409 where that money was entered already.
 */
export const addBill = async (context: Making, bill: Bill): Promise<{ bill_id: number; sn: string }> => {
  const { tx, session } = context
  await checkSource(tx, bill)
  const place = await placeOf(context, bill)
  const sn = await nextNumber(tx, series.bill)
  const { contract_id: _none, p_id: _chosen, custom_name, ...rest } = bill
  const bill_id = await insertRow(tx, resourceNamed('bill'), { ...rest, ...place, custom_name, sn }, session.userId)
  for (const { party, price } of sharesOf(bill)) {
    const company_id = party === 2 ? place.company_id : null
    const share_id = await insertRow(
      tx,
      resourceNamed('bill_share'),
      { bill_id, party, price, company_id, p_id: place.p_id },
      session.userId,
    )
    if (party === 1 && bill.user_clear === 1) {
      await checkNotEntered(context, bill, { ...place, custom_name }, price)
      await settle(context, bill, place, share_id, price)
    }
  }
  return { bill_id, sn }
}

const settle = async ({ tx, session }: Making, bill: Bill, place: Place, share_id: number, price: number): Promise<void> => {
  const { rows } = await sql<Row<'flow', 'flow_id'>>`
    insert into flow (type, "from", from_id, price, unit_id, org_id, p_id, custom_name, custom_id, way, start_date, end_date, deal_time, note, sn, created_by)
    values (1, ${bill.from}, ${bill.from_id}, ${price}::bigint, ${place.unit_id}, ${place.org_id}, ${place.p_id}, ${bill.custom_name}, ${place.custom_id}::integer, 11,
      ${bill.start_date}::date, ${bill.end_date}::date, ${bill.user_payment_time ?? 0}::bigint, '登记账单时租客已付清',
      ${nextOf(series.receipt)}, ${session.userId}::integer)
    returning flow_id
  `.execute(tx)
  const flow_id = rows[0]?.flow_id ?? 0
  await insertRow(tx, resourceNamed('allocation'), { flow_id, share_id, price, p_id: place.p_id }, session.userId)
}

/** Takes back bills that an import made: they are void, and their numbers stay. Throws 409, naming one, where it is paid, written off, or with the bank. */
export const takeBackBills = (context: Making, keys: readonly number[]): Promise<void> => voidBills(context as Acting, keys, '撤销导入')
