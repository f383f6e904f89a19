import ReloadOutlined from '@ant-design/icons-svg/es/asn/ReloadOutlined'
import SettingOutlined from '@ant-design/icons-svg/es/asn/SettingOutlined'
import Button from 'antd/es/button'
import Popover from 'antd/es/popover'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../providers/i18nProvider.ts'
import { pageActions } from '../action/allowed.ts'
import { useRunAction } from '../action/useRunAction.ts'
import { lazily } from '../later/lazily.ts'
import { Icon } from '../look/Icon.tsx'
import { ExportButton } from './files/ExportButton.tsx'
import { ImportButton } from './files/ImportButton.tsx'
import { SavedFilters } from './saved/SavedFilters.tsx'
import type { ListController } from './useListController.ts'

const ColumnSettingsPanel = lazily(() => import('./table/ColumnSettingsPanel.tsx'))

/** The buttons at the head of a list: its own and those of its declaration. */
export const ListTools = ({ list, given }: { list: ListController; given?: Readonly<Record<string, unknown>> | undefined }) => {
  const run = useRunAction()
  const { resource, strip } = list
  const [search, setSearch] = useSearchParams()
  const isWeek = search.get('view') === 'week'
  const turnView = (): void =>
    setSearch((now) => {
      if (isWeek) now.delete('view')
      else now.set('view', 'week')
      return now
    })
  const actions = pageActions(resource).filter(({ name }) => strip.actions?.includes(name) ?? true)
  return (
    <>
      <Button type="text" aria-label={t`刷新`} icon={<Icon of={ReloadOutlined} isSpinning={list.isFetching} />} onClick={list.refetch} />
      <Popover
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        content={
          <Suspense fallback={null}>
            <ColumnSettingsPanel resource={resource} />
          </Suspense>
        }
      >
        <Button type="text" aria-label={t`列设置`} icon={<Icon of={SettingOutlined} />} />
      </Popover>
      <SavedFilters list={list} />
      {resource.week && <Button onClick={turnView}>{isWeek ? t`列表` : t`周视图`}</Button>}
      <ImportButton list={list} />
      <ExportButton list={list} />
      {actions.map((action, index) => (
        <Button key={action.name} type={index === 0 ? 'primary' : 'default'} onClick={() => run(resource, action, [], given && { given })}>
          {action.label}
        </Button>
      ))}
    </>
  )
}
