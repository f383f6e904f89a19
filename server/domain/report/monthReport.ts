import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'

const FIGURES = sql.raw(
  `p_id, rooms, "let", begun, ended, vacant_days, vacancy_rate, loss, due, paid, rate, all_due, all_paid, all_rate, old_due, old_paid, arrears, revenue, other, cost, received, spent, deposits`,
)

/** Keeps the report of a month, `YYYY-MM`, as it is now: the month's seal is over it. */
export const keepReport = async (tx: Tx, closing_id: number, month: string): Promise<void> => {
  await dropReport(tx, closing_id)
  await sql`
    insert into month_report (closing_id, month, ${FIGURES}) select ${closing_id}::integer, ${month}, ${FIGURES} from month_figures(to_date(${month}, 'YYYY-MM')) order by p_id
  `.execute(tx)
}

/** Takes a month's report away: the month is opened again. */
export const dropReport = async (tx: Tx, closing_id: number): Promise<void> => {
  await sql`delete from month_report where closing_id = ${closing_id}`.execute(tx)
}
