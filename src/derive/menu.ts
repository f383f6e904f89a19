import type { CallPath } from '../core/action.ts'
import type { DeskList } from '../core/desk.ts'
import type { PageSpec } from '../core/page.ts'
import { groupKeys, type Menu } from '../core/resource.ts'
import type { Strip } from '../core/strip.ts'
import type { CompleteResource } from './complete.ts'
import { callsOfSetting } from './settings.ts'

/** One screen as the router, the menu and the tabs see it. */
export interface Screen {
  /** The sidebar id, and the route's name. */
  id: string
  label: string
  path: string
  /** Keys of which the user must hold one; empty is not gated. */
  access: readonly string[]
  menu: Menu | null
  /** The component of a page; null is a list, or several. */
  screen: string | null
  /** The lists of the screen: a plain list screen has one. */
  strips: readonly Strip[]
  /** The resource of which the screen shows one record whole. */
  detailOf: string | null
  /** The calls that it begins with, of which one is enough to see something of it; none where that cannot be told. */
  reads: readonly CallPath[]
}

/** The one screen of all settings, and that of all desks. */
const SETTING_SCREEN = 'setting'
const DESK_SCREEN = 'desk'

const stripOf = ({ label, resource, where = {}, empty }: DeskList): Strip => ({ label, resource, where, ...(empty ? { empty } : {}) })

const listsOf = (strips: readonly Strip[], resources: readonly CompleteResource[]): CallPath[] =>
  strips.flatMap((strip) => resources.find(({ name }) => name === strip.resource)?.calls.index ?? [])

const contentOf = (page: PageSpec, resources: readonly CompleteResource[]): Pick<Screen, 'screen' | 'strips' | 'detailOf' | 'reads'> => {
  if ('changes' in page) return { screen: SETTING_SCREEN, strips: [], detailOf: null, reads: [callsOfSetting(page).detail] }
  if (page.desk) {
    const lists = [stripOf(page.desk.left), stripOf(page.desk.right)]
    return { screen: DESK_SCREEN, strips: lists, detailOf: null, reads: page.reads ? [page.reads] : listsOf(lists, resources) }
  }
  const { screen = null, strips = [], detailOf = null, reads } = page
  const detail = resources.find(({ name }) => name === detailOf)?.calls.detail
  if (detail) return { screen, strips, detailOf, reads: [detail] }
  return { screen, strips, detailOf, reads: reads ? [reads] : listsOf(strips, resources) }
}

/** Gives every screen that the declarations have, in the order of the menu. */
export const screensOf = (resources: readonly CompleteResource[], pages: readonly PageSpec[]): Screen[] =>
  [
    ...pages.map((page) => ({
      id: page.name,
      label: page.label,
      path: page.path,
      access: page.access ? [page.access] : [],
      menu: page.menu ?? null,
      ...contentOf(page, resources),
    })),
    ...resources.flatMap((resource) =>
      resource.path
        ? [
            {
              id: resource.name,
              label: resource.label,
              path: resource.path,
              access: resource.access ? [resource.access] : [],
              menu: resource.menu,
              screen: null,
              strips: resource.strips.map((strip) => ({ ...strip, resource: resource.name }) as Strip),
              detailOf: null,
              reads: resource.calls.index ? [resource.calls.index] : [],
            },
          ]
        : [],
    ),
  ].sort((a, b) => (a.menu?.order ?? 9999) - (b.menu?.order ?? 9999) || (a.path < b.path ? -1 : 1))

const hasGroup = ({ menu }: Screen, access: readonly string[]): boolean => {
  const key = groupKeys[menu?.group ?? '']
  return key === undefined || access.includes(key)
}

/**
 * True where the user may open the screen: its access list meets the user's, and so does its group's key (spec.md section 2). A screen
 * that is not gated opens without its group, too.
 */
export const mayOpen = (screen: Screen, access: readonly string[]): boolean =>
  screen.access.length === 0 || (screen.access.some((key) => access.includes(key)) && hasGroup(screen, access))

/** True where the user may open the screen and read something of it: what leads to another leads to a refusal. `closed` as get_info gives it. */
export const isOpenTo = (screen: Screen, { access, closed }: { access: readonly string[]; closed: readonly string[] }): boolean =>
  mayOpen(screen, access) && !closed.includes(screen.id)

/** True where the screen stands in a user's menu: they may open it, hold its group's key, and neither is among the hidden sidebar ids. */
export const isInMenu = (screen: Screen, access: readonly string[], hidden: readonly string[]): boolean =>
  screen.menu !== null &&
  mayOpen(screen, access) &&
  hasGroup(screen, access) &&
  !hidden.includes(screen.id) &&
  !hidden.includes(screen.menu.group ?? '')

/** A menu entry, or a group of them. */
export interface MenuEntry {
  id: string
  label: string
  path: string | null
  icon: string
  /** The heading within its group; null stands beneath none. */
  part: string | null
  children: MenuEntry[]
}

/** Entries of a group beneath one heading. */
export interface MenuPart {
  label: string | null
  entries: MenuEntry[]
}

/** Gives the parts of a group in the order of their first entries. */
export const partsOf = (entries: readonly MenuEntry[]): MenuPart[] => {
  const parts: MenuPart[] = []
  for (const entry of entries) {
    const part = parts.find(({ label }) => label === entry.part)
    if (part) part.entries.push(entry)
    else parts.push({ label: entry.part, entries: [entry] })
  }
  return parts
}

/** The icons of groups whose entries have each their own. */
const GROUP_ICONS: Readonly<Record<string, string>> = {
  财务管理: 'money',
  代扣管理: 'withhold',
  房屋服务: 'service',
  统计: 'statistics',
  设置: 'setting',
}

/** Gives the side menu of a user: screens they may open whose sidebar id is not hidden, grouped, in order. */
export const menuOf = (screens: readonly Screen[], access: readonly string[], hidden: readonly string[]): MenuEntry[] => {
  const entries: MenuEntry[] = []
  for (const screen of screens) {
    if (!screen.menu || !isInMenu(screen, access, hidden)) continue
    const { group, part = null, icon = 'list' } = screen.menu
    const entry: MenuEntry = { id: screen.id, label: screen.label, path: screen.path, icon, part, children: [] }
    if (!group) {
      entries.push(entry)
      continue
    }
    const parent = entries.find((other) => other.label === group && other.path === null)
    if (parent) parent.children.push(entry)
    else entries.push({ id: group, label: group, path: null, icon: GROUP_ICONS[group] ?? entry.icon, part: null, children: [entry] })
  }
  return entries
}
