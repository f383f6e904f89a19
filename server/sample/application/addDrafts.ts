import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import applicationDraft from '../../../src/resources/application/applicationDraft.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import { columnList } from '../../store/bringUp/tables.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { insertRows } from '../../store/writing/write.ts'
import { calendar, type Day } from '../calendar.ts'
import { randomOf } from '../random.ts'
import { phoneOf } from '../tenant/phones.ts'

const FILLING = 6
/** What telephones are kept for (server/domain/telephone/door.ts). */
const KEPT_DAYS = 30

/** Adds applications that came by telephone: every third that waits for its decision, and some that are filled in but not submitted. */
export const addDrafts = async (tx: Tx, today: Day): Promise<void> => {
  const random = randomOf('drafts')
  const phones = new Set<string>()
  const resource = resourceNamed('application_draft')
  const phone = columnList(resourceNamed('qualification'), ['phone'])
  await sql`
    with told as (
      update qualification set source = 2, created_by = null where status = ${inState(qualification, 'submitted')} and apply_id % 3 = 0 returning *
    )
    insert into application_draft (${phone}, p_id, status, keep_until, apply_id, created_at, updated_at)
    select ${phone}, p_id, ${inState(applicationDraft, 'submitted')}, to_timestamp(created_at)::date + ${sql.lit(KEPT_DAYS)}::integer, apply_id,
      created_at - 1500, created_at
    from told order by apply_id
  `.execute(tx)
  const { rows: projects } = await sql<{ p_id: number }>`select p_id from project order by p_id`.execute(tx)
  const drafts = Array.from({ length: FILLING }, (_, index) => ({
    phone: phoneOf(random, phones),
    p_id: projects[index % projects.length]?.p_id ?? null,
    status: codeOf(applicationDraft, 'filling'),
    keep_until: calendar.dateOf(today - 1 - index + KEPT_DAYS),
  }))
  await insertRows(tx, resource, drafts, null)
  // The first began yesterday in the evening, each of the others a day before.
  await sql`
    update application_draft set created_at = at, updated_at = at + 900
    from (select draft_id as id, ${calendar.instantOf(today - 1, 20 * 60)}::bigint + (keep_until - ${calendar.dateOf(today - 1 + KEPT_DAYS)}::date) * 86400 as at
      from application_draft where status = ${inState(applicationDraft, 'filling')}) began
    where draft_id = id
  `.execute(tx)
}
