import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import outbox from '../../../src/resources/outbox/outbox.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'

/** Has messages tried at once, as if for the first time. */
const tryAnew = async ({ tx }: Acting, rows: readonly { outbox_id: number }[]): Promise<undefined> => {
  const keys = rows.map(({ outbox_id }) => outbox_id)
  await sql`update outbox set attempts = 0, next_at = epoch_now(), error = null where outbox_id = any(${keys}::integer[])`.execute(tx)
}

/** Throws 409 where one is not to be told any more: its receiver would act by what is no more so. */
const refuseWithdrawn = async ({ tx }: Acting, rows: readonly { outbox_id: number }[]): Promise<void> => {
  const keys = rows.map(({ outbox_id }) => outbox_id)
  const { rows: withdrawn } = await sql`
    select from outbox where outbox_id = any(${keys}::integer[]) and withdrawn_at is not null limit 1
  `.execute(tx)
  if (withdrawn.length > 0) throw new CallError(409, '已撤回的消息不能再发：所说的事已不再有效')
}

/** What staff do to a message that did not go by itself. */
export default defineEffects(outbox, { again: { check: refuseWithdrawn, after: tryAnew } })
