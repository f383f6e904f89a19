import Button from 'antd/es/button'
import Popover from 'antd/es/popover'
import { Suspense, useCallback, useState } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import { lazily } from '../../later/lazily.ts'
import type { ListController } from '../useListController.ts'

const SavedFiltersPanel = lazily(() => import('./SavedFiltersPanel.tsx'))

/** 已存筛选: what this list was asked before, under names. */
export const SavedFilters = ({ list }: { list: ListController }) => {
  const { resource } = list
  const [isOpen, setOpen] = useState(false)
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
      <Button>{t`已存筛选`}</Button>
    </Popover>
  )
}
