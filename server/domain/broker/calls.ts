import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { explainConstraint } from '../../store/problems.ts'
import { giveTriesBack, noteFailure, openSession, takeTry } from '../account/index.ts'

explainConstraint('broker_phone_key', '该手机号已登记')

const params = {
  title: '经纪人登录',
  type: 'object',
  properties: {
    phone: {
      type: 'string',
      title: '手机号',
      pattern: '^1\\d{10}$',
      maxLength: 11,
      'x-msg': { required: '请输入手机号', pattern: '手机号须为11位且以1开头' },
    },
    AuthToken: { type: 'string', title: '授权码', maxLength: 200, 'x-msg': { required: '请输入授权码' } },
  },
  required: ['phone', 'AuthToken'],
  additionalProperties: false,
} as const

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Broker login (spec.md section 7): the operator's AuthToken (BROKER_AUTH_TOKEN) and a registered phone give a session with the rights of
 * the account that stands behind the broker. Tries are limited as those of the staff are. Throws 403 where the operator has set no token.
 */
export default [
  defineCall(
    { path: '/broker/getAgentsByPhone', label: '经纪人登录', group: '会话', can: 'public', params },
    async ({ db, address, config }, { phone, AuthToken }) => {
      if (!config.brokerAuthToken) throw new CallError(403, '本系统未开通经纪人登录')
      await takeTry(db, `broker:${phone}`, address)
      const { rows } = await sql<{ id: number; name: string; level: number; phone: string; user_id: number }>`
      select b.id, b.name, b.level, b.phone, b.user_id from broker b join account a on a.user_id = b.user_id and a.is_active
      where b.phone = ${phone} and b.status = 1
    `.execute(db)
      const broker = rows[0]
      if (!timingSafeEqual(digest(AuthToken), digest(config.brokerAuthToken)) || !broker) {
        await noteFailure(db, address)
        throw new CallError(400, '手机号未登记或授权码错误', { field: 'phone' })
      }
      await giveTriesBack(db, `broker:${phone}`)
      const { user_id, ...shown } = broker
      return { ...shown, token: await openSession(db, user_id, address, config.tokenDays) }
    },
  ),
]
