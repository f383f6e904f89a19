import { useParsed } from '@refinedev/core'
import { type ComponentType, Suspense, useCallback, useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Above, Strip } from '../../core/strip.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { addsTo } from '../../derive/routes.ts'
import { CallFailure } from '../../providers/call.ts'
import { t } from '../../providers/i18nProvider.ts'
import { bulkActions, fitting, mayRead, pageActions } from '../action/allowed.ts'
import type { Row } from '../action/begun.ts'
import { useRunAction } from '../action/useRunAction.ts'
import { useRights } from '../hooks/useRights.ts'
import { Later } from '../later/Later.tsx'
import { lazily } from '../later/lazily.ts'
import { Button } from '../later/libraryParts.ts'
import { part } from '../later/part.tsx'
import { Place } from '../look/Place.tsx'
import { Waiting } from '../look/Waiting.tsx'
import { placeOf } from '../tab/screens.ts'
import { countText } from './countText.ts'
import { Records } from './Records.tsx'
import { ListTable } from './table/ListTable.tsx'
import './list.css'
import { type ListController, useListController } from './useListController.ts'
import { type ListView, viewShown } from './views.ts'

const aboves: Readonly<Record<Above, ComponentType<AboveProps>>> = { turns: lazily(() => import('./above/Turns.tsx')) }
const Chart: ComponentType<AboveProps> = lazily(() => import('./above/Chart.tsx'))
const views: Readonly<Record<ListView, ComponentType<ViewProps>>> = {
  calendar: lazily(() => import('./calendar/CalendarView.tsx')),
  board: lazily(() => import('./board/BoardView.tsx')),
}
const AsOfBar = part((parts) => parts.AsOfBar)
const FilterBar = part((parts) => parts.FilterBar)
const ListPages = part((parts) => parts.ListPages)
const ListTools = part((parts) => parts.ListTools)

/** How high they mostly are, in pixels. */
const HEIGHT: Readonly<Record<Above | 'chart' | 'filters', number>> = { turns: 218, chart: 320, filters: 32 }

/** What is drawn above a list is told what it shows now. */
export interface AboveProps {
  list: ListController
}

/** What draws a list otherwise than as a table is told what it shows, and how one opens. */
export interface ViewProps extends AboveProps {
  given: Given | undefined
  onOpen: ((row: Row) => void) | null
}

/** What the dialogs of the page's actions start with, where the list is of one holder. */
type Given = Readonly<Record<string, unknown>>

const Head = ({ list, given }: { list: ListController; given: Given | undefined }) => {
  return (
    <div className="list-head">
      <h1>{list.strip.label}</h1>
      <span className="list-count" aria-live="polite">
        {list.isFirstLoad ? '' : t`共 ${countText(list)}`}
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
  if (selected.length === 0 || list.asOf) return null
  return (
    <div className="bulk" role="toolbar" aria-label={t`批量操作`}>
      {t`已选 ${selected.length} 条`}
      {bulkActions(resource).map((action) => {
        const rows = fitting(action, selected)
        return (
          <Button
            key={action.name}
            size="small"
            danger={action.tone === 'danger'}
            disabled={rows.length === 0}
            title={rows.length === 0 ? t`所选的现在不能办这件事` : undefined}
            onClick={() => run(resource, action, rows, { onDone: () => list.select([]) })}
          >
            {rows.length === selected.length ? action.label : t`${action.label}（${rows.length}）`}
          </Button>
        )
      })}
      <Button type="link" size="small" onClick={() => list.select([])}>
        {t`取消选择`}
      </Button>
    </div>
  )
}

const FORBIDDEN = 403

const Failed = ({ list }: { list: ListController }) => (
  <div className="list-failed" role="alert">
    {list.error?.message || t`读取失败`}
    <Button size="small" onClick={list.refetch}>
      {t`重试`}
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

/** The list's address with a record or without: which one is open beside it, whether one is to be added, and what opens one. */
const useRecordAddress = ({ key }: CompleteResource) => {
  const { action, id } = useParsed()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { path } = placeOf(pathname)
  return {
    isAdding: action === 'create',
    opened: action === 'show' ? Number(id) : 0,
    open: useCallback((row: Row) => void navigate({ pathname: `${path}/show/${row[key]}`, search }), [navigate, path, search, key]),
    /** The address of a new record is the list's from then on: one closes the dialog, and is where one was. */
    leave: useCallback(() => void navigate({ pathname: path, search }, { replace: true }), [navigate, path, search]),
  }
}

/** A list: everything about it comes from the declaration. */
export const ListScreen = ({ resource, strip, given }: { resource: CompleteResource; strip: Strip; given?: Given }) => {
  const list = useListController(resource, strip)
  useRights()
  const { isAdding, opened, open, leave } = useRecordAddress(resource)
  const onOpen = mayRead(resource) ? open : null
  const [search] = useSearchParams()
  const run = useRunAction()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only coming to that address opens it
  useEffect(() => {
    if (!isAdding) return
    leave()
    const add = addsTo(pageActions(resource))
    if (add) run(resource, add, [], given && { given })
  }, [isAdding])
  if (list.error instanceof CallFailure && list.error.code === FORBIDDEN)
    return (
      <div className="list">
        <Failed list={list} />
      </div>
    )
  const behind = { resource: resource.name, ids: list.rows.map((row) => Number(row[resource.key])) }
  const Above = strip.above ? aboves[strip.above] : resource.chart && Chart
  const view = viewShown(resource, search)
  // A calendar and a board ask for themselves, of now.
  const View = view && !list.asOf && views[view]
  return (
    <Records first={opened > 0 ? { resource: resource.name, id: opened } : null} behind={behind}>
      <div className="list">
        <Head list={list} given={given} />
        {Above && (
          <Place of={`above.${resource.name}`} usual={HEIGHT[strip.above ?? 'chart']}>
            <Suspense fallback={null}>
              <Above list={list} />
            </Suspense>
          </Place>
        )}
        {resource.columns.some(({ filter }) => filter && filter !== 'asked') && (
          <div className="list-filters">
            <Place of={`filters.${resource.name}.${Object.keys(list.filters).length > 0}`} usual={HEIGHT.filters}>
              {!list.isFirstLoad && (
                <Later>
                  <FilterBar list={list} />
                </Later>
              )}
            </Place>
          </div>
        )}
        {list.asOf && (
          <Later>
            <AsOfBar />
          </Later>
        )}
        <BulkBar list={list} />
        <div className="list-bar" data-busy={list.isFetching && !list.isFirstLoad} />
        {list.error && <Failed list={list} />}
        {View ? (
          <Suspense fallback={<Waiting like="rows" />}>
            <View list={list} given={given} onOpen={onOpen} />
          </Suspense>
        ) : list.isFirstLoad ? (
          <Waiting like="rows" />
        ) : list.error && list.rows.length === 0 ? null : (
          <ListTable list={list} onOpen={onOpen} />
        )}
        {!View && <Foot list={list} />}
      </div>
    </Records>
  )
}
