import { journal } from '../../../declared/journal.ts'
import { wayAsk } from '../../../declared/opening.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import { type Entry, stepsOf } from '../../../derive/steps.ts'
import { minuteOf } from '../../../protocol/dates.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import type { Row } from '../../action/begun.ts'
import './steps.css'
import { useAskedList } from './useAskedList.ts'

/** What was done to a record, oldest first; nothing for whom the journal is not to be read. */
const useJournal = (resource: CompleteResource, id: number): Entry[] => {
  const asked = wayAsk(resource, id)
  const isOpen = journal?.calls.index != null && mayCall(journal.calls.index)
  const { result } = useAskedList(isOpen ? asked : null)
  return (isOpen && asked ? (result.data ?? []) : []).toReversed().map((row) => ({
    deed: Number(row.deed),
    changes: row.changes as Entry['changes'],
    created_at: Number(row.created_at),
    by: (row.created_by_title as string | null) ?? null,
  }))
}

/** A record's way through its states with who and when, and where it may go from here. */
export const StateSteps = ({ resource, id, record }: { resource: CompleteResource; id: number; record: Row }) => {
  const entries = useJournal(resource, id)
  // What is written down nowhere has no way to be shown; its state stands beside its name.
  const steps = resource.isLogged ? stepsOf(resource, Number(record[resource.states?.column ?? '']), entries) : null
  if (!steps) return null
  const { passed, next } = steps
  // Whose only turn is that it may be another's has no way to show.
  if (resource.merges && passed.length <= 1 && next.length === 0) return null
  return (
    <section className="steps" aria-label={t`经过与下一步`}>
      <ol>
        {passed.map(({ label, tone, by, at }, place) => (
          <li key={`${at} ${label}`} className="step" aria-current={place === passed.length - 1 ? 'step' : undefined}>
            <span className="state" data-tone={tone}>
              {label}
            </span>
            {at !== null && (
              <small>
                {by ?? t`系统`} {minuteOf(at)}
              </small>
            )}
          </li>
        ))}
      </ol>
      {next.length > 0 && (
        <>
          <span className="steps-next" aria-hidden>{t`下一步`}</span>
          <ul aria-label={t`下一步`}>
            {next.map(({ label, move, isSystem }) => (
              <li key={move} className="step" data-system={isSystem}>
                {move !== label && <small>{move}</small>}
                <span>{label}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
