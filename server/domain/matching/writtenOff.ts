import { sql } from 'kysely'
import type { DeskOffers } from '../../../src/protocol/desk.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import type { Debtor } from './findParties.ts'

interface WrittenOff {
  of: 'lessee' | 'company'
  id: number
  name: string
  /** How many bills, of which the earliest due has the number `sn`; `bad` in fen. */
  bills: number
  sn: string
  bad: number
}

const saying = ({ name, bills, sn, bad }: WrittenOff): string =>
  bills === 1
    ? `${name}：账单 ${sn} 核销了坏账 ¥${fenToYuan(bad)}，收到的是这笔钱的先“收回坏账”`
    : `${name}：账单 ${sn} 等 ${bills} 张核销了坏账 ¥${fenToYuan(bad)}，收到的是这些钱的先“收回坏账”`

/**
 * Gives what of parties was written off and not recovered, by party: it is owed no more, so that no money can be for it before it is recovered (bill, 收回坏账). Amounts are said
 * in yuan.
 */
export const writtenOffOf = async (db: Queryable, parties: readonly Debtor[], scope: Scope): Promise<DeskOffers['beside']> => {
  const ids = (name: 'custom_id' | 'company_id') => keyList([...new Set(parties.flatMap((party) => party[name] ?? []))])
  const { rows } = await sql<WrittenOff>`
    select "of", id, min(name) as name, count(*)::integer as bills, (array_agg(sn order by bill_date, sn))[1] as sn, sum(o.bad)::bigint as bad
    from (
      select 'lessee' as "of", b.custom_id as id, b.custom_name as name, b.bill_id, s.share_id, b.sn, b.bill_date
      from bill b join bill_share s on s.bill_id = b.bill_id and s.party = 1
      where b.custom_id = any(${ids('custom_id')}) and b.bad > 0 and b.is_void = 0 and ${inScope(scope, 's.p_id')}
      union all
      select 'company', s.company_id, c.name, b.bill_id, s.share_id, b.sn, b.bill_date
      from bill_share s join bill b on b.bill_id = s.bill_id and b.bad > 0 and b.is_void = 0 join company c on c.company_id = s.company_id
      where s.company_id = any(${ids('company_id')}) and s.party > 1 and ${inScope(scope, 's.p_id')}
    ) off,
      lateral (select -sum(a.price)::bigint as bad from bill_adjust a where a.bill_id = off.bill_id and a.share_id = off.share_id and a.kind in (4, 5)) o
    where o.bad > 0 group by "of", id order by "of", id
  `.execute(db)
  return rows.map((row) => ({ of: row.of, id: row.id, says: saying(row) }))
}
