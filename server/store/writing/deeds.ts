import { sql } from 'kysely'
import { areas } from '../../../src/core/resource.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Tx } from '../connection/database.ts'
import { SOMEONE_ACTS } from './history.ts'

/** What someone did that changed no row: a number shown in full, a password of their own. */
export interface Deed {
  resource: Pick<CompleteResource, 'name' | 'area'>
  key: number
  /** What names the record, where it is known. */
  title?: string
  p_id?: number | null
  /** What was done, where the call's own words do not say it. */
  label?: string
}

/**
 * Writes deeds that change no logged row to 操作日志, as done by whoever acts in this transaction (store/transaction.ts); by nobody, it
 * writes nothing. What changes rows is written without it.
 */
export const logDeeds = async (tx: Tx, deeds: readonly Deed[]): Promise<void> => {
  const rows = deeds.map(({ resource, ...deed }) => ({ ...deed, resource: resource.name, area: areas.indexOf(resource.area) + 1 }))
  await sql`
    insert into operation_log (created_by, address, path, label, resource, record_id, record_title, deed, area, changes, p_id)
    select nullif(current_setting('anju.actor', true), '')::integer, current_setting('anju.address', true), current_setting('anju.path', true),
      coalesce(label, current_setting('anju.label', true)), resource, key, left(title, 200), 4, area, '[]', p_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as done (resource text, area smallint, key integer, title text, p_id integer, label text)
    where ${sql.raw(SOMEONE_ACTS)}
  `.execute(tx)
}

/** Writes one deed (`logDeeds`). */
export const logDeed = (tx: Tx, deed: Deed): Promise<void> => logDeeds(tx, [deed])

/** What befell a record though nobody who is known did it, and by which call from where. */
interface Event {
  label: string
  path: string
  address: string
}

/** Writes to 操作日志 what nobody who is known did to a record, such as guesses at a password. */
export const logEvent = async (tx: Tx, { resource, key, title, p_id }: Deed, { label, path, address }: Event): Promise<void> => {
  await sql`
    insert into operation_log (address, path, label, resource, record_id, record_title, deed, area, changes, p_id)
    values (${address}, ${path}, ${label}, ${resource.name}, ${key}, left(${title ?? null}::text, 200), 4, ${areas.indexOf(resource.area) + 1}, '[]', ${p_id ?? null})
  `.execute(tx)
}
