import { codeOf } from '../../../src/core/states.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { carryDeposit, makeBills } from '../bill/index.ts'
import { awaitFiling } from '../filing/index.ts'
import { readSetting } from '../setting/index.ts'
import { depositBillOf, rentBillsOf } from './contractBills.ts'
import { endSigning } from './endSigning.ts'
import { beginLeaving, closeCase } from './leaving.ts'
import { billOccupation } from './occupation.ts'
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

/** 换房 (src/schemas/contract/terms.ts). */
const MOVED = 3
const OTHER_GROUND = 7

/** Who stayed beyond the term has a contract again: the days between are charged, and the case is closed. */
const endStay = async (acting: Acting, former_id: number): Promise<void> => {
  const { tx, session, now } = acting
  const stayed = await tx
    .selectFrom('contract')
    .select('contract_id')
    .where('contract_id', '=', former_id)
    .where('status', '=', codeOf(contract, 'overstayed'))
    .executeTakeFirst()
  if (!stayed) return
  await billOccupation(tx, [former_id], addDays(dateOf(now), -1), true, session.userId)
  await moveBySystem(acting, 'contract', 'expire', [former_id])
  await closeCase(acting, former_id, 'renew')
}

/** What was held for the contract before is held for this one now; in another room the former one is given up, to the day before. */
const takeOver = async (acting: Acting, { contract_id, former_id, deposit, origin, start_date }: Signed): Promise<number> => {
  if (former_id === null) return 0
  const carried = await carryDeposit(acting.tx, former_id, contract_id, deposit, acting.session.userId)
  await endStay(acting, former_id)
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
    // What is due first is due whenever the term begins.
    const until = addDays(billed.start_date > dateOf(now) ? billed.start_date : dateOf(now), ahead)
    const deposits = await depositBillOf(tx, billed, billed.deposit - held)
    await makeBills(tx, [...deposits, ...rentBillsOf(billed, until)], session.userId)
  }
}

/**
 * Does what follows from signing a contract: what else it could be signed by ends; it waits to be filed; whoever waited for the room is out of the queue; the deposit and the rent that is due soon are
 * billed, of the deposit what the contract before did not bring along.
 */
export const afterSigning = async (acting: Acting, signed: Signed): Promise<void> => {
  await endSigning(acting, { resource: 'contract', record_id: signed.contract_id }, '合同已签订')
  await awaitFiling(acting, signed.contract_id)
  if (signed.wait_id !== null) await moveBySystem(acting, 'waiting', 'sign', [signed.wait_id])
  await billSigned(acting, signed.contract_id, await takeOver(acting, signed))
}
