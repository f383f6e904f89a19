import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { columnList } from '../../store/bringUp/tables.ts'
import type { Row } from '../../store/connection/rows.ts'

/** The life of an application (domain.md, From application to keys). */
export default defineEffects(qualification, {
  queue: {
    refusal: () => '只有审核通过的申请可以转入轮候',
    after: async ({ tx, session, now }, [{ apply_id }]) => {
      const carried = columnList(resourceNamed('waiting'), ['custom_name', 'card', 'phone'])
      const { rows } = await sql<Row<'waiting', 'wait_id'>>`
        insert into waiting (${carried}, p_id, nature, room_type, priority, qualified_at, apply_id, created_by)
        select ${carried}, p_id, nature, room_type, priority, ${now}::bigint, apply_id, ${session.userId}::integer
        from qualification where apply_id = ${apply_id}
        returning wait_id
      `.execute(tx)
      return rows[0]
    },
  },
})
