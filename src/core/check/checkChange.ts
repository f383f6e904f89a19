import { storedAlike } from '../kinds.ts'
import type { Column, Resource } from '../resource.ts'
import { isPlainObject, type Problem } from './shape.ts'

const kindOf = (column: Column): string => column.is ?? 'text'

/** Gives what the next version of a screen may not change of the published one, so that no record loses anything. */
export const checkChange = (before: Resource, after: Resource): Problem[] => {
  const found: Problem[] = []
  if (after.name !== before.name) found.push({ id: 'R212', at: 'name', message: `发布过的页面不能改名称：'${before.name}'` })
  if (after.key !== before.key) found.push({ id: 'R212', at: 'key', message: `发布过的页面不能换主键：'${before.key}'` })
  if (!isPlainObject(after.columns)) return found
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
  }
  return found
}
