import { holds } from '../core/form.ts'
import type { Beginning } from '../core/related.ts'
import type { CompleteResource } from './complete.ts'

type Row = Readonly<Record<string, unknown>>

interface Begun {
  given: Record<string, unknown>
  named: Record<string, { value: unknown; label: string }>
}

/** How a record calls what one of its columns refers to, itself included. */
const nameIn = (from: CompleteResource, record: Row, column: string): unknown =>
  column === from.key ? record[from.title] : record[`${column}_title`]

/**
 * Gives what a dialog that begins from a record holds, and how it calls what it refers to; null where it does not begin from a record as
 * it stands. What the record has no value of is not filled in.
 */
export const begunWith = ({ with: wanted, when }: Beginning, from: CompleteResource, record: Row): Begun | null => {
  if (!holds(when, record)) return null
  const given: Begun['given'] = {}
  const named: Begun['named'] = {}
  for (const [field, word] of Object.entries(wanted)) {
    const column = typeof word === 'string' && word.startsWith('$') ? word.slice(1) : null
    const value = column === null ? word : record[column]
    if (value === null || value === undefined || value === '') continue
    given[field] = value
    const label = column === null ? undefined : nameIn(from, record, column)
    if (typeof label === 'string' && label !== '') named[field] = { value, label }
  }
  return { given, named }
}
