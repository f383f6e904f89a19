import type { Field, FormSchema, Lookup, RowSchema } from '../../../core/form.ts'
import type { TitleOf } from '../../../derive/forms/fieldWords.ts'
import { LOOKUP_ROWS, type Page } from '../../../protocol/envelope.ts'
import { useReads } from '../../hooks/useReads.ts'

type Row = Readonly<Record<string, unknown>>

const lookupsIn = (schema: RowSchema): Lookup[] =>
  Object.values(schema.properties).flatMap((field: Field) => [
    ...(field['x-lookup'] ? [field['x-lookup']] : []),
    ...(field.type === 'array' && 'properties' in field.items ? lookupsIn(field.items) : []),
  ])

const pathOf = ({ call: path }: Lookup): string | null => (typeof path === 'string' ? path : null)

/** Gives the words of what a form's fields choose from the server, for its history. */
export const useTitles = (form: FormSchema): TitleOf => {
  const paths = [...new Set(lookupsIn(form).flatMap((lookup) => pathOf(lookup) ?? []))]
  const answers = useReads<Row[] | Page<Row>>(
    'lookup',
    paths.map((path) => ({ path, params: path.endsWith('/index') ? { page: 1, page_rows: LOOKUP_ROWS } : {} })),
    { staleTime: 5 * 60_000 },
  )
  return (field, id) => {
    const lookup = field['x-lookup']
    const data = lookup && answers[paths.indexOf(pathOf(lookup) ?? '')]
    const row = (Array.isArray(data) ? data : (data?.list ?? [])).find((other) => lookup && Number(other[lookup.value]) === id)
    return row && lookup
      ? [lookup.label]
          .flat()
          .map((name) => String(row[name as string] ?? ''))
          .join(' ')
      : null
  }
}
