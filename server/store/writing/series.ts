import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../connection/database.ts'

/** Numbers that never repeat: letters, the day where it is dated, and at least so many digits; more when they are needed, none is cut. */
export interface Series {
  letters: string
  isDated: boolean
  digits: number
}

/** One whose numbers are given out: its sequence makes them unique under any concurrency, on any node, also those never used. */
export interface GivenSeries extends Series {
  sequence: string
}

/** Every series there is. Numbers of those without a sequence are made by the sample from keys that are unique already. */
export const series = {
  receipt: { letters: 'SJ', isDated: true, digits: 6, sequence: 'flow_sn' },
  bill: { letters: 'ZD', isDated: true, digits: 6, sequence: 'bill_sn' },
  house: { letters: 'AJ', isDated: false, digits: 8, sequence: 'unit_sn' },
  contract: { letters: 'HT', isDated: true, digits: 6, sequence: 'contract_sn' },
  adjustment: { letters: 'TZ', isDated: true, digits: 6, sequence: 'adjust_sn' },
  wholeLease: { letters: 'ZZ', isDated: true, digits: 6, sequence: 'lease_sn' },
  withholding: { letters: 'DK', isDated: true, digits: 4, sequence: 'withhold_sn' },
} satisfies Readonly<Record<string, Series | GivenSeries>>

/** The n-th number of a series as SQL; `day` is an SQL date. */
export const numberOf = ({ letters, isDated, digits }: Series, n: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${sql.lit(letters)} || ${isDated ? sql`to_char(${day}, 'YYYYMMDD') || ` : sql``}series_digits(${n}, ${sql.lit(digits)})`

/** The next number of a series as SQL, dated today or that day. */
export const nextOf = (given: GivenSeries, day: RawBuilder<unknown> = sql`current_date`): RawBuilder<string> =>
  numberOf(given, sql`nextval(${sql.lit(given.sequence)})`, day)

/** Takes the next number of a series. */
export const nextNumber = async (db: Queryable, given: GivenSeries): Promise<string> => {
  const { rows } = await sql<{ sn: string }>`select ${nextOf(given)} as sn`.execute(db)
  return rows[0]?.sn ?? ''
}

/** Takes the next `count` numbers of a series, in order. */
export const nextNumbers = async (db: Queryable, given: GivenSeries, count: number): Promise<string[]> => {
  const { rows } = await sql<{ sn: string }>`select ${nextOf(given)} as sn from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ sn }) => sn)
}

/** The n-th number of a series as text, the same that `numberOf` gives; `day` is YYYY-MM-DD. */
export const numberText = ({ letters, isDated, digits }: Series, n: number, day = ''): string =>
  `${letters}${isDated ? day.replaceAll('-', '') : ''}${String(n).padStart(digits, '0')}`

/**
 * Takes the next `count` numbers of a series without gaps, in order. Whoever takes one holds the series until his transaction ends, and one
 * that is rolled back gives its numbers back: keep such a transaction short.
 */
export const takeNumbers = async (tx: Queryable, of: Series, count: number): Promise<string[]> => {
  if (count === 0) return []
  const { rows } = await sql<{ n: number }>`
    insert into last_number (series, n) values (${of.letters}, ${count})
    on conflict (series) do update set n = last_number.n + excluded.n returning n
  `.execute(tx)
  const last = rows[0]?.n ?? 0
  return Array.from({ length: count }, (_, index) => numberText(of, last - count + 1 + index))
}

/** The same of a series that begins anew each year and says which, as 票据 are numbered: letters, the year, and at least six digits. */
export const takeNumbersOfYear = async (tx: Queryable, letters: string, count: number): Promise<string[]> => {
  const { rows } = await sql<{ year: string }>`select to_char(current_date, 'YYYY') as year`.execute(tx)
  return takeNumbers(tx, { letters: `${letters}${rows[0]?.year ?? ''}`, isDated: false, digits: 6 }, count)
}
