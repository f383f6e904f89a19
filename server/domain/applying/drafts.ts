import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import type { Link } from '../../caller/links/link.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { keptUntil, letPhotosGo } from '../telephone/index.ts'
import { applyDoor } from './door.ts'

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

/** Forgets what was typed and photographed for a draft. */
export const forget = async (tx: Tx, draft_id: number): Promise<void> => {
  await letPhotosGo(tx, applyDoor, draft_id)
  await sql`update application_draft set typed = null where draft_id = ${draft_id}`.execute(tx)
}

/** Forgets what was typed to mend applications, and never sent, once the time is over for which it is kept. */
export const forgetUnsent = async (tx: Tx, now: number): Promise<void> => {
  const { rows } = await sql<{ draft_id: number }>`
    select draft_id from application_draft where keep_until < ${dateOf(now)}::date and (typed is not null or photos <> '{}') order by 1 for update skip locked
  `.execute(tx)
  for (const { draft_id } of rows) await forget(tx, draft_id)
}
