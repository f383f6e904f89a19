import { useList } from '@refinedev/core'
import { t } from '../../../providers/i18nProvider.ts'
import { chosenProject } from '../../hooks/preferences.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'
import { useStore } from '../../hooks/useStore.ts'
import { Button } from '../../later/libraryParts.ts'
import { askedFilters } from '../listParams.ts'
import { pastOf } from '../past/asOf.ts'
import { whereOf } from '../strips.ts'
import type { ListController } from '../useListController.ts'

const whatIsEmpty = ({ strip, resource }: ListController) => strip.empty ?? resource.empty

/** Asks whether there is a row that the filters keep out: a list may open with filters, and whoever starts with nothing has filtered nothing out. */
const Filtered = ({ list }: { list: ListController }) => {
  const { resource, strip, asOf } = list
  const asked = askedFilters(resource, {}, useStore(chosenProject), whereOf(strip))
  const { query, result } = useList({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: 1, mode: 'server' },
    filters: asked.map(([field, value]) => ({ field, operator: 'eq', value })),
    meta: { ...useOwnMeta(), ...pastOf(resource, asOf) },
    errorNotification: false,
  })
  // Neither is said before it is known which is true.
  if (query.isLoading) return null
  if (query.data && result.data.length === 0) return whatIsEmpty(list)
  return (
    <>
      {t`没有符合筛选条件的记录`}
      <Button type="link" onClick={list.clearFilters}>
        {t`清空筛选`}
      </Button>
    </>
  )
}

/** What a list says in place of rows: that its filters keep them all out, or, where there are none at all, what to begin with. */
export const NoRows = ({ list }: { list: ListController }) => (
  <div className="list-empty">{Object.keys(list.filters).length > 0 ? <Filtered list={list} /> : whatIsEmpty(list)}</div>
)
