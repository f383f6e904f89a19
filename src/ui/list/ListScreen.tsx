import { Suspense, useCallback } from 'react'
import type { Strip } from '../../core/resource.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { CallFailure } from '../../providers/call.ts'
import { t } from '../../providers/i18nProvider.ts'
import { type Row, useRunAction } from '../action/ActionHost.tsx'
import { bulkActions, fitting } from '../action/allowed.ts'
import { goTo } from '../goTo.ts'
import { Later } from '../Later.tsx'
import { Button } from '../libraryParts.ts'
import { lazily } from '../loadScreen.ts'
import { part } from '../part.tsx'
import { tabLink, useTab } from '../shell/tabContext.ts'
import { Waiting } from '../Waiting.tsx'
import { countText } from './countText.ts'
import { ListTable } from './ListTable.tsx'
import './list.css'
import { type ListController, useListController } from './useListController.ts'

const WeekView = lazily(() => import('./WeekView.tsx'))
const DetailDrawer = lazily(() => import('./DetailDrawer.tsx'))
const FilterBar = part((parts) => parts.FilterBar)
const ListPages = part((parts) => parts.ListPages)
const ListTools = part((parts) => parts.ListTools)

/** What the dialogs of the page's actions start with, where the list is of one holder. */
type Given = Readonly<Record<string, unknown>>

const Head = ({ list, given }: { list: ListController; given: Given | undefined }) => {
  return (
    <div className="list-head">
      <h1>{t(list.strip.label)}</h1>
      <span className="list-count" aria-live="polite">
        {list.isFirstLoad ? '' : t(`共 ${countText(list)}`)}
      </span>
      <span className="head-gap" />
      {!list.isFirstLoad && (
        <Later>
          <ListTools list={list} given={given} />
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
    <div className="bulk" role="toolbar" aria-label={t('批量操作')}>
      {t(`已选 ${selected.length} 条`)}
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
            {rows.length === selected.length ? action.label : t(`${action.label}（${rows.length}）`)}
          </Button>
        )
      })}
      <Button type="link" size="small" onClick={() => list.select([])}>
        {t('取消选择')}
      </Button>
    </div>
  )
}

const FORBIDDEN = 403

const Failed = ({ list }: { list: ListController }) => (
  <div className="list-failed" role="alert">
    {list.error?.message || t('读取失败')}
    <Button size="small" onClick={list.refetch}>
      {t('重试')}
    </Button>
  </div>
)

const Foot = ({ list }: { list: ListController }) => (
  <div className="list-foot">
    {!list.isFirstLoad && (
      <Later>
        <ListPages list={list} />
      </Later>
    )}
  </div>
)

/** A list: everything about it comes from the declaration. */
export const ListScreen = ({ resource, strip, given }: { resource: CompleteResource; strip: Strip; given?: Given }) => {
  const list = useListController(resource, strip)
  const tab = useTab()
  const open = useCallback((row: Row) => goTo(tabLink(tab, 'detail', String(row[resource.key]))), [tab, resource.key])
  if (list.error instanceof CallFailure && list.error.code === FORBIDDEN)
    return (
      <div className="list">
        <Failed list={list} />
      </div>
    )
  const opened = Number(tab.search.get('detail') ?? 0)
  const week = tab.search.get('view') === 'week' ? resource.week : null
  return (
    <div className="list">
      <Head list={list} given={given} />
      {resource.columns.some(({ filter }) => filter && filter !== 'asked') && (
        <div className="list-filters">
          {!list.isFirstLoad && (
            <Later>
              <FilterBar list={list} />
            </Later>
          )}
        </div>
      )}
      <BulkBar list={list} />
      <div className="list-bar" data-busy={list.isFetching && !list.isFirstLoad} />
      {list.error && <Failed list={list} />}
      {week ? (
        <Suspense fallback={<Waiting like="rows" />}>
          <WeekView list={list} week={week} onOpen={open} />
        </Suspense>
      ) : list.isFirstLoad ? (
        <Waiting like="rows" />
      ) : list.error && list.rows.length === 0 ? null : (
        <ListTable list={list} onOpen={open} />
      )}
      {!week && <Foot list={list} />}
      {opened > 0 && (
        <Suspense fallback={null}>
          <DetailDrawer resource={resource} id={opened} onClose={() => goTo(tabLink(tab, 'detail', null))} />
        </Suspense>
      )}
    </div>
  )
}
