import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { nearest } from '../../../src/core/nearest.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { exportable } from '../../../src/derive/exports.ts'
import type { Tag } from '../../../src/derive/translator.ts'
import { changeWords, type Logged, loggedName } from '../writing/changeWords.ts'
import { fileNames } from './fileNames.ts'
import { allOf, filtersOf, type Scope, scopeCondition } from './filters.ts'
import { type Joined, joinOf, type Resolve, referenced } from './list.ts'
import { orderOf } from './pageQuery.ts'
import { sexFrom } from './told.ts'

type Sql = RawBuilder<unknown>
type Params = Readonly<Record<string, unknown>>

/** How values are read: what references name, what is logged, and the language of whoever reads them, in which `resolve` and `logged` give what they find. */
interface Reading {
  resolve: Resolve
  logged: readonly Logged[]
  t: Tag
}

/** Gives the columns that `columns` names (comma-separated), or all that can be exported; 400 for a name that is none of them. */
export const chosenColumns = (resource: CompleteResource, named: unknown): CompleteColumn[] => {
  const allowed = exportable(resource)
  if (named === undefined || named === '') return allowed
  return [...new Set(String(named).split(','))].map((name) => {
    const found = allowed.find((column) => column.name === name)
    if (found) return found
    const names = allowed.map((column) => column.name)
    const near = nearest(name, names)
    throw new CallError(400, `不能导出 ${name}，可用：${names.join('、')}${near ? `，是否想写 ${near}` : ''}`, { field: 'columns' })
  })
}

const words = (value: Sql, of: Readonly<Record<number, string>>): Sql => {
  const cases = Object.entries(of).map(([code, word]) => sql`when ${Number(code)} then ${word}`)
  return cases.length === 0 ? sql`${value}::text` : sql`case ${value} ${sql.join(cases, sql` `)} else ${value}::text end`
}

const pieces = (count: Sql, unit: string): Sql => sql`case when ${count} > 0 then ${count} || ${` ${unit}`} end`

const titles = (value: Sql, target: CompleteResource, reading: Reading): Sql => {
  const title = shown(target.column[target.title], sql.ref(`x.${target.title}`), reading)
  return sql`(select string_agg(${title}::text, ${reading.t`、`} order by array_position(${value}, ${sql.ref(`x.${target.key}`)})) from ${sql.table(target.table)} x where ${sql.ref(`x.${target.key}`)} = any(${value}))`
}

/** Gives the SQL of a value as staff read it: yuan, words, days and minutes. */
const shown = (column: CompleteColumn | undefined, value: Sql, reading: Reading): Sql => {
  switch (column?.spec.is) {
    case 'fen':
      return sql`${value} * 0.01`
    case 'decimal':
      return sql`trim_scale(${value})`
    case 'datetime':
      // As to_char would, in a third of its time.
      return sql`left(to_timestamp(${value})::timestamp::text, 16)`
    case 'enum':
      return words(value, column.spec.of)
    case 'enums':
      return sql`(select string_agg(${words(sql`chosen.item`, column.spec.of)}, ${reading.t`、`} order by chosen.place) from unnest(${value}) with ordinality as chosen(item, place))`
    case 'refs':
      return titles(value, reading.resolve(column.spec.of), reading)
    case 'ref':
      return sql`${value}::text`
    case 'texts':
      return pieces(sql`cardinality(${value})`, reading.t`项`)
    case 'images':
      return pieces(sql`cardinality(${value})`, reading.t`张`)
    case 'files':
      return fileNames(value, reading.t`、`)
    case 'changes':
      return changeWords(value, reading.logged, reading.t)
    case 'resource':
      return loggedName(value, reading.logged)
    case 'rows':
      return pieces(sql`jsonb_array_length(${value})`, reading.t`项`)
    default:
      return value
  }
}

/** What a column shows: its own value, the title of what it refers to, or what it reads through a reference. */
const cellOf = (column: CompleteColumn, joins: readonly Joined[], reading: Reading): Sql => {
  const [ref = column.name, field] = (column.spec.via ?? '').split('.')
  const joined = joins.find((other) => other.column.name === (column.spec.via ? ref : column.name))
  if (column.spec.via) return joined && field ? shown(column, sql.ref(`${joined.alias}.${field}`), reading) : sql`null::text`
  const own = sexFrom(column) ?? sql.ref(`t.${column.name}`)
  if (column.spec.is !== 'ref' || !joined) return shown(column, own, reading)
  const title = shown(joined.target.column[joined.target.title], sql.ref(`${joined.alias}.${joined.target.title}`), reading)
  // As the list shows one whose row is gone: its number.
  const named = [sql`${title}::text`, sql`${own}::text`, ...(column.spec.unset ? [sql`${column.spec.unset}::text`] : [])]
  return sql`coalesce(${sql.join(named, sql`, `)})`
}

/** The rows that an export has, and how many. */
export interface ExportQuery {
  rows: RawBuilder<unknown>
  count: RawBuilder<{ n: number }>
}

/**
 * Gives the one statement that reads every row that a list's filters select, in its order, each value as staff read it. The scope is
 * in the same SQL. Throws 400 for an order or a column that the list does not have.
 */
export const exportQuery = (
  resource: CompleteResource,
  columns: readonly CompleteColumn[],
  params: Params,
  scope: Scope,
  reading: Reading,
): ExportQuery => {
  const filters = filtersOf(resource, params)
  const [sort, direction] = orderOf(resource, params.order)
  const wanted = new Set(columns.flatMap((column) => [column.name, column.spec.via?.split('.')[0] ?? column.name]))
  const joins = referenced(resource, reading.resolve).filter((joined) => wanted.has(joined.column.name))
  const needsView = [...columns, resource.column[sort]].some(
    (column) => column && !column.isStored && !column.spec.via && !column.spec.reads,
  )
  const source = sql.table(filters.needsView || needsView ? resource.source : resource.table)
  const where = allOf([...filters.conditions, ...scopeCondition(resource, scope)])
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  const key = sql.ref(`t.${resource.key}`)
  const order = sort === resource.key ? sql`${key} ${way}` : sql`${sql.ref(`t.${sort}`)} ${way}, ${key} ${way}`
  const cells = columns.map((column) => cellOf(column, joins, reading))
  return {
    rows: sql`select ${sql.join(cells, sql`, `)} from ${source} as t ${sql.join(joins.map(joinOf), sql` `)} where ${where} order by ${order}`,
    count: sql<{
      n: number
    }>`select count(*) as n from ${sql.table(filters.needsView ? resource.source : resource.table)} as t where ${where}`,
  }
}
