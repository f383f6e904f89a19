import { once, pick, uniq } from 'es-toolkit'
import { choosersOf } from '../../src/declared/choosers.ts'
import { chooseParams } from '../../src/derive/callParams.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { LOOKUP_ROWS, type Page } from '../../src/protocol/envelope.ts'
import { scopeOf, wordsOf } from '../store/reading/filters.ts'
import { listPage, type Resolve, type Row, rowsQuery } from '../store/reading/list.ts'
import { isSearched } from '../store/reading/pageQuery.ts'
import { addCounted, readableAmong } from './counts.ts'
import type { Call, Context } from './defineCall.ts'
import { readableBy } from './readable.ts'

interface Params {
  keyword?: string
  ids?: number[]
  page?: number
  page_rows?: number
  facts?: number
}

/** What rows of choices show of a record beside its name. */
const factNames = ({ facts }: CompleteResource): string[] => facts.flatMap(({ column, chosen }) => (chosen ? [column] : []))

/** What the answer has of a record: its key, what names it, and whether it is offered no more. */
const namesOf = ({ key, title, choiceLabel, column }: CompleteResource): string[] =>
  uniq([key, ...choiceLabel.filter((name) => column[name]), title, ...(column.retired ? ['retired'] : [])])

/** Whether a column tells records apart that have an index to be found by. */
const isFoundBy = ({ choiceLabel, column }: CompleteResource, name: string): boolean =>
  choiceLabel.includes(name) && column[name]?.filter != null && column[name]?.match === 'contains'

/** The resource with these columns alone, found by its title and by what tells it apart. */
const narrowed = (resource: CompleteResource, named: readonly string[]): CompleteResource => {
  const standing = resource.merges && resource.states?.column
  const names = standing ? [...named, standing] : named
  const through = names.map((name) => resource.column[name]?.spec.via?.split('.')[0])
  const columns = resource.columns
    .filter(({ name }) => names.includes(name) || through.includes(name))
    .map((column) => ({
      ...column,
      filter: column.name === resource.title || column.name === standing || isFoundBy(resource, column.name) ? ('more' as const) : null,
    }))
  return { ...resource, columns, column: Object.fromEntries(columns.map((column) => [column.name, column])) }
}

type Filters = Readonly<Record<string, string>>

/**
 * Gives what a keyword may mean, the likelier first: a title; what tells records apart, alone or before a title, as the two are shown
 * (花苑 501). Each is one question that its indexes answer.
 */
const meaningsOf = (resource: CompleteResource, keyword: string | undefined): Filters[] => {
  const { title, choiceLabel } = resource
  const apart = choiceLabel.find((name) => name !== title && isFoundBy(resource, name))
  const [last = '', ...before] = wordsOf(keyword).reverse()
  if (!keyword || last === '') return [{}]
  if (!apart) return [{ [title]: keyword }]
  return [{ [title]: keyword }, before.length === 0 ? { [apart]: last } : { [apart]: before.reverse().join(' '), [title]: last }]
}

/**
 * Gives the call by which a record is chosen by its title (docs/protocol.md), where the resource has one: nothing else of it is told, and
 * only of the projects that the caller may see. It belongs to whoever may read the list, or do what asks for such a record
 * (`choosersOf`), as all resources stand now.
 */
export const chooseCalls = (resource: CompleteResource, resolve: Resolve): Call[] => {
  const path = resource.calls.choose
  const codes = choosersOf(resource)
  if (!path || (!resource.isLookup && codes.length === 0)) return []
  const names = namesOf(resource)
  const narrow = once(() => narrowed(resource, names))
  const beside = factNames(resource)
  // Made once of each: what is made of a resource's columns is kept by the resource.
  const known = new WeakMap<CompleteResource, CompleteResource>()
  const narrowWithFacts = (shown: CompleteResource): CompleteResource => {
    const made = known.get(shown) ?? narrowed(shown, [...names, ...beside])
    known.set(shown, made)
    return made
  }
  const withFacts = async (context: Context, ids: readonly number[]): Promise<Page<Row>> => {
    const shown = await readableBy(context, resource, resolve)
    const scope = scopeOf(resource, context.session)
    const { rows: list } = await rowsQuery(context.tx, narrowWithFacts(shown), ids, scope, resolve).execute(context.tx)
    await addCounted(context, resource, list, resolve, beside)
    return { list, count: list.length }
  }
  const chosen = async (
    { tx, session }: Context,
    { ids, keyword, page = 1, page_rows = LOOKUP_ROWS, ...project }: Params,
  ): Promise<Page<Row>> => {
    const scope = scopeOf(resource, session)
    if (ids) {
      const { rows: list } = await rowsQuery(tx, narrow(), ids, scope, resolve).execute(tx)
      return { list, count: list.length }
    }
    // What was merged into another is chosen no more.
    const kept = resource.merges && resource.states ? { [resource.states.column]: resource.merges.kept } : {}
    let found: Page<Row> = { list: [], count: 0 }
    for (const meant of meaningsOf(resource, keyword)) {
      if (found.count === 0) found = await listPage(tx, narrow(), { ...project, ...kept, ...meant, page, page_rows }, scope, resolve)
    }
    return found
  }
  return [
    {
      path,
      label: `选择${resource.label}`,
      group: resource.label,
      can: resource.isLookup ? 'session' : codes,
      params: chooseParams(resource),
      weight: ({ keyword }: Params) => (isSearched(narrow(), { [resource.title]: keyword }) ? 'search' : undefined),
      handle: async (context: Context, { facts, ...params }: Params) => {
        // Who may choose one by its name need not be who may read it.
        if (facts && params.ids && beside.length > 0 && (await readableAmong(context, [resource]))(resource)) {
          const page = await withFacts(context, params.ids)
          return { ...page, list: page.list.map((row) => pick(row, [...names, ...beside, ...beside.map((name) => `${name}_title`)])) }
        }
        const page = await chosen(context, params)
        return { ...page, list: page.list.map((row) => pick(row, names)) }
      },
    },
  ]
}
