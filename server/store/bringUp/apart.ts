import { codesOf } from '../../../src/core/states.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { spanOf } from './states.ts'

/**
 * Gives the statements that have the store refuse a row of a whole where a row of its part stands at the same time, and the other way round
 * (`states.excludes`, `parts`). What belongs to one whole waits for each other by that, so that two made at once do not miss each other.
 */
export const apartGuards = (resource: CompleteResource, targets: ReadonlyMap<string, CompleteResource>): string[] =>
  (resource.states?.excludes ?? []).flatMap(({ within, same: [by = ''], during, parts }) => {
    const target = targets.get(resource.column[by]?.target ?? '')
    const { table, key, states } = resource
    if (!parts || !target || !states) return []
    const name = `${table}_${within}_parts`
    const state = `"${states.column}"`
    const codes = codesOf({ states }, within).join(', ')
    const moved = [states.column, by, ...during].map((column) => `"${column}"`).join(', ')
    return [
      `create or replace function "${name}"() returns trigger language plpgsql as $$
      declare
        whole integer;
      begin
        select coalesce("${parts}", "${target.key}") into whole from "${target.table}" where "${target.key}" = new."${by}";
        if not exists (select from "${target.table}" where "${parts}" = whole) then return new; end if;
        perform from "${target.table}" where "${target.key}" = whole for no key update;
        if exists (
          select from "${table}" other
          where other.${state} in (${codes}) and other."${key}" <> new."${key}" and ${spanOf(resource, during, 'other.')} && ${spanOf(resource, during, 'new.')}
            and other."${by}" in (
              select "${target.key}" from "${target.table}"
              where ("${parts}" = whole and new."${by}" = whole) or ("${target.key}" = whole and new."${by}" <> whole)
            )
        ) then
          raise exception '% and a part of it at once', whole using errcode = 'exclusion_violation', constraint = '${name}';
        end if;
        return new;
      end
      $$`,
      `create or replace trigger "${name}" before insert or update of ${moved} on "${table}" ` +
        `for each row when (new.${state} in (${codes})) execute function "${name}"()`,
    ]
  })
