import Button from 'antd/es/button'
import Popover from 'antd/es/popover'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../providers/i18nProvider.ts'
import { lazily } from '../../later/lazily.ts'
import { useToast } from '../../later/toast.tsx'
import type { ListController } from '../useListController.ts'
import { openingOf, startOf } from './saved.ts'

const SavedFiltersPanel = lazily(() => import('./SavedFiltersPanel.tsx'))

/** Says which fields of a saved filter the list has no more. */
export const goneWords = (name: string, gone: readonly string[]): string => t(`筛选“${name}”中的 ${gone.join('、')} 已不存在，已忽略`)

/** 已存筛选: what this list was asked before, under names. */
export const SavedFilters = ({ list }: { list: ListController }) => {
  const { resource } = list
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const [search] = useSearchParams()
  const isAsked = search.has('filters')
  // Once, when the list opens: what is set while it is open was said then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const opening = openingOf(resource).get()
    const { gone } = startOf(resource)
    if (opening && !isAsked && gone.length > 0) toast.info(goneWords(opening.name, gone))
  }, [resource])
  const close = useCallback(() => setOpen(false), [])
  if (resource.own) return null
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <Suspense fallback={null}>
          <SavedFiltersPanel list={list} onClose={close} />
        </Suspense>
      }
    >
      <Button>{t('已存筛选')}</Button>
    </Popover>
  )
}
