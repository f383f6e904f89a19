import Button from 'antd/es/button'
import Dropdown from 'antd/es/dropdown'
import { type ExportFormat, exportFormats } from '../../../protocol/exports.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { openDownloads } from '../../shell/downloads/downloads.ts'
import { orderText } from '../saved/saved.ts'
import { useShownColumns } from '../table/columnSettings.ts'
import type { ListController } from '../useListController.ts'

/** 导出: the rows that the present filters select, in the present order, with the columns that are shown. */
export const ExportButton = ({ list }: { list: ListController }) => {
  const { resource, asked, order } = list
  const columns = useShownColumns(resource)
  const { deed, isBusy } = useDeed()
  const path = resource.calls.export
  if (!path || !mayCall(path)) return null
  const begin = async (format: ExportFormat['code']): Promise<void> => {
    const exported = columns.filter((column) => column.spec.export !== false).map((column) => column.name)
    const params = { ...asked, order: orderText(order), columns: exported.join(','), format }
    if (await deed(path, params, t`已开始导出`)) openDownloads()
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: exportFormats.map(({ code, label }) => ({ key: code, label: t`导出 ${label}` })),
        onClick: ({ key }) => void begin(Number(key) as ExportFormat['code']),
      }}
    >
      <Button loading={isBusy}>{t`导出`}</Button>
    </Dropdown>
  )
}
