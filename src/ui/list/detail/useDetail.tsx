import { useShow } from '@refinedev/core'
import Button from 'antd/es/button'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { CompleteResource } from '../../../derive/complete.ts'
import type { Opened } from '../../../protocol/envelope.ts'
import { isOfThePast } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { recordDeeds } from '../../action/recordDeeds.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { kindViews } from '../../kinds/index.ts'
import { readTitle } from '../../kinds/text.tsx'
import { Waiting } from '../../look/Waiting.tsx'
import { useRecordMeta } from '../past/asOf.ts'
import { shortcutOf } from '../table/RowActions.tsx'
import { runShortcut } from '../table/rowKeys.ts'
import { useNumbers } from '../table/useNumbers.tsx'
import { Drawn } from './Drawn.tsx'
import { Fact, Facts, factColumns, otherColumns } from './Facts.tsx'
import { LifePlots } from './LifePlots.tsx'
import { RelatedLists } from './RelatedLists.tsx'
import { StateSteps } from './StateSteps.tsx'
import './detail.css'
import { type Given, GivenContext } from './useAskedList.ts'

/**
 * What a drawer or a page shows of one record: its name and state, what may be done to it, what staff look for first, its other columns and what belongs to it. The keys of
 * its actions are heard where it is a drawer that nothing lies over (`hasKeys`).
 */
export const useDetail = (
  resource: CompleteResource,
  id: number,
  hasKeys: boolean,
): { head: ReactNode; actions: ReactNode; body: ReactNode } => {
  const run = useRunAction()
  const numbers = useNumbers(resource, id).of(id)
  const meta = useRecordMeta(resource)
  const asked = { resource: resource.name, id, errorNotification: false } as const
  const { query, result } = useShow<Row & { id?: number }>({ ...asked, meta: { ...meta, related: 1 } })
  // Where its card was read before, that stands until all is there.
  const { result: fromCard } = useShow<Row & { id?: number }>({ ...asked, meta, queryOptions: { enabled: false } })
  const row = result ?? (query.error ? undefined : fromCard)
  const opened = query.data as (Pick<Opened<Row>, 'lists'> & typeof query.data) | undefined
  const at = query.dataUpdatedAt
  const given = useMemo((): Given => ({ lists: opened?.lists ?? [], at }), [opened, at])
  const toned = resource.columns.filter(({ is, spec, shown }) => is === 'enum' && spec.is === 'enum' && spec.tones && shown !== 'never')
  const state = toned.find(({ name }) => name === resource.states?.column) ?? toned[0]
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        hasKeys &&
        row &&
        event.target instanceof Element &&
        event.target.closest('.ant-drawer') &&
        runShortcut(event, resource, row, run)
      )
        event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [resource, row, run, hasKeys])
  const first = row ? factColumns(resource, row, state) : []
  const StateCell = state ? kindViews[state.is].Cell : null
  if (!row)
    return {
      head: resource.label,
      actions: null,
      body: query.error ? <p role="alert">{query.error.message}</p> : <Waiting like="facts" />,
    }
  return {
    head: (
      <span className="detail-head">
        {readTitle(resource, row)}
        {state && StateCell && <StateCell column={state} value={row[state.name]} row={row} />}
      </span>
    ),
    actions: (
      <span className="detail-actions">
        {recordDeeds(resource, row).map(({ key, label, action, begin }) => (
          <Button key={key} {...shortcutOf(action)} danger={action.tone === 'danger'} onClick={() => begin(run)}>
            {label}
          </Button>
        ))}
      </span>
    ),
    body: (
      <GivenContext value={given}>
        <Facts resource={resource} row={row} apart={state} numbers={numbers} />
        {resource.draws ? (
          <Drawn of={resource.draws} id={id} version={Number(row.version)} />
        ) : (
          opened && !isOfThePast(row) && <StateSteps resource={resource} id={id} record={row} />
        )}
        {opened && resource.plots.length > 0 && !isOfThePast(row) && <LifePlots resource={resource} id={id} />}
        <dl className="facts">
          {otherColumns(resource, row, first).map((column) => (
            <Fact
              key={column.name}
              column={column}
              row={row}
              value={numbers.valueOf(column, row[column.name])}
              after={numbers.after(column, row[column.name])}
            />
          ))}
        </dl>
        {opened ? <RelatedLists resource={resource} id={id} record={row} /> : <Waiting like="facts" />}
      </GivenContext>
    ),
  }
}
