import { type ChartRow, MONTH } from '../../protocol/chart.ts'
import { secondsOf } from '../../protocol/dates.ts'
import { addMonths, lastOfMonth } from './monthDays.ts'

type Filters = Readonly<Record<string, unknown>>

/** Months between the first and the last that have nothing are drawn as well, so that what is next to one another follows on it. */
export const withEveryMonth = (rows: readonly ChartRow[], none: number | null): ChartRow[] => {
  const first = rows[0]
  const last = rows.at(-1)?.at
  if (!first || typeof first.at !== 'string' || typeof last !== 'string' || !MONTH.test(first.at) || !MONTH.test(last)) return [...rows]
  const known = new Map(rows.map((row) => [row.at, row]))
  const all: ChartRow[] = []
  for (let month = first.at; month <= last; month = addMonths(month, 1))
    all.push(known.get(month) ?? { at: month, label: month, values: first.values.map(() => none) })
  return all
}

/** Gives from which to which day a month or a day lasts. */
const daysOf = (at: string): readonly [string, string] => (MONTH.test(at) ? [`${at}-01`, lastOfMonth(at)] : [at, at])

/** A column of a list by which the rows of a month, a day or a record are asked for. */
interface Asked {
  name: string
  is: string
}

/** Gives the filters by which a list shows the rows of a month, a day or a record: of two columns those that lasted in it. */
export const filtersAt = (at: string | number, [from, to]: readonly [Asked, Asked?]): Filters => {
  if (typeof at === 'number') return { [from.name]: [at] }
  const [first, last] = daysOf(at)
  if (to) return { [`${from.name}_end`]: last, [`${to.name}_start`]: first }
  if (from.is === 'date') return { [`${from.name}_start`]: first, [`${from.name}_end`]: last }
  if (from.is === 'datetime')
    return { [`${from.name}_start`]: secondsOf(`${first} 00:00:00`), [`${from.name}_end`]: secondsOf(`${last} 23:59:59`) }
  return { [from.name]: at }
}
