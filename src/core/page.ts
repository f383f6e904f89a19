import type { CallPath, Menu } from './resource.ts'
import type { Setting } from './setting.ts'

/** One list of a screen that has several (spec.md section 2, header tab strips): a resource, narrowed by `where` to what its filters can say. */
export interface Strip {
  label: string
  resource: string
  /** `'me'` stands for the account that looks. */
  where?: Readonly<Record<string, number | readonly number[] | 'me'>>
  /** The page actions that this strip offers; without it all of the resource's. */
  actions?: readonly string[]
  /** What the list says where nothing is in it; without it the resource's. */
  empty?: string
}

/** A screen that is not one list: `screen` names its component in src/ui/screens, `strips` its lists (with both, the component draws them), `detailOf` the resource of which it shows one record whole. */
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
  | { screen: string; strips?: readonly Strip[]; detailOf?: never }
  | { strips: readonly Strip[]; screen?: never; detailOf?: never }
  | { detailOf: string; screen?: never; strips?: never }
)

/** Declares a screen that is not one list (room map, contracts in four strips): route, menu entry and access come from here. */
export const definePage = (page: OtherPage): OtherPage => Object.freeze(page)
