import { resourceNamed } from '../../../declared/declared.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import { grouped } from '../../../protocol/fen.ts'
import type { TodoRows } from '../../../protocol/workbench.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { recordDeeds } from '../../action/recordDeeds.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { useRead } from '../../hooks/useRead.ts'
import { KindCell } from '../../kinds/KindCell.tsx'
import { isEmpty } from '../../kinds/kindView.ts'
import { RecordLink } from '../../kinds/RecordLink.tsx'
import { listOfRows } from '../../list/listOf.ts'
import { Waiting } from '../../look/Waiting.tsx'

/** The first of what may be done from a row, of what its part of the list names. */
const deedOf = (todo: TodoRows, resource: CompleteResource, row: Row) => {
  const open = recordDeeds(resource, row)
  return todo.deeds.map((key) => open.find((deed) => deed.key === key)).find((deed) => deed !== undefined)
}

const Line = ({ todo, resource, row }: { todo: TodoRows; resource: CompleteResource; row: Row }) => {
  const run = useRunAction()
  const deed = deedOf(todo, resource, row)
  const columns = todo.shows.flatMap((name) => resource.column[name] ?? []).filter(({ name }) => !isEmpty(row[name]))
  const title = resource.column[resource.title]
  return (
    <li>
      <strong className="todo-name">
        <RecordLink of={resource.name} id={row[resource.key]}>
          {title ? <KindCell column={{ ...title, leads: [] }} value={row[title.name]} row={row} /> : String(row[resource.key])}
        </RecordLink>
      </strong>
      <span className="todo-facts">
        {columns.map((column) => (
          <span key={column.name} title={column.label} data-kind={column.is}>
            <span className="visually-hidden">{`${column.label} `}</span>
            <KindCell column={column} value={row[column.name]} row={row} />
            {column.is === 'fen' ? t` 元` : column.spec.unit && ` ${column.spec.unit}`}
          </span>
        ))}
      </span>
      {deed && (
        <button type="button" className="link" onClick={() => deed.begin(run)}>
          {deed.label}
        </button>
      )}
    </li>
  )
}

const Part = ({ todo }: { todo: TodoRows }) => {
  const resource = resourceNamed(todo.resource)
  const label = said(todo.label)
  const list = listOfRows(todo.resource, todo.filters, todo.sort)
  const count = `${grouped(todo.count)}${todo.more ? '+' : ''}`
  return (
    <section className="todo" aria-label={label}>
      <h3>
        {label}
        {list ? (
          <a className="todo-count" href={list} data-tone={todo.tone} aria-label={t`${label} ${count} 条`}>
            {count}
          </a>
        ) : (
          <span className="todo-count" data-tone={todo.tone}>
            {count}
          </span>
        )}
      </h3>
      <ul className="panel-rows">
        {todo.rows.map((row) => (
          <Line key={String(row[resource.key])} todo={todo} resource={resource} row={row} />
        ))}
      </ul>
    </section>
  )
}

/** 今日待办: what needs doing today of all that this person may read, the most urgent first. */
export const Todos = ({ p_id }: { p_id: number | null }) => {
  const { data, error } = useRead<TodoRows[]>('/api/workbench/todos', p_id === null ? {} : { p_id }, { isView: true, isKept: true })
  return (
    <section className="panel" aria-label={t`今日待办`}>
      <h2>{t`今日待办`}</h2>
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Waiting like="rows" />}
      {data?.length === 0 && <p className="panel-lead">{t`今日没有待办`}</p>}
      {data?.map((todo) => (
        <Part key={todo.name} todo={todo} />
      ))}
    </section>
  )
}
