import { type Kind, kindFacts } from '../kinds.ts'
import { withStates } from '../life.ts'
import type { Column, Resource } from '../resource.ts'
import type { Say } from './say.ts'

/** One value that stands there as it is read. */
const isPlain = (kind: Kind): boolean => {
  const { designed, masked, empty } = kindFacts[kind]
  return designed !== undefined && !masked && !empty && kind !== 'ref'
}

/** Whether a screen made at run time may read a column of what it refers to: one that is stored as it is read, and that no list masks. */
export const isReadThrough = (column: Column | undefined): boolean =>
  column !== undefined && isPlain(column.is ?? 'text') && !column.derived && !column.via && !column.reads && !column.retired

/** Says what is wrong with a column of a screen made at run time that is read through a reference. `columnsOf` gives a target's columns. */
export const checkThrough = (
  name: string,
  column: Column,
  resource: Resource,
  columnsOf: (target: string) => Readonly<Record<string, Column>>,
  say: Say,
): void => {
  const at = `columns.${name}`
  const [by = '', field = ''] = (column.via ?? '').split('.')
  const reference = resource.columns[by]
  if (reference?.is !== 'ref' || reference.via || reference.retired) {
    say('R215', `${at}.via`, `'${by}' 须是本页引用一条记录的字段（is: 'ref'）`)
    return
  }
  const columns = reference.of === resource.name ? withStates(resource).columns : columnsOf(reference.of)
  const names = Object.keys(columns).filter((each) => isReadThrough(columns[each]))
  if (!names.includes(field)) {
    say('R215', `${at}.via`, `不能经引用读取 '${field}'，可用：${names.join(', ')}`)
    return
  }
  const is = columns[field]?.is ?? 'text'
  if ((column.is ?? 'text') !== is) say('R215', `${at}.is`, `'${field}' 是 is: '${is}'，经引用读取的须与它相同`)
  const uses: [string, boolean][] = [
    ['form', resource.form?.includes(name) === true],
    ['title', resource.title === name],
    // What tells records apart is told to whoever may choose one, be it who may not read what is referred to.
    ['tellApart', resource.tellApart?.includes(name) === true],
    ['required', column.required !== undefined],
    ['when', Object.values(resource.columns).some((other) => name in { ...other.when })],
    ['actions', Object.values(resource.actions ?? {}).some((action) => name in { ...action.when, ...action.set })],
    ['unique', ('unique' in column && column.unique === true) || (resource.unique ?? []).flat().includes(name)],
  ]
  for (const [word, isUsed] of uses) if (isUsed) say('R215', at, `经引用读取的字段不在本页存放，不能用于 ${word}`)
}
