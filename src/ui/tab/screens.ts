import type { ComponentType } from 'react'
import { generatePath, matchPath } from 'react-router'
import { fromDeclared, pages, resources } from '../../declared/declared.ts'
import { isInMenu, type Screen, screensOf } from '../../derive/menu.ts'
import { type Routed, routesOf } from '../../derive/routes.ts'
import type { UserInfo } from '../../protocol/types.ts'
import { said } from '../../providers/i18nProvider.ts'
import { matchOf } from '../../providers/routerProvider.ts'
import { lazily } from '../later/lazily.ts'

const spokenStrips = (screen: Screen): Screen => ({
  ...screen,
  strips: screen.strips.map((strip) => ({ ...strip, label: said(strip.label), ...(strip.empty ? { empty: said(strip.empty) } : {}) })),
})

/** Every screen that is declared, its strips' names in the person's language. */
export const screens = fromDeclared((): readonly Screen[] => screensOf(resources, pages).map(spokenStrips))

/** What refine is told of them. */
export const refineResources = fromDeclared((): Routed[] => routesOf(resources, screens()))

/** Components of the screens that are more than a list, by the word in their declaration, found by the file's being there. */
const files = import.meta.glob<{ default: ComponentType }>('../screens/*/*Screen.tsx')

const components = new Map(Object.entries(files).map(([path, load]) => [path.split('/').at(-2) ?? '', lazily(load)]))

export const componentOf = (screen: Screen): ComponentType | null => (screen.screen ? (components.get(screen.screen) ?? null) : null)

/** Where an address leads: to which screen, if any, and to the tab of which path. A record's address is its list's tab, too. */
interface Place {
  screen: Screen | null
  path: string
}

/** Gives where an address without its search part leads. */
export const placeOf = (pathname: string): Place => {
  const { resource, matchedRoute = '' } = matchOf(refineResources(), pathname)
  const screen = screens().find(({ id }) => id === resource?.meta?.screen) ?? null
  if (typeof resource?.list !== 'string') return { screen, path: pathname }
  return {
    screen,
    path: resource.list.includes(':') ? generatePath(resource.list, matchPath(matchedRoute, pathname)?.params) : resource.list,
  }
}

/** The screens that stand in someone's menu. */
export const openScreens = (access: readonly string[], hidden: readonly string[]): Screen[] =>
  screens().filter((screen) => isInMenu(screen, access, hidden))

/** Where someone lands: the screen that they chose, the room map, or the first that they may see. */
export const homeOf = (user: Pick<UserInfo, 'access' | 'sidebar'> | null, chosen = ''): Screen | null => {
  const open = user ? openScreens(user.access, user.sidebar) : []
  return open.find(({ path }) => path === chosen) ?? open.find(({ path }) => path === '/home') ?? open[0] ?? null
}

/** Whether an address names no screen, so that one lands at home. */
export const isEntryPath = (path: string): boolean => ['', '/', '/login'].includes(path)
