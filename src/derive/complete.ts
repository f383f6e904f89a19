import { once, partition } from 'es-toolkit'
import type { CallPath } from '../core/action.ts'
import type { Calendar } from '../core/calendar.ts'
import type { Chart } from '../core/chart.ts'
import { type Kind, kindFacts, type Match } from '../core/kinds.ts'
import { withLife } from '../core/life.ts'
import type { Happening, Plot } from '../core/plots.ts'
import type { Print } from '../core/prints.ts'
import type { Beginning, Fact, Has } from '../core/related.ts'
import type { Area, Column, Menu, OwnLookup, Resource } from '../core/resource.ts'
import { type Move, movesOf, type States } from '../core/states.ts'
import type { Opens, OwnStrip } from '../core/strip.ts'
import { actionsOf, type Calls, type CompleteAction, type LookupPath, type LookupPaths } from './actions.ts'
import { withCardFacts } from './cardFacts.ts'
import { type Lead, leadsOf } from './leads.ts'
import { callsOf, importerOf } from './standardCalls.ts'

/** A column with every default filled in. */
export interface CompleteColumn {
  name: string
  label: string
  is: Kind
  spec: Column
  match: Match
  align: 'left' | 'right'
  width: number
  isSortable: boolean
  /** `first`: in the filter row; `more`: folded; `asked`: not drawn, by what is asked for what refers to a record; null: no filter. */
  filter: 'first' | 'more' | 'asked' | null
  /** Whether the list shows it at first, may show it, or never does. */
  shown: 'yes' | 'no' | 'never'
  /** True where the resource's own table stores it. */
  isStored: boolean
  /** The resource that a ref names. */
  target: string | null
  /** Which record it names: the key that stands first of these, each of a resource (`of`) or of the one whose name another column holds (`by`). */
  leads: readonly Lead[]
  /** Read through a reference of a screen made at run time: only for who may read what that refers to. */
  isGuarded: boolean
}

/** A resource with every default filled in, frozen: the only form of a declaration that the rest of the code sees. */
export interface CompleteResource {
  name: string
  label: string
  /** What one of its records is called; null: as its label says (`nounOf`). */
  noun: string | null
  path: string | null
  menu: Menu | null
  access: string | null
  key: string
  title: string
  /** What names one in the rows that it is chosen from, its own name last. */
  choiceLabel: readonly string[]
  columns: readonly CompleteColumn[]
  column: Readonly<Record<string, CompleteColumn>>
  sort: readonly [string, 'asc' | 'desc']
  opens: Opens
  /** The parts in which its own screen shows its list; one, unless it says more. */
  strips: readonly OwnStrip[]
  calls: Calls
  domain: readonly string[]
  actions: readonly CompleteAction[]
  /** The action by whose dialog rows of a file are read, and whose call adds them. */
  importedBy: string
  /** Whence its actions begin beside its page, with the action's name. */
  begins: readonly (Beginning & { action: string })[]
  /** The papers of it that need no code, those that are printed no more among them. */
  prints: Readonly<Record<string, Print>>
  /** The life of its records; null where none is declared. */
  states: States | null
  /** How two of its records become one; null where they do not: the column with the one that stays, the state of the one that goes, and the codes of the others. */
  merges: { into: string; as: number; kept: readonly number[] } | null
  /** What moves a record from one state to another. */
  moves: readonly Move[]
  /** Whether any member of staff may read it: what they choose from, and what is their own. */
  isLookup: boolean
  /** The call that gives its rows to choose from. */
  choices: CallPath | null
  /** The param of that call which carries what is typed to find one; null where it has none. */
  search: string | null
  scope: string | null
  /** The column of the account whose row it is: nobody sees another's. */
  own: string | null
  area: Area
  /** Whether changes of its rows are written to 操作日志. */
  isLogged: boolean
  /** Whether its rows are kept as they stood day by day (server/store/bringUp/past.ts): those that are logged. */
  isKept: boolean
  /** Whether its list can be asked as of a past day: its rows are kept, or made of what is. */
  hasPast: boolean
  /** Its list can be asked as of any day, also one before rows were kept. */
  isBooked: boolean
  /** What reads select from and what writes change; they differ where the domain derives columns in a view. */
  source: string
  table: string
  unique: readonly (readonly string[])[]
  /** Whether it has a table of its own; otherwise `table` is its view. */
  isStored: boolean
  /** Its view reckons all its rows at once: a page is cut from one reckoning. */
  isReckoned: boolean
  /** What its rows name is not asked for again: they are made of rows that name it. */
  isCopied: boolean
  /** How its rows are seen by day and hour; null where they do not take place so. */
  calendar: Calendar | null
  /** Whether its list is seen as a board, too. */
  hasBoard: boolean
  related: readonly Has[]
  /** What its detail and its card begin with. */
  facts: readonly Fact[]
  /** What is drawn above its list; null where nothing is. */
  chart: Chart | null
  /** Its life as it is drawn in its detail. */
  plots: readonly Plot[]
  /** What happens to its rows by day. */
  happens: readonly Happening[]
  /** What is drawn above its facts; null where nothing is. */
  draws: 'approvalTrail' | null
  empty: string
  /** Former names of columns, and those that they have now. */
  former: Readonly<Record<string, string>>
}

