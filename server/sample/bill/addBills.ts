import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import { addMonths, type Day, type Lease, rentSchedule } from '../../domain/contract/rules/rentSchedule.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { billMade } from '../addPast.ts'
import { insertMany } from '../bulk.ts'
import { calendar } from '../calendar.ts'
import type { Lookups } from '../lookups.ts'
import type { Staff } from '../types.ts'
import { addDeposits } from './addDeposits.ts'
import { addPaidBills, keepUnused } from './addPaidBills.ts'
import { addWithholdings } from './addWithholdings.ts'

/** The days that a tenant has to pay after a period has begun. */
const DUE_AFTER = 9

/** Bills are made so many days before their period begins. */
const MADE_BEFORE = 8

interface Let extends Lease {
  contract_id: number
  today: Day
}

/** What is due by each contract, in a table of its own until the transaction ends: `months` back, and what begins soon. */
const addRentPeriods = async (tx: Tx, months: number): Promise<void> => {
  const { rows } = await sql<Let>`
    select contract_id, start_date - date '1970-01-01' as start, end_date - date '1970-01-01' as "end", rent, current_date - date '1970-01-01' as today
    from contract where status in (${inSet(contract, 'hasLet')})
  `.execute(tx)
  await sql`create temp table rent_period (contract_id integer, from_date date, to_date date, due bigint) on commit drop`.execute(tx)
  const periods = function* () {
    for (const { contract_id, today, ...lease } of rows)
      for (const { from, to, price } of rentSchedule(lease, addMonths(today, -months), today + MADE_BEFORE))
        yield { contract_id, from_date: calendar.dateOf(from), to_date: calendar.dateOf(to), due: price }
  }
  await insertMany(tx, 'rent_period', ['contract_id', 'from_date', 'to_date', 'due'], periods())
  await sql`analyze rent_period`.execute(tx)
}

/** Rent bills of every contract, as its schedule says; what a flow of the same room and period paid stands on them. */
const addRentBills = async (tx: Tx, lookups: Lookups, staff: Staff, months: number): Promise<void> => {
  await addRentPeriods(tx, months)
  await sql`
    with payments as (
      select distinct on (org_id, start_date) org_id, start_date, flow_id, price from flow f
      where type = 1 and "from" = 2 and from_id = ${lookups.cost.房租}::integer and reverses is null and org_id is not null
        and not exists (select from flow r where r.reverses = f.flow_id)
      order by org_id, start_date, flow_id
    ),
    priced as (select c.*, p.from_date, p.to_date, p.due from rent_period p join contract c on c.contract_id = p.contract_id)
    insert into bill (sn, type, "from", price, paid, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, company_id, org_id, unit_id,
      contract_id, p_id, created_at, created_by)
    select ${nextOf(series.bill, sql`from_date`)}, 1, 1, due, case when f.price is null then 0 else least(f.price, due) end, from_date + ${DUE_AFTER}::integer,
      from_date, to_date, case p.kind when 2 then 2 else 1 end, 100, coalesce(l.name, c.name), p.custom_id,
      coalesce(p.company_id, l.company_id), p.org_id, o.unit_id, contract_id, p.p_id, ${billMade(sql`(from_date + ${sql.lit(DUE_AFTER)})`)}, ${staff.caiwu}::integer
    from priced p
    join org o on o.org_id = p.org_id
    left join lessee l on l.custom_id = p.custom_id
    left join company c on c.company_id = p.company_id
    left join payments f on f.org_id = p.org_id and f.start_date = p.from_date and p.kind = 1
    order by from_date, contract_id
  `.execute(tx)
}

