import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { carryDeposit, checkNotSent, depositOf, holdBills } from '../bill/index.ts'
import { claimAgain } from './depositClaims.ts'
import { checkEntered } from './takeBack.ts'

type Held = RowOf<typeof contract>

/** Throws 409 where something of a contract's bills is paid: then it is given up, and not voided; one that has not begun cannot be. */
const checkUnpaid = async ({ tx, now }: Acting, { contract_id, start_date }: Held): Promise<void> => {
  const all = await holdBills(tx, contract_id)
  if (!all.some((paid) => paid > 0)) return
  throw new CallError(
    409,
    start_date > dateOf(now) ? '该合同已收过款，还没有开始：请先撤销核销，再作废' : '该合同已收过款，不能作废：请办退租',
  )
}

/** Throws 409 where the bank has been asked for the money of one of its bills and has not answered. */
const checkUnsent = async (acting: Acting, { contract_id }: Held): Promise<void> => {
  const { rows } = await sql<{ bill_id: number; sn: string }>`
    select bill_id, sn from bill where contract_id = ${contract_id} and is_void = 0
  `.execute(acting.tx)
  await checkNotSent(acting, rows, '作废')
}

/** Throws 409 where another contract follows: it would follow nothing. */
const checkUnfollowed = async ({ tx }: Acting, { contract_id }: Held): Promise<void> => {
  const { rows } = await sql<{ sn: string }>`
    select sn from contract where former_id = ${contract_id} and status in (${inSet(contract, 'standing')}) limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `已有后续合同 ${rows[0].sn}，不能作废`)
}

/** Throws 409 where one that was signed went on from another, and that is over: nobody goes back to what is over, and the deposit is held by this one. */
const checkGoesBack = async ({ tx }: Acting, { former_id, status }: Held): Promise<void> => {
  if (former_id === null || status !== codeOf(contract, 'inForce')) return
  const { rows } = await sql<{ sn: string; stands: boolean }>`
    select sn, status in (${inSet(contract, 'lets')}) as stands from contract where contract_id = ${former_id} for no key update
  `.execute(tx)
  if (rows[0]?.stands === false) throw new CallError(409, `前一合同 ${rows[0].sn} 已经结束，不能作废：请办退租`)
}

/** Throws 409 where a contract cannot be made void: what was paid, what follows it, or what it went on from is in the way. */
export const checkVoidable = async (acting: Acting, row: Held): Promise<void> => {
  // Where nobody goes back to the one before, nothing need be undone for it first.
  await checkGoesBack(acting, row)
  await checkUnpaid(acting, row)
  await checkUnsent(acting, row)
  await checkUnfollowed(acting, row)
  await checkEntered(acting, row.contract_id)
}

/** What a contract took along of the one before it is held for that one again, and asked for by it where it was not paid. */
export const giveBackDeposit = async (acting: Acting, { contract_id, former_id, signed_on }: Held): Promise<void> => {
  if (former_id === null || signed_on === null) return
  const { tx, session } = acting
  const { held } = await depositOf(tx, contract_id)
  await carryDeposit(tx, contract_id, former_id, held, session.userId)
  await claimAgain(acting, former_id)
}

/** Whether every room of a whole lease (`t`) is void, and there was one: there is nothing that it could be in force for. */
export const allVoid = sql`(exists (select from contract c where c.lease_id = t.lease_id) and not exists (
  select from contract c where c.lease_id = t.lease_id and c.status <> ${inState(contract, 'void')}))`

/** A whole lease in force of which the last room is void is void with it, and another can be what its former is renewed by. */
export const dropLease = async (acting: Acting, { lease_id }: Held): Promise<void> => {
  if (lease_id !== null) await moveThose(acting, 'lease', 'drop', sql`t.lease_id = ${lease_id} and ${allVoid}`)
}

/** Who had chosen the room in the queue, and is out of it since the contract was signed, has chosen it again: the room is held for him. */
export const returnToQueue = async (acting: Acting, { wait_id }: Held): Promise<void> => {
  if (wait_id !== null) await moveThose(acting, 'waiting', 'unsign', sql`t.wait_id = ${wait_id}`)
}