const isKept = ({ stored, log, past }: Resource): boolean => stored !== false && log !== false && past !== false

const filterOf = (spec: Column, isMade: boolean): CompleteColumn['filter'] => {
  if (spec.filter) return spec.filter === true ? 'first' : 'more'
  return isMade && (spec.is === 'ref' || spec.is === 'refs') && !spec.via ? 'asked' : null
}

const completeColumn = (name: string, spec: Column, leads: readonly Lead[], isMade: boolean): CompleteColumn => {
  const is: Kind = spec.is ?? 'text'
  const facts = kindFacts[is]
  return {
    name,
    label: spec.label,
    is,
    spec,
    match: facts.match,
    align: facts.align ?? 'left',
    width: spec.width ?? facts.width,
    isSortable: spec.sort === true,
    filter: filterOf(spec, isMade),
    shown: spec.list === 'never' ? 'never' : spec.list === false ? 'no' : 'yes',
    isStored: !spec.derived && !spec.via && !spec.reads,
    target: spec.is === 'ref' || spec.is === 'refs' ? spec.of : null,
    leads,
    isGuarded: isMade && spec.via !== undefined,
  }
}

/** The call of its own that gives a resource's choices; null where those are its list's or `choose`'s. */
export const ownLookupOf = ({ lookup, title, key }: Resource): OwnLookup | null => {
  if (typeof lookup !== 'string') return typeof lookup === 'object' ? lookup : null
  return { call: lookup, search: 'keyword', label: [title ?? key] }
}

const choicesOf = (resource: Resource, calls: Calls): CallPath | null =>
  ownLookupOf(resource)?.call ?? (resource.lookup ? calls.index : (calls.choose ?? calls.index))

const choiceLabelOf = (resource: Resource): readonly string[] =>
  ownLookupOf(resource)?.label ?? [...(resource.tellApart ?? []), resource.title ?? resource.key]

/** Choices are searched by their title: `choose` by a `keyword`, a call of their own as it says, a list where it filters by a part of it. */
const searchOf = (resource: Resource, calls: Calls): string | null => {
  const own = ownLookupOf(resource)
  if (own) return own.search
  if (choicesOf(resource, calls) !== calls.index) return 'keyword'
  const title = resource.title ?? resource.key
  const column: Column | undefined = resource.columns[title]
  const match = column && kindFacts[column.is ?? 'text'].match
  return calls.index && column?.filter && (match === 'contains' || match === 'starts') ? title : null
}

const mergingOf = ({ merges, states }: Resource): CompleteResource['merges'] => {
  if (!merges || !states) return null
  const codes = Object.entries(states.of).map(([name, { code }]) => ({ name, code }))
  const [gone, kept] = partition(codes, ({ name }) => name === merges.as)
  return { into: merges.into, as: gone[0]?.code ?? 0, kept: kept.map(({ code }) => code) }
}

/** A retired column keeps its place in `form`, where nobody fills it in. */
const withoutRetired = (resource: Resource): Resource =>
  resource.form ? { ...resource, form: resource.form.filter((name) => !resource.columns[name]?.retired) } : resource

