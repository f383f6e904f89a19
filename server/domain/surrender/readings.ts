import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import meter from '../../../src/resources/meter/meter.ts'
import type surrender from '../../../src/resources/surrender/surrender.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { makeBills } from '../bill/index.ts'
import { addLastReading, isOfHandover, linkBill } from '../meter/index.ts'
import { groundOf } from './settling.ts'

type Held = RowOf<typeof surrender>

interface Read {
  simple_id: number
  current: number
}

/** Gives the readings of a room that is handed over once more: those of before stay, for they are billed, unless their meter was read anew. */
export const readAsWell = ({ readings }: Pick<Held, 'readings'>, anew: readonly Read[]): Read[] => [
  ...((readings ?? []) as readonly Read[]).filter(({ simple_id }) => !anew.some((one) => one.simple_id === simple_id)),
  ...anew,
]

/** Whether a reading is recorded already: where the handover is done once more and says the same, or the month's round was there when the meter showed just that. */
const isRecorded = async (tx: Tx, { surrender_id, org_id }: Held, { simple_id, current }: Read): Promise<boolean> => {
  const { rows } = await sql`
    select from meter m join surrender s on s.surrender_id = ${surrender_id} and ${isOfHandover}
    where m.org_id = ${org_id} and m.simple_id = ${simple_id} and m.current = ${current}::numeric
      and m.status = ${inState(meter, 'stands')} limit 1
  `.execute(tx)
  return rows.length > 0
}

/** What is wrong with one of the readings is told at its row. */
const atRow =
  (place: number) =>
  (error: unknown): never => {
    if (!(error instanceof CallError)) throw error
    const { field } = (error.data ?? {}) as { field?: string }
    // What was read that day stands in the list of readings, and is put right there: the handover follows.
    const said = field === 'read_date' ? `${error.message}：读数记错的请在“抄表记录”更正` : error.message
    throw new CallError(error.code, said, { field: `readings.${place}.${field === 'simple_id' ? field : 'current'}` })
  }

/** Records the meters as they stand when a room is given back, and bills what was used since they were read last. Throws as 新增抄表 does. */
export const takeReadings = async (acting: Acting, held: Held, readings: readonly Read[]): Promise<void> => {
  const { contract_id, org_id, kind, left_on } = held
  if (readings.length === 0) return
  const { tx, session } = acting
  const { party_name, start_date: _begun, ...place } = await groundOf(tx, contract_id)
  const day = left_on as string
  for (const [row, { simple_id, current }] of readings.entries()) {
    if (await isRecorded(tx, held, { simple_id, current })) continue
    const { meter_id, amount } = await addLastReading(acting, { org_id, simple_id, read_date: day, current }).catch(atRow(row))
    const whose = {
      ...place,
      contract_id,
      org_id,
      custom_name: party_name,
      payer: kind === 2 ? (2 as const) : (1 as const),
    }
    await makeBills(
      tx,
      [{ ...whose, from: 4, from_id: simple_id, price: amount, bill_date: day, start_date: day, end_date: day }],
      session.userId,
    )
    await linkBill(tx, contract_id, { meter_id, simple_id }, { start_date: day, end_date: day })
  }
}
