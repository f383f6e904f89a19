import { useShow } from '@refinedev/core'
import Button from 'antd/es/button'
import { type ReactNode, useEffect } from 'react'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import { t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { recordDeeds } from '../../action/recordDeeds.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'
import { kindViews } from '../../kinds/index.ts'
import { KindCell } from '../../kinds/KindCell.tsx'
import { readText } from '../../kinds/text.tsx'
import { Picture, PictureLink } from '../../look/Picture.tsx'
import { Waiting } from '../../look/Waiting.tsx'
import { shortcutOf } from '../table/RowActions.tsx'
import { runShortcut } from '../table/rowKeys.ts'
import { useNumbers } from '../table/useNumbers.tsx'
import { Drawn } from './Drawn.tsx'
import { RelatedLists } from './RelatedLists.tsx'
import { StateSteps } from './StateSteps.tsx'
import './detail.css'

const Pictures = ({ ids, label }: { ids: number[]; label: string }) => (
  <div className="pictures">
    {ids.map((id, index) => (
      <PictureLink key={id} of={id} label={t`查看${label}${index + 1}`}>
        <Picture of={id} alt={`${label}${index + 1}`} width={104} height={80} />
      </PictureLink>
    ))}
  </div>
)

const Fact = ({ column, row, value, after }: { column: CompleteColumn; row: Row; value: unknown; after: ReactNode }) => {
  const isWide = column.is === 'images' || column.is === 'note' || column.is === 'changes'
  return (
    <div className="fact" data-wide={isWide}>
      <dt>{column.label}</dt>
      <dd>
        {column.is === 'images' && Array.isArray(value) && value.length > 0 ? (
          <Pictures ids={value as number[]} label={column.label} />
        ) : (
          <KindCell column={column} value={value} row={row} />
        )}
        {column.is === 'fen' && typeof value === 'number' ? t` 元` : column.spec.unit && value !== null ? ` ${column.spec.unit}` : ''}
        {after}
      </dd>
    </div>
  )
}

/**
 * What a drawer or a page shows of one record: its name and state, what may be done to it, its facts and what belongs to it. The keys of
 * its actions are heard where it is a drawer that nothing lies over (`hasKeys`).
 */
export const useDetail = (
  resource: CompleteResource,
  id: number,
  hasKeys: boolean,
): { head: ReactNode; actions: ReactNode; body: ReactNode } => {
  const run = useRunAction()
  const numbers = useNumbers(resource, id).of(id)
  const { query, result: row } = useShow<Row & { id?: number }>({
    resource: resource.name,
    id,
    meta: useOwnMeta(),
    errorNotification: false,
  })
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
        {readText(resource.column[resource.title], row[resource.title])}
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
      <>
        {resource.draws ? (
          <Drawn of={resource.draws} id={id} version={Number(row.version)} />
        ) : (
          <StateSteps resource={resource} id={id} record={row} />
        )}
        <dl className="facts">
          {resource.columns
            .filter((column) => column.shown !== 'never' && column.name !== resource.title)
            .map((column) => (
              <Fact
                key={column.name}
                column={column}
                row={row}
                value={numbers.valueOf(column, row[column.name])}
                after={numbers.after(column, row[column.name])}
              />
            ))}
        </dl>
        <RelatedLists resource={resource} id={id} record={row} />
      </>
    ),
  }
}
