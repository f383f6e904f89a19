import type { Condition } from './form.ts'
import type { Tone } from './resource.ts'

/** A list of what belongs to a record, in its detail: rows of `resource` whose `by` names it, or what it names itself (`from`). */
export interface Has {
  label: string
  resource: string
  by: string
  /** A reference of the record: the rows are those whose `by` names what it names. Where it names nothing there is no such list. */
  from?: string
  /** Values by which its rows are narrowed: columns that can be filtered. */
  where?: Readonly<Record<string, number | string | readonly number[]>>
  /** Another order than that of the resource's own list. */
  sort?: readonly [string, 'asc' | 'desc']
  /** The columns that it shows, in this order, in place of those that the resource's own list shows at first. */
  shows?: readonly string[]
  /** Values that the record must have: others have no such list. */
  when?: Condition
}

/** One of the things that staff look for first in a record. */
export interface Fact<C extends string = string> {
  column: NoInfer<C>
  /** How it is toned; with `over`, where its number is more than that alone. Choices have the tones of their column. */
  tone?: Tone
  over?: number
  /** Rows of choices show it beside the record's name, too. */
  chosen?: true
}

/**
 * A record of another resource from which an action of the page begins too: its dialog then holds what that record knows. In `with` a
 * value `$column` is the record's, anything else stands as it is.
 */
export interface Beginning {
  on: string
  /** What its button says there; without it the action's label. */
  label?: string
  with: Readonly<Record<string, string | number>>
  /** Values that the record must have. */
  when?: Condition
  /** It stands before the record's own actions: what is done there most. */
  first?: true
}
