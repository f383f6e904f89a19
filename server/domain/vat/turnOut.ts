import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { turnOutForm } from '../../../src/schemas/flow/turnOut.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { insertRow } from '../../store/writing/write.ts'
import { wrongOf } from './rules/turnOut.ts'

/** What of an expense was deducted and what of it is turned out by now, in fen; since when it is in the books. */
interface Turned {
  input_tax: number
  out: number
  since: string
  p_id: number | null
}

/** Gives what of an entry was deducted and turned out; undefined where there is none that deducts, or none among those that `only` leaves. */
export const turnedOf = async (db: Queryable, flow_id: number, only: RawBuilder<unknown> = sql`true`): Promise<Turned | undefined> => {
  const { rows } = await sql<Turned>`
    select f.input_tax, f.p_id, coalesce(f.book_day, to_timestamp(f.deal_time)::date)::text as since,
      (select coalesce(sum(o.price), 0)::bigint from input_tax_out o where o.flow_id = f.flow_id) as out
    from flow f where f.flow_id = ${flow_id}::integer and f.deductible = 1 and f.reverses is null and ${only}
  `.execute(db)
  return rows[0]
}

/** Throws 409 where a day is of a month that is closed: what it had of VAT has been told. */
const checkOpen = async (db: Queryable, out_day: string): Promise<void> => {
  const { rows } = await sql<{ open: string }>`select booked_on(${out_day}::date)::text as open`.execute(db)
  const open = rows[0]?.open ?? out_day
  if (open !== out_day) throw new CallError(409, `转出日所在的月份已结账，请填 ${open} 或以后的日子`, { field: 'out_day' })
}

/**
 * Turns out so much of the input VAT of an entry that is held. Throws 400 at the field for more than is still deducted and for a day that cannot be, 409 for a
 * day of a month that is closed.
 */
export const turnOut = async (
  { tx, session }: Acting,
  { flow_id }: Pick<Row<'flow', 'flow_id'>, 'flow_id'>,
  { amount, out_day, reason, remark }: FormValue<typeof turnOutForm>,
): Promise<{ out_id: number }> => {
  const turned = await turnedOf(tx, flow_id)
  if (!turned) throw new CallError(409, '只有有效的、可抵扣的支出流水能转出进项税')
  const { input_tax, out, since, p_id } = turned
  const wrong = wrongOf({ amount, out_day }, { left: input_tax - out, since })
  if (wrong) throw new CallError(400, wrong.message, { field: wrong.field })
  await checkOpen(tx, out_day)
  const row = { flow_id, day: out_day, reason, price: amount, note: remark, p_id }
  return { out_id: await insertRow(tx, resourceNamed('input_tax_out'), row, session.userId) }
}
