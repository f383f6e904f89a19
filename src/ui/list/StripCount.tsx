import { useList } from '@refinedev/core'
import type { Strip } from '../../core/strip.ts'
import { resourceNamed } from '../../declared/declared.ts'
import { grouped } from '../../protocol/fen.ts'
import { chosenProject } from '../hooks/preferences.ts'
import { useOwnMeta } from '../hooks/useOwnMeta.ts'
import { useStore } from '../hooks/useStore.ts'
import { askedFilters } from './listParams.ts'
import { whereOf } from './strips.ts'

/** How many rows a part of a list has, of the header's project: read anew with the list itself. */
export default function StripCount({ strip }: { strip: Strip }) {
  const resource = resourceNamed(strip.resource)
  const asked = askedFilters(resource, {}, useStore(chosenProject), whereOf(strip))
  const { query, result } = useList({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: 1, mode: 'server' },
    filters: asked.map(([field, value]) => ({ field, operator: 'eq', value })),
    meta: useOwnMeta(),
    errorNotification: false,
  })
  if (!query.data) return null
  return <span className="strip-count">{grouped(result.total ?? 0) + (result.more === true ? '+' : '')}</span>
}
