import { isTextKind, kindFacts, ruleOf } from '../kinds.ts'
import { isKnownDefault, type KnownDefault } from '../knownDefaults.ts'
import type { Column, Resource } from '../resource.ts'
import type { Say } from './say.ts'

/** PostgreSQL's smallint, in which choices are stored. */
const MOST_CHOICE = 32_767
/** What an index on a whole text takes. */
const MOST_INDEXED = 600
const MOST_TEXT = 20_000
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Gives what a column's dialog can begin with by itself, by what the column is. */
export const knownFor = (column: Column): KnownDefault | undefined => {
  if (column.is === 'date') return '$today'
  if (column.is === 'datetime') return '$now'
  return column.is === 'ref' ? ({ account: '$me', project: '$project' } as const)[column.of] : undefined
}

const fitsDefault = (column: Column): boolean => {
  const value = column.default
  const { is = 'text' } = column
  if (isKnownDefault(value)) return knownFor(column) === value
  if (isTextKind(is)) return typeof value === 'string' && (ruleOf(is)?.pattern.test(value) ?? true)
  switch (is) {
    case 'date':
      return typeof value === 'string' && DAY.test(value)
    case 'enum':
      return typeof value === 'number' && 'of' in column && String(value) in (column.of as object)
    case 'int':
    case 'fen':
    case 'datetime':
      return Number.isSafeInteger(value)
    case 'decimal':
      return typeof value === 'number'
    default:
      return false
  }
}

/** Says which values in a column's declaration the store or a form could not take: choices, defaults, bounds. */
export const checkValues = (resource: Resource, say: Say): void => {
  for (const [name, column] of Object.entries(resource.columns)) {
    const at = `columns.${name}`
    if (column.is === 'enum' || column.is === 'enums')
      for (const choice of Object.keys(column.of ?? {}))
        if (Number(choice) > MOST_CHOICE) say('R134', `${at}.of.${choice}`, `选项的值须在 0–${MOST_CHOICE} 之间`)
    if (column.default !== undefined && !fitsDefault(column))
      say('R135', `${at}.default`, `默认值 ${JSON.stringify(column.default)} 与 is: '${column.is ?? 'text'}' 不符`)
    const { min, max } = column as { min?: number; max?: number }
    if (min !== undefined && max !== undefined && min > max) say('R136', `${at}.min`, `min ${min} 大于 max ${max}`)
    const isText = isTextKind(column.is ?? 'text')
    if (isText && max !== undefined && !(Number.isSafeInteger(max) && max >= 1 && max <= MOST_TEXT))
      say('R136', `${at}.max`, `文字长度须在 1–${MOST_TEXT} 之间`)
    const isWhole =
      column.sort || ('unique' in column && column.unique) || (kindFacts[column.is ?? 'text'].match === 'starts' && column.filter)
    if (isText && isWhole && (max ?? 0) > MOST_INDEXED) say('R136', `${at}.max`, `能排序或不得重复的文字至多 ${MOST_INDEXED} 字`)
  }
  if (resource.path && resource.calls?.index === false) say('R137', 'calls.index', '有页面的资源须有列表接口 index')
}
