import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form } from '../../../src/derive/callParams.ts'
import { isMasked } from '../../../src/protocol/masks.ts'
import broker from '../../../src/resources/broker/broker.ts'
import type { Adding } from '../../caller/session.ts'
import { type Call, type Context, defineCall } from '../../calls/defineCall.ts'
import { derivedCall } from '../../calls/resourceCalls.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inState } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { insertRow } from '../../store/writing/write.ts'
import { giveTryBack, mustOutrank, openSession, refuseAddress, rememberBrowser, takeTry } from '../account/index.ts'

const params = form(
  '经纪人登录',
  {
    phone: {
      type: 'string',
      title: '手机号',
      pattern: '^1\\d{10}$',
      maxLength: 11,
      'x-msg': { required: '请输入手机号', pattern: '手机号须为11位且以1开头' },
    },
    AuthToken: { type: 'string', title: '授权码', maxLength: 200, 'x-msg': { required: '请输入授权码' } },
  },
  ['phone', 'AuthToken'],
)

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Broker login (spec.md section 7): the operator's AuthToken (BROKER_AUTH_TOKEN) and a registered phone give a session with the rights of
 * the account that stands behind the broker. Tries are limited as those of the staff are. Throws 403 where the operator has set no token.
 */
const brokerResource = resourceNamed('broker')

/** A broker works with the rights of the account behind: nobody puts one there that may do more than himself. */
const standingFor = (name: 'add' | 'edit', more: Partial<Call> = {}): Call => {
  const call = derivedCall(brokerResource, name, resourceNamed)
  return {
    ...call,
    ...more,
    handle: async (context: Context, values: Record<string, unknown>) => {
      const rows = await context.tx
        .selectFrom('broker')
        .select('user_id')
        .where('id', '=', Number(values.id ?? 0))
        .execute()
      await mustOutrank(context, [Number(values.user_id), ...rows.map(({ user_id }) => user_id)])
      const answer = await call.handle(context, values)
      // Another number is another's telephone: whoever came in with the one before is out.
      if (values.id !== undefined && values.phone !== undefined && !isMasked(values.phone))
        await context.tx.deleteFrom('session').where('broker_id', '=', Number(values.id)).execute()
      return answer
    },
  }
}

const importRow = async (context: Adding, values: Readonly<Record<string, unknown>>): Promise<object> => {
  await mustOutrank(context, [Number(values.user_id)])
  return { id: await insertRow(context.tx, brokerResource, values, context.session.userId) }
}

export default [
  standingFor('add', { adds: { makes: ['broker'], row: importRow } }),
  standingFor('edit'),
  defineCall(
    {
      path: '/broker/getAgentsByPhone',
      label: '经纪人登录',
      group: '会话',
      can: 'public',
      params,
      admit: ({ db, address, browser }) => refuseAddress(db, address, browser),
    },
    async ({ db, address, browser, config }, { phone, AuthToken }) => {
      if (!config.brokerAuthToken) throw new CallError(403, '本系统未开通经纪人登录')
      const hash = sealerOf(db).hash('phone', phone)
      const guesser = { login: `broker:${hash.toString('hex')}`, address, browser }
      await takeTry(db, guesser)
      const { rows } = await sql<Row<'broker', 'id' | 'name' | 'level' | 'user_id'>>`
      select b.id, b.name, b.level, b.user_id from broker b join account a on a.user_id = b.user_id and a.is_active
      where b.${sql.id(hashName('phone'))} = ${hash} and b.status = ${inState(broker, 'active')}
    `.execute(db)
      const found = rows[0]
      if (!timingSafeEqual(digest(AuthToken), digest(config.brokerAuthToken)) || !found)
        throw new CallError(400, '手机号未登记或授权码错误', { field: 'phone' })
      await giveTryBack(db, guesser)
      await rememberBrowser(db, browser, guesser.login, found.user_id)
      const { user_id, ...shown } = found
      return { ...shown, phone, token: await openSession(db, user_id, address, config.tokenDays, { broker: found.id }) }
    },
  ),
]
