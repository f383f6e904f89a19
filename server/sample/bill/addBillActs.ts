import { type RawBuilder, sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import { demandsOf } from '../../domain/dunning/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import type { Staff } from '../types.ts'

/** Adds adjustments of shares: `chosen` gives share_id, bill_id, p_id, price and `ago`, so many days. */
const addAdjustments = async (tx: Tx, kind: 3 | 4, reason: string, staff: Staff, chosen: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into bill_adjust (sn, bill_id, share_id, kind, price, reason, p_id, created_by, created_at)
    select ${nextOf(series.adjustment, sql`(current_date - ago)`)}, bill_id, share_id, ${kind}, price, ${reason}, p_id, ${staff.caiwu}::integer,
      extract(epoch from current_date - ago)::bigint + 36000
    from (${chosen}) chosen order by bill_id
  `.execute(tx)
}

/** What tenants owe of rent, and nothing is paid of, those last on record first: who comes first has money waiting on 核销台. */
const owed = sql`
  select s.share_id, b.bill_id, b.p_id, s.price, b.custom_id, b.contract_id, b.bill_date, row_number() over (partition by b.custom_id order by b.bill_date) as place
  from bill b join bill_share s on s.bill_id = b.bill_id and s.party = 1
  where b."from" = 1 and b.is_void = 0 and b.paid = 0 and b.bill_date < current_date - 10`

/** Adds letters of today to those who were told in writing before and have not paid, as they are printed: whoever looks can print them again. */
const addDemands = async (tx: Tx, staff: Staff): Promise<void> => {
  if (staff.guanjia === null) return
  const { rows } = await sql<{ bill_id: number }>`select bill_id from dunning where way = 4 order by bill_id limit 8`.execute(tx)
  await demandsOf(
    { tx, reader: { userId: staff.guanjia, scope: null } },
    rows.map(({ bill_id }) => bill_id),
  )
}

/**
 * Adds what staff did with bills: six households that were let off a tenth of their oldest rent, what three who have moved out left behind, and calls, visits and
 * letters about the oldest debts, as each was due, with some letters of today.
 */
export const addBillActs = async (tx: Tx, staff: Staff): Promise<void> => {
  await addAdjustments(
    tx,
    4,
    '已搬离，多次催缴无果，经批准核销',
    staff,
    sql`select o.share_id, o.bill_id, o.p_id, -o.price as price, 6 as ago from (${owed}) o join contract c on c.contract_id = o.contract_id
      where o.place = 1 and c.status in (${inSet(contract, 'left')}) order by o.custom_id desc limit 3`,
  )
  await addAdjustments(
    tx,
    3,
    '困难家庭，减免一成',
    staff,
    sql`select o.share_id, o.bill_id, o.p_id, -(o.price / 10) as price, 4 as ago from (${owed}) o join contract c on c.contract_id = o.contract_id
      where o.place = 1 and c.status in (${inSet(contract, 'lets')}) order by o.custom_id desc limit 6`,
  )
  await sql`
    insert into dunning (bill_id, contract_id, custom_id, custom_name, stage, way, day, owed, days_late, said, promise_on, p_id, created_by, created_at)
    select t.bill_id, t.contract_id, t.custom_id, t.custom_name, step.stage, step.way, t.day, t.owed, t.day - t.bill_date, step.said,
      case step.way when 2 then t.day + 7 end, t.p_id, ${staff.guanjia}::integer, extract(epoch from t.day)::bigint + 34200
    from (values (1, '提醒', 1, '短信提醒缴费'), (7, '电话催缴', 2, '本人接听，说发了工资就付'), (30, '书面催缴', 4, '催缴函已送达，本人签收')) step (days, stage, way, said)
    cross join lateral (
      select b.bill_id, b.contract_id, b.custom_id, b.custom_name, b.bill_date, b.p_id, b.price - b.paid as owed, b.bill_date + step.days as day
      from bill b where b."from" = 1 and b.is_void = 0 and b.paid < b.price and b.custom_id is not null and b.bill_date + step.days < current_date - 2
      order by b.custom_id desc, b.bill_id limit 24
    ) t
  `.execute(tx)
  await addDemands(tx, staff)
}
