import { sql } from 'kysely'
import { profileForm } from '../../../src/schemas/account/profile.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { markUsed } from '../../files/useFiles.ts'

/** Changes one's own name and picture: `avatar` is a list of image ids of which there is at most one. */
export default [
  defineCall(
    { path: '/api/user/save_info', label: '编辑个人信息', group: '会话', can: 'session', writes: true, params: profileForm },
    async ({ tx, session }: Context, { nickname, avatar = [] }) => {
      await markUsed({ tx, session }, avatar)
      await sql`
        update account set name = ${nickname}, avatar = ${avatar}::integer[], version = version + 1 where user_id = ${session.userId}
      `.execute(tx)
      return null
    },
  ),
]
