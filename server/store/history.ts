import { areas } from '../../src/core/resource.ts'
import type { CompleteColumn, CompleteResource } from '../../src/derive/complete.ts'

type Targets = ReadonlyMap<string, CompleteResource>

const factOf = (column: CompleteColumn, targets: Targets): object => {
  const target = targets.get(column.target ?? '')
  return {
    name: column.name,
    is: column.is,
    ...(target ? { target: { table: target.table, key: target.key, title: target.title } } : {}),
  }
}

const literal = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`

/** What the store's log_change() is told of a resource. Columns that are not declared (password hashes, sums the store keeps) are not in it. */
const aboutOf = (resource: CompleteResource, targets: Targets): object => ({
  resource: resource.name,
  label: resource.label,
  key: resource.key,
  title: resource.title,
  title_is: resource.column[resource.title]?.is,
  area: areas.indexOf(resource.area) + 1,
  scope: resource.scope,
  columns: resource.columns
    .filter(
      (column) => column.isStored && column.name !== resource.key && !['created_by', 'created_at', 'updated_at'].includes(column.name),
    )
    .map((column) => factOf(column, targets)),
})

/**
 * Gives the statements that have every change of a resource's rows written to 操作日志, or not any more where it is declared so. The
 * trigger does nothing where the transaction does not say who acts (inTransaction): the sample and background work.
 */
export const historyOf = (resource: CompleteResource, targets: Targets): string[] => {
  const table = `"${resource.table}"`
  if (!resource.isLogged) return [`drop trigger if exists logged on ${table}`]
  return [
    `create or replace trigger logged after insert or update or delete on ${table} for each row ` +
      `when (nullif(current_setting('anju.actor', true), '') is not null) execute function log_change(${literal(aboutOf(resource, targets))})`,
  ]
}