/**
 * Gives a resource with every default filled in. `paths` says where references are read from. Columns and actions are worked out when
 * they are first asked for: a client has all resources in its menu, and draws one.
 */
const completeResource = (resource: Resource, pathsOf: () => LookupPaths, isMade: boolean): CompleteResource => {
  const calls = callsOf(resource)
  const columns = once(() =>
    Object.entries(resource.columns)
      .filter(([, spec]) => !spec.retired)
      .map(([name, spec]) => completeColumn(name, spec, leadsOf(name, resource.columns), isMade)),
  )
  const column = once(() => Object.fromEntries(columns().map((one) => [one.name, one])))
  const unique = once(() => [
    ...(resource.unique ?? []),
    ...columns()
      .filter(({ spec }) => 'unique' in spec && spec.unique)
      .map(({ name }) => [name]),
  ])
  const former = once(() => Object.fromEntries(columns().flatMap(({ name, spec }) => (spec.was ?? []).map((was) => [was, name]))))
  const actions = once(() => actionsOf(resource, calls, pathsOf()))
  return Object.freeze({
    name: resource.name,
    label: resource.label,
    noun: resource.noun ?? null,
    path: resource.path ?? null,
    menu: resource.menu ?? null,
    access: resource.access ?? null,
    key: resource.key,
    title: resource.title ?? resource.key,
    choiceLabel: choiceLabelOf(resource),
    get columns() {
      return columns()
    },
    get column() {
      return column()
    },
    sort: resource.sort ?? ([resource.key, 'desc'] as const),
    opens: resource.opens ?? {},
    strips: resource.strips ?? [{ label: resource.label }],
    calls,
    domain: resource.domain ?? [],
    get actions() {
      return actions()
    },
    importedBy: importerOf(resource),
    begins: Object.entries(resource.actions ?? {}).flatMap(([action, { begins = [] }]) => begins.map((one) => ({ ...one, action }))),
    prints: resource.prints ?? {},
    states: resource.states ?? null,
    merges: mergingOf(resource),
    moves: movesOf(resource),
    isLookup: resource.lookup === true || resource.own !== undefined,
    choices: choicesOf(resource, calls),
    search: searchOf(resource, calls),
    scope: resource.scope ?? null,
    own: resource.own ?? null,
    area: resource.area ?? 'other',
    isLogged: resource.stored !== false && resource.log !== false,
    isKept: isKept(resource),
    hasPast: isKept(resource) || resource.past === true || resource.past === 'booked',
    isBooked: resource.past === 'booked',
    source: resource.view ?? resource.name,
    table: resource.stored === false ? (resource.view ?? resource.name) : resource.name,
    isStored: resource.stored !== false,
    isReckoned: resource.reckoned === true,
    isCopied: resource.copied === true,
    calendar: resource.calendar ?? null,
    hasBoard: resource.board === true,
    chart: resource.chart ?? null,
    plots: resource.plots ?? [],
    happens: resource.happens ?? [],
    draws: resource.draws ?? null,
    related: resource.has ?? [],
    facts: resource.facts ?? [],
    get unique() {
      return unique()
    },
    empty: resource.empty ?? '还没有记录',
    get former() {
      return former()
    },
  })
}

/**
 * Gives all resources completed, each knowing where its references are read from: `among` has everything that they may refer to. Of those
 * made at run time (`isMade`) each reference is one by which the records that refer to another are found.
 */
export const completeAll = (
  declared: readonly Resource[],
  among: readonly Resource[] = declared,
  isMade: boolean = false,
): CompleteResource[] => {
  const paths = once(
    () =>
      new Map(
        among.flatMap((resource): [string, LookupPath][] => {
          const calls = callsOf(resource)
          const call = choicesOf(resource, calls)
          const path = {
            key: resource.key,
            label: choiceLabelOf(resource),
            search: searchOf(resource, calls),
            within: (resource.projectFirst && resource.scope) || null,
          }
          return call ? [[resource.name, { call, ...path }]] : []
        }),
      ),
  )
  return declared.map((resource) => completeResource(withCardFacts(withoutRetired(withLife(resource))), paths, isMade))
}
