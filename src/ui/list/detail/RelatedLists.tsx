import { useState, useSyncExternalStore } from 'react'
import { holds } from '../../../core/form.ts'
import { declaredVersion, onDeclared, resourceNamed } from '../../../declared/declared.ts'
import { historyAsk, relatedAsk } from '../../../declared/opening.ts'
import { relatedTo } from '../../../declared/referring.ts'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import { type Change, putBackOf } from '../../../derive/history.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { isOfThePast, rowActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { addDeed } from './addDeed.ts'
import { type Related, RelatedTable } from './RelatedTable.tsx'
import './detail.css'

const isOpen = ({ resource: { isLookup, calls } }: Related): boolean => calls.index !== null && (isLookup || mayCall(calls.index))

/** Gives what puts an entry of the record's history back: the dialog of an action that may be done to it, holding what was before. */
const usePutBack = (resource: CompleteResource, record: Row): Related['deed'] => {
  const run = useRunAction()
  const actions = rowActions(resource, record)
  return (entry) => {
    const back = putBackOf(resource, actions, { deed: Number(entry.deed), changes: entry.changes as Change[] })
    return back && { label: t`改回`, run: () => run(resource, back.action, [record], { given: back.given }) }
  }
}

/** The columns of a list in a record's detail, without those that are the same in all its rows: what narrows it, and what names or is read of that. */
const columnsBeside = ({ columns }: CompleteResource, same: readonly string[]): CompleteColumn[] =>
  columns.filter(
    ({ name, shown, spec, leads }) =>
      shown === 'yes' &&
      !same.includes(name) &&
      !same.includes(spec.via?.split('.')[0] ?? '') &&
      !(leads.length > 0 && leads.every(({ key }) => same.includes(key))),
  )

/** What belongs to a record, and at the end its history. */
const relatedOf = (resource: CompleteResource, id: number, record: Row, putBack: Related['deed']): Related[] => {
  const own = relatedTo(resource).flatMap((list): Related[] => {
    const { label, resource: name, by, from, where, shows, when } = list
    const named = from === undefined ? id : (record[from] as number | null | undefined)
    if (!named || !holds(when, record)) return []
    const related = resourceNamed(name)
    const same = [by, ...Object.keys(where ?? {})]
    return [
      {
        label,
        resource: related,
        asked: relatedAsk(list, named, resourceNamed),
        add: isOfThePast(record) || from !== undefined ? null : addDeed(resource, record, related, by),
        columns: shows ? shows.flatMap((column) => related.column[column] ?? []) : columnsBeside(related, same),
      },
    ]
  })
  const history = historyAsk(resource, id)
  if (!history) return own
  return [
    ...own,
    {
      label: t`历史`,
      resource: resourceNamed(history.resource),
      asked: history,
      columns: columnsBeside(resourceNamed(history.resource), [...Object.keys(history.where), 'record_title']),
      deed: putBack,
    },
  ]
}

/** What belongs to a record, a list at a time; those that the person may not call are not offered. */
export const RelatedLists = ({ resource, id, record }: { resource: CompleteResource; id: number; record: Row }) => {
  // A page that is published now may refer to this record.
  useSyncExternalStore(onDeclared, declaredVersion)
  const run = useRunAction()
  const putBack = usePutBack(resource, record)
  const open = relatedOf(resource, id, record, putBack).filter(isOpen)
  const [chosen, setChosen] = useState(0)
  const shown = open[chosen] ?? open[0]
  if (!shown) return null
  return (
    <section className="related-lists">
      <nav className="strips" aria-label={t`相关记录`}>
        {open.map((related, place) => (
          <button key={related.label} type="button" aria-pressed={related === shown} onClick={() => setChosen(place)}>
            {related.label}
          </button>
        ))}
      </nav>
      {shown.add && (
        <p className="related-add">
          <button type="button" className="link" onClick={() => shown.add?.begin(run)}>
            {shown.add.label}
          </button>
        </p>
      )}
      <RelatedTable key={shown.label} related={shown} />
    </section>
  )
}
