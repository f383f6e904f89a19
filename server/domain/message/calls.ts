import { sql } from 'kysely'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'

interface Counts {
  unread: number
  readed: number
  trash: number
}

/** How many messages someone has in each state (spec.md section 7). */
const counts = async ({ tx, session }: Context): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select count(*) filter (where status = 1) as unread, count(*) filter (where status = 2) as readed, count(*) filter (where status = 3) as trash
    from message where account_id = ${session.userId}
  `.execute(tx)
  return rows[0] ?? { unread: 0, readed: 0, trash: 0 }
}

export default [defineCall({ path: '/message/init', label: '消息数', group: '消息', can: 'session', params: noParams('消息数') }, counts)]
