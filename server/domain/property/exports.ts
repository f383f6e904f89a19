import { type RawBuilder, sql } from 'kysely'
import { ROOM_STATE_SUMMARY } from '../../../src/core/exportType.ts'
import type { Tag } from '../../../src/derive/translator.ts'
import { roomStates } from '../../../src/schemas/property/roomState.ts'
import { defineExport } from '../../exports/defineExport.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'

const number = (head: string) => ({ head, kind: 'number' as const, width: 90 })

const summary = (scope: Scope, t: Tag): RawBuilder<unknown> => {
  const counts = roomStates.map(({ code }) => sql`count(*) filter (where t.state = ${sql.lit(code)})`)
  return sql`
    select coalesce(p.name, ${t`合计`}), t.region_name, count(*), ${sql.join(counts, sql`, `)}
    from org t join project p on p.p_id = t.p_id
    where ${inScope(scope, 't.p_id')}
    group by grouping sets ((p.p_id, p.name, t.community_id, t.region_name), ())
    order by grouping(p.p_id), p.p_id, t.community_id`
}

/** Rooms by state, a row for each project and community and one for all (spec.md section 2, 房态汇总导出). */
export const roomStateSummary = defineExport({
  name: 'roomStateSummary',
  label: '房态汇总',
  type: ROOM_STATE_SUMMARY,
  code: '/api/project/exportSummaryOfRoomState',
  table: (_params, scope, { t }) => ({
    columns: [
      { head: '项目', kind: 'text', width: 180 },
      { head: '小区', kind: 'text', width: 180 },
      number('房间数'),
      ...roomStates.map(({ label }) => number(label)),
    ],
    rows: summary(scope, t),
    count: sql`select count(*) as n from (${summary(scope, t)}) s`,
  }),
})

export default [roomStateSummary]
