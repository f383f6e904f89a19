import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { Suspense, useCallback, useState } from 'react'
import { journal } from '../../../declared/journal.ts'
import { mayCall } from '../../../providers/accessControlProvider.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { lazily } from '../../later/lazily.ts'
import { staleChoices } from '../../lookup/stale.ts'
import type { ListController } from '../useListController.ts'

const ImportDialog = lazily(() => import('./ImportDialog.tsx'))

/** 导入: records of this list from a file, where they can be imported and this person may. */
export const ImportButton = ({ list }: { list: ListController }) => {
  const { resource } = list
  const [isOpen, setOpen] = useState(false)
  const invalidate = useInvalidate()
  const queries = useQueryClient()
  const changed = useCallback(() => {
    void invalidate({ resource: resource.name, invalidates: ['list', 'detail'] })
    if (journal && resource.isLogged) void invalidate({ resource: journal.name, invalidates: ['list'] })
    staleChoices(queries)
    void queries.invalidateQueries({ queryKey: ['view'] })
  }, [invalidate, queries, resource])
  const path = resource.calls.import
  if (!path || !mayCall(path)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('导入')}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ImportDialog resource={resource} path={path} onChanged={changed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
