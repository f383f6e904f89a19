import type { CompleteResource } from '../../../src/derive/complete.ts'

/**
 * Gives the statements that have the store refuse to name a record that was merged into another. Naming one waits for a merge that is
 * under way (server/store/writing/mergeRows.ts), so nothing is left behind with the one that goes.
 */
export const mergedGuards = (resource: CompleteResource, targets: ReadonlyMap<string, CompleteResource>): string[] =>
  resource.columns.flatMap((column) => {
    const target = targets.get(column.target ?? '')
    if (!column.isStored || column.spec.kept || !target?.merges) return []
    return [
      `create or replace trigger "refuse_merged_${column.name}" before insert or update of "${column.name}" on "${resource.table}" ` +
        `for each row execute function refuse_merged('${column.name}', '${target.table}', '${target.key}', '${target.merges.into}')`,
    ]
  })
