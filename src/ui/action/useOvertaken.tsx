import { type ReactNode, useState } from 'react'
import { type FormSchema, holds } from '../../core/form.ts'
import { historyOf, journal } from '../../declared/journal.ts'
import { defaultsOf } from '../../derive/forms/activeForm.ts'
import { fieldWords } from '../../derive/forms/fieldWords.ts'
import { isSameValue, mergeTyped, withDependents } from '../../derive/forms/mergeTyped.ts'
import type { Change } from '../../derive/history.ts'
import { localizedForm } from '../../derive/localize.ts'
import type { Page } from '../../protocol/envelope.ts'
import { CallFailure, call } from '../../providers/call.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { mayCall } from '../../providers/mayCall.ts'
import type { FormState, Values } from '../form/context.ts'
import { mayRead } from './allowed.ts'
import { type Begun, keyParams, keysOf, type Row } from './begun.ts'
import { columnOf, heldBy } from './ofRow.ts'
import { newRequestId } from './requestId.ts'

/** The record as another has left it, and what the dialog holds on it. */
interface Met {
  row: Values
  typed: Values
  named: FormState['named']
  theirs: FormState['theirs']
  notice: ReactNode
  requestId: string
}

/** So far back it is looked who changed a column last. */
const LATEST = 20

/** Gives what says who changed a column of a record last; null where the journal does not say so, or not to this person. */
const changersOf = async ({ resource, ...begun }: Begun): Promise<(column: string) => string | null> => {
  const [path, asked] = [journal?.calls.index, historyOf(resource, Number(keysOf({ resource, ...begun })[0]))]
  if (!path || !asked || !mayCall(path)) return () => null
  const { list } = await call<Page<Row>>(path, { ...asked, page: 1, page_rows: LATEST }).catch(() => ({ list: [] as Row[] }))
  return (name) => {
    const last = list.find(({ changes }) => (changes as Change[] | null)?.some(({ column }) => column === name))
    return (last?.created_by_title as string | undefined) ?? null
  }
}

/** What a field names, by the record that is edited and as another has left it: either may be chosen. */
const namedOnBoth = (before: FormState['named'], now: FormState['named']): FormState['named'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(now)])].map((name) => [name, [before[name] ?? [], now[name] ?? []].flat()]),
  )

const noticeOf = (form: FormSchema, deed: string, who: string, taken: readonly string[], both: readonly string[]): ReactNode => {
  const titles = (names: readonly string[]): string =>
    names.flatMap((name) => (form.properties[name]?.['x-hidden'] ? [] : [form.properties[name]?.title ?? name])).join(t`、`)
  return (
    <>
      <span>{who === '' ? t`这条记录刚被改过，您填的还在。` : t`${who} 刚改过这条记录，您填的还在。`}</span>
      {titles(taken) !== '' && <span>{t`您没有改的已换成新的：${titles(taken)}。`}</span>}
      {titles(both) !== '' && <span>{t`您也改了的标在下面：${titles(both)}。`}</span>}
      <span>{t`看过以后再${deed}。`}</span>
    </>
  )
}

/**
 * What becomes of a dialog whose record another has changed, or taken away, since it was `seen`: the record is read anew, what was typed stays, and
 * what another has put beside it is said at its field. Nothing is written over that was not shown, and nothing is done to what was not seen.
 */
export const useOvertaken = (begun: Begun, form: FormSchema, seen: Values | null) => {
  const { resource, action } = begun
  const [met, setMet] = useState<Met | null>(null)
  /** Why nothing can be done here any more. */
  const [end, setEnd] = useState<string | null>(null)
  // What is asked of one record names the version that its row had. Whoever may do a deed and not read the record begins anew.
  const isOfVersion =
    action.name === 'edit' || (begun.rows.length === 1 && action.isSeen && begun.rows[0]?.version !== undefined && mayRead(resource))
  const version = met?.row.version ?? (action.name === 'edit' ? seen : begun.rows[0])?.version
  const deed = action.name === 'edit' ? t`保存` : action.label
  const meet = async (before: Values, now: Values, mine: Values): Promise<CallFailure> => {
    const [was, is, changer] = [heldBy(begun, form, before), heldBy(begun, form, now), await changersOf(begun)]
    const theirs = { ...defaultsOf(form), ...is.values }
    const { values, taken, both } = mergeTyped(form, { ...defaultsOf(form), ...was.values }, mine, theirs)
    const [names, words] = [is.named, localizedForm(form, said)]
    const changerOf = (field: string): string | null => changer(columnOf(form, field))
    const wordsOf = (name: string): string => {
      const field = words.properties[name]
      const titleOf = (_: unknown, id: number) => [names[name] ?? []].flat().find(({ value }) => value === id)?.label ?? null
      return field ? fieldWords(field, theirs[name], titleOf, t) : ''
    }
    const who = [...new Set([...both, ...taken].flatMap((name) => changerOf(name) ?? []))].join(t`、`)
    setMet({
      row: now,
      typed: values,
      named: namedOnBoth(met?.named ?? was.named, names),
      theirs: Object.fromEntries(
        both.map((name) => {
          const by = changerOf(name)
          const takes = Object.fromEntries([...withDependents(form, [name])].map((each) => [each, theirs[each]]))
          return [name, { words: by === null ? t`别人改成了：${wordsOf(name)}` : t`${by} 改成了：${wordsOf(name)}`, takes }]
        }),
      ),
      notice: noticeOf(words, deed, who, taken, both),
      // It is another deed than the one that was refused, or of which nobody heard.
      requestId: newRequestId(),
    })
    const message = who === '' ? t`这条记录刚被改过，请看过再${deed}` : t`${who} 刚改过这条记录，请看过再${deed}`
    return new CallFailure(409, message, { field: both[0] })
  }
  /** Hears what the deed, with `mine` typed, was refused with. Throws it, or what is to be said in its place. */
  const hear = async (error: unknown, mine: Values): Promise<never> => {
    const path = resource.calls.detail
    const row = met?.row ?? seen
    if (!row || !path || !isOfVersion || !(error instanceof CallFailure) || (error.code !== 409 && error.code !== 404)) throw error
    const now = await call<Values>(path, keyParams(begun)).catch((unread: unknown) => {
      if (unread instanceof CallFailure && (unread.code === 404 || unread.code === 403))
        setEnd(t`这条记录已不在了（已被删除，或不再归您看），不能${deed}了。您填的还在，可以选中复制；关闭后不会保留。`)
      throw error
    })
    if (!holds(action.when, now)) {
      setEnd(t`这条记录刚被改过，现在不能${action.label}了。您填的还在，可以选中复制；关闭后不会保留。`)
      // Not what it was refused with: to begin anew, as that advises, is of no use where the deed is no more.
      throw new CallFailure(error.code, t`这条记录刚被改过，现在不能${action.label}了`)
    }
    throw isSameValue(now.version, version) ? error : await meet(row, now, mine)
  }
  return { met, hear, end }
}
