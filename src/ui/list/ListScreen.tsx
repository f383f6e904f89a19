import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import Button from 'antd/es/button'
import Pagination from 'antd/es/pagination'
import Popover from 'antd/es/popover'
import { Suspense, useCallback } from 'react'
import type { CompleteResource } from '../../derive/complete.ts'
import { grouped } from '../../protocol/fen.ts'
import { type Row, useRunAction } from '../action/ActionHost.tsx'
import { bulkActions, fitting, pageActions } from '../action/allowed.ts'
import { goTo } from '../goTo.ts'
import { Later } from '../Later.tsx'
import { lazily } from '../loadScreen.ts'
import { useTab } from '../shell/tabContext.ts'
import { ExportButton } from './ExportButton.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ListTable } from './ListTable.tsx'
import './list.css'
import { type ListController, useListController } from './useListController.ts'

const DetailDrawer = lazily(() => import('./DetailDrawer.tsx'))
const ColumnSettingsPanel = lazily(() => import('./ColumnSettingsPanel.tsx'))

const countText = (list: ListController): string => `${grouped(list.count)}${list.hasMore ? '+' : ''} 条`

const Tools = ({ list }: { list: ListController }) => {
  const run = useRunAction()
  const { resource } = list
  return (
    <>
      <Button type="text" aria-label="刷新" icon={<ReloadOutlined spin={list.isFetching} />} onClick={list.refetch} />
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
        <Button type="text" aria-label="列设置" icon={<SettingOutlined />} />
      </Popover>
      <ExportButton list={list} />
      {pageActions(resource).map((action, index) => (
        <Button key={action.name} type={index === 0 ? 'primary' : 'default'} onClick={() => run(resource, action)}>
          {action.label}
        </Button>
      ))}
    </>
  )
}

const Head = ({ list }: { list: ListController }) => {
  const { resource } = list
  return (
    <div className="list-head">
      <h1>{resource.label}</h1>
      <span className="list-count" aria-live="polite">
        {list.isFirstLoad ? '' : `共 ${countText(list)}`}
      </span>
      <span className="head-gap" />
      {!list.isFirstLoad && (
        <Later>
          <Tools list={list} />
        </Later>
      )}
    </div>
  )
}

const BulkBar = ({ list }: { list: ListController }) => {
  const run = useRunAction()
  const { resource, selected } = list
  if (selected.length === 0) return null
  return (
    <div className="bulk" role="toolbar" aria-label="批量操作">
      已选 {selected.length} 条
      {bulkActions(resource).map((action) => {
        const rows = fitting(action, selected)
        return (
          <Button
            key={action.name}
            size="small"
            danger={action.tone === 'danger'}
            disabled={rows.length === 0}
            onClick={() => run(resource, action, rows, () => list.select([]))}
          >
            {rows.length === selected.length ? action.label : `${action.label}（${rows.length}）`}
          </Button>
        )
      })}
      <Button type="link" size="small" onClick={() => list.select([])}>
        取消选择
      </Button>
    </div>
  )
}

const Failed = ({ list }: { list: ListController }) => (
  <div className="list-failed" role="alert">
    {list.error?.message || '读取失败'}
    <Button size="small" onClick={list.refetch}>
      重试
    </Button>
  </div>
)

const Foot = ({ list }: { list: ListController }) => (
  <div className="list-foot">
    {!list.isFirstLoad && (
      <Later>
        <Pagination
          current={list.page}
          pageSize={list.pageRows}
          total={list.count}
          pageSizeOptions={[20, 50, 100]}
          showSizeChanger
          showQuickJumper={list.count > 20 * list.pageRows}
          size="small"
          showTotal={() => `共 ${countText(list)}`}
          onChange={list.turn}
        />
        {list.hasMore && <span className="list-hint">只能翻到前 {grouped(list.count)} 条，请用筛选缩小范围</span>}
      </Later>
    )}
  </div>
)

/** A list screen: everything about it comes from the declaration. */
export const ListScreen = ({ resource }: { resource: CompleteResource }) => {
  const list = useListController(resource)
  const { path, search } = useTab()
  const open = useCallback((row: Row) => goTo(`${path}?detail=${row[resource.key]}`), [path, resource.key])
  const opened = Number(search.get('detail') ?? 0)
  return (
    <div className="list">
      <Head list={list} />
      <div className="list-filters">
        {!list.isFirstLoad && (
          <Later>
            <FilterBar list={list} />
          </Later>
        )}
      </div>
      <BulkBar list={list} />
      <div className="list-bar" data-busy={list.isFetching && !list.isFirstLoad} />
      {list.error && <Failed list={list} />}
      {list.isFirstLoad ? <div className="list-skeleton" role="status" aria-label="加载中" /> : <ListTable list={list} onOpen={open} />}
      <Foot list={list} />
      {opened > 0 && (
        <Suspense fallback={null}>
          <DetailDrawer resource={resource} id={opened} onClose={() => goTo(path)} />
        </Suspense>
      )}
    </div>
  )
}
