import { useList } from '@refinedev/core'
import { isEqual } from 'es-toolkit'
import { createContext, useContext } from 'react'
import { resourceNamed } from '../../../declared/declared.ts'
import { type AskedList, askedParams } from '../../../declared/opening.ts'
import type { GivenList } from '../../../protocol/envelope.ts'
import { listOf } from '../../../providers/dataProvider.ts'
import type { Row } from '../../action/begun.ts'
import { useRecordMeta } from '../past/asOf.ts'

/** The lists that came with a record, and when, in milliseconds since the epoch. */
export interface Given {
  lists: readonly GivenList[]
  at: number
}

export const GivenContext = createContext<Given>({ lists: [], at: 0 })

/** Reads a list that is asked about a record: what came with the record stands as its first answer. Null asks nothing. */
export const useAskedList = (asked: AskedList | null) => {
  const { lists, at } = useContext(GivenContext)
  const given = asked && lists.find(({ resource, params }) => resource === asked.resource && isEqual(params, askedParams(asked)))
  return useList<Row & { id?: number }>({
    resource: asked?.resource ?? '',
    pagination: { currentPage: 1, pageSize: asked?.rows ?? 1, mode: 'server' },
    sorters: asked ? [{ field: asked.sort[0], order: asked.sort[1] }] : [],
    filters: Object.entries(asked?.where ?? {}).map(([field, value]) => ({ field, operator: 'eq', value })),
    queryOptions: {
      enabled: asked !== null,
      ...(given ? { initialData: listOf<Row & { id?: number }>(given.page), initialDataUpdatedAt: at } : {}),
    },
    meta: useRecordMeta(asked ? resourceNamed(asked.resource) : { hasPast: false }),
    errorNotification: false,
  })
}
