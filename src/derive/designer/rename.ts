import type { Action } from '../../core/action.ts'
import type { Field, FormSchema, Lookup } from '../../core/form.ts'
import { type Print, withColumnsNamed } from '../../core/prints.ts'
import type { Has } from '../../core/related.ts'
import type { Column, Resource } from '../../core/resource.ts'

type Named = (name: string) => string

const keys = <T>(some: Readonly<Record<string, T>>, named: Named): Record<string, T> =>
  Object.fromEntries(Object.entries(some).map(([name, value]) => [named(name), value]))

/** Gives some of an object's words with new values; a word that it has not stays absent. */
const withEach = <T extends object>(some: T, change: { [K in keyof T]?: (value: NonNullable<T[K]>) => unknown }): T =>
  Object.fromEntries(
    Object.entries(some).map(([word, value]) => {
      const next = change[word as keyof T] as ((value: unknown) => unknown) | undefined
      return [word, next && value !== undefined && value !== null ? next(value) : value]
    }),
  ) as T

/** A lookup names fields of its form, and of the rows that it reads, which are this screen's own where its list is. */
const renamedLookup = (lookup: Lookup, ownLists: readonly string[], named: Named): Lookup => {
  const row: Named = typeof lookup.call === 'string' && ownLists.includes(lookup.call) ? named : (name) => name
  return withEach(lookup, {
    call: (call) => (typeof call === 'string' ? call : { ...call, by: named(call.by) }),
    params: (params) =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          row(name),
          typeof value === 'string' && value.startsWith('$') ? `$${named(value.slice(1))}` : value,
        ]),
      ),
    value: row,
    label: (label) => (typeof label === 'string' ? row(label) : label.map(row)),
    search: row,
    fills: (fills) => Object.fromEntries(Object.entries(fills).map(([field, from]) => [named(field), row(from)])),
    only: (only) => ({ ...only, when: keys(only.when, named), field: row(only.field) }),
  })
}

const renamedField = (field: Field, ownLists: readonly string[], named: Named): Field =>
  withEach(field, {
    'x-when': (when) => keys(when, named),
    'x-required': (when) => keys(when, named),
    'x-clears': (names) => names.map(named),
    'x-lookup': (lookup) => renamedLookup(lookup, ownLists, named),
    'x-offer': (offer) => ({ ...offer, when: keys(offer.when, named) }),
    'x-code': (code) => ({ ...code, from: named(code.from) }),
    'x-from': named,
    'x-same': named,
  })

const renamedForm = (form: FormSchema, ownLists: readonly string[], named: Named): FormSchema =>
  withEach(form, {
    properties: (properties) =>
      keys(Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, renamedField(field, ownLists, named)])), named),
    required: (names) => names.map(named),
    'x-layout': (names) => names.map(named),
    'x-keep': (names) => names.map(named),
  })

const renamedAction = (action: Action, named: Named): Action =>
  withEach(action, {
    when: (when) => keys(when as Readonly<Record<string, unknown>>, named),
    set: (set) => keys(set as Readonly<Record<string, unknown>>, named),
    approves: (approves) => withEach(approves, { when: (when) => keys(when as Readonly<Record<string, unknown>>, named), amount: named }),
    leads: (leads) => leads.replace(/\{(\w+)\}/g, (_, name: string) => `{${named(name)}}`),
  })

const eachOf = <T>(some: object, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(some).map(([name, value]) => [name, change(value as T)]))

/** `owner.name` with the column before the point under its new name. */
const throughOwn = (path: string, named: Named): string => path.replace(/^\w+/, named)

const renamedTotal = (column: Column, named: Named): Column =>
  column.is === 'fen' && typeof column.total === 'object'
    ? { ...column, total: withEach(column.total, { by: named, except: (except) => keys(except, named) }) }
    : column

/** A list of this screen's own rows in its detail. */
const renamedList = (list: Has, named: Named): Has =>
  withEach(list, {
    by: named,
    where: (where) => keys(where as Readonly<Record<string, unknown>>, named),
    sort: ([name, direction]) => [named(name), direction],
    shows: (names) => names.map(named),
  })

/** Gives the declaration with a field called otherwise everywhere in it; one that is published is known by its former name too. */
export const renamed = (resource: Resource, from: string, to: string, isPublished: boolean): Resource => {
  const named: Named = (name) => (name === from ? to : name)
  const ownLists = [`/api/${resource.name}/index`, `/api/${resource.name}/choose`]
  const columns = eachOf<Column>(keys(resource.columns, named), (column) =>
    withEach(renamedTotal(column, named), {
      when: (when) => keys(when as Readonly<Record<string, unknown>>, named),
      via: (via) => throughOwn(via, named),
      reads: (reads) => throughOwn(reads, named),
    }),
  )
  const column = columns[to]
  if (isPublished && column)
    columns[to] = { ...column, was: [...new Set([...(column.was ?? []), from])].filter((was) => was !== to) } as Column
  return withEach<Resource>(
    { ...resource, columns },
    {
      key: named,
      title: named,
      states: (states) => ({ ...states, column: named(states.column) }),
      tellApart: (names) => names.map(named),
      sort: ([name, direction]) => [named(name), direction],
      form: (names) => names.map(named),
      scope: named,
      own: named,
      calendar: (calendar) => ({ ...calendar, during: [named(calendar.during[0]), named(calendar.during[1])] as const }),
      facts: (facts) => facts.map((fact) => ({ ...fact, column: named(fact.column) })),
      unique: (groups) => groups.map((group) => group.map(named)),
      has: (lists) => lists.map((list) => (list.resource === resource.name ? renamedList(list, named) : list)),
      prints: (prints) => eachOf<Print>(prints, (print) => ({ ...print, text: withColumnsNamed(print.text, resource.name, named) })),
      actions: (actions) => eachOf<Action>(actions, (action) => renamedAction(action, named)),
      dialogs: (dialogs) => eachOf<FormSchema>(dialogs, (form) => renamedForm(form, ownLists, named)),
    },
  )
}
