import { sql } from 'kysely'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Queryable, Tx } from '../store/connection/database.ts'
import { logDeeds } from '../store/writing/deeds.ts'
import type { PrintSpec } from './definePrint.ts'

interface HandedOut {
  print_id: number
  is_again: boolean
  record_id: number
  record_title: string
  p_id: number | null
}

/** To whom papers are handed out, and for which job or which request: for the same one nothing is written twice. */
interface Receiver {
  userId: number
  jobId?: number
  asked?: string
}

/**
 * Writes down that these papers, which are drawn, are handed out: in 打印记录 and as done to their records in 操作日志, where one that had been before is
 * called 补打. Gives which had been.
 */
export const handOut = async (
  tx: Tx,
  spec: PrintSpec,
  resource: CompleteResource,
  printIds: readonly number[],
  { userId, jobId, asked }: Receiver,
): Promise<ReadonlyMap<number, boolean>> => {
  const forThis = sql`(c.job_id = ${jobId ?? null}::integer or c.asked = ${asked ?? null}::text)`
  const { rows } = await sql<HandedOut>`
    with held as (
      select print_id from print where print_id = any(${printIds}::integer[]) order by print_id for update
    ), counted as (
      update print set copies = copies + 1
      where print_id in (select print_id from held)
        and not exists (select from print_copy c where c.print_id = print.print_id and ${forThis})
      returning print_id, copies > 1 as is_again, record_id, record_title, p_id
    ), noted as (
      insert into print_copy (print_id, is_again, job_id, asked, created_by)
      select print_id, is_again, ${jobId ?? null}::integer, ${asked ?? null}::text, ${userId}::integer from counted order by print_id
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
  const written = await sql<Pick<HandedOut, 'print_id' | 'is_again'>>`
    select c.print_id, c.is_again from print_copy c where c.print_id = any(${printIds}::integer[]) and ${forThis}
  `.execute(tx)
  return new Map(written.rows.map(({ print_id, is_again }) => [print_id, is_again]))
}

/** Gives how manyeth time each of these papers is handed out by a job, by place: the one after those before, or the one that the job has written down already. */
export const copiesBy = async (tx: Queryable, printIds: readonly number[], jobId: number): Promise<number[]> => {
  const { rows } = await sql<{ copies: number }>`
    select p.copies + case when exists (select from print_copy c where c.print_id = p.print_id and c.job_id = ${jobId}) then 0 else 1 end as copies
    from unnest(${printIds}::integer[]) with ordinality as asked (id, place) join print p on p.print_id = asked.id order by asked.place
  `.execute(tx)
  return rows.map(({ copies }) => copies)
}
