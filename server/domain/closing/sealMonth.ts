import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keepReport } from '../report/index.ts'
import { allow } from './allow.ts'
import { closeYear } from './closeYear.ts'
import { openMonths, recognise, recogniseOpen } from './recognise.ts'

/** Keeps what each day of a month has, and its report, and gives the month's seal, over that of the month before. */
export const sealOf = async (tx: Tx, closing_id: number, month: string): Promise<string> => {
  await sql`delete from closing_day where closing_id = ${closing_id}`.execute(tx)
  await sql`
    insert into closing_day (closing_id, day, lines, digest)
    select ${closing_id}, day, lines, digest
    from journal_digests(to_date(${month}, 'YYYY-MM'), (to_date(${month}, 'YYYY-MM') + interval '1 month')::date - 1) order by day
  `.execute(tx)
  await keepReport(tx, closing_id, month)
  const { rows } = await sql<{ seal: string }>`
    select seal_of((select seal from closing where month < ${month} and seal is not null order by month desc limit 1), ${closing_id}) as seal
  `.execute(tx)
  return rows[0]?.seal ?? ''
}

interface Sealed {
  closing_id: number
  month: string
}

/** What is earned in a month is recognised first, then what is overdue is allowed for, and of a December the year is closed. */
const sealHeld = async (acting: Acting, { closing_id, month }: Sealed, closed_by: number | null): Promise<void> => {
  const { tx, now } = acting
  // What comes to a month counts for those after it; as a rule nothing has come since it was done.
  if ((await recognise(tx, month)) > 0) await recogniseOpen(tx, dateOf(now))
  await allow(tx, month)
  await closeYear(tx, month)
  const seal = await sealOf(tx, closing_id, month)
  await moveBySystem(acting, 'closing', 'seal', [closing_id], { seal, closed_by, closed_at: now, said: null })
}

/**
 * Closes a month: nobody posts while it is sealed, and whoever waited posts to the next one (migrations/030-closing.sql). One before it that is there only since it was asked for, by a first posting, is
 * closed with it: a seal is over the one before.
 * Throws 409 where it was closed, or is asked to be opened, meanwhile; a lock's timeout (`isLockTimeout`) where somebody has been posting for long.
 */
export const sealMonth = async (acting: Acting, one: Sealed, closed_by: number | null): Promise<void> => {
  const { tx, now } = acting
  // Whoever would post meanwhile waits behind it: not long, then it is tried again.
  await sql`set local lock_timeout = '3s'`.execute(tx)
  await sql`lock table closing in exclusive mode`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  const open = await openMonths(tx, dateOf(now), one.month)
  for (const former of open.filter(({ month }) => month < one.month)) await sealHeld(acting, former, closed_by)
  await sealHeld(acting, one, closed_by)
}
