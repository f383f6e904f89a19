import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { carryDeposit, depositOf, holdBills } from '../bill/index.ts'
import { claim, dropClaims, GOES_ON } from './depositClaims.ts'
import { readBilled } from './terms.ts'

/** What is to be taken back of what was paid of a contract's deposit, in fen. */
export interface TakenBack {
  contract_id: number
  price: number
}

/** Where what was held for a contract has gone, the latest first: in fen, less what came back. */
const goneTo = async ({ tx }: Acting, contract_id: number): Promise<{ contract_id: number; sn: string; gone: number }[]> => {
  const { rows } = await sql<{ contract_id: number; sn: string; gone: number }>`
    select c.contract_id, c.sn, -sum(e.price)::bigint as gone from deposit_entry e join contract c on c.contract_id = e.other_id
    where e.contract_id = ${contract_id} and e.other_id <> e.contract_id and e.kind in (2, 3)
    group by c.contract_id having sum(e.price) < 0 order by c.contract_id desc
  `.execute(tx)
  return rows
}

/** Has a contract hold at least so much again of what went on to others from it; gives those that held it last. Throws 409 naming the one that holds it no more. */
const holdAgain = async (acting: Acting, contract_id: number, price: number): Promise<number[]> => {
  const { held } = await depositOf(acting.tx, contract_id)
  let lacks = price - held
  if (lacks <= 0) return []
  const last: number[] = []
  for (const { contract_id: other, sn, gone } of await goneTo(acting, contract_id)) {
    const back = Math.min(gone, lacks)
    if (back <= 0) break
    await holdBills(acting.tx, other)
    const further = await holdAgain(acting, other, back)
    const came = await carryDeposit(acting.tx, other, contract_id, back, acting.session.userId)
    if (came < back) throw new CallError(409, `押金已转到合同 ${sn}，在那里已退还或抵扣 ¥${fenToYuan(back - came)}，不能再动`)
    last.push(...(further.length > 0 ? further : [other]))
    lacks -= came
  }
  return last
}

/** Asks a contract that goes on for what it holds of its deposit no more. */
const claimOf = async (acting: Acting, keys: readonly number[]): Promise<void> => {
  const { tx } = acting
  for (const billed of await readBilled(tx, keys)) {
    const { held } = await depositOf(tx, billed.contract_id)
    const { rows } = await sql<{ open: number }>`
      select coalesce(sum(price - paid), 0)::bigint as open from bill where contract_id = ${billed.contract_id} and "from" = 3 and is_void = 0
    `.execute(tx)
    await claim(acting, billed, billed.deposit - held - (rows[0]?.open ?? 0))
  }
}

/**
 * Takes back what was paid of contracts' deposits, by `takeBack`. What went on to a renewal, or to another room, comes back from it first, and it is the one that asks for it
 * from then on, as of what was never paid. Throws 409 where it was given back or used there.
 */
export const withDeposits = async <T>(acting: Acting, taken: readonly TakenBack[], takeBack: () => Promise<T>): Promise<T> => {
  await holdBills(acting.tx, ...taken.map(({ contract_id }) => contract_id))
  const goesOn: number[] = []
  const former: number[] = []
  for (const { contract_id, price } of taken) {
    const last = await holdAgain(acting, contract_id, price)
    if (last.length > 0) former.push(contract_id)
    goesOn.push(...last)
  }
  const answer = await takeBack()
  for (const contract_id of former) await dropClaims(acting, contract_id, GOES_ON)
  await claimOf(acting, [...new Set(goesOn)])
  return answer
}
