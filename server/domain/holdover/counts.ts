import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import { today } from '../../../src/protocol/dates.ts'
import holdover from '../../../src/resources/holdover/holdover.ts'
import { type Counted, defineCount } from '../../calls/defineCount.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { isOfStay } from '../bill/index.ts'
import { proposalFor } from './rules/proposal.ts'

type Case = { key: number } & Row<'holdover', 'status' | 'moving_until' | 'deadline'>

const stageOf = (status: number) =>
  (['moving', 'staying', 'noticed', 'sued'] as const).find((stage) => codeOf(holdover, stage) === status) ?? null

export default [
  /** What is to be done next of a case: each stage is proposed and recorded. */
  defineCount({
    of: 'holdover',
    columns: ['proposal'],
    tells: [],
    rows: async (db, keys) => {
      const { rows } = await sql<Case>`
        select holdover_id as key, status, moving_until, deadline from holdover where holdover_id = any(${keyList(keys)})
      `.execute(db)
      return rows.map(({ key, status, ...days }) => ({ key, proposal: proposalFor(stageOf(status), days, today()) }))
    },
  }),
  /** What has been charged since the term ran out, in fen. */
  defineCount({
    of: 'holdover',
    columns: ['charged'],
    tells: ['bill'],
    rows: async (db, keys, scope) => {
      const { rows } = await sql<Counted>`
        select h.holdover_id as key, coalesce(sum(b.price), 0)::bigint as charged
        from holdover h join contract c on c.contract_id = h.contract_id
        left join bill b on b.contract_id = h.contract_id and ${isOfStay} and b.is_void = 0 and ${inScope(scope, 'b.p_id')}
        where h.holdover_id = any(${keyList(keys)}) group by h.holdover_id
      `.execute(db)
      return rows
    },
  }),
]
