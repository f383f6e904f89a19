import { kindFacts } from '../../../src/core/kinds.ts'
import { RETIRED } from '../../../src/core/retiring.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { ownName } from './tables.ts'

/** Gives the statements that let through what is not chosen anew: a row that this one names has the same there (`follows`), or nobody chooses it here at all. */
const followed = (resource: CompleteResource, { name, spec }: CompleteColumn, targets: ReadonlyMap<string, CompleteResource>): string[] => {
  const follows = spec.is === 'ref' ? (spec.follows ?? []) : []
  if (follows === true) return ['return new;']
  return follows.flatMap((path) => {
    const [by = '', other = ''] = path.split('.')
    const of = targets.get(resource.column[by]?.target ?? '')
    return of
      ? [`if exists (select from "${of.table}" where "${of.key}" = new."${by}" and "${other}" = new."${name}") then return new; end if;`]
      : []
  })
}

/** Gives the statements that have the store refuse a retired row where one is newly chosen; what was chosen before, or by what the row follows, may stay. */
export const retiredGuards = (resource: CompleteResource, targets: ReadonlyMap<string, CompleteResource>): string[] =>
  resource.columns.flatMap((column) => {
    const target = targets.get(column.target ?? '')
    if (!column.isStored || !target?.column[RETIRED]) return []
    const [table, name, key] = [resource.table, `"${column.name}"`, `"${target.key}"`]
    const guard = `refuse_retired_${column.name}`
    const refuse = ownName(resource, guard)
    const among = (row: 'new' | 'old'): string => (kindFacts[column.is].sql.endsWith('[]') ? `= any(${row}.${name})` : `= ${row}.${name}`)
    return [
      // As with merged rows (merged.ts): one of its own for each column.
      `create or replace function ${refuse}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if new.${name} is not distinct from old.${name} then return new; end if;
          if not exists (select from "${target.table}" where retired = 1 and ${key} ${among('new')} and (${key} ${among('old')}) is not true) then
            return new;
          end if;
        elsif not exists (select from "${target.table}" where retired = 1 and ${key} ${among('new')}) then
          return new;
        end if;
        ${followed(resource, column, targets).join('\n        ')}
        raise exception '% names a retired row', '${column.name}' using constraint = 'retired_choice';
      end
      $$`,
      `create or replace trigger "${guard}" before insert or update of ${name} on "${table}" ` +
        `for each row when (new.${name} is not null) execute function ${refuse}()`,
    ]
  })
