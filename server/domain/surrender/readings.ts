import type { RowOf } from '../../../src/core/typed.ts'
import type surrender from '../../../src/resources/surrender/surrender.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { makeBills } from '../bill/index.ts'
import { addReading } from '../meter/index.ts'
import { groundOf } from './settling.ts'

type Held = RowOf<typeof surrender>

/** Records the meters as they stand when a room is given back, and bills what was used since they were read last. Throws as 新增抄表 does. */
export const takeReadings = async (
  acting: Acting,
  { contract_id, org_id, kind, left_on }: Held,
  readings: readonly { simple_id: number; current: number }[],
): Promise<void> => {
  if (readings.length === 0) return
  const { tx, session } = acting
  const { party_name, start_date: _begun, ...place } = await groundOf(tx, contract_id)
  const day = left_on as string
  for (const { simple_id, current } of readings) {
    const { amount } = await addReading(acting as never, { org_id, simple_id, read_date: day, current })
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
  }
}
