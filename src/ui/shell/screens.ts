import type { ComponentType } from 'react'
import { fromDeclared, pages, resources } from '../../derive/declared.ts'
import { isInMenu, type Screen, screensOf } from '../../derive/menu.ts'
import { matchRoute } from '../../derive/routes.ts'
import type { UserInfo } from '../../protocol/types.ts'
import { lazily } from '../loadScreen.ts'

/** Every screen that is declared. */
export const screens = fromDeclared((): readonly Screen[] => screensOf(resources, pages))

/** Components of the screens that are more than a list, by the word in their declaration, found by the file's being there. */
const files = import.meta.glob<{ default: ComponentType }>('../screens/*/*Screen.tsx')

const components = new Map(Object.entries(files).map(([path, load]) => [path.split('/').at(-2) ?? '', lazily(load)]))

export const componentOf = (screen: Screen): ComponentType | null => (screen.screen ? (components.get(screen.screen) ?? null) : null)

export const screenAt = (path: string): Screen | null =>
  screens().find((screen) => screen.path === path) ?? screens().find((screen) => matchRoute(screen.path, path)) ?? null

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
