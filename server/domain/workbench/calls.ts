import { sql } from 'kysely'
import { form, reference } from '../../../src/derive/callParams.ts'
import { lastOfMonth } from '../../../src/derive/plots/monthDays.ts'
import type { QueueMonth, VacantMonth, WorkbenchNumbers } from '../../../src/protocol/types.ts'
import contract from '../../../src/resources/contract/contract.ts'
import reserve from '../../../src/resources/viewing/reserve.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import type { contractKinds } from '../../../src/schemas/common.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import type { eventKinds } from '../../../src/schemas/waiting/waiting.ts'
import { parts } from '../../approvals/audits.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { endingsFor, todosFor } from '../../calls/todos.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { firstSteps } from './steps.ts'

const params = form('工作台', { p_id: reference('项目') })

/** Contracts with tenants: whole leases end in 今日待办, which leads to their own list. */
const TENANTS: keyof typeof contractKinds = 1

/** Gives what needs doing today, and the rent of the last six months, in fen: each number is a count of rows that a list shows. */
const numbers = async ({ tx, session }: Context, { p_id }: { p_id?: number }): Promise<WorkbenchNumbers> => {
  const scope = sql`${inScope(session.scope, 't.p_id')} and (${p_id ?? null}::integer is null or t.p_id = ${p_id ?? null}::integer)`
  const ends = (from: number, days: number) => {
    const asked = sql`t.kind = ${TENANTS} and t.end_date between current_date + ${from}::integer and current_date + ${days}::integer and ${scope}`
    // Whose renewal is signed is no case for it, and is none in the list. The tally is of contracts alone, and knows nothing of what follows them.
    return sql`((select coalesce(sum(t.n), 0) from tally_contract_ends t where ${asked}) - (
      select count(*) from contract t where t.status = ${inState(contract, 'inForce')} and ${asked}
        and exists (select from contract n where n.former_id = t.contract_id and n.status in (${inSet(contract, 'hasLet')}))
    ))`
  }
  const { rows } = await sql<WorkbenchNumbers>`
    select
      (select json_build_object('count', coalesce(sum(t.n), 0), 'price', coalesce(sum(t.price), 0)) from tally_owed t
        where t.bill_date < current_date and ${scope}) as arrears,
      json_build_array(${ends(0, 30)}, ${ends(31, 60)}, ${ends(61, 90)}) as ends,
      (select count(*) from audit_person p join audit t using (audit_id) where p.user_id = ${session.userId}::integer and p.part = ${parts.asked}
        and (${p_id ?? null}::integer is null or t.p_id = ${p_id ?? null}::integer)) as audits,
      (select count(*) from reserve t where t.status in (${inSet(reserve, 'takesTime')}) and t.start_time >= extract(epoch from current_date)::bigint
        and t.start_time < extract(epoch from current_date + 1)::bigint and ${scope}) as viewings,
      (select coalesce(sum(t.n), 0)::integer from tally_rooms t where t.state = ${roomStateCode('vacant')} and ${scope}) as vacant,
      (select coalesce(sum(t.price), 0)::bigint from tally_rooms t where t.state = ${roomStateCode('vacant')} and ${scope}) as vacant_rent,
      (select coalesce(sum(t.n), 0)::integer from tally_rooms t where ${scope}) as rooms,
      (select count(*) from waiting t where t.status = ${inState(waiting, 'queued')} and ${scope}) as waiting,
      (select coalesce(json_agg(m order by m.month), '[]') from (
        select to_char(t.month, 'YYYY-MM') as month, sum(t.receivable) as receivable, sum(t.received) as received
        from tally_rent t
        where t.month between (date_trunc('month', current_date) - interval '5 months')::date and current_date and ${scope}
        group by 1
        having sum(t.n) > 0
      ) m) as months
  `.execute(tx)
  return rows[0] as WorkbenchNumbers
}

