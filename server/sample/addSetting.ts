import { type RawBuilder, sql } from 'kysely'
import type { SampleSetting } from '../domain/sample/tables.ts'
import type { Tx } from '../store/connection/database.ts'

/**
 * Saves how the sample's operator has set something, as the first version of that setting: it goes with the sample. `created_at` in seconds, now where it is not said.
 * What an operator has saved before stays.
 */
export const addSetting = async (
  tx: Tx,
  setting: SampleSetting,
  content: RawBuilder<unknown>,
  created_by: number,
  created_at: RawBuilder<unknown> = sql`epoch_now()`,
): Promise<void> => {
  await sql`
    insert into setting_version (setting, version, content, created_at, created_by) values (${setting}, 1, ${content}, ${created_at}, ${created_by}) on conflict do nothing
  `.execute(tx)
}
