import { sql } from 'kysely'
import closingSetting from '../../../src/resources/settings/closing.ts'
import type { Tx } from '../../store/connection/database.ts'
import { readSetting } from '../setting/index.ts'

const ENDS_YEAR = '-12'

/** Carries what each profit account of a project has of the year to 4103 as its December, `YYYY-12`, is closed, where 结账设置 says so. Done again it carries what came since. */
export const closeYear = async (tx: Tx, month: string): Promise<void> => {
  if (!month.endsWith(ENDS_YEAR) || (await readSetting(tx, closingSetting)).year_close !== 1) return
  const year = month.slice(0, 4)
  await sql`
    insert into year_close (year, p_id, ledger_account_id, side, price)
    select ${year}, t.p_id, t.ledger_account_id, case when t.price > 0 then 1 else 2 end, abs(t.price)
    from (
      select t.p_id, t.ledger_account_id, sum(t.credit - t.debit)::bigint as price
      from tally_posted t join ledger_account a on a.ledger_account_id = t.ledger_account_id and a.kind = 4
      where t.day between to_date(${year}, 'YYYY') and to_date(${month}, 'YYYY-MM') + 30 group by t.p_id, t.ledger_account_id
    ) t
    where t.price <> 0 order by t.p_id, t.ledger_account_id
  `.execute(tx)
}

/** Takes back, red, what was carried of a year whose December is opened again. */
export const openYear = async (tx: Tx, month: string): Promise<void> => {
  if (!month.endsWith(ENDS_YEAR)) return
  await sql`
    insert into year_close (year, p_id, ledger_account_id, side, price)
    select year, p_id, ledger_account_id, side, -sum(price)::bigint from year_close
    where year = ${month.slice(0, 4)} group by year, p_id, ledger_account_id, side having sum(price) <> 0 order by p_id, ledger_account_id
  `.execute(tx)
}
