import { sql } from 'kysely'
import closing from '../../../src/resources/closing/closing.ts'
import { recognise, sealOf } from '../../domain/closing/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import type { Staff } from '../types.ts'

/** Months that are over but not closed yet: there is something to do. */
const OPEN = 1

/** The months that are over and of which something is earned, in order: deposits, which go back for years, are not. */
const monthsOver = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    select to_char(m, 'YYYY-MM') as month
    from (select min(line.month) as first from bill_line line join bill b on b.bill_id = line.bill_id where b."from" <> 3) l,
      generate_series(to_date(l.first, 'YYYY-MM')::timestamp, date_trunc('month', current_date)::timestamp - interval '1 month', interval '1 month') m
    order by 1
  `.execute(tx)
  return rows.map(({ month }) => month)
}

/** Gives the sample's bills their lines, which no trigger saw come. */
export const addLines = async (tx: Tx): Promise<void> => {
  await sql`select bills_get_lines(array(select b.bill_id from bill b where not exists (select from bill_line l where l.bill_id = b.bill_id)))`.execute(
    tx,
  )
  await sql`analyze bill_line`.execute(tx)
}

/** Recognises what of the sample's rents was earned month by month, before it is posted. */
export const addRecognition = async (tx: Tx): Promise<void> => {
  for (const month of await monthsOver(tx)) await recognise(tx, month)
}

/** Closes the months that were over long ago, as the accountant did on the fifth of the next; once all is posted. */
export const addClosings = async (tx: Tx, { caiwu }: Staff): Promise<void> => {
  const { rows } = await sql<{ closing_id: number; month: string }>`
    select closing_id, month from closing where month < to_char(current_date - make_interval(months => ${OPEN}), 'YYYY-MM') order by month
  `.execute(tx)
  for (const { closing_id, month } of rows) {
    const seal = await sealOf(tx, closing_id, month)
    await sql`
      update closing set status = ${inState(closing, 'closed')}, seal = ${seal}, closed_by = ${caiwu},
        closed_at = extract(epoch from (to_date(month, 'YYYY-MM') + interval '1 month 4 days 17 hours')::timestamptz)::bigint
      where closing_id = ${closing_id}
    `.execute(tx)
  }
}
