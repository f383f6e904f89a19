import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import transfer from '../../../src/resources/statement/transfer.ts'
import { actNamed } from '../../calls/actNamed.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { isWithBank } from '../bill/index.ts'
import { OPENING_ACCOUNT } from '../journal/index.ts'
import { rentItem } from '../statement/index.ts'

/** An opening that is booked. */
interface Opening {
  opening_id: number
  day: string
  p_id: number
}

/** Of a debt from before: the contract that it arose on, the room's with that party, the last of those that let it that had begun (domain.md: arrears stay with the contract that they arose on). */
const contractOf = sql`(
  select c.contract_id from contract c
  where c.status in (${inSet(contract, 'hasLet')}) and c.org_id = i.org_id and (c.custom_id = i.custom_id or c.company_id = i.company_id) and c.start_date <= i.end_date order by c.start_date desc, c.contract_id desc limit 1
)`

/** What was owed becomes bills, each of one party's share, that are told against the opening and not against income (server/domain/bill/postings.ts). */
const addBills = async (tx: Tx, { opening_id }: Opening, userId: number | null): Promise<void> => {
  await sql`
    with given as materialized (
      select i.*, ${nextOf(series.bill)} as sn, o.unit_id, ${contractOf} as contract_id, coalesce(l.name, c.name) as name
      from opening_item i join org o on o.org_id = i.org_id left join lessee l on l.custom_id = i.custom_id left join company c on c.company_id = i.company_id
      where i.opening_id = ${opening_id} and i.kind in (1, 2) order by i.item_id
    ),
    made as (
      insert into bill (sn, type, contract_id, org_id, unit_id, p_id, custom_id, company_id, custom_name, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio,
        opening_id, note, created_by)
      select sn, 2, contract_id, org_id, unit_id, p_id, custom_id, company_id, left(name, 60), kind, cost_id, price, bill_date, start_date, end_date,
        case when custom_id is null then 2 else 1 end, 100, opening_id, note, ${userId}::integer
      from given order by item_id
      returning bill_id, sn
    ),
    shared as (
      insert into bill_share (bill_id, party, company_id, price, p_id, created_by)
      select m.bill_id, case when g.custom_id is null then 2 else 1 end, g.company_id, g.price, g.p_id, ${userId}::integer from made m join given g using (sn) order by m.bill_id
    )
    update opening_item i set bill_id = m.bill_id, version = i.version + 1, updated_at = epoch_now() from made m join given g using (sn) where i.item_id = g.item_id
  `.execute(tx)
}

/** What was paid ahead becomes receipts that can be matched. */
const addReceipts = async (tx: Tx, { opening_id, day }: Opening, userId: number | null, item: number): Promise<void> => {
  await sql`
    with given as materialized (
      select i.*, ${nextOf(series.receipt)} as sn, coalesce(l.name, c.name) as name
      from opening_item i left join lessee l on l.custom_id = i.custom_id left join company c on c.company_id = i.company_id
      where i.opening_id = ${opening_id} and i.kind = 3 order by i.item_id
    ),
    made as (
      insert into flow (type, "from", from_id, price, p_id, custom_name, custom_id, company_id, way, own_account_id, start_date, end_date, deal_time, note, sn, created_by)
      select 1, 2, ${item}::integer, price, p_id, left(name, 60), custom_id, company_id, 11, ${OPENING_ACCOUNT}::integer, ${day}::date, ${day}::date,
        extract(epoch from ${day}::date::timestamptz)::bigint, coalesce(note, '期初预收'), sn, ${userId}::integer
      from given order by item_id
      returning flow_id, sn
    )
    update opening_item i set flow_id = m.flow_id, version = i.version + 1, updated_at = epoch_now() from made m join given g using (sn) where i.item_id = g.item_id
  `.execute(tx)
}

