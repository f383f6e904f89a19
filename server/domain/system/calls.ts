import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { form } from '../../../src/derive/callParams.ts'
import { withoutSecrets } from '../../../src/protocol/masks.ts'
import { defineCall, noParams } from '../../calls/defineCall.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readLogo } from './readLogo.ts'

const group = '系统'

/** A client that fails in a loop must not fill the store: so many records a minute from one address, and from one account. */
const ERRORS_A_MINUTE = 30

const errorForm = form('记录前端错误', {
  type: { type: 'string', title: '类型', maxLength: 40 },
  code: { type: 'string', title: '代码', maxLength: 40 },
  mes: { type: 'string', title: '信息', maxLength: 2000, 'x-is': 'note' },
  url: { type: 'string', title: '地址', maxLength: 500 },
})

const refuseOften = async (db: Queryable, address: string, userId: number | null): Promise<void> => {
  const { rows } = await sql<{ of_address: number; of_account: number }>`
    select (select count(*) from (select from error_log where address = ${address} and at > epoch_now() - 60 limit ${ERRORS_A_MINUTE}) a) as of_address,
      (select count(*) from (select from error_log where user_id = ${userId}::integer and at > epoch_now() - 60 limit ${ERRORS_A_MINUTE}) u) as of_account
  `.execute(db)
  const { of_address = 0, of_account = 0 } = rows[0] ?? {}
  if (Math.max(of_address, of_account) >= ERRORS_A_MINUTE) throw new CallError(429, undefined, { seconds: 60 })
}

export default [
  defineCall(
    { path: '/api/sys/update_logo', label: '系统名称与LOGO', group, can: 'public', params: noParams('系统名称与LOGO') },
    async ({ tx }) => {
      const { name, image } = await readLogo(tx)
      return { logo_name: name, logo_img: image === null ? '0' : `/files/${image}/full` }
    },
  ),
  defineCall(
    {
      path: '/save_error_logger',
      label: '记录前端错误',
      group,
      can: 'public',
      writes: 'itself',
      params: errorForm,
      admit: ({ db, session, address }) => refuseOften(db, address, session?.userId ?? null),
    },
    async ({ db, session, address }, detail) => {
      const userId = session?.userId ?? null
      const [type, code, mes, url] = [detail.type, detail.code, detail.mes, detail.url].map((text) => (text ? withoutSecrets(text) : null))
      await db.transaction().execute(async (tx) => {
        // Sent at once, on whatever node, they are counted one after the other; addresses before accounts, always.
        for (const key of [`address:${address}`, ...(userId === null ? [] : [`account:${userId}`])])
          await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 826104))`.execute(tx)
        await refuseOften(tx, address, userId)
        await sql`
          insert into error_log (user_id, address, type, code, mes, url) values (${userId}, ${address}, ${type}, ${code}, ${mes}, ${url})
        `.execute(tx)
      })
      return null
    },
  ),
]
