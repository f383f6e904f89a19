import { sql } from 'kysely'
import { checkCharacterOf } from '../../../src/protocol/creditCode.ts'
import contract from '../../../src/resources/contract/contract.ts'
import lease from '../../../src/resources/lease/lease.ts'
import occupant from '../../../src/resources/lease/occupant.ts'
import org from '../../../src/resources/property/org.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { nextOf, numberOf, series } from '../../store/writing/series.ts'
import { insertMany } from '../bulk.ts'
import { randomOf } from '../random.ts'
import { nameOf } from '../tenant/names.ts'
import { phoneOf } from '../tenant/phones.ts'
import type { Staff } from '../types.ts'

const COMPANIES = [
  ['申港精密仪器（上海）有限公司', '浦东新区金桥路 889 号'],
  ['华昱生物医药科技有限公司', '浦东新区蔡伦路 150 号'],
  ['东岳轨道交通装备有限公司', '宝山区富联路 300 号'],
  ['上海同舟公共交通有限公司', '虹口区曲阳路 518 号'],
  ['云枢信息技术股份有限公司', '杨浦区淞沪路 303 号'],
  ['复旦附属江湾医院', '虹口区场中路 12 号'],
  ['上海市第三环卫服务中心', '静安区沪太路 1100 号'],
  ['中远海通物流（上海）有限公司', '浦东新区外高桥富特西路 77 号'],
  ['安禾幼儿教育集团', '普陀区真北路 958 号'],
  ['临港智造装备产业园管理有限公司', '浦东新区临港大道 19 号'],
  ['闵行区人才服务中心', '闵行区莘庄沪闵路 6258 号'],
  ['锦年养老服务有限公司', '徐汇区龙华路 2577 号'],
] as const

/** A unified social credit code with its right check character (GB 32100-2015). */
const creditCode = (serial: number): string => {
  const body = `9131011${(5000 + serial * 37).toString().padStart(4, '0')}MA1K${serial.toString().padStart(2, '0')}`.slice(0, 17)
  return body + checkCharacterOf(body)
}

/** The roster of leased rooms: people of the company that rents them. */
const addOccupants = (tx: Tx, staff: Staff) =>
  sql`
    with people as (
      select l.custom_id, l.company_id, row_number() over (partition by l.company_id order by l.custom_id) as place from lessee l
      where l.company_id is not null and not exists (select from contract c where c.custom_id = l.custom_id and c.status in (${inSet(contract, 'open')}))
    ),
    rooms as (
      select c.*, row_number() over (partition by c.company_id order by c.contract_id) as place from contract c
      where c.kind = 2 and c.status in (${inSet(contract, 'lets')})
    )
    insert into occupant (custom_id, company_id, org_id, from_date, status, contract_id, lease_id, p_id, created_by)
    select p.custom_id, r.company_id, r.org_id, least(r.start_date + 3, current_date), case when p.place % 4 = 0 then ${inState(occupant, 'listed')} else ${inState(occupant, 'living')} end,
      r.contract_id, r.lease_id, r.p_id, ${staff.guanjia}::integer
    from people p join rooms r on r.company_id = p.company_id and p.place in (2 * r.place - 1, 2 * r.place) where r.start_date <= current_date
  `.execute(tx)

/** Adds companies, says for whom some tenants work and who has signed for debiting, and lets them whole buildings that stand empty. */
export const addCompanies = async (tx: Tx, staff: Staff): Promise<void> => {
  const random = randomOf('companies')
  const taken = new Set<string>()
  const rows = COMPANIES.map(([name, address], index) => ({
    name,
    code: creditCode(index + 11),
    contact: nameOf(random, index % 2 === 0 ? 1 : 2, 1980 + index, false),
    phone: phoneOf(random, taken),
    address,
    created_by: staff.guanjia,
  }))
  await insertMany(tx, 'company', ['name', 'code', 'contact', 'phone', 'address', 'created_by'], rows)
  await sql`
    with companies as (select company_id, row_number() over (order by company_id) as place from company)
    update lessee set company_id = c.company_id from companies c where lessee.custom_id % 6 = 0 and c.place = 1 + lessee.custom_id / 6 % ${COMPANIES.length}::integer
  `.execute(tx)
  await sql`
    update lessee set withhold = 1 where custom_id in (
      select c.custom_id from contract c join flow f on f.org_id = c.org_id and f.way = 7 and f.start_date between c.start_date and c.end_date where c.status in (${inSet(contract, 'lets')})
    )
  `.execute(tx)
  await sql`
    with companies as (select company_id, row_number() over (order by company_id) as place, count(*) over () as all_ from company),
      free as (
        select o.*, row_number() over (order by org_id) as place,
          coalesce((select max(c.end_date) + 1 from contract c where c.org_id = o.org_id and c.status <> ${inState(contract, 'void')}), '2020-01-01') as free_since
        from org o
        where o.status = ${inState(org, 'usable')} and not exists (select from contract c where c.org_id = o.org_id and c.status in (${inSet(contract, 'open')}))
        order by o.show_type, org_id limit 14
      ),
      placed as (
      select free.*, c.company_id, greatest((date_trunc('month', current_date) - free.place * interval '1 month')::date, free.free_since) as start_date,
        greatest(200000, round(coalesce(free.area, 60) * 45) * 100)::bigint as monthly
      from free join companies c on c.place = 1 + free.place % c.all_
    ),
    leases as (
      insert into lease (sn, company_id, p_id, start_date, end_date, months, mode, cycle, first_part, due_way, due_days, status, signed_on, keys_on, created_by)
      select ${numberOf(series.wholeLease, sql`row_number() over (order by min(place))`, sql`min(start_date)`)}, company_id, p_id, min(start_date),
        (max(start_date) + interval '24 months')::date - 1, 24, 2, 1, 1, 2, 9, ${inState(lease, 'inForce')}, min(start_date), max(start_date), ${staff.guanjia}::integer
      from placed group by company_id, p_id
      returning lease_id, company_id, p_id
    )
    insert into contract (sn, kind, lease_id, org_id, company_id, p_id, start_date, end_date, months, rent, deposit, payment_ratio, status, sign_way, signed_on, keys_on, created_by)
    select ${nextOf(series.contract, sql`start_date`)}, 2, l.lease_id, org_id, p.company_id, p.p_id, start_date, (start_date + interval '24 months')::date - 1, 24,
      monthly, monthly * 2, 100, case when place % 7 = 0 then ${inState(contract, 'surrendering')} else ${inState(contract, 'inForce')} end, 2, start_date, start_date,
      ${staff.guanjia}::integer
    from placed p join leases l on l.company_id = p.company_id and l.p_id = p.p_id order by place
  `.execute(tx)
  await sql`select setval(${series.wholeLease.sequence}, ${COMPANIES.length}::integer * 10)`.execute(tx)
  await addOccupants(tx, staff)
}
