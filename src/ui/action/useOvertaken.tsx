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
import { type Begun, keyParams, keysOf, type Row } from './begun.ts'
import { namedIn, withoutNull } from './ofRow.ts'
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

const startOf = (form: FormSchema, row: Values): Values => ({ ...defaultsOf(form), ...withoutNull(row, Object.keys(form.properties)) })

/** What a field names, by the record that is edited and as another has left it: either may be chosen. */
const namedOnBoth = (before: FormState['named'], now: FormState['named']): FormState['named'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(now)])].map((name) => [name, [before[name] ?? [], now[name] ?? []].flat()]),
  )

const noticeOf = (form: FormSchema, who: string, taken: readonly string[], both: readonly string[]): ReactNode => {
  const titles = (names: readonly string[]): string =>
    names.flatMap((name) => (form.properties[name]?.['x-hidden'] ? [] : [form.properties[name]?.title ?? name])).join(t`、`)
  return (
    <>
      <span>{who === '' ? t`这条记录刚被改过，您填的还在。` : t`${who} 刚改过这条记录，您填的还在。`}</span>
      {titles(taken) !== '' && <span>{t`您没有改的已换成新的：${titles(taken)}。`}</span>}
      {titles(both) !== '' && <span>{t`您也改了的标在下面：${titles(both)}。`}</span>}
      <span>{t`看过以后再保存。`}</span>
    </>
  )
}

/**
 * What becomes of an edit whose record another has changed, or taken away, since it was read (`read`): the record is read anew, what was typed
 * stays, and what another has put beside it is said at its field. Nothing is written over that was not shown.
 */
export const useOvertaken = (begun: Begun, form: FormSchema, read: Values | null) => {
  const { resource, action } = begun
  const [met, setMet] = useState<Met | null>(null)
  /** Why nothing can be saved here any more. */
  const [end, setEnd] = useState<string | null>(null)
  const row = met?.row ?? read
  const meet = async (before: Values, now: Values, mine: Values): Promise<CallFailure> => {
    const [theirs, changerOf] = [startOf(form, now), await changersOf(begun)]
    const { values, taken, both } = mergeTyped(form, startOf(form, before), mine, theirs)
    const [names, words] = [namedIn(now), localizedForm(form, said)]
    const wordsOf = (name: string): string => {
      const field = words.properties[name]
      const titleOf = (_: unknown, id: number) => [names[name] ?? []].flat().find(({ value }) => value === id)?.label ?? null
      return field ? fieldWords(field, theirs[name], titleOf, t) : ''
    }
    const who = [...new Set([...both, ...taken].flatMap((name) => changerOf(name) ?? []))].join(t`、`)
    setMet({
      row: now,
      typed: values,
      named: namedOnBoth(met?.named ?? namedIn(before), names),
      theirs: Object.fromEntries(
        both.map((name) => {
          const by = changerOf(name)
          const takes = Object.fromEntries([...withDependents(form, [name])].map((each) => [each, theirs[each]]))
          return [name, { words: by === null ? t`别人改成了：${wordsOf(name)}` : t`${by} 改成了：${wordsOf(name)}`, takes }]
        }),
      ),
      notice: noticeOf(words, who, taken, both),
      // It is another deed than the one that was refused, or of which nobody heard.
      requestId: newRequestId(),
    })
    const message = who === '' ? t`这条记录刚被改过，请看过再保存` : t`${who} 刚改过这条记录，请看过再保存`
    return new CallFailure(409, message, { field: both[0] })
  }
  /** Hears what saving `mine` was refused with. Throws it, or what is to be said in its place. */
  const hear = async (error: unknown, mine: Values): Promise<never> => {
    const path = resource.calls.detail
    if (!row || !path || !(error instanceof CallFailure) || (error.code !== 409 && error.code !== 404)) throw error
    const now = await call<Values>(path, keyParams(begun)).catch((unread: unknown) => {
      if (unread instanceof CallFailure && (unread.code === 404 || unread.code === 403))
        setEnd(t`这条记录已不在了（已被删除，或不再归您看），保存不了。您填的还在，可以选中复制；关闭后不会保留。`)
      throw error
    })
    if (!holds(action.when, now)) {
      setEnd(t`这条记录刚被改过，现在不能${action.label}了。您填的还在，可以选中复制；关闭后不会保留。`)
      throw error
    }
    throw isSameValue(now.version, row.version) ? error : await meet(row, now, mine)
  }
  return { met, row, hear, end }
}
