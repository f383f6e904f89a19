import type { Sums } from '../protocol/envelope.ts'
import type { CompleteColumn, CompleteResource } from './complete.ts'

type Row = Readonly<Record<string, unknown>>

/** One sum beneath a list, in fen: of all its rows, or of those that have one value of a column of choices. */
export interface Total {
  column: string
  label: string
  /** The column of choices and the value that its rows have; null where all count. */
  of: { column: string; value: number } | null
  /** Values of columns of choices with which a row does not count. */
  except: readonly { column: string; values: readonly number[] }[]
}

const choicesOf = (resource: CompleteResource, name: string): Readonly<Record<string, string>> => {
  const { spec } = resource.column[name] as CompleteColumn
  return spec.is === 'enum' ? spec.of : {}
}

const ofColumn = (resource: CompleteResource, { name, label, spec }: CompleteColumn): Total[] => {
  const total = spec.is === 'fen' ? spec.total : undefined
  if (!total) return []
  const { by, except = {} } = total === true ? {} : total
  const excepted = Object.entries(except).map(([column, values]) => ({ column, values: [values ?? []].flat() }))
  const one: Total = { column: name, label, of: null, except: excepted }
  if (!by) return [one]
  return Object.entries(choicesOf(resource, by)).map(([value, choice]) => ({
    ...one,
    label: choice,
    of: { column: by, value: Number(value) },
  }))
}

/** Gives the sums that stand beneath a resource's lists, in the order of its columns (`total`, docs/declaring.md). */
export const totalsOf = (resource: CompleteResource): Total[] => resource.columns.flatMap((column) => ofColumn(resource, column))

/** Gives sums in the order of their totals as they go over the wire. */
export const sumsFrom = (totals: readonly Total[], fen: readonly number[]): Sums => {
  const sums: Record<string, number | Record<string, number>> = {}
  for (const [place, { column, of }] of totals.entries()) {
    const sum = fen[place] ?? 0
    sums[column] = of ? { ...(sums[column] as Record<string, number>), [of.value]: sum } : sum
  }
  return sums
}

/** Gives one of the sums that a list call answered, in fen. */
export const sumOf = (sums: Sums, { column, of }: Total): number => {
  const sum = sums[column] ?? 0
  return typeof sum === 'number' ? sum : (sum[of?.value ?? ''] ?? 0)
}

const counts = (row: Row, { of, except }: Total): boolean =>
  (!of || row[of.column] === of.value) && !except.some(({ column, values }) => values.includes(row[column] as number))

/** Gives the sums of rows at hand: those that staff selected on a page. */
export const sumsOfRows = (totals: readonly Total[], rows: readonly Row[]): Sums =>
  sumsFrom(
    totals,
    totals.map((total) => rows.reduce((sum, row) => sum + (counts(row, total) ? Number(row[total.column] ?? 0) : 0), 0)),
  )

/** Gives what does not count in a resource's sums, in words: 已作废; '' where every row does. */
export const exceptedWords = (resource: CompleteResource): string => {
  const words = totalsOf(resource).flatMap(({ except }) =>
    except.flatMap(({ column, values }) => values.map((value) => choicesOf(resource, column)[value] ?? '')),
  )
  return [...new Set(words)].join('、')
}
