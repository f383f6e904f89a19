import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import type { Staff } from '../types.ts'

/**
 * Has a few contracts that are behind with their rent agree on late fees of their own: of those that are given, two since they were signed and one by a
 * supplement a month ago; and two that owe the last bills alone have none.
 */
export const addFeeTerms = async (tx: Tx, [first = 0, second = 0, third = 0]: readonly number[], { guanjia }: Staff): Promise<void> => {
  await sql`
    update contract set fee_way = 2, fee_rate = 3, fee_grace = 10, fee_cap = 30 where contract_id in (${first}, ${second})
  `.execute(tx)
  await sql`
    insert into contract_fee (contract_id, from_date, fee_way, fee_rate, fee_grace, fee_cap, reason, p_id, created_by)
    select contract_id, case n when 1 then start_date else current_date - 30 end, n, case n when 2 then 2 end, case n when 2 then 5 end,
      case n when 2 then 20 end, case n when 2 then '补充协议' end, p_id, ${guanjia}::integer
    from contract, generate_series(1, 2) n where contract_id = ${third} and start_date < current_date - 30 order by n
  `.execute(tx)
  await sql`
    update contract c set fee_way = f.fee_way, fee_rate = f.fee_rate, fee_grace = f.fee_grace, fee_cap = f.fee_cap
    from contract_fee f where f.contract_id = c.contract_id and f.fee_way = 2
  `.execute(tx)
  await sql`
    update contract set fee_way = 3 where contract_id in (
      select b.contract_id from bill b join contract c on c.contract_id = b.contract_id
      where b."from" = 1 and b.is_void = 0 and b.paid < b.price and b.bill_date < current_date - 5 and c.status = ${inState(contract, 'inForce')} and c.kind = 1
        and b.contract_id not in (${first}, ${second}, ${third})
      group by b.contract_id having min(b.bill_date) > current_date - 40 order by b.contract_id limit 2
    )
  `.execute(tx)
}
