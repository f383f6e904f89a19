import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import meter from '../../../src/resources/meter/meter.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { voidBills } from '../bill/index.ts'
import { addCorrected } from './addReading.ts'
import { holdHandovers, rereadHandover } from './handedOver.ts'

interface Held {
  meter_id: number
  org_id: number
  simple_id: number
  read_date: string
  price: number | null
  bill_id: number | null
}

/** Bills before rooms: whoever pays a bill holds it first, and its room's state follows; between them the handovers that say the readings, which hold their room while they read its meters. */
const holdBillsAndRooms = async ({ tx }: Acting, keys: readonly number[]): Promise<void> => {
  await sql`select from bill where bill_id in (select bill_id from meter where meter_id = any(${keyList(keys)})) order by bill_id for no key update`.execute(
    tx,
  )
  await holdHandovers(tx, keys)
  await sql`select from org where org_id in (select org_id from meter where meter_id = any(${keyList(keys)})) order by org_id for update`.execute(
    tx,
  )
}

/** Throws 409 where the meter was read later on: those readings begin where this one ends. */
const checkIsLast = async ({ tx }: Acting, [{ org_id, simple_id, read_date }]: readonly [Held]): Promise<void> => {
  const { rows } = await sql<{ day: string }>`
    select max(read_date) as day from meter
    where org_id = ${org_id} and simple_id = ${simple_id} and status = ${inState(meter, 'stands')} and read_date > ${read_date}::date
  `.execute(tx)
  if (rows[0]?.day) throw new CallError(409, `这块表 ${rows[0].day} 又抄过，只能撤销或更正最近的一次`)
}

/** Voids the bill of a reading that is taken back. Throws 409 where money came for it, or is asked for. */
const voidBillOf = async (acting: Acting, { bill_id }: Held, why: string): Promise<void> => {
  if (bill_id !== null) await voidBills(acting, [bill_id], why)
}

export default defineEffects(meter, {
  withdraw: {
    holds: holdBillsAndRooms,
    check: checkIsLast,
    after: async (acting, [row], { void_why }) => {
      await voidBillOf(acting, row, `撤销读数：${void_why}`)
      await rereadHandover(acting.tx, row.meter_id, null)
      return { count: 1 }
    },
  },
  correct: {
    holds: holdBillsAndRooms,
    check: checkIsLast,
    after: async (acting, [row], asked) => {
      await voidBillOf(acting, row, `更正读数：${asked.void_why}`)
      const { org_id, simple_id, read_date, price } = row
      const { right, replaced, right_end, right_start, checked, photos, void_why } = asked
      const anew: Parameters<typeof addCorrected>[1] = {
        ...{ org_id, simple_id, read_date, current: right, is_new: replaced ?? 0, is_checked: checked ?? 0 },
        ...(right_end === undefined ? {} : { old_end: right_end }),
        ...(right_start === undefined ? {} : { new_start: right_start }),
        ...(photos === undefined ? {} : { imgs: photos }),
        ...(checked === 1 ? { why: void_why } : {}),
        note: `更正：${void_why}`,
      }
      const { said, meter_id } = await addCorrected(acting as never, anew, { meter_id: row.meter_id, price })
      await rereadHandover(acting.tx, row.meter_id, right)
      return { count: 1, meter_id, said }
    },
  },
})
