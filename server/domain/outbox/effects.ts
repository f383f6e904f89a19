import { sql } from 'kysely'
import outbox from '../../../src/resources/outbox/outbox.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'

/** Has messages tried at once, as if for the first time. */
const tryAnew = async ({ tx }: Acting, rows: readonly { outbox_id: number }[]): Promise<undefined> => {
  const keys = rows.map(({ outbox_id }) => outbox_id)
  await sql`update outbox set attempts = 0, next_at = epoch_now(), error = null where outbox_id = any(${keys}::integer[])`.execute(tx)
}

/** What staff do to a message that did not go by itself. */
export default defineEffects(outbox, { again: { after: tryAnew } })
