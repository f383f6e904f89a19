import { type RawBuilder, sql } from 'kysely'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import inspect from '../../../src/resources/inspect/inspect.ts'
import org from '../../../src/resources/property/org.ts'
import type { batchForm } from '../../../src/schemas/inspect/inspect.ts'
import { foreseen } from '../../calls/batches.ts'
import type { Context } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { inSet } from '../../store/reading/states.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { checkServing } from '../../store/writing/serving.ts'
import { inForceToday } from '../contract/index.ts'

type Batch = FormValue<typeof batchForm>
type Meant = Pick<Batch, 'p_id' | 'batch' | 'which' | 'community_id'>

/** Of which rooms (`o`, with the contract in force `c`) a batch makes tasks, by the choice in its dialog. */
const WHICH: Readonly<Record<Batch['which'], (meant: Meant) => RawBuilder<unknown>>> = {
  1: () => sql`c.contract_id is not null`,
  2: () => sql`c.contract_id is null`,
  3: ({ community_id }) => sql`o.community_id = ${community_id ?? null}::integer`,
}

/** The rooms that are meant: of one project, none that is disabled, nor a flat that is let room by room, whose rooms have tasks of their own. */
const roomsMeant = (meant: Meant): RawBuilder<unknown> => sql`
  org o left join lateral ${inForceToday} on true
  where o.p_id = ${meant.p_id} and o.status not in (${inSet(org, 'off')}) and ${WHICH[meant.which](meant)}`

/** Gives how many rooms are meant, and how many of them have a task in the batch already. */
const countRooms = async ({ tx }: Context, meant: Meant): Promise<{ meant: number; known: number } | undefined> => {
  const { rows } = await sql<{ meant: number; known: number }>`
    select count(*)::integer as meant, count(*) filter (where exists (
      select from inspect i where i.p_id = o.p_id and i.batch = ${meant.batch} and i.org_id = o.org_id and i.status in (${inSet(inspect, 'standing')})
    ))::integer as known
    from ${roomsMeant(meant)}
  `.execute(tx)
  return rows[0]
}

/** Gives what 生成批次 would make, before it does. Throws 400 where the project is none of the caller's. */
export const foreseeBatch = async (context: Context, meant: Meant): Promise<Preview> => {
  await ownProject(context.tx, context.session.scope, meant.p_id)
  return foreseen('符合的房间', await countRooms(context, meant))
}

/**
 * Makes a task for each room that is meant, in one statement, and gives how many, and what staff read of it; making a batch again makes only what is not
 * there (unique: project, batch, room; what was cancelled is not there). Throws 400 where the project, the community or the inspector is not there or none of the caller's.
 */
export const makeBatch = async (context: Context, batch: Batch): Promise<{ count: number; said: string }> => {
  const { tx, session } = context
  await ownProject(tx, session.scope, batch.p_id)
  const inspection = resourceNamed('inspect')
  await belongingOf(tx, inspection, { inspector: batch.inspector }, session.scope, resourceNamed)
  const { rows } = await sql<{ inspect_id: number }>`
    insert into inspect (batch, kind, org_id, contract_id, custom_id, custom_name, inspector, planned_date, p_id, created_by)
    select ${batch.batch}::text, ${batch.kind}::smallint, o.org_id, c.contract_id, c.custom_id, c.custom_name, ${batch.inspector}::integer,
      ${batch.planned_date}::date, o.p_id, ${session.userId}::integer
    from ${roomsMeant(batch)} order by o.region_name, o.org_id
    on conflict (p_id, batch, org_id) where status in (${inSet(inspect, 'standing')}) do nothing
    returning inspect_id
  `.execute(tx)
  await checkServing(
    tx,
    inspection,
    rows.map(({ inspect_id }) => inspect_id),
    ['inspector'],
  )
  const count = rows.length
  return { count, said: count > 0 ? `生成 ${count} 个任务` : '没有要生成的：所选房间都已有任务，或没有符合的房间' }
}
