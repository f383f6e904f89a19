import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import applicationDraft from '../../../src/resources/application/applicationDraft.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import type { Link } from '../../caller/links/link.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { insertRow } from '../../store/writing/write.ts'

/** What is typed is kept for so many days after it was last touched; of a telephone that nobody has shown to be his, one. */
const KEPT_DAYS = 30
const UNPROVEN_DAYS = 1

/** What somebody fills in, as far as it has come. */
export interface Draft {
  draft_id: number
  status: number
  /** Masked. */
  phone: string
  p_id: number | null
  /** Those that were taken for it, until they are an application's. */
  photos: number[]
  keep_until: string
  apply_id: number | null
  typed: Buffer | null
}

const fields = sql.raw('d.draft_id, d.status, d.phone, d.p_id, d.photos, d.keep_until, d.apply_id, d.typed')

/** Gives until when what is typed today is kept. */
export const keptUntil = (now: number, isProven = true): string => addDays(dateOf(now), isProven ? KEPT_DAYS : UNPROVEN_DAYS)

/** Gives the draft with which a telephone goes on: one that is filled in, or an application that was neither refused nor struck from the queue. */
export const draftOfPhone = async (db: Queryable, phone: string): Promise<Draft | undefined> => {
  const { rows } = await sql<Draft>`
    select ${fields} from application_draft d left join qualification q on q.apply_id = d.apply_id
    left join waiting w on w.apply_id = d.apply_id
    where d.${sql.id(hashName('phone'))} = ${sealerOf(db).hash('phone', phone)}
      and (d.status in (${inSet(applicationDraft, 'open')})
        or (d.status = ${inState(applicationDraft, 'submitted')} and q.status <> ${inState(qualification, 'rejected')}
          and w.status is distinct from ${inState(waiting, 'void')}))
    order by d.draft_id desc limit 1
  `.execute(db)
  return rows[0]
}

/** Gives the draft with which a telephone goes on, begun where there is none. Two who ask at once wait for each other. */
export const beginDraft = async (tx: Tx, phone: string, now: number): Promise<Draft> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(encode(${sealerOf(tx).hash('phone', phone)}, 'hex'), 826108))`.execute(tx)
  const found = await draftOfPhone(tx, phone)
  if (found) return found
  const values = { phone, status: codeOf(applicationDraft, 'unproven'), keep_until: keptUntil(now, false) }
  const draft_id = await insertRow(tx, resourceNamed('application_draft'), values, null)
  return readDraft(tx, draft_id)
}

const readDraft = async (db: Queryable, draft_id: number, lock = sql``): Promise<Draft> => {
  const { rows } = await sql<Draft>`select ${fields} from application_draft d where d.draft_id = ${draft_id} ${lock}`.execute(db)
  if (!rows[0]) throw new CallError(404)
  return rows[0]
}

/** Gives the draft that a link is about. */
export const draftOf = (db: Queryable, { record_id }: Pick<Link, 'record_id'>): Promise<Draft> => readDraft(db, record_id)

/** Holds the draft that a link is about, until the transaction ends: what one telephone does it does one after the other. */
export const holdDraft = (tx: Tx, { record_id }: Pick<Link, 'record_id'>): Promise<Draft> =>
  readDraft(tx, record_id, sql`for no key update of d`)

/** Under which name what was typed is sealed. */
export const placeOf = ({ draft_id }: Pick<Draft, 'draft_id'>): string => `application draft ${draft_id}`

/** Gives what was typed; null where nothing was, or it has been submitted since. */
export const typedOf = (db: Queryable, draft: Pick<Draft, 'draft_id' | 'typed'>): Record<string, unknown> | null =>
  draft.typed && (JSON.parse(sealerOf(db).openFile(placeOf(draft), draft.typed).toString()) as Record<string, unknown>)

/** Keeps what is typed, sealed, in place of what was before; null forgets it. */
export const keepTyped = async (tx: Tx, draft: Draft, typed: Readonly<Record<string, unknown>> | null, now: number): Promise<void> => {
  const sealed = typed && sealerOf(tx).sealFile(placeOf(draft), Buffer.from(JSON.stringify(typed)))
  await sql`
    update application_draft set typed = ${sealed}, keep_until = ${keptUntil(now)}::date, version = version + 1, updated_at = epoch_now()
    where draft_id = ${draft.draft_id}
  `.execute(tx)
}

/** Has a draft name no photographs any more; those that are not `kept` by something else are cleaned up. */
export const letPhotosGo = async (tx: Tx, draft_id: number, kept: readonly number[] = []): Promise<void> => {
  await sql`
    update file set is_used = false
    where img_id in (select unnest(photos) from application_draft where draft_id = ${draft_id}) and not img_id = any(${kept}::integer[])
  `.execute(tx)
  await sql`update application_draft set photos = '{}' where draft_id = ${draft_id}`.execute(tx)
}

/** Forgets what was typed and photographed for a draft. */
export const forget = async (tx: Tx, draft_id: number): Promise<void> => {
  await letPhotosGo(tx, draft_id)
  await sql`update application_draft set typed = null where draft_id = ${draft_id}`.execute(tx)
}

/** Forgets what was typed to mend applications, and never sent, once the time is over for which it is kept. */
export const forgetUnsent = async (tx: Tx, now: number): Promise<void> => {
  const { rows } = await sql<{ draft_id: number }>`
    select draft_id from application_draft where keep_until < ${dateOf(now)}::date and (typed is not null or photos <> '{}') order by 1 for update skip locked
  `.execute(tx)
  for (const { draft_id } of rows) await forget(tx, draft_id)
}
