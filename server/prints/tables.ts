import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { MAX_TABLE_ROWS, type Print, type PrintTable, tablesIn, tableWord } from '../../src/core/prints.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import { listsOnPaper } from '../../src/declared/referring.ts'
import type { CompleteColumn, CompleteResource } from '../../src/derive/complete.ts'
import { columnNow, type RowsOf } from '../../src/derive/prints.ts'
import type { Queryable } from '../store/connection/database.ts'
import { allOf, type Scope, scopeCondition, scopeOf } from '../store/reading/filters.ts'
import { type Row, rowsQuery } from '../store/reading/list.ts'
import type { PaperReads, PrintSource, ReadList } from './definePrint.ts'

/** A table of a text, with the list that it is of as that stands now. */
interface FoundTable {
  word: string
  label: string
  list: CompleteResource
  by: CompleteColumn
}

const foundTable = (resource: CompleteResource, table: PrintTable): FoundTable => {
  const named = listsOnPaper(resource).filter((each) => each.resource === table.resource)
  for (const { label, by } of named) {
    const list = resourceNamed(table.resource)
    const column = columnNow(list, table.by)
    const isWhole = table.columns.every(({ name }) => columnNow(list, name))
    if (column?.name === by && isWhole && list.calls.index && !list.own) return { word: tableWord(table), label, list, by: column }
  }
  throw new CallError(409, `正文里的表 ${tableWord(table)} 已读不到：列表或列不在了，请先改单据的正文`)
}

/** Each table once, however often the text has it. */
const foundTables = (resource: CompleteResource, { text }: Print): FoundTable[] => [
  ...new Map(tablesIn(text).map((table) => [tableWord(table), foundTable(resource, table)])).values(),
]

/** Gives the lists of which a paper's text says rows, those apart that all staff may read. Throws 409 where one is not there any more. */
export const listsRead = (resource: CompleteResource, print: Print): ReadList[] =>
  foundTables(resource, print).flatMap(({ label, list: { isLookup, calls } }) =>
    isLookup || !calls.index ? [] : [{ code: calls.index, label }],
  )

/**
 * The keys of the rows that hang on each of these records, in the list's order: one more than a table has at most, so that too many are seen.
 */
const keysHanging = async (tx: Queryable, { list, by }: FoundTable, keys: readonly number[], scope: Scope) => {
  const [sort, direction] = list.sort
  const isOwn = list.column[sort]?.isStored !== false && by.isStored
  const [key, way] = [sql.ref(`t.${list.key}`), direction === 'desc' ? sql`desc` : sql`asc`]
  const names = by.match === 'has' ? sql`${sql.ref(`t.${by.name}`)} @> array[asked.key]` : sql`${sql.ref(`t.${by.name}`)} = asked.key`
  const { rows } = await sql<{ key: number; rows: number[] }>`
    select asked.key, array(
      select ${key} from ${sql.table(isOwn ? list.table : list.source)} as t where ${allOf([names, ...scopeCondition(list, scope)])}
      order by ${sql.ref(`t.${sort}`)} ${way}, ${key} ${way} limit ${MAX_TABLE_ROWS + 1}
    ) as rows from unnest(${keys}::integer[]) as asked (key)
  `.execute(tx)
  return rows
}

/** The rows of one table on each record: two questions, however many records there are. */
const hangingOn = async (
  { tx, reader }: PrintSource,
  found: FoundTable,
  titles: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, readonly Row[]>> => {
  const scope = scopeOf(found.list, reader)
  const hanging = await keysHanging(tx, found, [...titles.keys()], scope)
  for (const { key, rows } of hanging)
    if (rows.length > MAX_TABLE_ROWS)
      throw new CallError(409, `“${titles.get(key) ?? key}”的${found.label}超过 ${MAX_TABLE_ROWS} 条，印不成表，请从列表导出`)
  const all = [...new Set(hanging.flatMap(({ rows }) => rows))]
  const read = all.length === 0 ? [] : (await rowsQuery(tx, found.list, all, scope, resourceNamed).execute(tx)).rows
  const byKey = new Map(read.map((row) => [Number(row[found.list.key]), row]))
  return new Map(hanging.map(({ key, rows }) => [key, rows.map((each) => byKey.get(each)).filter((row) => row !== undefined)]))
}

/** Whose rows they are: null where one is of no project, so that only who sees all projects sees it. */
const projectsOf = ({ list }: FoundTable, rows: readonly Row[]): readonly number[] | null => {
  if (!list.scope) return []
  const projects = rows.map((row) => row[list.scope ?? ''])
  return projects.some((project) => project === null || project === undefined) ? null : projects.map(Number)
}

/** What the tables of one record's paper say, and what whoever opens it must be allowed to read. */
export interface Hanging {
  rowsOf: RowsOf
  reads: PaperReads
}

/**
 * Gives the rows that a paper's tables have, of each of these records by key: those that the reader may see, masked as lists mask them. `titles`
 * names the records. Throws 409 where a table is not there any more, or has more rows than a paper takes.
 */
export const tablesOf = async (
  source: PrintSource,
  resource: CompleteResource,
  print: Print,
  titles: ReadonlyMap<number, string>,
): Promise<(key: number) => Hanging> => {
  const found = foundTables(resource, print)
  const rows = new Map<string, ReadonlyMap<number, readonly Row[]>>()
  for (const table of found) rows.set(table.word, await hangingOn(source, table, titles))
  const codes = listsRead(resource, print).map(({ code }) => code)
  return (key) => {
    const rowsIn = ({ word }: Pick<FoundTable, 'word'>): readonly Row[] => rows.get(word)?.get(key) ?? []
    const projects = found.map((table) => projectsOf(table, rowsIn(table)))
    return {
      rowsOf: (table) => {
        const word = tableWord(table)
        const known = found.find((each) => each.word === word)
        return known ? { resource: known.list, rows: rowsIn(known) } : null
      },
      reads: { codes, projects: projects.some((each) => each === null) ? null : [...new Set(projects.flatMap((each) => each ?? []))] },
    }
  }
}
