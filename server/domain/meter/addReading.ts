import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { meterForm } from '../../../src/schemas/meter/meter.ts'
import type { Adding } from '../../caller/session.ts'
import { useFiles } from '../../files/useFiles.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'
import { insertRow } from '../../store/writing/write.ts'

type Reading = FormValue<typeof meterForm>

interface Before extends Row<'org', 'p_id'> {
  /** The room's own price for this meter, in fen a unit; null where the room has no such meter. */
  price: number | null
  current: number | null
  read_date: string | null
}

/**
 * Records a reading (domain.md, meter reading): usage since the last one, times the room's unit price. Throws 400 where the room has no such
 * meter, the day is not after the last reading's, or the reading went down though the meter was not replaced.
 */
export const addReading = async (
  { tx, session }: Adding,
  reading: Reading,
): Promise<{ meter_id: number; usage: number; amount: number }> => {
  const { org_id, simple_id, read_date, current, is_new = 0 } = reading
  const { rows } = await sql<Before>`
    select o.p_id, (select (one ->> 'price')::bigint from jsonb_array_elements(o.simple) one where (one ->> 'simple_id')::integer = ${simple_id}) as price,
      last.current, last.read_date
    from org o
    left join lateral (
      select current, read_date from meter m where m.org_id = o.org_id and m.simple_id = ${simple_id} order by read_date desc limit 1
    ) last on true
    where o.org_id = ${org_id} and ${inScope(session.scope, 'o.p_id')}
    for update of o
  `.execute(tx)
  const before = rows[0]
  if (!before) throw new CallError(400, '房间必填', { field: 'org_id' })
  if (before.price === null) throw new CallError(400, '该房间没有这个抄表项，请先在房源中登记', { field: 'simple_id' })
  if (before.read_date !== null && read_date <= before.read_date)
    throw new CallError(400, `抄表日期须晚于上次抄表（${before.read_date}）`, { field: 'read_date' })
  const previous = is_new === 1 ? 0 : (before.current ?? 0)
  if (current < previous) throw new CallError(400, `本次读数不能小于上次读数 ${previous}，换过表请选“是”`, { field: 'current' })
  const resource = resourceNamed('meter')
  await useFiles({ tx, session }, resource, reading)
  // Hundredths are whole numbers, so that no float decides a fen.
  const hundredths = Math.round(current * 100) - Math.round(previous * 100)
  const usage = hundredths / 100
  const amount = Math.round((hundredths * before.price) / 100)
  const meter_id = await insertRow(
    tx,
    resource,
    { ...reading, previous, usage, price: before.price, amount, p_id: before.p_id },
    session.userId,
  )
  return { meter_id, usage, amount }
}
