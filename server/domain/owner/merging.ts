import { sql } from 'kysely'
import agreement from '../../../src/resources/owner/entrustAgreement.ts'
import type { Conflict } from '../../calls/mergingCall.ts'
import { inState } from '../../store/reading/states.ts'

/**
 * Why two entries cannot be of one owner: they are not of one kind, or the store refuses what they would have together, a room twice on a day
 * (owner_house_apart) or two agreements in force for one project (entrust_agreement_inForce_apart). Null where they can.
 */
export const ownedTwice: Conflict = async (db, one, other) => {
  const inForce = inState(agreement, 'inForce')
  const { rows } = await sql<{ kinds: boolean; room: string | null; sn: string | null }>`
    select a.kind <> b.kind as kinds,
      (select concat_ws(' ', o.region_name, o.unit_floor) from owner_house x join owner_house y on y.owner_id = b.owner_id and y.org_id = x.org_id
        and daterange(x.from_date, x.to_date, '[]') && daterange(y.from_date, y.to_date, '[]')
        join org o on o.org_id = x.org_id where x.owner_id = a.owner_id limit 1) as room,
      (select x.sn || '、' || y.sn from entrust_agreement x join entrust_agreement y on y.owner_id = b.owner_id and y.p_id = x.p_id and y.status = ${inForce}
        and daterange(x.start_date, x.end_date, '[]') && daterange(y.start_date, y.end_date, '[]')
        where x.owner_id = a.owner_id and x.status = ${inForce} limit 1) as sn
    from owner a, owner b where a.owner_id = ${one} and b.owner_id = ${other}
  `.execute(db)
  const [found] = rows
  if (found?.kinds) return '两条登记的类型不同，不是同一位业主，不能合并'
  if (found?.room) return `两条登记同时有 ${found.room} 的份额，不能合并：先把一条的份额转出，记到留下的一条`
  return found?.sn ? `两条登记在同一项目各有生效的委托协议，不能合并：${found.sn}` : null
}
