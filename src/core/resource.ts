import type { Action, CallPath } from './action.ts'
import type { Calendar } from './calendar.ts'
import type { Chart } from './chart.ts'
import type { Condition, FormPreview, FormSchema, RowSchema, Tree } from './form.ts'
import type { MaskedKind, TextKind } from './kinds.ts'
import type { Numbering } from './numbered.ts'
import type { Happening, Plot } from './plots.ts'
import type { Print } from './prints.ts'
import type { Fact, Has } from './related.ts'
import type { States, SystemMove } from './states.ts'
import type { Opens, OwnStrip } from './strip.ts'
import type { TextCheck } from './textChecks.ts'
import type { Living, Read, Typed } from './typed.ts'

/** The part of the work that a record belongs to: by it 操作日志 is divided (spec.md section 2). The place in this list is what the log stores, from 1. */
export const areas = ['housing', 'contract', 'bill', 'other'] as const
export type Area = (typeof areas)[number]

export type Tone = 'good' | 'soon' | 'bad' | 'info' | 'quiet'

/** What lists tell of a card number. The birth date, which with the mask is the number, stands only beside one shown in full. */
export const cardFacts = ['sex', 'age'] as const
type CardFact = (typeof cardFacts)[number]

/** How the sum of an amount is counted where it is not all rows alike. */
export interface Totalled<C extends string = string> {
  /** A column of choices: a sum for each of its values (what came in and what went out). */
  by?: NoInfer<C>
  /** Rows that do not count: values of columns of choices (what was voided). */
  except?: Readonly<Partial<Record<NoInfer<C>, number | readonly number[]>>>
}

/** A field's one declaration. */
export type Column<C extends string = string> = {
  label: string
  /** Can be sorted by; gets an index. */
  sort?: true
  /** Can be filtered by; gets an index. `more` folds the filter under 更多筛选. */
  filter?: true | 'more'
  /** `false`: not among the columns shown at first; staff can add it. `never`: not in the list at all. */
  list?: false | 'never'
  /** Left out of exports. */
  export?: false
  /** Message, or true for '<label>必填'. */
  required?: true | string
  width?: number
  /** An identifier (a room's number): no list cuts it, nor where it stands for its record; longer texts beside it give way. A `code` is one. */
  whole?: true
  unit?: string
  default?: string | number
  /** Kept by the server (numbers, makers, states): in no derived dialog and refused in add and edit. */
  fixed?: true
  /**
   * Comes from the resource's `view`, not from its table. `counted`: the domain counts it (`defineCount`) for whoever looks at a record, in
   * the detail and in rows of choices; no list has it.
   */
  derived?: true | 'counted'
  /** The store keeps it current from what it is made of, by a function of the domain (`defineFacts`): stored and indexed, written by nobody else. */
  kept?: true
  /** The system itself writes it (what a message says): shown in the reader's language. */
  spoken?: true
  /** 操作日志 does not say what it held: a key may stand in it (the text of a message). */
  unlogged?: true
  /** Its former names, oldest first: the store renames the column, and who still sends one of them is understood. */
  was?: readonly string[]
  /** Out of the list, the dialogs, the calls and exports; what it holds stays stored, and taking the word away brings it back. */
  retired?: true
  /** Read through a reference: `org_id.region_name`. Shown, not stored. */
  via?: `${NoInfer<C>}.${string}`
  /** Told from a card number of the row when it is read: `card.sex`, `card.age`. Shown, not stored: an age kept beside the mask would give the number away. */
  reads?: `${NoInfer<C>}.${CardFact}`
  /** An `int` that is the key of one of several resources: which one says the value of another column. The log, and who has to agree, read its name. */
  names?: { by: NoInfer<C>; of: Readonly<Record<number, string>> }
  /**
   * It names a record and leads to it. Which one say references of the row, of which the first that is filled counts; or the columns that
   * hold the name of its resource (`is: 'resource'`) and its key.
   */
  leads?: readonly NoInfer<C>[] | { resource: NoInfer<C>; key: NoInfer<C> }
  help?: string
  /** A code that the database gives each new record: unique under any concurrency, typed by nobody. */
  numbered?: Numbering
  /** Asked for in the derived dialog of adding alone, or in that of editing; without the word, in both. */
  only?: 'add' | 'edit'
  /** The heading that begins with it in the derived dialogs. */
  section?: string
  /** Asked for in the derived dialogs, and kept, only while other columns have these values; `required` beside it holds then alone. */
  when?: Readonly<Partial<Record<NoInfer<C>, Condition[string]>>>
} /** `checks`: it must be what a standard says, by its check character. */ & (
  | { is?: TextKind; max?: number; unique?: true; checks?: TextCheck }
  | { is: 'int'; min?: number; max?: number }
  /** `total`: its sum stands beneath lists. */
  | { is: 'fen'; min?: number; max?: number; total?: true | Totalled<C> }
  | { is: 'decimal'; min?: number; max?: number; scale?: number }
  /** `happened`: of what has happened, no later than today. */
  | { is: 'date' | 'datetime'; happened?: true }
  | { is: MaskedKind; unique?: true }
  | { is: 'enum'; of: Readonly<Record<number, string>>; tones?: Readonly<Record<number, Tone>> }
  | { is: 'enums'; of: Readonly<Record<number, string>>; tones?: Readonly<Record<number, Tone>> }
  /**
   * `unset` is what stands where it names nobody: the system did it. `serves`: an account that is given work of the record's project; one that is disabled, or
   * does not see the project, is refused however it is written. `follows`: what a row that this one names has chosen (`reverses.own_account_id`) is not chosen
   * anew here: it may be retired by now; `true`: nobody chooses it here, it is told of what others chose.
   */
  | { is: 'ref'; of: string; unset?: string; serves?: true; follows?: true | readonly `${NoInfer<C>}.${string}`[] }
  | { is: 'refs'; of: string }
  | { is: 'texts'; tree: Tree; max?: number }
  | { is: 'images'; max?: number }
  /** Attachments of any kind that src/core/attachments.ts names. */
  | { is: 'files'; max?: number }
  | { is: 'rows'; of: RowSchema }
  /** The name of a declared resource, shown as its label. */
  | { is: 'resource' }
  /** What a change did to a record, column by column; the record's resource is in the row's `resource` column. */
  | { is: 'changes' }
)

