import { sql } from 'kysely'
import message from '../../../src/resources/message/message.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { inState } from '../../store/reading/states.ts'

interface Counts {
  unread: number
  readed: number
  trash: number
}

/** How many messages someone has in each state (spec.md section 7). */
const counts = async ({ tx, session }: Context): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select count(*) filter (where status = ${inState(message, 'unread')}) as unread, count(*) filter (where status = ${inState(message, 'read')}) as readed, count(*) filter (where status = ${inState(message, 'trash')}) as trash
    from message where account_id = ${session.userId}
  `.execute(tx)
  return rows[0] ?? { unread: 0, readed: 0, trash: 0 }
}

export default [defineCall({ path: '/message/init', label: '消息数', group: '消息', can: 'session', params: noParams('消息数') }, counts)]