/** Charges that a tenant and a company share, some of them voided. */
const addCharges = (tx: Tx, lookups: Lookups, staff: Staff) =>
  sql`
    with chosen as (
      select c.*, l.name as tenant, l.company_id as employer, o.unit_id, row_number() over (order by c.contract_id) as place
      from contract c join lessee l on l.custom_id = c.custom_id join org o on o.org_id = c.org_id
      where c.status = ${inState(contract, 'inForce')} and l.company_id is not null order by c.contract_id limit 90
    )
    insert into bill (sn, type, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio, user_clear, custom_name, custom_id, company_id,
      org_id, unit_id, p_id, is_void, note, created_by)
    select ${nextOf(series.bill, sql`day`)}, 2, 2, case when place % 3 = 0 then ${lookups.cost.停车费}::integer else ${lookups.cost.物业费}::integer end,
      (12000 + place * 350)::bigint, day, date_trunc('month', day)::date, (date_trunc('month', day) + interval '1 month')::date - 1,
      case when place % 4 = 0 then 2 else 1 end, case when place % 4 = 0 then 50 when place % 4 = 1 then 70 when place % 4 = 2 then 50 else 30 end,
      case when place % 4 = 0 then 0 end, tenant, custom_id, employer, org_id, unit_id, p_id, case when place % 23 = 0 then 1 else 0 end,
      case when place % 23 = 0 then '重复登记，已作废' end, ${staff.caiwu}::integer
    from chosen, lateral (select current_date + 20 - (place % 60)::integer as day) due
    order by place
  `.execute(tx)

/** Each party's share: the payer's part by the ratio, the other's the rest (domain.md, Money). */
const addShares = (tx: Tx) =>
  sql`
    insert into bill_share (bill_id, party, company_id, price, paid, p_id)
    select bill_id, party, case when party = 2 then company_id end, part, case when party = 1 then least(paid, part) else 0 end, p_id
    from bill b, lateral (select ceil(price * payment_ratio / 100.0)::bigint as payers) split,
      lateral (values (payer, payers), (3 - payer, price - payers)) as shares (party, part)
    where part > 0
    order by bill_id, party
  `.execute(tx)

/** 核销: the flow of the same room and period settles the tenant's share, when it came. */
const addAllocations = (tx: Tx, lookups: Lookups) =>
  sql`
    insert into allocation (flow_id, share_id, price, p_id, created_at)
    select distinct on (s.share_id) f.flow_id, s.share_id, s.paid, s.p_id, f.deal_time
    from bill_share s
    join bill b on b.bill_id = s.bill_id and b."from" = 1
    join flow f on f.org_id = b.org_id and f.start_date = b.start_date and f.type = 1 and f."from" = 2 and f.from_id = ${lookups.cost.房租}::integer
      and f.reverses is null and not exists (select from flow r where r.reverses = f.flow_id)
    where s.paid > 0
    order by s.share_id, f.flow_id
  `.execute(tx)

/** Readings as they must have been for what was paid for water, power and gas. */
const addReadings = (tx: Tx, staff: Staff) =>
  sql`
    with paid as (
      select distinct on (f.org_id, f.from_id, f.end_date) f.org_id, f.from_id as simple_id, f.end_date as read_date, f.p_id, abs(f.price) as amount,
        (one ->> 'price')::bigint as price
      from flow f join org o on o.org_id = f.org_id, jsonb_array_elements(o.simple) one
      where f."from" = 4 and f.type = 1 and f.reverses is null and (one ->> 'simple_id')::integer = f.from_id and f.deal_time > epoch_now() - 200 * 86400
        and abs(f.price) % (one ->> 'price')::bigint = 0
      order by f.org_id, f.from_id, f.end_date, f.flow_id
    ),
    summed as (
      select *, amount / price as used, 40 + org_id % 300 + coalesce(sum(amount / price) over (partition by org_id, simple_id order by read_date rows between unbounded preceding and 1 preceding), 0) as before
      from paid
    )
    insert into meter (org_id, simple_id, read_date, previous, current, usage, price, amount, is_new, p_id, created_by)
    select org_id, simple_id, read_date, before, before + used, used, price, amount, 0, p_id, ${staff.guanjia}::integer
    from summed order by read_date, org_id, simple_id limit 60000
  `.execute(tx)

/** Adds what is owed and how it was settled, so that it agrees with contracts and flows: `months` back from today. */
export const addBills = async (
  tx: Tx,
  lookups: Lookups,
  staff: Staff,
  months: number,
  analyze: (tables: readonly string[]) => Promise<void>,
): Promise<void> => {
  await addRentBills(tx, lookups, staff, months)
  await addCharges(tx, lookups, staff)
  await analyze(['bill'])
  await addShares(tx)
  await analyze(['bill_share'])
  await addAllocations(tx, lookups)
  await addDeposits(tx, lookups, staff, analyze)
  await addPaidBills(tx, staff, analyze)
  await keepUnused(tx)
  await addReadings(tx, staff)
  await addWithholdings(tx, staff, analyze)
}
