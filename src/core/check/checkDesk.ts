import type { Action } from '../action.ts'
import { DESK_MOVES, type Desk, type DeskDeed, type DeskList, deskSides, otherSide } from '../desk.ts'
import type { Field, FormSchema } from '../form.ts'
import type { Column, Resource } from '../resource.ts'
import { checkWhere, filtersOf } from './checkFacts.ts'
import { fitsField } from './fits.ts'
import { isKnown, type Say } from './say.ts'

type Lists = Readonly<Record<(typeof deskSides)[number], Resource | undefined>>

const formOf = ({ dialogs }: Resource, { opens }: Action): FormSchema | undefined =>
  (dialogs as Readonly<Record<string, FormSchema>> | undefined)?.[opens ?? '']

const checkList = ({ where = {}, sort, shows, until }: DeskList, resource: Resource, at: string, say: Say): void => {
  const columns = Object.keys(resource.columns)
  checkWhere(resource, where, `${at}.where`, say)
  for (const [index, name] of shows.entries()) isKnown(name, columns, `${at}.shows[${index}]`, say, '列')
  if (shows[0] !== resource.title) say('R195', `${at}.shows[0]`, `第一列须是标题 '${resource.title}'：一行由它认出`)
  if (until !== undefined && isKnown(until, columns, `${at}.until`, say, '列') && resource.columns[until]?.is !== 'datetime')
    say('R195', `${at}.until`, `列 '${until}' 不是时间，没有还剩多久`)
  const sorted = sort && isKnown(sort[0], columns, `${at}.sort[0]`, say, '列') ? resource.columns[sort[0]] : undefined
  if (sort && sorted && !sorted.sort) say('R115', `${at}.sort[0]`, `列 '${sort[0]}' 须写 sort: true，否则没有索引`)
}

/** Numbers and choices by number go together, and references to the same records. */
const isAlike = (one: Column, other: Column): boolean => {
  if (one.is === 'ref' || other.is === 'ref') return one.is === 'ref' && other.is === 'ref' && one.of === other.of
  return [one.is, other.is].every((is) => is === 'enum' || is === 'int')
}

const checkQueue = ({ queue = [] }: Desk, lists: Lists, say: Say): void => {
  for (const [index, both] of queue.entries()) {
    const at = `desk.queue[${index}]`
    const columns = deskSides.map((side) => {
      const resource = lists[side]
      const name = both[side]
      return resource && isKnown(name, filtersOf(resource), `${at}.${side}`, say, '可筛选的列') ? resource.columns[name] : undefined
    })
    const [left, right] = columns
    if (left && right && !isAlike(left, right)) say('R195', at, `'${both.left}' 与 '${both.right}' 不是同样的选项，不能一起筛选`)
    if (right && right.is !== 'ref' && right.is !== 'enum') say('R195', `${at}.right`, `'${both.right}' 须是引用或选项：由它给出可选的`)
  }
}

const checkDeed = (deed: DeskDeed, lists: Lists, at: string, say: Say): void => {
  const [resource, other] = [lists[deed.on], lists[otherSide(deed.on)]]
  if (!resource) return
  const actions = (resource.actions ?? {}) as Readonly<Record<string, Action>>
  if (!isKnown(deed.action, Object.keys(actions), `${at}.action`, say, '操作')) return
  const action = actions[deed.action] as Action
  if (action.on === 'page') say('R195', `${at}.action`, `'${deed.action}' 是页面的操作，须是行上的`)
  const form = formOf(resource, action)
  if (deed.with && !form) say('R195', `${at}.with`, `'${deed.action}' 没有对话框，填不进什么`)
  for (const [name, value] of Object.entries(form ? (deed.with ?? {}) : {})) {
    if (!isKnown(name, Object.keys(form?.properties ?? {}), `${at}.with`, say, '字段')) continue
    if (typeof value === 'string' && value.startsWith('$')) {
      if (other) isKnown(value.slice(1), Object.keys(other.columns), `${at}.with.${name}`, say, `列（${other.label}）`)
    } else if (!fitsField(form?.properties[name] as Field, value))
      say('R195', `${at}.with.${name}`, `'${name}' 不会是 ${JSON.stringify(value)}`)
  }
}

const checkKeys = ({ deeds }: Desk, say: Say): void => {
  for (const [index, { key }] of deeds.entries()) {
    const at = `desk.deeds[${index}].key`
    if (key !== 'Enter' && !/^[a-z]$/.test(key)) say('R195', at, `键是 'Enter' 或一个小写字母，此处是 '${key}'`)
    if ((DESK_MOVES as readonly string[]).includes(key)) say('R195', at, `'${key}' 用来在列表里上下移动`)
    if (deeds.findIndex((other) => other.key === key) < index) say('R195', at, `键 '${key}' 写了两次`)
  }
}

/** Says what is wrong with a screen of two lists: what they cannot show, what does not narrow both, keys and deeds that are none (R195). */
export const checkDesk = (
  desk: Desk,
  { names, resources }: { names: readonly string[]; resources: ReadonlyMap<string, Resource> },
  say: Say,
): void => {
  for (const side of deskSides) {
    const at = `desk.${side}`
    isKnown(desk[side].resource, names, `${at}.resource`, say, '资源')
    const resource = resources.get(desk[side].resource)
    if (resource) checkList(desk[side], resource, at, say)
  }
  const lists = { left: resources.get(desk.left.resource), right: resources.get(desk.right.resource) }
  checkQueue(desk, lists, say)
  checkKeys(desk, say)
  for (const [index, deed] of desk.deeds.entries()) checkDeed(deed, lists, `desk.deeds[${index}]`, say)
}
