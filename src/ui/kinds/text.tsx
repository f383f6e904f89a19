import type { CompleteColumn, CompleteResource } from '../../derive/complete.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { part } from '../later/part.tsx'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

/** Gives a text as it is read: what the system itself wrote in the reader's language, what people wrote as it is. */
export const readText = (column: CompleteColumn | undefined, value: unknown): string =>
  column?.spec.spoken ? said(String(value ?? '')) : String(value ?? '')

/** What a record is called: what its title holds; of a reference the name of what it refers to. */
export const readTitle = ({ column, title }: CompleteResource, row: Readonly<Record<string, unknown>>): string =>
  readText(column[title], row[`${title}_title`] ?? row[title])

const Cell = ({ column, value }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  const text = readText(column, value)
  return <span title={text}>{text}</span>
}

export const text: KindView = {
  Cell,
  Filter: part((parts) => parts.TextFilter),
  describe: (column, params) => (isEmpty(params[column.name]) ? null : t`${column.label}：${String(params[column.name])}`),
}
