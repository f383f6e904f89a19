import { storedAlike } from '../kinds.ts'
import { withStates } from '../life.ts'
import type { Column, Resource } from '../resource.ts'
import { isPlainObject, type Problem } from './shape.ts'

const kindOf = (column: Column): string => column.is ?? 'text'

/** What records may hold in a column of choices, each with the state that it is where there are states. */
const heldBy = ({ states }: Resource, name: string, column: Column): Map<number, string | null> => {
  if (states?.column === name) return new Map(Object.entries(states.of).map(([state, { code }]) => [code, state]))
  return new Map(column.is === 'enum' ? Object.keys(column.of).map((code) => [Number(code), null]) : [])
}

/** A number that is published as a state stands for that state for ever, be the states taken away: as a choice it stays what it was. */
const checkCodes = (before: Resource, after: Resource, then: string, now: string): Problem[] => {
  if (before.states?.column !== then && after.states?.column !== now) return []
  const [held, kept] = [heldBy(before, then, before.columns[then] as Column), heldBy(after, now, after.columns[now] as Column)]
  const at = after.states ? 'states.of' : `columns.${now}.of`
  return [...held].flatMap(([code, state]): Problem[] => {
    const next = kept.get(code)
    const called = state ?? before.states?.column ?? then
    if (next === undefined)
      return [
        {
          id: 'R216',
          at,
          message: state
            ? `状态 '${state}'（代码 ${code}）发布过，不能去掉，也不能改代码`
            : `'${called}' 的值 ${code} 发布过，须是其中一个状态的代码`,
          hint: '不再使用的写 retired: true',
        },
      ]
    const isOther = state !== null && next !== null && next !== state
    return isOther ? [{ id: 'R216', at: `states.of.${next}.code`, message: `代码 ${code} 发布为状态 '${state}'，不能给 '${next}'` }] : []
  })
}

/** Gives the states that are published and now hang on another column. */
const checkLife = (before: Resource, now: Resource, called: (name: string) => string | undefined): Problem[] => {
  const [was, is] = [before.states?.column, now.states?.column]
  if (was === undefined || is === undefined || called(was) === is) return []
  return [{ id: 'R216', at: 'states.column', message: `状态发布在列 '${was}' 上，不能换到 '${is}'` }]
}

/** Gives what the next version of a screen may not change of the published one, so that no record loses anything. */
export const checkChange = (published: Resource, next: Resource): Problem[] => {
  const found: Problem[] = []
  if (!isPlainObject(next.columns)) return found
  const [before, after] = [withStates(published), withStates(next)]
  if (after.name !== before.name) found.push({ id: 'R212', at: 'name', message: `发布过的页面不能改名称：'${before.name}'` })
  if (after.key !== before.key) found.push({ id: 'R212', at: 'key', message: `发布过的页面不能换主键：'${before.key}'` })
  const now = new Map(
    Object.entries(after.columns).flatMap(([name, column]) => [name, ...(column.was ?? [])].map((each) => [each, [name, column] as const])),
  )
  for (const [name, column] of Object.entries(before.columns)) {
    const next = now.get(name)
    // What is read through a reference holds nothing; but what holds something stays where it is.
    if (column.via && (!next || next[1].via)) continue
    if (!next)
      found.push({
        id: 'R213',
        at: `columns.${name}`,
        message: `字段 '${name}' 发布过，可能存有内容，不能去掉`,
        hint: '不再使用的写 retired: true；改名的在新字段写 was: [旧名]',
      })
    else if ((column.via === undefined) !== (next[1].via === undefined))
      found.push({
        id: 'R212',
        at: `columns.${next[0]}.via`,
        message: `字段 '${next[0]}' 发布过，不能在自己存放与经引用读取之间改`,
      })
    else if (!storedAlike(kindOf(column), kindOf(next[1])))
      found.push({
        id: 'R212',
        at: `columns.${next[0]}.is`,
        message: `字段 '${next[0]}' 发布过，不能从 ${kindOf(column)} 改为 ${kindOf(next[1])}`,
      })
    else if ((column.is === 'ref' || column.is === 'refs') && 'of' in next[1] && next[1].of !== column.of)
      found.push({ id: 'R212', at: `columns.${next[0]}.of`, message: `字段 '${next[0]}' 发布过，不能改为引用别的资源` })
    else found.push(...checkCodes(before, after, name, next[0]))
  }
  for (const name of Object.keys(before.prints ?? {}))
    if (!after.prints?.[name])
      found.push({
        id: 'R217',
        at: `prints.${name}`,
        message: `打印 '${name}' 发布过，可能开出过，不能去掉`,
        hint: '不再使用的写 retired: true',
      })
  found.push(...checkLife(before, after, (name) => now.get(name)?.[0]))
  return found
}
