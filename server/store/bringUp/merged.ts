import { kindFacts } from '../../../src/core/kinds.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { ownName } from './tables.ts'

/**
 * Gives the statements that have the store refuse to name a record that was merged into another. Naming one waits for a merge that is
 * under way (server/store/writing/mergeRows.ts), so nothing is left behind with the one that goes.
 */
export const mergedGuards = (resource: CompleteResource, targets: ReadonlyMap<string, CompleteResource>): string[] =>
  resource.columns.flatMap((column) => {
    const target = targets.get(column.target ?? '')
    if (!column.isStored || column.spec.kept || !target?.merges) return []
    const [table, name, key] = [resource.table, `"${column.name}"`, `"${target.key}"`]
    const guard = `refuse_merged_${column.name}`
    const refuse = ownName(resource, guard)
    return [
      // One of its own for each column, whose plans the store keeps: the sample alone names tens of thousands of records.
      `create or replace function ${refuse}() returns trigger language plpgsql as $$
      declare
        is_gone boolean;
      begin
        if tg_op = 'UPDATE' then
          if new.${name} is not distinct from old.${name} then return new; end if;
        end if;
        select coalesce(bool_or(gone), false) into is_gone from (
          select "${target.merges.into}" is not null as gone from "${target.table}"
          where ${key} = ${kindFacts[column.is].sql.endsWith('[]') ? `any(new.${name})` : `new.${name}`} order by ${key} for key share
        ) named;
        if is_gone then raise exception '% names a merged row', '${column.name}' using constraint = 'merged_choice'; end if;
        return new;
      end
      $$`,
      `create or replace trigger "${guard}" before insert or update of ${name} on "${table}" ` +
        `for each row when (new.${name} is not null) execute function ${refuse}()`,
    ]
  })
