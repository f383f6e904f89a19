import type { CallPath } from './action.ts'
import type { FormSchema } from './form.ts'
import type { Menu } from './resource.ts'

/** A list that stands below a setting's form: the first rows of a resource in its own order. */
export interface SettingList {
  label: string
  resource: string
  rows: number
}

/** A group of values that an administrator changes on a screen and the server reads. */
export interface Setting<S extends FormSchema = FormSchema> {
  /** The word in the calls' paths, the store and the sidebar. */
  name: string
  label: string
  path: `/${string}`
  menu?: Menu
  /** The permission key in the route's access list; null is not gated. */
  access: string | null
  /** What it changes, and for whom: what the screen says first. */
  changes: string
  /** Its fields; what a field has as `default` is in force until someone saves. */
  form: S
  /** It holds rules: a version may be saved before the day from which it is in force. */
  dated?: true
  /** A button that tries out what is in force, and the call behind it; the call answers `{ ok, msg }`. */
  trial?: { label: string; call: CallPath }
  /** Lists below the form, each with its newest rows and the actions of its page. */
  lists?: readonly SettingList[]
  /** What follows from it, shown above the form; the call answers `{ facts: [{ label, value }] }`. */
  shows?: { label: string; call: CallPath }
}

/**
 * Declares a setting. From it come the route, the menu entry, a screen with the form and the history of who changed what, the calls
 * `/api/<name>/detail, save, history, restore`, their codes and their entries at /docs. The server reads it by `readSetting`, which gives
 * the values in the types of the form.
 */
export const defineSetting = <const S extends FormSchema>(setting: Setting<S>): Setting<S> => Object.freeze(setting)
