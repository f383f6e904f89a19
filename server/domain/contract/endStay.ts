import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { allocate, cutShort, givenOfShares, holdBills, isOfStay, type SettledShare, settle, takingBack } from '../bill/index.ts'
import { closeCase } from './leaving.ts'
import { billOccupation, stayUpTo } from './occupation.ts'

/** A contract by which somebody who stayed goes on. */
interface Following {
  contract_id: number
  former_id: number
  start_date: string
}

interface StayShare extends Omit<SettledShare, 'after'> {
  bill_id: number
  start_date: string
  end_date: string
  of_stay: boolean
}

/** The shares of whoever rents, of the stay and of the rent of the contract that goes on, with what settled each. */
const sharesOf = async (tx: Tx, { former_id, contract_id }: Following): Promise<StayShare[]> => {
  const { rows } = await sql<StayShare>`
    select s.share_id as key, s.price, s.paid, b.bill_id, b.bill_date as due, b.start_date, b.end_date, c.contract_id = ${former_id} as of_stay,
      coalesce(g.given, '[]') as given
    from contract c
    join bill b on b.contract_id = c.contract_id and b.is_void = 0
    join bill_share s on s.bill_id = b.bill_id and s.party = b.payer
    ${givenOfShares}
    where (c.contract_id = ${former_id} and ${isOfStay}) or (c.contract_id = ${contract_id} and b."from" = 1)
    order by b.bill_date, s.share_id
  `.execute(tx)
  return rows
}

/**
 * Cuts the charges of a stay to what they come to up to a day (postings.md, cut short). What was paid for later days pays what is owed of the stay, and the rent of
 * those days; the rest is the payer's, unallocated (预收).
 */
const cutStay = async ({ tx, session }: Acting, following: Following, last: string): Promise<void> => {
  const upTo = await stayUpTo(tx, following.former_id, last)
  const shares = (await sharesOf(tx, following)).map((share) => ({ ...share, after: share.of_stay ? upTo(share) : share.price }))
  const { cuts, backs, pays } = settle(shares, 0)
  await allocate(tx, takingBack(backs), session.userId)
  const billOf = new Map(shares.map(({ key, bill_id }) => [key, bill_id]))
  const reason = `续签，占用费算到 ${last}`
  await cutShort(
    tx,
    cuts.map(({ key, from, to }) => ({ bill_id: billOf.get(key) as number, share_id: key, from, to })),
    reason,
    session.userId,
  )
  await allocate(
    tx,
    pays.map(({ key, flow_id, price }) => ({ share_id: key, flow_id, price })),
    session.userId,
  )
}

/**
 * Who stayed beyond the term has a contract again: the days before it begins are charged as a stay, those from its beginning on as its rent alone, and the case
 * is closed (domain.md, holdover: charged without a contract in force). The rent of the one that goes on has to be billed before.
 */
export const endStay = async (acting: Acting, following: Following): Promise<void> => {
  const { tx, session } = acting
  const { former_id, start_date } = following
  const stayed = await tx
    .selectFrom('contract')
    .select('contract_id')
    .where('contract_id', '=', former_id)
    .where('status', '=', codeOf(contract, 'overstayed'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!stayed) return
  const last = addDays(start_date, -1)
  // What is being paid at this moment is waited for.
  await holdBills(tx, former_id)
  await billOccupation(tx, [former_id], last, true, session.userId)
  await cutStay(acting, following, last)
  await moveBySystem(acting, 'contract', 'expire', [former_id])
  await closeCase(acting, former_id, 'renew')
}
