import type { Menu, PageSpec, Strip } from '../core/resource.ts'
import type { CompleteResource } from './complete.ts'

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
}

/** The one screen of all settings. */
const SETTING_SCREEN = 'setting'

/** Gives every screen that the declarations have, in the order of the menu. */
export const screensOf = (resources: readonly CompleteResource[], pages: readonly PageSpec[]): Screen[] =>
  [
    ...pages.map((page) => ({
      id: page.name,
      label: page.label,
      path: page.path,
      access: page.access ? [page.access] : [],
      menu: page.menu ?? null,
      ...('changes' in page
        ? { screen: SETTING_SCREEN, strips: [], detailOf: null }
        : { screen: page.screen ?? null, strips: page.strips ?? [], detailOf: page.detailOf ?? null }),
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
              strips: [{ label: resource.label, resource: resource.name }],
              detailOf: null,
            },
          ]
        : [],
    ),
  ].sort((a, b) => (a.menu?.order ?? 9999) - (b.menu?.order ?? 9999) || (a.path < b.path ? -1 : 1))

/** True where the user may open the screen: its access list meets the user's (spec.md section 2). */
export const mayOpen = (screen: Screen, access: readonly string[]): boolean =>
  screen.access.length === 0 || screen.access.some((key) => access.includes(key))

/** A menu entry, or a group of them. */
export interface MenuEntry {
  id: string
  label: string
  path: string | null
  icon: string
  children: MenuEntry[]
}

/** Gives the side menu of a user: screens they may open whose sidebar id is not hidden, grouped, in order. */
export const menuOf = (screens: readonly Screen[], access: readonly string[], hidden: readonly string[]): MenuEntry[] => {
  const entries: MenuEntry[] = []
  for (const screen of screens) {
    if (!screen.menu || !mayOpen(screen, access) || hidden.includes(screen.id)) continue
    const entry: MenuEntry = { id: screen.id, label: screen.label, path: screen.path, icon: screen.menu.icon ?? 'list', children: [] }
    const { group } = screen.menu
    if (!group) {
      entries.push(entry)
      continue
    }
    const parent = entries.find((other) => other.label === group && other.path === null)
    if (parent) parent.children.push(entry)
    else if (!hidden.includes(group)) entries.push({ id: group, label: group, path: null, icon: entry.icon, children: [entry] })
  }
  return entries
}
