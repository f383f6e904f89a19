import { nearest } from '../../../src/core/nearest.ts'
import { codesOf, type States } from '../../../src/core/states.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Migrations } from './storePlan.ts'

type Living = CompleteResource & { states: States }

const hasStates = (resource: CompleteResource): resource is Living =>
  resource.states !== null && resource.column[resource.states.column]?.isStored === true

const quoted = (name: string): string => `"${name}"`
const listed = (names: readonly string[]): string => names.map(quoted).join(', ')

const within = ({ states }: Living, word: string, not = ''): string =>
  `${quoted(states.column)} ${not}in (${codesOf({ states }, word).join(', ')})`

/** Gives the indexes of the rows that are in some states, and of those of which no two may be alike. */
export const stateIndexesOf = (resource: CompleteResource): string[] => {
  if (!hasStates(resource)) return []
  const { table, states } = resource
  const named = (word: string, columns: readonly string[], end: string): string =>
    quoted(`${[table, word, ...columns, end].join('_')}`.slice(0, 60))
  return [
    ...(states.unique ?? []).map(
      ({ within: word, columns }) =>
        `create unique index if not exists ${named(word, columns, 'one')} on ${quoted(table)} (${listed(columns)}) where ${within(resource, word)}`,
    ),
    ...(states.indexes ?? []).map(({ within: word, columns, include }) => {
      const rides = include ? ` include (${listed(include)})` : ''
      return `create index if not exists ${named(word, columns, 'in')} on ${quoted(table)} (${listed(columns)})${rides} where ${within(resource, word)}`
    }),
  ]
}

/** Gives the time between two columns of a row (`of`: with its dot, where it is not the only one): two days both included, of two datetimes the second not. */
export const spanOf = (resource: CompleteResource, [from, to]: readonly [string, string], of = ''): string =>
  resource.column[from]?.is === 'date'
    ? `daterange(${of}${quoted(from)}, ${of}${quoted(to)}, '[]')`
    : `int8range(${of}${quoted(from)}, ${of}${quoted(to)})`

/** Gives what the database holds of rows by their states: that a state is one that is declared, what it requires, what excludes what. */
export const stateConstraintsOf = (resource: CompleteResource): { name: string; sql: string }[] => {
  if (!hasStates(resource)) return []
  const { table, states } = resource
  const held = [
    {
      name: `${table}_${states.column}_known`,
      what: `check (${quoted(states.column)} in (${Object.values(states.of)
        .map(({ code }) => code)
        .join(', ')}))`,
    },
    ...Object.entries(states.requires ?? {}).flatMap(([word, columns]) =>
      columns.map((column) => ({
        name: `${table}_${word}_has_${column}`,
        what: `check (${within(resource, word, 'not ')} or ${quoted(column)} is not null)`,
      })),
    ),
    ...(states.excludes ?? []).map(({ within: word, same, during }) => ({
      name: `${table}_${word}_apart`,
      what: `exclude using gist (${same.map((column) => `${quoted(column)} with =`).join(', ')}, ${spanOf(resource, during)} with &&) where (${within(resource, word)})`,
    })),
  ]
  return held.map(({ name, what }) => ({ name, sql: `alter table ${quoted(table)} add constraint ${quoted(name)} ${what}` }))
}

const wordsIn = (resources: readonly CompleteResource[]): string[] =>
  resources.flatMap(({ name, states }) =>
    states ? [...Object.keys(states.of), ...Object.keys(states.sets ?? {})].map((word) => `${name}.${word}`) : [],
  )

/**
 * Gives SQL with the numbers of states where it names them: `{{waiting.called}}` a state's, `{{waiting.holdsRoom}}` those of a set. So views
 * and functions follow a declaration. Throws for a word that is neither, with the nearest that is one.
 */
export const withCodes = (files: Migrations, resources: readonly CompleteResource[]): Migrations => {
  const known = wordsIn(resources)
  const fill = (file: string, text: string): string =>
    text.replace(/\{\{(\w+)\.(\w+)\}\}/g, (whole, name: string, word: string) => {
      const states = resources.find((resource) => resource.name === name)?.states
      const codes = states ? codesOf({ states }, word) : []
      if (codes.length > 0) return codes.join(', ')
      throw new Error(`${file}：${whole} 不是声明过的状态或集合，最接近的是 ${nearest(`${name}.${word}`, known) ?? known.join(', ')}`)
    })
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, fill(file, text)]))
}