/** What was on the operator's accounts is put there. */
const addMoney = async (tx: Tx, { opening_id, day, p_id }: Opening, userId: number | null): Promise<void> => {
  await sql`
    with given as materialized (select * from opening_item where opening_id = ${opening_id} and kind = 4 order by item_id),
    made as (
      insert into transfer (kind, from_account_id, to_account_id, price, fee, day, note, p_id, created_by)
      select 1, ${OPENING_ACCOUNT}::integer, own_account_id, sum(price), 0, ${day}::date, '期初余额', ${p_id}::integer, ${userId}::integer
      from given group by own_account_id order by own_account_id
      returning transfer_id, to_account_id
    )
    update opening_item i set transfer_id = m.transfer_id, version = i.version + 1, updated_at = epoch_now()
    from made m join given g on g.own_account_id = m.to_account_id where i.item_id = g.item_id
  `.execute(tx)
}

/** Books an opening: bills, receipts and balances come, each told against 4104 (postings.md, opening). All of it or nothing. */
export const bookOpening = async ({ tx, session }: Acting, opening: Opening): Promise<void> => {
  await sql`select set_config('anju.opening', 'on', true)`.execute(tx)
  await addBills(tx, opening, session.userId)
  await addReceipts(tx, opening, session.userId, await rentItem(tx))
  await addMoney(tx, opening, session.userId)
  await sql`select set_config('anju.opening', '', true)`.execute(tx)
}

/** What of an opening has been used since; the rows stay held until it is taken back. */
const usedOf = async (tx: Tx, opening_id: number): Promise<number> => {
  const counted = async (used: RawBuilder<{ isUsed: boolean }>): Promise<number> =>
    (await used.execute(tx)).rows.filter(({ isUsed }) => isUsed).length
  const flows = await counted(sql`
    select f.unused < f.price or f.line_id is not null or exists (select from flow r where r.reverses = f.flow_id) as "isUsed"
    from flow f join opening_item i on i.flow_id = f.flow_id where i.opening_id = ${opening_id} order by f.flow_id for update of f
  `)
  const bills = await counted(sql`
    select b.paid > 0 or b.is_void = 1 or exists (select from bill_adjust a where a.bill_id = b.bill_id)
      or exists (select from bill fee where fee.of_bill = b.bill_id and fee.is_void = 0)
      or ${isWithBank('b')} or exists (select from plan_share x where x.bill_id = b.bill_id and x.is_open = 1) as "isUsed"
    from bill b join opening_item i on i.bill_id = b.bill_id where i.opening_id = ${opening_id} order by b.bill_id for update of b
  `)
  const transfers = await counted(sql`
    select t.status <> ${inState(transfer, 'stands')} or coalesce(t.from_line_id, t.to_line_id) is not null as "isUsed"
    from transfer t where t.transfer_id in (select transfer_id from opening_item where opening_id = ${opening_id}) order by t.transfer_id for update
  `)
  return flows + bills + transfers
}

/** Takes an opening back: red lines on the accounts on which it was booked; its items are as before. Throws 409 where something of it was used. */
export const undoOpening = async (acting: Acting, opening_id: number): Promise<void> => {
  const { tx, session } = acting
  const used = await usedOf(tx, opening_id)
  if (used > 0)
    throw new CallError(
      409,
      `期初带来的账单、收款、余额有 ${used} 笔已核销、调整、红冲、对账、出过违约金，或在代扣批次、还款计划里，不能撤销`,
    )
  const { rows } = await sql<{ flow_id: number | null; transfer_id: number | null }>`
    select flow_id, transfer_id from opening_item where opening_id = ${opening_id} and (flow_id is not null or transfer_id is not null)
  `.execute(tx)
  for (const flow_id of rows.flatMap((row) => row.flow_id ?? [])) await actNamed(acting, 'flow', 'reverse', [flow_id], { note: '撤销建账' })
  const transfers = [...new Set(rows.flatMap((row) => row.transfer_id ?? []))]
  if (transfers.length > 0) await moveBySystem(acting, 'transfer', 'fall', transfers)
  await sql`
    update bill set is_void = 1, void_why = '撤销建账', voided_by = ${session.userId}::integer, voided_at = epoch_now(), version = version + 1, updated_at = epoch_now()
    where opening_id = ${opening_id} and is_void = 0
  `.execute(tx)
  await sql`
    update opening_item set bill_id = null, flow_id = null, transfer_id = null, version = version + 1, updated_at = epoch_now() where opening_id = ${opening_id}
  `.execute(tx)
}
