import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keepAllFacts } from '../../store/facts/keepFacts.ts'
import { BUSINESS_TABLES, GUARDED_TABLES, SAMPLE_SETTINGS } from './tables.ts'

/**
 * Takes away how the sample's operator had set things: real tenants would pay for being late by it, and real tax be less by what was never paid. What was saved
 * later stays: of a sample made before it came with settings, a first version is the operator's own, who seldom saves one on the day it was made (`madeOn`).
 */
const dropSettings = async (tx: Tx, madeOn: string): Promise<void> => {
  await sql`alter table setting_version disable trigger setting_append_only`.execute(tx)
  await sql`delete from setting_version where version = 1 and setting = any(${SAMPLE_SETTINGS}) and to_timestamp(created_at)::date <= ${madeOn}::date`.execute(
    tx,
  )
  await sql`alter table setting_version enable trigger setting_append_only`.execute(tx)
  for (const setting of SAMPLE_SETTINGS) await sql`select pg_notify('anju_setting', ${setting})`.execute(tx)
}

/**
 * Takes the sample operator away: every business row, by anyone, the messages about them, and what it had set. Accounts, divisions, what staff choose from
 * the operation log and the papers that were printed stay (a log that could be emptied would prove nothing); pictures become
 * orphans; numbers go on where they stood. 409 where the store was not filled by the sample.
 */
export const clearSample = async (tx: Tx): Promise<void> => {
  const { rows } = await sql<{ made_on: string }>`select value ->> 'date' as made_on from setting where name = 'sample' for update`.execute(
    tx,
  )
  const sample = rows[0]
  if (!sample) throw new CallError(409, '当前数据不是示例数据，不能清空')
  await sql`
    update file set is_used = false
    where is_used and img_id in (select unnest(imgs) from org union select unnest(imgs) from flow union select unnest(imgs) from signature union select unnest(papers) from entrust_agreement union select unnest(photos) from repair)
      and not exists (select from account where file.img_id = any(avatar))
  `.execute(tx)
  // Append-only by trigger; the owner may lift that for this one transaction, which nobody else sees.
  for (const table of GUARDED_TABLES) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
  await sql`truncate ${sql.join(BUSINESS_TABLES.map((table) => sql.table(table)))}`.execute(tx)
  for (const table of GUARDED_TABLES) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  await keepAllFacts(tx)
  await sql`truncate row_history`.execute(tx)
  await sql`update row_history_begun set day = current_date`.execute(tx)
  // What they made is gone: the same files may come again.
  await sql`delete from import_batch`.execute(tx)
  // What a check of the books found is about records that are gone.
  await sql`delete from close_item`.execute(tx)
  await sql`delete from book_finding`.execute(tx)
  await sql`delete from book_check`.execute(tx)
  await dropSettings(tx, sample.made_on)
  await sql`delete from setting where name = 'sample'`.execute(tx)
  // An operator who has cleared it does not want it back at the next start.
  await sql`insert into setting (name, value) values ('sample_cleared', 'true') on conflict (name) do nothing`.execute(tx)
}
