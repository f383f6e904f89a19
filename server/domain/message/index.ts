import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'

/**
 * Puts a message into the message centre of each account, in this transaction; their open browsers learn of it when it commits, on
 * every node. `title` up to 100 characters, `content` up to 2000, both as plain text.
 */
export const notify = async (tx: Tx, accountIds: readonly number[], title: string, content: string): Promise<void> => {
  await sql`
    insert into message (account_id, title, content, create_time)
    select distinct account_id, ${title}, ${content}, epoch_now() from unnest(${accountIds}::integer[]) as account_id
  `.execute(tx)
}