/** Gives the columns by which a column's sum is counted. */
export const totalNames = (column: Column): string[] => {
  if (column.is !== 'fen' || typeof column.total !== 'object') return []
  const { by, except = {} } = column.total
  return [...(by ? [by] : []), ...Object.keys(except)]
}

/**
 * The calls that every resource can have; each is `/api/<name>/<call>` unless `calls` names another path, and `false` leaves it out.
 * Without a list (`index`) there is nothing to export, without an `add` nothing to import. `choose` gives the titles to choose from.
 */
export const standardCalls = ['index', 'detail', 'add', 'edit', 'del', 'export', 'import', 'reveal', 'choose'] as const
export type StandardCall = (typeof standardCalls)[number]

/** The keys of the menu's groups (spec.md section 2): who lacks one has no such group, whatever stands in it. 统计 is of the settings by the specification, and stands apart in the menu. */
export const groupKeys: Readonly<Record<string, string>> = { 财务管理: 'finance', 统计: 'setting', 设置: 'setting' }

export interface Menu {
  group?: string
  /** The heading beneath which it stands within its group, where the group is long. */
  part?: string
  order: number
  icon?: string
}

/** A call of its own that gives a resource's records to choose from. Named alone it is searched by a `keyword` and shows their title. */
export interface OwnLookup {
  call: `/api/${string}`
  /** The param that carries what staff type. */
  search: string
  /** What of its answer names a record, and tells it from others. */
  label: readonly string[]
}

