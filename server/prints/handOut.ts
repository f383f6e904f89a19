import { sql } from 'kysely'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Tx } from '../store/connection/database.ts'
import { logDeeds } from '../store/writing/deeds.ts'
import type { PrintSpec } from './definePrint.ts'

interface HandedOut {
  print_id: number
  is_again: boolean
  record_id: number
  record_title: string
  p_id: number | null
}

/**
 * Writes down that these papers are handed out, in 打印记录 and as done to their records in 操作日志, where one that had been before is called 补打.
 * By the same job nothing is written twice. Gives which were handed out before.
 */
export const handOut = async (
  tx: Tx,
  spec: PrintSpec,
  resource: CompleteResource,
  printIds: readonly number[],
  { userId, jobId }: { userId: number; jobId: number | null },
): Promise<ReadonlyMap<number, boolean>> => {
  const { rows } = await sql<HandedOut>`
    with held as (
      select print_id from print where print_id = any(${printIds}::integer[]) order by print_id for update
    ), counted as (
      update print set copies = copies + 1
      where print_id in (select print_id from held)
        and not exists (select from print_copy c where c.print_id = print.print_id and c.job_id = ${jobId}::integer)
      returning print_id, copies > 1 as is_again, record_id, record_title, p_id
    ), noted as (
      insert into print_copy (print_id, is_again, job_id, created_by)
      select print_id, is_again, ${jobId}::integer, ${userId}::integer from counted order by print_id
    )
    select * from counted
  `.execute(tx)
  await logDeeds(
    tx,
    rows.map(({ record_id, record_title, p_id, is_again }) => ({
      resource,
      key: record_id,
      title: record_title,
      p_id,
      label: is_again ? `补打${spec.label}` : `打印${spec.label}`,
    })),
  )
  return new Map(rows.map(({ print_id, is_again }) => [print_id, is_again]))
}
