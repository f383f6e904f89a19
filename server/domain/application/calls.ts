import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { columnList } from '../../store/bringUp/tables.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'

/** Puts someone whose application passed into the queue, once. */
const queueUp = async ({ tx, session, now }: Context, { apply_id }: { apply_id: number }) => {
  const carried = columnList(resourceNamed('waiting'), ['custom_name', 'card', 'phone'])
  const { rows } = await sql<Row<'waiting', 'wait_id'>>`
    with passed as (
      update qualification set status = 4, version = version + 1, updated_at = epoch_now()
      where apply_id = ${apply_id} and status = 2 and ${inScope(session.scope, 'p_id')}
      returning *
    )
    insert into waiting (${carried}, p_id, nature, room_type, priority, qualified_at, apply_id, created_by)
    select ${carried}, p_id, nature, room_type, priority, ${now}::bigint, apply_id, ${session.userId}::integer from passed
    returning wait_id
  `.execute(tx)
  if (rows[0]) return rows[0]
  const found = await tx
    .selectFrom('qualification')
    .select('apply_id')
    .where('apply_id', '=', apply_id)
    .where(inScope(session.scope, 'p_id'))
    .executeTakeFirst()
  throw found ? new CallError(409, '只有审核通过的申请可以转入轮候') : new CallError(404)
}

export default [
  defineCall(
    {
      path: '/api/qualification/queue',
      label: '转入轮候',
      group: '准入资格列表',
      can: 'self',
      writes: true,
      params: form('转入轮候', { apply_id: id('申请') }, ['apply_id']),
    },
    queueUp,
  ),
]
