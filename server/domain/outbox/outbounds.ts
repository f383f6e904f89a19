import outboxSetting from '../../../src/resources/settings/outbox.ts'
import { defineOutbound } from '../../outbox/defineOutbound.ts'
import { readSetting } from '../setting/index.ts'
import { sendMail } from './mail.ts'
import { sendPush } from './push.ts'

export default [
  defineOutbound({
    channel: 1,
    limit: async (db) => {
      const { mail_by, mail_limit = null } = await readSetting(db, outboxSetting)
      return mail_by === 2 ? mail_limit : null
    },
    send: sendMail,
  }),
  defineOutbound({
    channel: 2,
    limit: async (db) => {
      const { push_by, push_limit = null } = await readSetting(db, outboxSetting)
      return push_by === 2 ? push_limit : null
    },
    send: sendPush,
  }),
]
