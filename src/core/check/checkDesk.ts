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

const checkMarks = ({ marks, offers }: DeskList, { columns }: Resource, at: string, say: Say): void => {
  const names = Object.keys(columns)
  if (marks !== undefined && isKnown(marks, names, `${at}.marks`, say, '列') && columns[marks]?.is !== 'fen')
    say('R195', `${at}.marks`, `列 '${marks}' 不是金额，不能合计`)
  if (
    offers &&
    isKnown(offers.by, names, `${at}.offers.by`, say, '列') &&
    !(columns[offers.by]?.is === 'ref' && columns[offers.by]?.filter)
  )
    say('R195', `${at}.offers.by`, `列 '${offers.by}' 须是可筛选的引用：按它取出所建议的行`)
}

const checkList = ({ where = {}, sort, shows, tells = [], until }: DeskList, resource: Resource, at: string, say: Say): void => {
  const columns = Object.keys(resource.columns)
  checkWhere(resource, where, `${at}.where`, say)
  for (const [index, name] of shows.entries()) isKnown(name, columns, `${at}.shows[${index}]`, say, '列')
  for (const [index, name] of tells.entries()) isKnown(name, columns, `${at}.tells[${index}]`, say, '列')
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

/** Only the right list's rows are offered for the left's; and what is undone is an action on a row. */
const checkOffers = ({ left, right, undo }: Desk, resources: ReadonlyMap<string, Resource>, say: Say): void => {
  if (left.offers) say('R195', 'desk.left.offers', '建议写在右边的列表上：为左边选的给出')
  if ((left.marks === undefined) !== (right.marks === undefined)) say('R195', 'desk.right.marks', '两个列表都写 marks，或都不写')
  if (right.offers) {
    const { resource, column } = right.offers.why
    isKnown(resource, [...resources.keys()], 'desk.right.offers.why.resource', say, '资源')
    const columns = resources.get(resource)?.columns
    if (columns && isKnown(column, Object.keys(columns), 'desk.right.offers.why.column', say, '列') && columns[column]?.is !== 'enums')
      say('R195', 'desk.right.offers.why.column', `列 '${column}' 须是多选（enums）：它给出理由的叫法`)
  }
  if (undo && isKnown(undo.resource, [...resources.keys()], 'desk.undo.resource', say, '资源')) {
    const actions = (resources.get(undo.resource)?.actions ?? {}) as Readonly<Record<string, Action>>
    if (isKnown(undo.action, Object.keys(actions), 'desk.undo.action', say, '操作') && actions[undo.action]?.on === 'page')
      say('R195', 'desk.undo.action', `'${undo.action}' 是页面的操作，须是行上的`)
  }
}

const checkKeys = ({ deeds, undo }: Desk, say: Say): void => {
  const keys = [...deeds.map(({ key }) => key), ...(undo ? [undo.key] : [])]
  for (const [index, key] of keys.entries()) {
    const at = deeds[index] ? `desk.deeds[${index}].key` : 'desk.undo.key'
    if (key !== 'Enter' && !/^[a-z]$/.test(key)) say('R195', at, `键是 'Enter' 或一个小写字母，此处是 '${key}'`)
    if ((DESK_MOVES as readonly string[]).includes(key)) say('R195', at, `'${key}' 用来在列表里上下移动`)
    if (keys.indexOf(key) < index) say('R195', at, `键 '${key}' 写了两次`)
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
    if (resource) {
      checkList(desk[side], resource, at, say)
      checkMarks(desk[side], resource, at, say)
    }
  }
  checkOffers(desk, resources, say)
  const lists = { left: resources.get(desk.left.resource), right: resources.get(desk.right.resource) }
  checkQueue(desk, lists, say)
  checkKeys(desk, say)
  for (const [index, deed] of desk.deeds.entries()) checkDeed(deed, lists, `desk.deeds[${index}]`, say)
}
