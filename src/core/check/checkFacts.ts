import { isMaskedKind, type Kind } from '../kinds.ts'
import type { Column, Resource } from '../resource.ts'
import { fitsColumn } from './fits.ts'
import { isKnown, type Say } from './say.ts'

const UNREAD: readonly Kind[] = ['images', 'files', 'rows', 'changes', 'texts']
const NUMBERS: readonly Kind[] = ['fen', 'int', 'decimal']

/** Whether a column can be read at a glance. */
export const isRead = ({ is = 'text' }: Column): boolean => !UNREAD.includes(is)

/** Whether a column is a number of which one can be over another. */
export const isQuantity = ({ is = 'text' }: Column): boolean => NUMBERS.includes(is)

/** What a record begins with can be read at a glance, and what rows of choices say beside a name no list masks (R148). */
export const checkFacts = ({ columns, facts = [] }: Resource, say: Say): void => {
  for (const [index, { column: name, tone, over, chosen }] of facts.entries()) {
    const at = `facts[${index}]`
    if (!isKnown(name, Object.keys(columns), `${at}.column`, say, '列')) continue
    const column = columns[name] as Column
    if (facts.findIndex((other) => other.column === name) < index) say('R148', `${at}.column`, `列 '${name}' 写了两次`)
    if (!isRead(column)) say('R148', `${at}.column`, `列 '${name}' 不能一眼看完，不能写在 facts 里`)
    if (over !== undefined && !tone) say('R148', `${at}.over`, 'over 说的是何时用这个颜色：须同时写 tone')
    if (over !== undefined && !isQuantity(column)) say('R148', `${at}.over`, `列 '${name}' 不是数，没有大于多少`)
    if (chosen && isMaskedKind(column.is)) say('R148', `${at}.chosen`, `列 '${name}' 在列表里打码，不能写在选项旁`)
  }
}

/** What is counted for one record alone is in no list, so nothing there can ask for it (R149). */
export const checkCounted = (resource: Resource, name: string, column: Column, say: Say): void => {
  const at = `columns.${name}.derived`
  if (column.list !== 'never' || column.filter || column.sort || 'total' in column)
    say('R149', at, "derived: 'counted' 的列不在列表里：须写 list: 'never'，不能筛选、排序或合计")
  if (column.via || column.kept || column.reads) say('R149', at, "derived: 'counted' 的列由领域计算，不能再写 via、kept 或 reads")
  if (isMaskedKind(column.is) || resource.title === name || resource.key === name)
    say('R149', at, "derived: 'counted' 的列不能是打码的号码，也不能作标题或主键")
}

/** Gives the columns by which a resource's list can be filtered. */
export const filtersOf = (resource: Resource): string[] =>
  Object.entries(resource.columns).flatMap(([name, column]) => (column.filter ? [name] : []))

/** Values that narrow a list are of columns that it can be filtered by. */
export const checkWhere = (
  resource: Resource,
  where: Readonly<Record<string, unknown>>,
  at: string,
  say: Say,
  mayBeMe: boolean = false,
): void => {
  for (const [name, wanted] of Object.entries(where)) {
    const column = isKnown(name, filtersOf(resource), at, say, '可筛选的列') ? resource.columns[name] : undefined
    for (const value of [wanted].flat())
      if (column && !(mayBeMe && value === 'me') && !fitsColumn(column, value))
        say('R140', `${at}.${name}`, `'${name}' 不会是 ${JSON.stringify(value)}`)
  }
}

/** A list of what belongs to something that the record names (R221): both name the same kind of thing. */
const checkFrom = (resource: Resource, other: Resource, { at, by, from }: { at: string; by: string; from: string }, say: Say): void => {
  const own = Object.entries(resource.columns).flatMap(([name, column]) =>
    column.is === 'ref' && column.derived !== 'counted' ? [name] : [],
  )
  if (!isKnown(from, own, at, say, '引用列')) return
  const targetOf = (column?: Column): string | null => (column?.is === 'ref' ? column.of : null)
  if (targetOf(resource.columns[from]) !== targetOf(other.columns[by])) say('R221', at, `'${from}' 与 '${by}' 须引用同一种记录`)
}

/** The lists in a record's detail ask their resources what these can be asked. */
export const checkRelated = (resource: Resource, names: readonly string[], resources: ReadonlyMap<string, Resource>, say: Say): void => {
  for (const [index, { resource: of, by, from, where = {}, sort, shows = [], when = {} }] of (resource.has ?? []).entries()) {
    const at = `has[${index}]`
    isKnown(of, names, `${at}.resource`, say, '资源')
    for (const name of Object.keys(when)) isKnown(name, Object.keys(resource.columns), `${at}.when`, say, '列')
    const other = resources.get(of)
    if (!other) continue
    isKnown(by, filtersOf(other), `${at}.by`, say, '可筛选的列')
    checkWhere(other, where, `${at}.where`, say)
    if (from !== undefined) checkFrom(resource, other, { at: `${at}.from`, by, from }, say)
    const listed = Object.entries(other.columns).flatMap(([name, column]) =>
      column.derived === 'counted' || column.retired || name === by ? [] : [name],
    )
    for (const name of shows) isKnown(name, listed, `${at}.shows`, say, '列')
    if (!sort) continue
    const sorted = Object.entries(other.columns).flatMap(([name, column]) => (column.sort || name === other.key ? [name] : []))
    isKnown(sort[0], sorted, `${at}.sort`, say, '可排序的列')
    isKnown(sort[1], ['asc', 'desc'], `${at}.sort`, say, '方向')
  }
}
