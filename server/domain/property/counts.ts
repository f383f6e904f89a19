import { sql } from 'kysely'
import { type Counted, defineCount } from '../../calls/defineCount.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'

export default [
  /** Who lives in a room, or holds its contract in force: a tenant, or the company that rents it whole. */
  defineCount({
    of: 'org',
    columns: ['resident', 'phone', 'current_company', 'rent'],
    tells: [],
    rows: async (db, keys) => {
      const { rows } = await sql<Counted>`
        select o.org_id as key, coalesce(l.name, f.name) as resident, coalesce(l.phone, f.phone) as phone, f.company_id as current_company, c.rent
        from org o
        left join contract c on c.contract_id = o.current_contract
        left join lessee l on l.custom_id = o.current_tenant
        left join company f on f.company_id = c.company_id and l.custom_id is null
        where o.org_id = any(${keyList(keys)})
      `.execute(db)
      return rows
    },
  }),
  /** What is overdue of those who live there now: bills of the contract in force, and others of this room in the tenant's name. */
  defineCount({
    of: 'org',
    columns: ['owed', 'days_late'],
    tells: ['bill'],
    rows: async (db, keys, scope) => {
      const overdue = sql`b.paid < b.price and b.is_void = 0 and b.bill_date < as_of_day() and ${inScope(scope, 'b.p_id')}`
      const { rows } = await sql<Counted>`
        select o.org_id as key,
          case when o.current_contract is not null then coalesce(sum(d.owed), 0)::bigint end as owed,
          as_of_day() - min(d.bill_date) as days_late
        from org o
        left join lateral (
          select b.bill_id, b.price - b.paid as owed, b.bill_date from bill b where b.contract_id = o.current_contract and ${overdue}
          union
          select b.bill_id, b.price - b.paid, b.bill_date from bill b where b.custom_id = o.current_tenant and b.org_id = o.org_id and ${overdue}
        ) d on true
        where o.org_id = any(${keyList(keys)})
        group by o.org_id, o.current_contract
      `.execute(db)
      return rows
    },
  }),
]
