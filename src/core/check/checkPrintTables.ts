import { nearest } from '../nearest.ts'
import { type Brace, bracesIn, type Print, type PrintTable, type PrintTableColumn, printTableOf } from '../prints.ts'
import { type Column, isMadeAtRunTime, type Resource } from '../resource.ts'
import { isPrintable, standsAlone } from './checkPrints.ts'
import type { Say } from './say.ts'

/** What fits on a page's width. */
const MAX_TABLE_COLUMNS = 10
const MAX_TABLES = 5

type Here = (message: string, hint?: string | null) => void
type Columns = Readonly<Record<string, Column>>

/** The column of that name, or that had it before; undefined for one that is retired. */
const columnCalled = (columns: Columns, name: string): Column | undefined => {
  const found = columns[name] ?? Object.values(columns).find(({ was }) => was?.includes(name))
  return found?.retired ? undefined : found
}

const isFound = (column: Column | undefined): boolean => column?.is === 'ref' || column?.is === 'refs' || column?.is === 'int'

/** True for a column that can stand in a table: of a page made at run time nothing is read through a reference, as not everyone may read that. */
export const mayStand = (other: { path?: string | null }, column: Column): boolean =>
  isPrintable(column) && !standsAlone(column) && !column.reads && !(column.via && isMadeAtRunTime(other))

const tableColumnsOf = (other: Resource): string[] =>
  Object.entries(other.columns).flatMap(([name, column]) => (!column.retired && mayStand(other, column) ? [name] : []))

/** The lists in the detail of a record, as tables name them: those that its resource `has`, and those of pages made at run time that refer to it. */
const listsOf = ({ name, has = [] }: Resource, resources: ReadonlyMap<string, Resource>): string[] => {
  const declared = has.flatMap(({ resource, by, where }) => (where ? [] : [[resource, by] as const]))
  const referring = [...resources.values()].filter(isMadeAtRunTime).flatMap((other) =>
    Object.entries(other.columns as Columns).flatMap(([by, column]): [string, string][] => {
      const isHis = (column.is === 'ref' || column.is === 'refs') && column.of === name
      return isHis && !column.via && !column.retired
        ? [[other.name, by], ...(column.was ?? []).map((was): [string, string] => [other.name, was])]
        : []
    }),
  )
  return [...declared, ...referring].flatMap(([list, by]) => {
    const other = resources.get(list)
    return other && !other.own && other.calls?.index !== false && isFound(columnCalled(other.columns, by)) ? [`${list}.${by}`] : []
  })
}

const checkTableColumn = (other: Resource, { name, isTotalled }: PrintTableColumn, here: Here): void => {
  const column = columnCalled(other.columns, name)
  if (!column) {
    const near = nearest(name, tableColumnsOf(other))
    here(`'${other.name}' 没有列 '${name}'`, near && `是否想写 '${near}'？`)
  } else if (!mayStand(other, column)) here(`列 '${name}' 不能打印在表里`)
  else if (isTotalled && column.is !== 'fen') here(`列 '${name}' 不是金额，没有合计`)
}

const checkTable = (
  brace: Brace,
  { resource: list, by, columns }: PrintTable,
  lists: readonly string[],
  resources: ReadonlyMap<string, Resource>,
  here: Here,
): void => {
  const named = `${list}.${by}`
  const other = resources.get(list)
  if (!lists.includes(named) || !other) {
    const near = nearest(named, lists)
    here(`详情里没有列表 '${named}'，可用：${lists.join(', ')}`, near && `是否想写 '${near}'？`)
    return
  }
  if (!brace.isAlone) here(`'${named}' 是表，须单独占一行`)
  const names = new Set(columns.map(({ name }) => name))
  if (names.size < columns.length || names.size > MAX_TABLE_COLUMNS) here(`表里的列各写一次，至多 ${MAX_TABLE_COLUMNS} 列`)
  for (const column of columns) checkTableColumn(other, column, here)
}

/** Says what is wrong with the tables that a resource's papers have of what hangs on its records (R166). */
export const checkPrintTables = (resource: Resource, resources: ReadonlyMap<string, Resource>, say: Say): void => {
  for (const [name, { text, retired }] of Object.entries((resource.prints ?? {}) as Readonly<Record<string, Print>>)) {
    if (retired) continue
    const at = `prints.${name}.text`
    const found = bracesIn(text).flatMap((brace) => {
      const table = printTableOf(brace.word ?? '')
      return table ? [{ brace, table }] : []
    })
    if (found.length === 0) continue
    if (found.length > MAX_TABLES) say('R166', at, `一张单据里的表至多 ${MAX_TABLES} 个`)
    const lists = listsOf(resource, resources)
    for (const { brace, table } of found)
      checkTable(brace, table, lists, resources, (message, hint) =>
        say('R166', at, `第 ${brace.line} 行第 ${brace.column} 字：${message}`, hint),
      )
  }
}
