import { type RawBuilder, sql } from 'kysely'
import { minuteOf } from '../../../src/protocol/dates.ts'
import type { Page } from '../../../src/protocol/envelope.ts'
import type { ExportRecord } from '../../../src/protocol/exports.ts'
import type { Session } from '../../caller/session.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { canGiveCode, ownRights } from '../account/index.ts'
import { DOWNLOADS, type Download, refusalOf } from './refusalOf.ts'

interface Row extends Omit<ExportRecord, 'created_date'>, Download {
  created_at: number
}

/** Gives one's own exports and printed files, newest first (spec.md section 7): those of one message type, or all. One that could not be had any more says why. */
export const readExports = async (
  db: Queryable,
  session: Session,
  days: number,
  type: number | null,
  part: RawBuilder<unknown>,
): Promise<Page<ExportRecord>> => {
  const mine = sql`created_by = ${session.userId} and kind = any(${DOWNLOADS}::text[]) and (${type}::integer is null or type = ${type}::integer)
    and (finished_at is null or finished_at >= epoch_now() - ${days * 86_400}::bigint)`
  const { rows } = await sql<Row>`
    select job_id as id, msg, type, state, progress, total, created_at, case state when 'failed' then coalesce(error, '') else '' end as error, kind, params ->> 'name' as name, result,
      case state when 'done' then '/files/exports/' || job_id else '' end as handle
    from job where ${mine} order by job_id desc ${part}
  `.execute(db)
  const own = await ownRights(db, session)
  const counted = await sql<{ n: number }>`select count(*) as n from job where ${mine}`.execute(db)
  return {
    list: rows.map(({ created_at, kind, name, result, ...row }) => {
      const refusal = row.handle === '' ? null : refusalOf({ kind, name, result }, session.scope, (code) => canGiveCode(own, code))
      return { ...row, ...(refusal && { handle: '', error: refusal.message }), created_date: minuteOf(created_at) }
    }),
    count: counted.rows[0]?.n ?? 0,
  }
}
