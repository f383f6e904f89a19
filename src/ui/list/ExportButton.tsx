import Button from 'antd/es/button'
import Dropdown from 'antd/es/dropdown'
import { useState } from 'react'
import { type ExportFormat, exportFormats } from '../../protocol/exports.ts'
import { mayCall } from '../../providers/accessControlProvider.ts'
import { call } from '../../providers/call.ts'
import { t } from '../../providers/i18nProvider.ts'
import { openDownloads } from '../shell/downloads.ts'
import { useToast } from '../toast.tsx'
import { useShownColumns } from './columnSettings.ts'
import type { ListController } from './useListController.ts'

/** 导出: the rows that the present filters select, in the present order, with the columns that are shown. */
export const ExportButton = ({ list }: { list: ListController }) => {
  const { resource, asked, order } = list
  const columns = useShownColumns(resource)
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const path = resource.calls.export
  if (!path || !mayCall(path)) return null
  const begin = async (format: ExportFormat['code']): Promise<void> => {
    setBusy(true)
    try {
      await call(path, {
        ...asked,
        order: `${order.order === 'desc' ? '-' : ''}${order.field}`,
        columns: columns
          .filter((column) => column.spec.export !== false)
          .map((column) => column.name)
          .join(','),
        format,
      })
      toast.done('已开始导出')
      openDownloads()
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: exportFormats.map(({ code, label }) => ({ key: code, label: t(`导出 ${label}`) })),
        onClick: ({ key }) => void begin(Number(key) as ExportFormat['code']),
      }}
    >
      <Button loading={isBusy}>{t('导出')}</Button>
    </Dropdown>
  )
}
