import { type RawBuilder, sql } from 'kysely'
import type { Period } from '../../../src/protocol/statistics.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope } from '../../store/reading/filters.ts'
import { housingStatistics } from './housing.ts'
import { memberStatistics } from './member.ts'
import { periodOf, periodParams } from './period.ts'

type Statistics = (db: Queryable, period: Period, limits: RawBuilder<unknown>) => Promise<object>

const statistics = (path: `/api/${string}`, label: string, reckon: Statistics) =>
  defineCall(
    { path, label, group: '统计', can: 'self', weight: 'heavy', replica: true, params: { ...periodParams, title: label } },
    async ({ tx, session, now }: Context, { p_id, ...asked }) => {
      const limits = sql`${inScope(session.scope, 't.p_id')} and (${p_id ?? null}::integer is null or t.p_id = ${p_id ?? null}::integer)`
      return reckon(tx, periodOf(now, asked), limits)
    },
  )

export default [
  statistics('/api/statistics/housing', '房源统计', housingStatistics),
  statistics('/api/statistics/member', '会员统计', memberStatistics),
]
