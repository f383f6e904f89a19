import { sql } from 'kysely'
import holdover from '../../../src/resources/holdover/holdover.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { billOccupation, endTerms, overstayedAfter } from '../../domain/contract/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { calendar, type Day } from '../calendar.ts'

/** Has the nights pass that those who stay beyond their terms have slept through: their contracts overstay, each has its case and what it costs. One was given notice. */
export const addHoldovers = async (tx: Tx, today: Day): Promise<void> => {
  const acting = { tx, session: { userId: null, scope: null }, now: calendar.instantOf(today, 10) }
  while ((await endTerms(acting, calendar.dateOf(today))) > 0);
  const stay: number[] = []
  for (let some = await overstayedAfter(tx, 0); some.length > 0; some = await overstayedAfter(tx, some.at(-1) ?? 0)) stay.push(...some)
  await billOccupation(tx, stay, calendar.dateOf(today - 1))
  await moveThose(acting, 'holdover', 'expire', sql`t.moving_until < ${calendar.dateOf(today)}::date`)
  await sql`
    update holdover set status = ${inState(holdover, 'noticed')}, served = 1, deadline = ${calendar.dateOf(today + 12)}::date
    where holdover_id = (select holdover_id from holdover where status = ${inState(holdover, 'staying')} order by since, holdover_id limit 1)
  `.execute(tx)
}
