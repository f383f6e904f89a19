import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Adding } from '../../caller/session.ts'
import { actNamed } from '../../calls/actNamed.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { deleteRows } from '../../store/writing/write.ts'

/** Takes back readings that an import made, the latest of each meter first: those that were billed stay, taken back. Throws 409, naming the room, where one is paid or the meter was read again. */
export const takeBackReadings = async (context: Adding, keys: readonly number[]): Promise<void> => {
  const { tx, session } = context
  const { rows } = await sql<{ meter_id: number; bill_id: number | null; room: string }>`
    select m.meter_id, m.bill_id, concat_ws(' ', o.region_name, o.unit_floor) as room from meter m join org o on o.org_id = m.org_id
    where m.meter_id = any(${keyList(keys)}) order by m.read_date desc, m.meter_id desc
  `.execute(tx)
  for (const { meter_id, room } of rows)
    try {
      await actNamed(context as Acting, 'meter', 'withdraw', [meter_id], { void_why: '撤销导入' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      throw new CallError(error.code, `${room}：${error.message}`)
    }
  const unbilled = rows.filter(({ bill_id }) => bill_id === null).map(({ meter_id }) => meter_id)
  if (unbilled.length > 0) await deleteRows(tx, resourceNamed('meter'), unbilled, session.scope)
}
