import { sql } from 'kysely'
import type { Conflict } from '../../calls/mergingCall.ts'

/** Why two entries cannot be of one company: each has a share of its own of one bill, and in the same capacity. Null where they can. */
export const sharedBillOf: Conflict = async (db, one, other) => {
  const { rows } = await sql<{ sn: string }>`
    select b.sn from bill_share a join bill_share s on s.bill_id = a.bill_id and s.party = a.party and s.company_id = ${other}
    join bill b on b.bill_id = a.bill_id where a.company_id = ${one} limit 1
  `.execute(db)
  return rows[0] ? `两家在账单 ${rows[0].sn} 里各承担一份，不能合并` : null
}
