import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { carryDeposit, holdBills, makeBills } from '../bill/index.ts'
import { awaitFiling } from '../filing/index.ts'
import { readSetting } from '../setting/index.ts'
import { billedUntil, depositBillOf, rentBillsOf } from './contractBills.ts'
import { dropClaims, GOES_ON } from './depositClaims.ts'
import { endSigning } from './endSigning.ts'
import { endStay } from './endStay.ts'
import { MOVED } from './following.ts'
import { beginLeaving } from './leaving.ts'
import { tellQueues } from './tellQueues.ts'
import { readBilled } from './terms.ts'

/** A contract that has just been signed. */
interface Signed {
  contract_id: number
  start_date: string
  deposit: number
  wait_id: number | null
  origin: number | null
  former_id: number | null
}

const OTHER_GROUND = 7

/** What was held for the contract before is held for this one now, and what was not paid of it is asked for by this one; in another room the former one is given up, to the day before. */
const takeOver = async (acting: Acting, { contract_id, former_id, deposit, origin, start_date }: Signed): Promise<number> => {
  if (former_id === null) return 0
  // What is being paid of it at this moment is waited for, and goes along.
  await holdBills(acting.tx, former_id)
  const carried = await carryDeposit(acting.tx, former_id, contract_id, deposit, acting.session.userId)
  await dropClaims(acting, former_id, GOES_ON)
  if (origin === MOVED) {
    const planned_date = addDays(start_date, -1)
    await beginLeaving(acting, {
      contract_id: former_id,
      ground: OTHER_GROUND,
      ended_by: 1,
      planned_date,
      notice_on: planned_date,
      note: '换房',
    })
  }
  return carried
}

/** Bills what is due of a contract that is signed: of its deposit what is not held for it, and its rent until so many days ahead (合同设置). */
export const billSigned = async ({ tx, session, now }: Acting, contract_id: number, held: number): Promise<void> => {
  const { ahead } = await readSetting(tx, contractSetting)
  for (const billed of await readBilled(tx, [contract_id])) {
    const until = billedUntil(dateOf(now), ahead, billed.start_date)
    const deposits = await depositBillOf(tx, billed, billed.deposit - held)
    await makeBills(tx, [...deposits, ...rentBillsOf(billed, until)], session.userId)
  }
}

/**
 * Does what follows from signing a contract: what else it could be signed by ends; it waits to be filed; whoever waited for the room is out of the queue, and whoever of the household still waits elsewhere is told of; the deposit and the rent that is due soon are
 * billed, of the deposit what the contract before did not bring along. Whoever stayed beyond the term of that one in the same room stays by this one.
 */
export const afterSigning = async (acting: Acting, signed: Signed): Promise<void> => {
  await endSigning(acting, { resource: 'contract', record_id: signed.contract_id }, '合同已签订')
  await awaitFiling(acting, signed.contract_id)
  if (signed.wait_id !== null) await moveBySystem(acting, 'waiting', 'sign', [signed.wait_id])
  if (signed.former_id === null) await tellQueues(acting, signed.contract_id)
  await billSigned(acting, signed.contract_id, await takeOver(acting, signed))
  const { contract_id, former_id, start_date, origin } = signed
  if (former_id !== null && origin !== MOVED) await endStay(acting, { contract_id, former_id, start_date })
}
