import Button from 'antd/es/button'
import { Suspense, useCallback, useState } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'
import { lazily } from '../../later/lazily.ts'
import type { ListController } from '../useListController.ts'

const ImportDialog = lazily(() => import('./ImportDialog.tsx'))

/** 导入: records of this list from a file, where they can be imported and this person may. */
export const ImportButton = ({ list }: { list: ListController }) => {
  const { resource } = list
  const [isOpen, setOpen] = useState(false)
  const readAnew = useReadAnew()
  const changed = useCallback(() => readAnew.records(resource), [readAnew, resource])
  const path = resource.calls.import
  if (!path || !mayCall(path)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t`导入`}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ImportDialog resource={resource} path={path} onChanged={changed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