export interface Resource<C extends string = string, D extends string = string, S extends string = string, M extends string = string> {
  /** The word in the calls' paths and the table's name. */
  name: string
  label: string
  /** What buttons and questions call one of its records (新增租客); without it, its label without 列表, 管理 and the like. */
  noun?: string
  /** The route; without one the resource has calls and a table but no screen. */
  path?: `/${string}`
  menu?: Menu
  /** The permission key in the route's access list; null is not gated. Required with a path. */
  access?: string | null
  key: NoInfer<C>
  /** The column that names a row: the list's first column, the drawer's head, the text of a reference to it. */
  title?: NoInfer<C>
  /** Columns that tell two of the same title apart where one is chosen: the community of a room. Never one that lists mask. */
  tellApart?: readonly NoInfer<C>[]
  columns: Readonly<Record<C, Column<C>>>
  sort?: readonly [NoInfer<C>, 'asc' | 'desc']
  /** How its list opens. */
  opens?: Opens<C>
  /** Its screen shows the list in parts: the states of its records, say. */
  strips?: readonly OwnStrip<C>[]
  /** Columns of the derived add and edit dialogs, in order. */
  form?: readonly NoInfer<C>[]
  /** What the derived dialog of adding shows while one types. */
  foresees?: FormPreview
  dialogs?: Readonly<Record<D, FormSchema>>
  /** The life of its records: which states there are, and what the system does to them. */
  states?: States<C, S>
  actions?: Readonly<Record<M, Action<C, D, S>>>
  /** The papers that can be printed of its records and need no code; one is printed by the action that names it. */
  prints?: Readonly<Record<string, Print>>
  calls?: Readonly<Partial<Record<StandardCall, CallPath | false>>>
  /** The calls, and the actions that change a state, which server/domain answers instead of the derived ones. */
  domain?: readonly (StandardCall | NoInfer<M>)[]
  /**
   * Whether its records can be imported from a file. Left out: yes, where the derived `add` makes them. `true`: the domain's `add` offers
   * itself row by row (`adds` in its defineCall). The name of an action on the page: a row is what its dialog asks, and its call adds it.
   * `false`: never.
   */
  import?: boolean | NoInfer<M>
  /** Any member of staff may read it to choose from (kinds, tags, projects); or the call that gives the choices, where the list is not for all. */
  lookup?: true | OwnLookup['call'] | OwnLookup
  /** Where one is chosen, a project is asked for first: there are too many of them to be told apart by what is typed. */
  projectFirst?: true
  /** The column that holds the project: rows of projects that an account may not see do not exist for it. */
  scope?: NoInfer<C>
  /** The column that holds the account whose row it is: everyone reads and changes their own without a code, and nobody another's. */
  own?: NoInfer<C>
  /** The part of the work that it belongs to, by which 操作日志 is divided; without it, 'other'. */
  area?: Area
  /** `false`: changes of its rows are not written to 操作日志 (logs, messages, what the store itself writes). */
  log?: false
  /** Its rows are written by the store alone, from rows that name the same records: what they name is not asked for a second time. */
  copied?: true
  /**
   * Rows are retired (停用) and taken back (启用): a retired one is offered and accepted no more where it would be chosen anew, and stays on
   * the records that name it.
   */
  retires?: true
  /**
   * Two of its records can turn out to be one: an action leads the one that goes to the state `as`, with the one that stays in the column
   * `into`. All that names the first then names the second, and nothing names the first any more; it is neither changed, deleted nor chosen.
   */
  merges?: { into: NoInfer<C>; as: NoInfer<S> }
  /** A SQL view of the domain that reads take the place of the table. */
  view?: string
  /** `false`: the view's rows are all there is; it has no table and nothing is written. */
  stored?: false
  /** The view's rows are reckoned all at once (sums, what is missing), by no index: each page is cut from one reckoning, not found by its keys. */
  reckoned?: true
  /**
   * Whether its list can be asked as of a past day. Rows that are logged are kept day by day of themselves: `false` where the present alone counts
   * (who may do what). Of a view's rows `true`: they are made of what is kept; `'booked'`: they are made of what was booked up to a day, whenever that was written
   * down, so that any day can be asked.
   */
  past?: boolean | 'booked'
  /** Lists of what belongs to a record, shown in its detail. */
  has?: readonly Has[]
  /** What staff look for first in a record: above the other columns of its detail, in its card where it is named, and beside choices. */
  facts?: readonly Fact<C>[]
  unique?: readonly (readonly NoInfer<C>[])[]
  /** Its rows take place between two columns (datetime): the list can be seen as a calendar by day and hour. */
  calendar?: Calendar<C, M>
  /** The list can be seen as a board: a column for each state. */
  board?: true
  /** What is drawn above its list, of the rows that its filters find. */
  chart?: Chart<C>
  /** Its life as it is drawn in its detail. */
  plots?: readonly Plot[]
  /** What happens to its rows by day, on the timelines (`plots`) of records that have them in a list. */
  happens?: readonly Happening<C>[]
  /** What is drawn above a record's facts: a component of src/ui/list/detail/drawn, by its name. */
  draws?: 'approvalTrail'
  /** What an empty list says. */
  empty?: string
}

/** True for a page made at 设置 › 页面配置: no file's has such an address (R202). */
export const isMadeAtRunTime = ({ path }: { path?: string | null }): boolean => path?.startsWith('/screens/') === true

/**
 * Declares one screen or one kind of record. From `{ name: 'tag', key: 'id', columns: {…}, path: '/tags' }` come the route, menu entry,
 * tab, list, dialogs and permission checks, the calls `/api/tag/index, detail, add, edit, del, export`, their entries at /docs, and
 * `create table tag (id integer generated …, …)`. Checked twice: by the compiler here, by `checkResources` at start.
 */
export const defineResource = <
  const C extends string,
  const D extends string = never,
  const S extends string = never,
  const M extends string = never,
  const G extends string = never,
  const I = unknown,
  const Q = unknown,
  const E = unknown,
  const V = unknown,
  const R = unknown,
  const P extends NoInfer<C> = NoInfer<C>,
  const N = unknown,
  const A = unknown,
  const O = unknown,
  const F = unknown,
  const X extends string = never,
  const Y extends string = never,
  const W = unknown,
>(
  resource: Resource<C, D, S, M> & {
    readonly key: P
    readonly columns: Read<'is', I> & Read<'required', Q> & Read<'derived', E> & Read<'via', V> & Read<'reads', R> & Read<'when', W>
    readonly states?: {
      readonly column: X
      readonly of: Read<'code', N>
      readonly sets?: Readonly<Record<G, readonly NoInfer<S>[]>>
      readonly moves?: Readonly<Record<Y, SystemMove<S>>>
    }
    readonly actions?: Read<'opens', A> & Read<'on', O>
    readonly dialogs?: { readonly [X in keyof F]: F[X] }
  },
): Resource<C, D, S, M> & Typed<I, Q, E, V, R, P, W> & Living<N, G, A, O, F, X, Y> => Object.freeze(resource)
