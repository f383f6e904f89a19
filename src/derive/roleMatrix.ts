import { mapValues } from 'es-toolkit'
import type { PageSpec } from '../core/page.ts'
import { groupKeys } from '../core/resource.ts'
import type { CompleteResource } from './complete.ts'
import { type Screen, screensOf } from './menu.ts'
import { callsOfSetting } from './settings.ts'

/** The columns of a role's table, by what is done. */
export const matrixColumns = { read: '查看', add: '新增', edit: '修改', del: '删除', export: '导出', other: '其他操作' } as const
export type MatrixColumn = keyof typeof matrixColumns

/** A permission code, what it is called, and of which subject it is. */
export interface MatrixCode {
  code: string
  label: string
  subject: string
}

/** A row of a role's table: a screen, or what belongs to none. */
export interface MatrixRow {
  id: string
  label: string
  /** The heading beneath which it stands: its menu group. */
  group: string
  /** Keys of which one opens the screen; none where it is not gated, or is no screen. */
  keys: readonly string[]
  isInMenu: boolean
  cells: Readonly<Record<MatrixColumn, readonly MatrixCode[]>>
}

/** Codes that a role can be given, by the subject that they belong to. */
export interface CodeGroup {
  group: string
  calls: readonly { path: string; label: string }[]
}

/** Gives every code of a row. */
export const codesInRow = ({ cells }: MatrixRow): string[] => Object.values(cells).flatMap((codes) => codes.map(({ code }) => code))

const ALL = '*'
const TOP = '页面'
const NO_MENU = '不在菜单中的页面'
export const NO_SCREEN = '不属于某个页面'

type Kinds = ReadonlyMap<string, MatrixColumn>

/** What each of a resource's codes does. */
const kindsOf = ({ calls, actions }: CompleteResource): [string, MatrixColumn][] => {
  const own: [string | null, MatrixColumn][] = [
    ...actions.map(({ name, can }): [string, MatrixColumn] => [can, name === 'add' || name === 'edit' || name === 'del' ? name : 'other']),
    [calls.index, 'read'],
    [calls.detail, 'read'],
    [calls.add, 'add'],
    [calls.edit, 'edit'],
    [calls.del, 'del'],
    [calls.export, 'export'],
    [calls.import, 'other'],
  ]
  return own.flatMap(([code, kind]): [string, MatrixColumn][] => (code === null ? [] : [[code, kind]]))
}

const kindsOn = (screen: Screen, resources: readonly CompleteResource[], pages: readonly PageSpec[]): Kinds => {
  const page = pages.find(({ name }) => name === screen.id)
  const setting = page && 'changes' in page ? callsOfSetting(page) : null
  const below = page && 'changes' in page ? (page.lists ?? []) : []
  const shown = [screen.detailOf, ...[...screen.strips, ...below].map(({ resource }) => resource)]
  return new Map<string, MatrixColumn>([
    ...screen.reads.map((code): [string, MatrixColumn] => [code, 'read']),
    ...resources.filter(({ name }) => shown.includes(name)).flatMap(kindsOf),
    ...(setting ? ([[setting.save, 'edit']] as [string, MatrixColumn][]) : []),
  ])
}

const cellsOf = (codes: readonly MatrixCode[], kinds: Kinds): MatrixRow['cells'] => {
  const cells: Record<MatrixColumn, MatrixCode[]> = { read: [], add: [], edit: [], del: [], export: [], other: [] }
  for (const one of codes) cells[kinds.get(one.code) ?? 'other'].push(one)
  return cells
}

/**
 * Gives the rows of a role's table: every screen in the order of the menu, with the codes of what it shows and those named after it; at the
 * end, by subject, what belongs to no screen. A code of two screens stands at both. Nothing is there but what `groups` has.
 */
export const roleMatrix = (
  groups: readonly CodeGroup[],
  resources: readonly CompleteResource[],
  pages: readonly PageSpec[],
): MatrixRow[] => {
  const subjects = groups.map(({ group, calls }) => ({
    group,
    codes: calls.filter(({ path }) => path !== ALL).map(({ path, label }): MatrixCode => ({ code: path, label, subject: group })),
  }))
  const placed = new Set<string>()
  const screens = screensOf(resources, pages).map((screen): MatrixRow => {
    const kinds = kindsOn(screen, resources, pages)
    const codes = subjects.flatMap(({ group, codes }) => codes.filter(({ code }) => kinds.has(code) || group === screen.label))
    for (const { code } of codes) placed.add(code)
    const { id, label, menu, access } = screen
    return { id, label, group: menu ? (menu.group ?? TOP) : NO_MENU, keys: access, isInMenu: menu !== null, cells: cellsOf(codes, kinds) }
  })
  const kinds: Kinds = new Map(resources.flatMap(kindsOf))
  const others = subjects.flatMap(({ group, codes }): MatrixRow[] => {
    const left = codes.filter(({ code }) => !placed.has(code))
    if (left.length === 0) return []
    return [{ id: `other.${group}`, label: group, group: NO_SCREEN, keys: [], isInMenu: false, cells: cellsOf(left, kinds) }]
  })
  // A screen that is everyone's, and on which nothing needs a code, is not a role's to have.
  return [...screens.filter((row) => row.isInMenu || row.keys.length > 0 || codesInRow(row).length > 0), ...others]
}

/** What roles may do and open, together. */
export interface Held {
  codes: ReadonlySet<string>
  keys: ReadonlySet<string>
}

/** Gives of a role's table what no role has that is named piece by piece, as after an upgrade that brought screens and deeds; rows of which all is given are left out. */
export const heldByNobody = (rows: readonly MatrixRow[], { codes, keys }: Held): MatrixRow[] =>
  rows
    .map((row) => {
      const cells = mapValues(row.cells, (some) => some.filter(({ code }) => !codes.has(code)))
      return { ...row, cells, keys: row.keys.filter((key) => !keys.has(key)) }
    })
    .filter((row) => row.keys.length > 0 || codesInRow(row).length > 0)

/**
 * Gives the keys with those of the menu's groups (spec.md section 2) that the screens which they open stand in, and without those of groups
 * of which they open none: who opens a screen and lacks its group's key is refused.
 */
export const withGroupKeys = (keys: readonly string[], rows: readonly MatrixRow[]): string[] => {
  const ofScreens = new Set(rows.flatMap((row) => row.keys))
  const needed = new Set(rows.filter((row) => row.keys.some((key) => keys.includes(key))).flatMap(({ group }) => groupKeys[group] ?? []))
  const isIdle = (key: string): boolean => Object.values(groupKeys).includes(key) && !ofScreens.has(key) && !needed.has(key)
  return [...new Set([...keys.filter((key) => !isIdle(key)), ...needed])]
}
