import type { BaseRecord, CrudFilters, DataProvider, GetListResponse, GetOneResponse } from '@refinedev/core'
import { resourceNamed } from '../declared/declared.ts'
import type { Opened, Page } from '../protocol/envelope.ts'
import { call } from './call.ts'
import { callOrTakeEarly } from './earlyCall.ts'

const pathOf = (resource: string, name: 'index' | 'detail' | 'add' | 'edit' | 'del'): string => {
  const path = resourceNamed(resource).calls[name]
  if (!path) throw new Error(`${resource} has no call ${name}`)
  return path
}

/** Gives a call's params for refine's filters: each is a param named as in the declaration. */
export const filterParams = (filters: CrudFilters = []): Record<string, unknown> =>
  Object.fromEntries(filters.flatMap((filter) => ('field' in filter ? [[filter.field, filter.value]] : [])))

/** Gives a page of rows as refine wants it. */
export const listOf = <T extends BaseRecord>({ list, count, more, sums }: Page<T>): GetListResponse<T> => ({
  data: list,
  total: count,
  more: more === true,
  sums,
})

type Params = Readonly<Record<string, unknown>>

/** Names in a record the past day as of which it was read: nothing is done to what was. */
export const READ_AS_OF = 'read_as_of'

const markedAs = <T extends BaseRecord>(day: unknown, records: readonly T[]): T[] =>
  records.map((record) => (day ? { ...record, [READ_AS_OF]: day } : record))

const asOf = (meta: Params | undefined): Params => (meta?.as_of ? { as_of: meta.as_of } : {})

/**
 * refine's socket for data: its verbs are our calls (design.md, Protocol). In a list's `meta`, `usual` is what is asked unless a filter says
 * otherwise, and `always` whatever the filters say; in a record's, `related` asks for the lists with which its detail opens, too; in both,
 * `as_of` asks for a past day.
 */
export const dataProvider: DataProvider = {
  getApiUrl: () => '',
  getList: async ({ resource, pagination, sorters, filters, meta }) => {
    const [sorter] = sorters ?? []
    const page = await callOrTakeEarly<Page<BaseRecord>>(
      pathOf(resource, 'index'),
      {
        ...(meta?.usual as Params | undefined),
        ...filterParams(filters),
        ...(meta?.always as Params | undefined),
        ...asOf(meta),
        ...(sorter ? { order: `${sorter.order === 'desc' ? '-' : ''}${sorter.field}` } : {}),
        page: pagination?.currentPage ?? 1,
        page_rows: pagination?.pageSize ?? 20,
      },
      meta?.signal ? { signal: meta.signal as AbortSignal } : {},
    )
    return listOf({ ...page, list: markedAs(meta?.as_of, page.list) }) as GetListResponse<never>
  },
  getOne: async ({ resource, id, meta }) => {
    const [path, key] = [pathOf(resource, 'detail'), { [resourceNamed(resource).key]: id, ...asOf(meta) }]
    const marked = (record: BaseRecord) => markedAs(meta?.as_of, [record])[0]
    if (!meta?.related) return { data: marked(await call(path, key)) as never }
    const { record, lists } = await call<Opened<BaseRecord>>(path, { ...key, related: 1 })
    const past = lists.map((list) => ({ ...list, page: { ...list.page, list: markedAs(meta.as_of, list.page.list as BaseRecord[]) } }))
    return { data: marked(record), lists: past } as GetOneResponse<BaseRecord> as GetOneResponse<never>
  },
  create: async ({ resource, variables }) => ({ data: await call(pathOf(resource, 'add'), variables as Params) }),
  update: async ({ resource, id, variables }) => ({
    data: await call(pathOf(resource, 'edit'), { [resourceNamed(resource).key]: id, ...(variables as Params) }),
  }),
  deleteOne: async ({ resource, id, variables }) => ({
    data: await call(pathOf(resource, 'del'), { [resourceNamed(resource).key]: id, ...(variables as Params) }),
  }),
  deleteMany: async ({ resource, ids, variables }) => ({ data: await call(pathOf(resource, 'del'), { ids, ...(variables as Params) }) }),
  custom: async ({ url, payload, meta }) => ({
    // The meta of a deed holds what stands in the address, whatever it is called.
    data: await call(url, (payload ?? {}) as Params, {
      ...(meta?.signal instanceof AbortSignal ? { signal: meta.signal } : {}),
      ...(meta?.file instanceof File ? { file: meta.file } : {}),
    }),
  }),
}
