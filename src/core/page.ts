import type { CallPath } from './action.ts'
import type { Desk } from './desk.ts'
import type { Menu } from './resource.ts'
import type { Setting } from './setting.ts'
import type { Strip } from './strip.ts'

/** A screen that is not one list: `screen` names its component in src/ui/screens, `strips` its lists (with both, the component draws them), `detailOf` the resource of which it shows one record whole, `desk` two lists worked by keyboard. */
export type PageSpec = Setting | OtherPage

type OtherPage = {
  name: string
  label: string
  path: `/${string}`
  menu?: Menu
  access: string | null
  /** The call that a screen of its own begins with: who may not make it finds no entry to the screen in the menu. */
  reads?: CallPath
} & (
  | { screen: string; strips?: readonly Strip[]; detailOf?: never; desk?: never }
  | { strips: readonly Strip[]; screen?: never; detailOf?: never; desk?: never }
  | { detailOf: string; screen?: never; strips?: never; desk?: never }
  | { desk: Desk; screen?: never; strips?: never; detailOf?: never }
)

/** Declares a screen that is not one list (room map, contracts in four strips): route, menu entry and access come from here. */
export const definePage = (page: OtherPage): OtherPage => Object.freeze(page)
