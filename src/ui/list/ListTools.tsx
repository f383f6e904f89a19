import ReloadOutlined from '@ant-design/icons-svg/es/asn/ReloadOutlined'
import SettingOutlined from '@ant-design/icons-svg/es/asn/SettingOutlined'
import Button from 'antd/es/button'
import Popover from 'antd/es/popover'
import Space from 'antd/es/space'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../providers/i18nProvider.ts'
import { pageActions } from '../action/allowed.ts'
import { useRunAction } from '../action/useRunAction.ts'
import { lazily } from '../later/lazily.ts'
import { Icon } from '../look/Icon.tsx'
import { ExportButton } from './files/ExportButton.tsx'
import { ImportButton } from './files/ImportButton.tsx'
import { AsOfButton } from './past/AsOfButton.tsx'
import { SavedFilters } from './saved/SavedFilters.tsx'
import type { ListController } from './useListController.ts'
import { type ListView, viewShown, viewsOf } from './views.ts'

const ColumnSettingsPanel = lazily(() => import('./table/ColumnSettingsPanel.tsx'))

/** The buttons at the head of a list: its own and those of its declaration. */
export const ListTools = ({ list, given }: { list: ListController; given?: Readonly<Record<string, unknown>> | undefined }) => {
  const run = useRunAction()
  const { resource, strip } = list
  const [search, setSearch] = useSearchParams()
  const views = viewsOf(resource)
  const shown = viewShown(resource, search)
  const see = (view: ListView | null): void =>
    setSearch((now) => {
      if (view) now.set('view', view)
      else now.delete('view')
      return now
    })
  const actions = (list.asOf ? [] : pageActions(resource)).filter(({ name }) => strip.actions?.includes(name) ?? true)
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
      {resource.hasPast && <AsOfButton />}
      <SavedFilters list={list} />
      {views.length > 0 && !list.asOf && (
        <Space.Compact role="group" aria-label={t`怎样看`}>
          {[null, ...views].map((view) => (
            <Button
              key={view}
              type={view === shown ? 'primary' : 'default'}
              ghost={view === shown}
              aria-pressed={view === shown}
              onClick={() => see(view)}
            >
              {view === null ? t`列表` : view === 'calendar' ? t`日历` : t`看板`}
            </Button>
          ))}
        </Space.Compact>
      )}
      {!list.asOf && <ImportButton list={list} />}
      <ExportButton list={list} />
      {actions.map((action, index) => (
        <Button key={action.name} type={index === 0 ? 'primary' : 'default'} onClick={() => run(resource, action, [], given && { given })}>
          {action.label}
        </Button>
      ))}
    </>
  )
}
