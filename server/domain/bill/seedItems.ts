import { sql } from 'kysely'
import type { Database } from '../../store/connection/database.ts'

/**
 * Gives an operator who begins with nothing the items without which no contract's money can be taken: rent, what is charged beyond a term,
 * and a deposit. Where there are items already, they are the operator's own.
 */
export const seedItems = async (db: Database): Promise<void> => {
  await sql`insert into cost (name, income) select name, income from (values ('房租', 2), ('占用费', 3), ('违约金', 4)) items (name, income) where not exists (select from cost)`.execute(
    db,
  )
  await sql`insert into pledge (name) select '房屋押金' where not exists (select from pledge)`.execute(db)
}
