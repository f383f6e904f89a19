import { RETIRED } from '../../../src/core/retiring.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'

/** Gives the statements that have the store refuse a retired row where one is newly chosen; what was chosen before may stay. */
export const retiredGuards = (resource: CompleteResource, targets: ReadonlyMap<string, CompleteResource>): string[] =>
  resource.columns.flatMap((column) => {
    const target = targets.get(column.target ?? '')
    if (!column.isStored || !target?.column[RETIRED]) return []
    return [
      `create or replace trigger "refuse_retired_${column.name}" before insert or update of "${column.name}" on "${resource.table}" ` +
        `for each row execute function refuse_retired('${column.name}', '${target.table}', '${target.key}')`,
    ]
  })
