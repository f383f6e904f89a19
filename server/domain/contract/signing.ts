import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { makeBills } from '../bill/index.ts'
import { readSetting } from '../setting/index.ts'
import { depositBillOf, rentBillsOf } from './contractBills.ts'
import { readBilled } from './terms.ts'

/** A contract that has just been signed. */
interface Signed {
  contract_id: number
  wait_id: number | null
  former_id: number | null
}

/**
 * Does what follows from signing a contract: whoever waited for the room is out of the queue, the deposit and the rent that is due soon are
 * billed. A renewal, or another room for the same tenant, takes over the deposit that is held.
 */
export const afterSigning = async (acting: Acting, { contract_id, wait_id, former_id }: Signed): Promise<void> => {
  const { tx, session, now } = acting
  if (wait_id !== null) await moveBySystem(acting, 'waiting', 'sign', [wait_id])
  const { ahead } = await readSetting(tx, contractSetting)
  for (const signed of await readBilled(tx, [contract_id])) {
    const deposits = former_id === null ? await depositBillOf(tx, signed) : []
    // What is due first is due whenever the term begins.
    const until = addDays(signed.start_date > dateOf(now) ? signed.start_date : dateOf(now), ahead)
    await makeBills(tx, [...deposits, ...rentBillsOf(signed, until)], session.userId)
  }
}
