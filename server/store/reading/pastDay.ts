import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Queryable } from '../connection/database.ts'

/** Gives a day that has passed, or null for today. Throws 400 for one that is still to come, and for one before the past was kept, but where what is asked is told by what was booked (`isBooked`). */
export const pastDay = async (tx: Queryable, day: string, isBooked: boolean): Promise<string | null> => {
  const { rows } = await sql<{ today: string; begun: string }>`
    select current_date::text as today, (select day::text from row_history_begun) as begun
  `.execute(tx)
  const { today = '', begun = '' } = rows[0] ?? {}
  if (day > today) throw new CallError(400, '截至日期不能晚于今天', { field: 'as_of' })
  if (day < begun && !isBooked) throw new CallError(400, `${begun} 起才留有每天的情形，请选这一天或以后`, { field: 'as_of' })
  return day === today ? null : day
}

/**
 * Has the rest of a transaction read the business as it stood at the end of a past day (bringUp/past.ts); today is as everything is. Who may
 * do what is asked of now. Throws as `pastDay`.
 */
export const turnToDay = async (tx: Queryable, day: string, isBooked = false): Promise<void> => {
  const past = await pastDay(tx, day, isBooked)
  if (past) await sql`select set_config('search_path', 'past, public', true), set_config('anju.as_of', ${past}, true)`.execute(tx)
}
