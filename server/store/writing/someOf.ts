import { CallError } from '../../../src/core/errors.ts'
import { isMaskedKind } from '../../../src/core/kinds.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'

type Row = Readonly<Record<string, unknown>>

/** So many are called by their names; of more it is said how many. */
const NAMED = 3

/** Gives the first of many names, and that there are more. */
export const firstOf = (names: readonly string[]): string => `${names.slice(0, NAMED).join('、')}${names.length > NAMED ? '…' : ''}`

/** What some of many rows are called, the first of them; null where their title is no text, or a personal number. */
const namesOf = ({ title, column }: CompleteResource, rows: readonly Row[]): string | null => {
  if (isMaskedKind(column[title]?.is)) return null
  const names = rows.flatMap((row) => (typeof row[title] === 'string' && row[title] !== '' ? [row[title]] : []))
  return names.length < rows.length ? null : firstOf(names)
}

/** Gives the refusal (409) of a deed on many rows, some of which are in a state that it does not leave: how many, and which. */
export const someUnfit = (resource: CompleteResource, rows: readonly Row[], label: string): CallError => {
  const names = namesOf(resource, rows)
  const { length } = rows
  return new CallError(
    409,
    names === null ? `有 ${length} 条当前状态不能${label}，请刷新后重试` : `有 ${length} 条当前状态不能${label}（${names}），请刷新后重试`,
  )
}

/** The same of many rows some of which another has changed since they were seen. */
export const someOvertaken = (resource: CompleteResource, rows: readonly Row[]): CallError => {
  const names = namesOf(resource, rows)
  const { length } = rows
  return new CallError(
    409,
    names === null ? `有 ${length} 条已被他人修改，请刷新后重试` : `有 ${length} 条已被他人修改（${names}），请刷新后重试`,
  )
}
