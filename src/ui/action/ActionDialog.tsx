import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FormSchema } from '../../core/form.ts'
import { t } from '../../providers/i18nProvider.ts'
import { currentUser } from '../../providers/session.ts'
import type { Values } from '../form/context.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { knownNow } from '../form/known.ts'
import { useRead } from '../hooks/useRead.ts'
import { useReads } from '../hooks/useReads.ts'
import { readTitle } from '../kinds/text.tsx'
import { useToast } from '../later/toast.tsx'
import { mayRead } from './allowed.ts'
import { type Begun, type DialogProps, subjectOf } from './begun.ts'
import { keepTyped, takeTyped } from './interrupted.ts'
import { heldBy } from './ofRow.ts'
import { useAskedFacts } from './useAskedFacts.tsx'
import { useOvertaken } from './useOvertaken.tsx'
import { usePerform } from './usePerform.ts'

/** Read for this dialog alone, and as it was then: what is typed stands on it. */
const ONCE = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY }

/**
 * Gives the record that a dialog is about, as it stands on the server now or as it was `seen` before, where the dialog holds something of it: it is
 * edited, or begun with what it has (`x-own`).
 */
const useRecord = ({ resource, action, rows }: Begun, seen: Values | null) => {
  // Who may do the deed and not read the record begins with what the row says.
  const path = !seen && (action.name === 'edit' || (action.form?.['x-own'] && mayRead(resource))) ? resource.calls.detail : null
  const { data, isLoading, error } = useRead<Values>(path, { [resource.key]: rows[0]?.[resource.key] }, ONCE)
  // Of what has no detail the row says all.
  const record = seen ?? (path ? data : rows[0]) ?? null
  return { record, isLoading, error: data ? null : error }
}

/** Gives the values that the server supplies when the dialog opens (`x-initial`): a new system number. */
const useSupplied = (form: FormSchema, id: string): Values | undefined => {
  const asked = useMemo(
    () => Object.entries(form.properties).flatMap(([name, field]) => (field['x-initial'] ? [{ name, ...field['x-initial'] }] : [])),
    [form],
  )
  const answers = useReads<Values>(
    id,
    asked.map(({ call: path }) => ({ path, params: { page: 1, page_rows: 1 } })),
    ONCE,
  )
  return useMemo(
    () =>
      answers.length > 0 && answers.every((answer) => answer !== undefined)
        ? Object.fromEntries(asked.map(({ name, value }, index) => [name, answers[index]?.[value]]))
        : undefined,
    [asked, answers],
  )
}

type Asked = Pick<FormSchema, 'description' | 'properties'>

/** Gives the fields that the server asks beside the dialog's own for this record (`asks`). */
const useAsked = ({ resource, action, rows, requestId }: Begun) => {
  const { asks } = action
  const { data, isLoading, error } = useRead<Asked>(asks ?? null, { [resource.key]: rows[0]?.[resource.key] }, { ...ONCE, as: requestId })
  return { asked: data ?? null, isLoading, error }
}

/** The values of what the server asked travel together. */
const together = (values: Values, { properties }: Asked): Values => {
  const [theirs, own] = [true, false].map((isAsked) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name in properties === isAsked)),
  )
  return { ...own, ...(Object.keys(theirs ?? {}).length > 0 ? { fills: JSON.stringify(theirs) } : {}) }
}

interface Props extends DialogProps {
  /** Goes on with another of the same after one was saved. */
  onAgain: () => void
  /** Hears whether something is typed that is not saved. */
  onTouch: (isTouched: boolean) => void
}

/** The dialog of a declared action. */
export default function ActionDialog({ begun, onClose, onAgain, onTouch }: Props) {
  const perform = usePerform()
  const { action, resource, rows, requestId } = begun
  const [userId] = useState(() => currentUser()?.user_id ?? 0)
  const [interrupted] = useState(() => takeTyped(userId, begun))
  // What was typed before one had to log in again stands on the record as it was then: what another has changed since is not written over.
  const { record, isLoading, error: unread } = useRecord(begun, interrupted?.seen ?? null)
  const { asked, ...asking } = useAsked(begun)
  const form = useMemo(() => {
    const own = action.form as FormSchema
    return asked ? { ...own, ...asked, properties: { ...own.properties, ...asked.properties } } : own
  }, [action.form, asked])
  const { met, hear, end } = useOvertaken(begun, form, record)
  const row = met?.row ?? record
  const isEdit = action.name === 'edit'
  const toast = useToast()
  // Without what the record holds its dialog would stand there empty, and what is not in it would be stored as empty.
  const failure = asking.error ?? unread
  useEffect(() => {
    if (!failure) return
    toast.failed(failure)
    onClose()
  }, [failure, toast, onClose])
  const stands = useMemo<Begun>(() => (met ? { ...begun, rows: [met.row], requestId: met.requestId } : begun), [met, begun])
  const send = (values: Values, all: Values): Promise<void> => {
    const sent = { ...(asked ? together(values, asked) : values), ...(isEdit ? { version: row?.version } : {}) }
    return perform(stands, sent).catch((error: unknown) => hear(error, all))
  }
  const supplied = useSupplied(form, requestId)
  const held = useMemo(() => (row ? heldBy(begun, form, row) : null), [row, begun, form])
  const initial = useMemo(() => (isEdit ? held?.values : { ...held?.values, ...begun.given }), [isEdit, held, begun.given])
  const about = useMemo(() => (rows.length === 1 ? { [resource.key]: rows[0]?.[resource.key] } : undefined), [rows, resource])
  const several = useMemo(() => (rows.length > 1 ? rows.map((one) => one[resource.key] as number) : undefined), [rows, resource])
  const named = useMemo(() => ({ ...(met ?? held)?.named, ...(isEdit ? {} : begun.named) }), [met, held, isEdit, begun.named])
  // Over what the record holds, what is given is a change: it is not saved yet.
  const typed = met?.typed ?? interrupted?.values ?? (isEdit ? begun.given : undefined)
  // What is done to a record is said by its verb, what is filled in is confirmed.
  const isQuestion = action.on !== 'page' && !isEdit
  const { facts, isReading } = useAskedFacts(begun, isQuestion || begun.from !== undefined)
  // As it was when the dialog opened: midnight empties nothing that was typed. What a record has not is not today's.
  const [known] = useState(() => (isEdit ? {} : knownNow()))
  const leave = useCallback((values: Values) => keepTyped(userId, begun, { values, seen: row }), [userId, begun, row])
  const subject = subjectOf(stands)
  const name = subject ? t`：${readTitle(subject.resource, subject.row)}` : rows.length > 1 ? t`（${rows.length} 条）` : ''
  return (
    <FormDialog
      key={action.name}
      form={form}
      title={form.title + name}
      okText={isQuestion ? action.label : undefined}
      isDanger={action.tone === 'danger'}
      facts={facts}
      isLoading={isLoading || asking.isLoading || isReading}
      known={known}
      {...(initial ? { initial } : {})}
      named={named}
      {...(about ? { about } : {})}
      {...(several ? { several } : {})}
      {...(subject ? { subject: subject.row } : {})}
      {...(supplied ? { supplied } : {})}
      {...(typed ? { typed } : {})}
      {...(met ? { theirs: met.theirs } : {})}
      notice={end ?? met?.notice}
      isOver={end !== null}
      onLeave={leave}
      onTouch={onTouch}
      onSubmit={send}
      onClose={onClose}
      // What is submitted again is one submission: there is no next one.
      {...(form['x-keep'] && !begun.besides ? { keep: form['x-keep'], onSavedAgain: onAgain } : {})}
    />
  )
}
