import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Page } from '../../../src/protocol/envelope.ts'
import type { CentreUnit } from '../../../src/protocol/structure.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { houseName } from '../property/index.ts'

/** Which units of a centre's list: those of the centre, of none, or of another. */
export const whoseUnits = { 1: '本中心', 2: '尚未分配', 3: '其他中心' } as const

interface Asked {
  node_id: number
  whose: keyof typeof whoseUnits
  /** The name of a centre: only its units. Centres have names of their own (structure_name). */
  center?: string
  keyword: string
}

/** Gives a part of the units that are, or are not, a centre's, by community and name, by the numbers in both. */
export const listUnits = async (
  db: Queryable,
  scope: Scope,
  { node_id, whose, center, keyword }: Asked,
  part: RawBuilder<unknown>,
): Promise<Page<CentreUnit>> => {
  const { rows } = await sql<CentreUnit & { total_: number }>`
    select u.unit_id, ${houseName} as name, c.name as region_name, (select count(*) from org o where o.unit_id = u.unit_id) as rooms, u.center_id, s.name as center,
      count(*) over () as total_
    from unit u
    join community c on c.community_id = u.community_id
    left join structure s on s.node_id = u.center_id
    where ${inScope(scope, 'u.p_id')}
      and case ${whose}::integer when 1 then u.center_id = ${node_id}::integer when 2 then u.center_id is null else u.center_id <> ${node_id}::integer end
      and (${center ?? null}::text is null or s.name = ${center ?? null}::text)
      and (position(lower(${keyword}) in lower(u.name)) > 0 or position(lower(${keyword}) in lower(c.name)) > 0)
    order by c.name collate natural_order, u.name collate natural_order, u.number collate natural_order, u.unit_id ${part}
  `.execute(db)
  return { list: rows.map(({ total_: _total, ...unit }) => unit), count: rows[0]?.total_ ?? 0 }
}

/** Gives units to a centre, or to none; all or none of them. 404 where one is not there or is of a project that the caller may not see. */
export const assignUnits = async (tx: Tx, scope: Scope, unitIds: readonly number[], center: number | null): Promise<void> => {
  const { numAffectedRows = 0n } = await sql`
    update unit set center_id = ${center}::integer, version = version + 1, updated_at = epoch_now()
    where unit_id = any(${unitIds}::integer[]) and ${inScope(scope, 'p_id')}
  `.execute(tx)
  if (Number(numAffectedRows) !== unitIds.length) throw new CallError(404, '所选房源不存在，或不在您负责的项目内')
}
