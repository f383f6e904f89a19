import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { type Owing, theOne, wrongTogether } from './rules/whose.ts'

/** An overdue share that a plan is about. */
export interface Overdue extends Owing {
  share_id: number
  bill_id: number
  /** What it comes to, paid or not. */
  price: number
  contract_sn: string | null
  custom_name: string
  org_id: number | null
}

/** Gives what a party owes of bills that are overdue. */
export const overdueOf = async (db: Queryable, keys: readonly number[], party: number, scope: Scope): Promise<Overdue[]> => {
  const { rows } = await sql<Overdue>`
    select s.share_id, b.bill_id, s.price, s.price - s.paid as owed, b.contract_id, c.sn as contract_sn, b.custom_id, f.company_id,
      coalesce(f.name, b.custom_name) as custom_name, b.org_id, b.p_id
    from bill b join bill_share s on s.bill_id = b.bill_id
    left join contract c on c.contract_id = b.contract_id
    left join company f on s.party > 1 and f.company_id = coalesce(s.company_id, b.company_id)
    where b.bill_id = any(${keyList(keys)}) and s.party = ${party}::smallint and s.paid < s.price and b.is_void = 0 and b."from" <> 3 and b.bill_date < current_date
      and ${inScope(scope, 'b.p_id')}
    order by b.bill_date, s.share_id
  `.execute(db)
  return rows
}

const WRONG = {
  none: '所选账单里没有这一方逾期未付的金额',
  contract: '所选账单里有不属于合同的，不能拟还款计划',
  projects: '所选账单不在同一个项目，请分项目做',
  payers: '所选账单不是同一付款方的，请分付款方做',
} as const

/** What a plan is of: of one contract, or one room, only where all are. */
interface Whose {
  contract_id: number | null
  org_id: number | null
  custom_id: number | null
  company_id: number | null
  custom_name: string
  p_id: number
}

/** Gives whose these shares are together. Throws 400 where the party owes nothing, or they are not of one payer and one project. */
export const whoseOf = (shares: readonly Overdue[], party: number): Whose => {
  const wrong = wrongTogether(shares, party)
  const [first] = shares
  if (wrong || !first) throw new CallError(400, WRONG[wrong ?? 'none'], { field: 'party' })
  return {
    contract_id: theOne(shares.map(({ contract_id }) => contract_id)),
    org_id: theOne(shares.map(({ org_id }) => org_id)),
    custom_id: theOne(shares.flatMap(({ custom_id }) => custom_id ?? [])),
    company_id: first.company_id,
    custom_name: first.custom_name,
    p_id: first.p_id,
  }
}
