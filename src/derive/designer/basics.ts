import type { FormSchema } from '../../core/form.ts'
import { type Kind, kindFacts } from '../../core/kinds.ts'
import { areas, type Column, type Resource } from '../../core/resource.ts'
import { choice } from './choice.ts'
import { factsField, putFacts, valuesOfFacts } from './facts.ts'
import { given, NO, YES, yesOrNo } from './kinds.ts'

type Values = Readonly<Record<string, unknown>>

const AREAS = { housing: '房源', contract: '合同', bill: '账单', other: '日志' } as const

const living = (resource: Resource): [string, Column][] =>
  Object.entries(resource.columns).filter(([, column]) => !column.retired && !column.via)

const isTitle = (kind: Kind): boolean => {
  const { empty, text } = kindFacts[kind]
  return !empty && !text?.isLong && kind !== 'ref'
}

const titles = (resource: Resource): [string, Column][] =>
  living(resource).filter(([name, column]) => name === resource.title || isTitle(column.is ?? 'text'))

const sorts = (resource: Resource): [string, Column][] =>
  living(resource).filter(([name, column]) => column.sort || name === resource.key || name === resource.sort?.[0])

const projects = (resource: Resource): [string, Column][] =>
  living(resource).filter(([name, column]) => (column.is === 'ref' && column.of === 'project') || name === resource.scope)

const oneOf = (columns: readonly [string, Column][]) => columns.map(([, column], place) => ({ const: place + 1, title: column.label }))

/** Gives the designer's form for the screen as a whole: name, place in the menu, permission key, order, scope. */
export const basicsForm = (resource: Resource): FormSchema => ({
  title: '页面',
  type: 'object',
  properties: {
    label: { type: 'string', title: '页面名称', maxLength: 40, 'x-msg': { required: '页面名称必填' } },
    access: {
      type: 'string',
      title: '权限键',
      'x-is': 'code',
      maxLength: 40,
      description: '有这个键的角色才看得到页面；留空则所有人可见',
    },
    shown: choice('在菜单中', yesOrNo, { 'x-is': 'radio' }),
    group: { type: 'string', title: '菜单分组', maxLength: 20, 'x-when': { shown: YES }, description: '留空则直接在菜单里' },
    order: {
      type: 'integer',
      title: '菜单次序',
      minimum: 0,
      maximum: 9999,
      'x-when': { shown: YES },
      description: '小的在前：房源列表 20，设置 200 起',
    },
    title: choice('以哪一列称呼记录', oneOf(titles(resource)), { 'x-msg': { required: '请选择以哪一列称呼记录' } }),
    sort: choice('默认按哪一列排序', oneOf(sorts(resource)), { description: '只能选“可排序”的字段' }),
    down: choice('大的、新的在前', yesOrNo, { 'x-is': 'radio' }),
    scope: choice('只看得到自己项目的记录', [{ const: 0, title: '不区分' }, ...oneOf(projects(resource))], {
      description: '须有一个引用“项目”的字段',
    }),
    lookup: choice('可在别的页面里选它的记录', yesOrNo, { 'x-is': 'radio' }),
    area: choice(
      '操作日志归在',
      areas.map((area, place) => ({ const: place, title: AREAS[area] })),
    ),
    facts: factsField(resource),
    empty: { type: 'string', title: '没有记录时显示', maxLength: 60, 'x-wide': true },
  },
  required: ['label', 'shown', 'title'],
  additionalProperties: false,
})

const placeOf = (columns: readonly [string, Column][], name: string | undefined): number | undefined => {
  const place = columns.findIndex(([each]) => each === name)
  return place < 0 ? undefined : place + 1
}

/** Gives what that form shows. */
export const valuesOfBasics = (resource: Resource): Record<string, unknown> =>
  given({
    label: resource.label,
    access: resource.access ?? '',
    shown: resource.menu ? YES : NO,
    group: resource.menu?.group,
    order: resource.menu?.order,
    title: placeOf(titles(resource), resource.title ?? resource.key),
    sort: placeOf(sorts(resource), resource.sort?.[0] ?? resource.key),
    down: resource.sort ? (resource.sort[1] === 'desc' ? YES : NO) : YES,
    scope: placeOf(projects(resource), resource.scope) ?? 0,
    lookup: resource.lookup ? YES : NO,
    area: areas.indexOf(resource.area ?? 'other'),
    facts: valuesOfFacts(resource),
    empty: resource.empty,
  })

/** Gives the declaration with what that form says; what it left out because the default says it stays left out. */
export const putBasics = (resource: Resource, values: Values): Resource => {
  const { menu, sort: ordered, scope: _scope, lookup, empty: _empty, area: _area, facts: _facts, ...rest } = resource
  const named = (columns: readonly [string, Column][], place: unknown): string | undefined => columns[Number(place) - 1]?.[0]
  const title = named(titles(resource), values.title) ?? resource.key
  const by = named(sorts(resource), values.sort)
  const sort = by ? ([by, values.down === NO ? 'asc' : 'desc'] as const) : ordered
  const isDefault = !ordered && sort?.[0] === resource.key && sort[1] === 'desc'
  const scope = named(projects(resource), values.scope)
  const area = areas[Number(values.area)]
  return {
    ...rest,
    label: String(values.label),
    ...(values.access || resource.access !== undefined ? { access: values.access ? String(values.access) : null } : {}),
    ...(values.shown === YES
      ? {
          menu: { ...menu, ...(values.group ? { group: String(values.group) } : { group: undefined }), order: Number(values.order ?? 900) },
        }
      : {}),
    ...(resource.title || title !== resource.key ? { title } : {}),
    ...(sort && !isDefault ? { sort } : {}),
    ...(scope ? { scope } : {}),
    ...(values.lookup === YES ? { lookup: lookup ?? (true as const) } : {}),
    ...(area && (area !== 'other' || resource.area === 'other') ? { area } : {}),
    ...putFacts(resource, values.facts),
    ...(values.empty ? { empty: String(values.empty) } : {}),
  } as Resource
}
