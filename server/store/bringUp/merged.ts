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
    const isList = kindFacts[column.is].sql.endsWith('[]')
    const among = (named: string): string => `exists (
      select from (${named}) named cross join lateral (
        select "${target.merges?.into}" is not null as gone from "${target.table}" where ${key} = named.id for key share
      ) target having bool_or(gone)
    )`
    const came = `select distinct ${isList ? `unnest(${name})` : name} as id from came where ${name} is not null order by 1`
    const changed = isList ? `select distinct unnest(new.${name}) as id order by 1` : `select new.${name} as id`
    const refusing = (when: string): string =>
      `if ${when} then raise exception '% names a merged row', '${column.name}' using constraint = 'merged_choice'; end if;`
    // Functions of its own for each column, whose plans the store keeps: the sample alone names tens of thousands of records.
    return [
      `create or replace function ${ownName(resource, guard)}() returns trigger language plpgsql as $$
begin
  if new.${name} is distinct from old.${name} then
    ${refusing(among(changed))}
  end if;
  return new;
end
$$`,
      `create or replace trigger "${guard}" before update of ${name} on "${table}" ` +
        `for each row when (new.${name} is not null) execute function ${ownName(resource, guard)}()`,
      // What a statement adds, all at once: rows that come by the ten thousand name the same few, and each is held once, in the order of their keys.
      `create or replace function ${ownName(resource, guard, 'on_insert')}() returns trigger language plpgsql as $$
begin
  ${refusing(among(came))}
  return null;
end
$$`,
      `create or replace trigger "${guard}_on_insert" after insert on "${table}" referencing new table as came ` +
        `for each statement execute function ${ownName(resource, guard, 'on_insert')}()`,
    ]
  })
