import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'

/** The record that a message is about, to which it leads: the name of its resource and its key. */
export interface About {
  resource: string
  id: number
}

/**
 * Puts a message into the message centre of each account, in this transaction; their open browsers learn of it when it commits, on
 * every node. `title` up to 100 characters, `content` up to 2000, both as plain text; `about` null where it is about no one record.
 */
export const notify = async (tx: Tx, accountIds: readonly number[], title: string, content: string, about: About | null): Promise<void> => {
  await sql`
    insert into message (account_id, title, content, create_time, resource, record_id)
    select distinct account_id, ${title}, ${content}, epoch_now(), ${about?.resource ?? null}::text, ${about?.id ?? null}::integer
    from unnest(${accountIds}::integer[]) as account_id
  `.execute(tx)
}
