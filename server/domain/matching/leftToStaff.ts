import { sql } from 'kysely'
import audit from '../../../src/resources/approval/audit.ts'
import match from '../../../src/resources/flow/match.ts'
import matchRun from '../../../src/resources/flow/matchRun.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'

/** What the system does not match by itself: entries, shares, and of an entry some shares (`flow_id/share_id`). */
export interface LeftToStaff {
  flows: ReadonlySet<number>
  shares: ReadonlySet<number>
  pairs: ReadonlySet<string>
}

/** Tells an entry and a share of it from others. */
export const pairKey = (flow_id: number, share_id: number): string => `${flow_id}/${share_id}`

/** Deeds after whose approval a bill is not owed as it is. */
const ASKED_OF_BILLS = ['void', 'writeOff', 'changePayer']

/**
 * Gives what of these entries and shares staff have in hand: what somebody has matched or had matched and took back is not matched so again, or he could never undo it; of a run that was taken back whole only
 * the clock does not begin anew (`byClock`), for whoever starts another means it. Money of which a refund is asked, or was sent back by the bank, and a bill that is to be void, written off or another's, wait for the approval, or the next refund.
 */
export const leftToStaff = async (
  db: Queryable,
  flows: readonly number[],
  shares: readonly number[],
  byClock: boolean,
): Promise<LeftToStaff> => {
  const asking = inState(audit, 'asking')
  const { rows } = await sql<{ flow_id: number | null; share_id: number | null }>`
    select distinct a.flow_id, a.share_id
    from allocation a join match m on m.match_id = a.match_id left join match_run r on r.run_id = m.run_id
    where a.flow_id = any(${keyList(flows)}) and m.status = ${inState(match, 'undone')}
      and (${byClock}::boolean or r.run_id is null or r.status = ${inState(matchRun, 'stands')})
    union all
    select u.record_id, null from audit u
    where u.status = ${asking} and u.resource = 'flow' and u.action = 'refund' and u.record_id = any(${keyList(flows)})
    union all
    select (u.params ->> 'flow_id')::integer, null from audit u
    where u.status = ${asking} and u.resource = 'statement_line' and u.action = 'refund' and u.params ->> 'flow_id' = any(${keyList(flows.map(String), 'text')})
    union all
    -- What was given back and the bank sent back is to be given back once more.
    select f.refunds, null
    from flow r join flow f on f.flow_id = r.reverses
    where r.is_returned = 1 and f.refunds = any(${keyList(flows)}) and not exists (
      select from flow g where g.refunds = f.refunds and g.flow_id > r.flow_id and g.reverses is null and not exists (select from flow n where n.reverses = g.flow_id)
    )
    union all
    select null, s.share_id
    from audit u join bill_share s on s.bill_id = u.record_id
    where u.status = ${asking} and u.resource = 'bill' and u.action = any(${keyList(ASKED_OF_BILLS, 'text')}) and s.share_id = any(${keyList(shares)})
  `.execute(db)
  return {
    flows: new Set(rows.flatMap(({ flow_id, share_id }) => (flow_id !== null && share_id === null ? [flow_id] : []))),
    shares: new Set(rows.flatMap(({ flow_id, share_id }) => (share_id !== null && flow_id === null ? [share_id] : []))),
    pairs: new Set(rows.flatMap(({ flow_id, share_id }) => (flow_id !== null && share_id !== null ? [pairKey(flow_id, share_id)] : []))),
  }
}