/** Gives what stood empty in each of the last six months, this one up to today, and what it would have brought: a part of a month by its days (domain.md, Money). */
const vacancies = async ({ tx, session }: Context, { p_id }: { p_id?: number }): Promise<VacantMonth[]> => {
  const { rows } = await sql<VacantMonth>`
    select to_char(m.first, 'YYYY-MM') as month, coalesce(sum(v.vacant_days), 0)::integer as days, coalesce(sum(v.loss), 0)::bigint as lost
    from generate_series(date_trunc('month', current_date::timestamp) - interval '5 months', current_date::timestamp, interval '1 month') m (first)
    left join vacancies((date_trunc('month', current_date::timestamp) - interval '5 months')::date, current_date) v
      on v.month = m.first and ${inScope(session.scope, 'v.p_id')} and (${p_id ?? null}::integer is null or v.p_id = ${p_id ?? null}::integer)
    group by m.first order by m.first
  `.execute(tx)
  return rows
}

/** What happened to a household by its own moves (eventKinds). */
const MOVED: keyof typeof eventKinds = 1

/** Gives the queue in each of the last six months, this one up to today: from how many wait now back over who came and who left. */
const queue = async ({ tx, session }: Context, { p_id }: { p_id?: number }): Promise<QueueMonth[]> => {
  const scope = sql`${inScope(session.scope, 't.p_id')} and (${p_id ?? null}::integer is null or t.p_id = ${p_id ?? null}::integer)`
  const { rows } = await sql<QueueMonth>`
    with months as (
      select extract(epoch from f)::bigint as since, to_char(f, 'YYYY-MM') as month, (f + interval '1 month')::date - 1 as last
      from generate_series(date_trunc('month', current_date) - interval '5 months', current_date, interval '1 month') f
    ),
    came as (
      select to_char(to_timestamp(t.qualified_at), 'YYYY-MM') as month, count(*)::integer as n
      from waiting t where t.qualified_at >= (select min(since) from months) and ${scope} group by 1
    ),
    gone as (
      select to_char(to_timestamp(t.created_at), 'YYYY-MM') as month, count(*)::integer as n
      from waiting_event t
      where t.kind = ${MOVED} and t.status in (${inSet(waiting, 'gone')}) and t.created_at >= (select min(since) from months) and ${scope} group by 1
    )
    select m.month, coalesce(c.n, 0) as came, coalesce(g.n, 0) as left,
      ((select count(*) from waiting t where t.status in (${inSet(waiting, 'standing')}) and ${scope})
        - coalesce(sum(coalesce(c.n, 0) - coalesce(g.n, 0)) over (order by m.month desc rows between unbounded preceding and 1 preceding), 0))::integer as waiting,
      m.last >= (select day from row_history_begun) as is_kept
    from months m left join came c using (month) left join gone g using (month) order by m.month
  `.execute(tx)
  return rows
}

const monthParams = form(
  '到期日历',
  { month: { type: 'string', title: '月份', pattern: '^20\\d{2}-(0[1-9]|1[0-2])$', maxLength: 7 }, p_id: reference('项目') },
  ['month'],
)

/** Whoever opens 工作台 asks what is below its figures, too. */
const can = '/api/workbench/index'

export default [
  defineCall({ path: '/api/workbench/index', label: '工作台', group: '工作台', can: 'self', params }, numbers),
  defineCall({ path: '/api/workbench/todos', label: '今日待办', group: '工作台', can, params }, (context, { p_id }) =>
    todosFor(context, p_id),
  ),
  defineCall({ path: '/api/workbench/steps', label: '上线步骤', group: '工作台', can, params: form('上线步骤', {}) }, firstSteps),
  defineCall({ path: '/api/workbench/vacancies', label: '空置少收', group: '工作台', can, params, weight: 'heavy' }, vacancies),
  defineCall({ path: '/api/workbench/queue', label: '轮候户数', group: '工作台', can, params, weight: 'heavy' }, queue),
  defineCall({ path: '/api/workbench/endings', label: '到期日历', group: '工作台', can, params: monthParams }, (context, { month, p_id }) =>
    endingsFor(context, [`${month}-01`, lastOfMonth(month)], p_id),
  ),
]
