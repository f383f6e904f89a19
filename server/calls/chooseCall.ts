import { once, pick, uniq } from 'es-toolkit'
import { choosersOf } from '../../src/declared/choosers.ts'
import { chooseParams } from '../../src/derive/callParams.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { LOOKUP_ROWS, type Page } from '../../src/protocol/envelope.ts'
import { scopeOf } from '../store/reading/filters.ts'
import { listPage, type Resolve, type Row, rowsQuery } from '../store/reading/list.ts'
import { isSearched } from '../store/reading/pageQuery.ts'
import type { Call, Context } from './defineCall.ts'

interface Params {
  keyword?: string
  ids?: number[]
  page?: number
  page_rows?: number
}

/** What the answer has of a record: its key, what names it, and whether it is offered no more. */
const namesOf = ({ key, title, choiceLabel, column }: CompleteResource): string[] =>
  uniq([key, ...choiceLabel.filter((name) => column[name]), title, ...(column.retired ? ['retired'] : [])])

/** The resource with these columns alone, found by its title. */
const narrowed = (resource: CompleteResource): CompleteResource => {
  const names = namesOf(resource)
  const through = names.map((name) => resource.column[name]?.spec.via?.split('.')[0])
  const columns = resource.columns
    .filter(({ name }) => names.includes(name) || through.includes(name))
    .map((column) => ({ ...column, filter: column.name === resource.title ? ('more' as const) : null }))
  return { ...resource, columns, column: Object.fromEntries(columns.map((column) => [column.name, column])) }
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
  const narrow = once(() => narrowed(resource))
  const names = namesOf(resource)
  const asked = ({ keyword, page = 1, page_rows = LOOKUP_ROWS, ...project }: Params) => ({
    ...project,
    [resource.title]: keyword,
    page,
    page_rows,
  })
  const chosen = async ({ tx, session }: Context, params: Params): Promise<Page<Row>> => {
    const scope = scopeOf(resource, session)
    if (!params.ids) return listPage(tx, narrow(), asked(params), scope, resolve)
    const { rows: list } = await rowsQuery(tx, narrow(), params.ids, scope, resolve).execute(tx)
    return { list, count: list.length }
  }
  return [
    {
      path,
      label: `选择${resource.label}`,
      group: resource.label,
      can: resource.isLookup ? 'session' : codes,
      params: chooseParams(resource),
      weight: (params: Params) => (isSearched(narrow(), asked(params)) ? 'search' : undefined),
      handle: async (context: Context, params: Params) => {
        const page = await chosen(context, params)
        return { ...page, list: page.list.map((row) => pick(row, names)) }
      },
    },
  ]
}
