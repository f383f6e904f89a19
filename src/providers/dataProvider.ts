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

/**
 * refine's socket for data: its verbs are our calls (design.md, Protocol). In a list's `meta`, `usual` is what is asked unless a filter says
 * otherwise, and `always` whatever the filters say; in a record's, `related` asks for the lists with which its detail opens, too.
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
        ...(sorter ? { order: `${sorter.order === 'desc' ? '-' : ''}${sorter.field}` } : {}),
        page: pagination?.currentPage ?? 1,
        page_rows: pagination?.pageSize ?? 20,
      },
      meta?.signal ? { signal: meta.signal as AbortSignal } : {},
    )
    return listOf(page) as GetListResponse<never>
  },
  getOne: async ({ resource, id, meta }) => {
    const [path, key] = [pathOf(resource, 'detail'), { [resourceNamed(resource).key]: id }]
    if (!meta?.related) return { data: await call(path, key) }
    const { record, lists } = await call<Opened<BaseRecord>>(path, { ...key, related: 1 })
    return { data: record, lists } as GetOneResponse<BaseRecord> as GetOneResponse<never>
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
