import { chunk } from 'es-toolkit'
import type { Field, FormSchema, Lookup } from '../../../core/form.ts'
import { fieldWords, type TitleOf } from '../../../derive/forms/fieldWords.ts'
import { LOOKUP_ROWS, type Page } from '../../../protocol/envelope.ts'
import { namingCallOf } from '../../../providers/choiceProvider.ts'
import { useReads } from '../../hooks/useReads.ts'

type Row = Readonly<Record<string, unknown>>

const pathOf = (field: Field): string | null => {
  const path = field['x-lookup']?.call
  return typeof path === 'string' ? path : null
}

/** Gives what the values of a form name, by the calls that it is chosen by. */
const namedIn = (form: FormSchema, values: readonly Row[]): Map<string, number[]> => {
  const named = new Map<string, Set<number>>()
  const note: TitleOf = (field, id) => {
    const path = pathOf(field)
    if (path) named.set(path, (named.get(path) ?? new Set()).add(id))
    return null
  }
  for (const value of values) for (const [name, field] of Object.entries(form.properties)) fieldWords(field, value[name], note)
  return new Map([...named].map(([path, ids]) => [path, [...ids].sort((a, b) => a - b)]))
}

const wordsOf = ({ label }: Lookup, row: Row): string =>
  [label]
    .flat()
    .map((name) => String(row[name as string] ?? ''))
    .join(' ')

/** Gives the words of what these values of a form were chosen from the server, for its history, however far from the first page it stands. */
export const useTitles = (form: FormSchema, values: readonly Row[]): TitleOf => {
  const reads = [...namedIn(form, values)].flatMap(([chosenBy, ids]) => {
    const path = namingCallOf(chosenBy)
    return path
      ? chunk(ids, LOOKUP_ROWS).map((some) => ({ chosenBy, path, params: { ids: some } }))
      : [{ chosenBy, path: chosenBy, params: {} }]
  })
  const answers = useReads<Row[] | Page<Row>>('lookup', reads, { staleTime: 5 * 60_000 })
  return (field, id) => {
    const lookup = field['x-lookup']
    if (!lookup) return null
    const rows = reads.flatMap(({ chosenBy }, place) => {
      const data = chosenBy === pathOf(field) ? answers[place] : undefined
      return Array.isArray(data) ? data : (data?.list ?? [])
    })
    const row = rows.find((other) => Number(other[lookup.value]) === id)
    return row ? wordsOf(lookup, row) : null
  }
}
