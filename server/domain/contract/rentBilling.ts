import { type RawBuilder, sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { makeBills } from '../bill/index.ts'
import { rentBillsOf } from './contractBills.ts'
import { readBilled } from './terms.ts'

/** So many contracts in one transaction. */
const AT_ONCE = 500

/** How far making rent bills has come: after which contract the next are, null where there are no more, and how many bills were made. */
export interface Billing {
  after: number | null
  made: number
}

interface Behind {
  contract_id: number
  since: string
}

/** Makes the rent bills of contracts in force, of the next that are asked for, whose periods begin by a day. */
const billNext = async (tx: Tx, { today, until }: { today: string; until: string }, next: RawBuilder<unknown>): Promise<Billing> => {
  const { rows } = await sql<Behind>`
    select c.contract_id, coalesce(greatest(last.day, c.collected_to) + 1, c.signed_on, ${today}::date) as since
    from contract c
    left join lateral (
      select max(b.end_date) as day from bill b where b.contract_id = c.contract_id and b."from" = 1
        -- What somebody voided on purpose is not billed again by itself.
        and (b.is_void = 0 or b.void_why is not null)
    ) last on true
    where ${next} and c.status in (${inState(contract, 'inForce')}, ${inState(contract, 'surrendering')})
      and c.start_date <= ${until}::date and coalesce(greatest(last.day, c.collected_to), c.start_date - 1) < least(c.end_date, ${until}::date)
    order by c.contract_id limit ${AT_ONCE}
  `.execute(tx)
  if (rows.length === 0) return { after: null, made: 0 }
  const since = new Map(rows.map((row) => [row.contract_id, row.since]))
  const billed = await readBilled(
    tx,
    rows.map(({ contract_id }) => contract_id),
  )
  const bills = billed.flatMap((one) => rentBillsOf(one, until, since.get(one.contract_id)))
  return { after: rows.at(-1)?.contract_id ?? null, made: await makeBills(tx, bills, null) }
}

/**
 * Makes the rent bills of the next contracts in force, after that key, whose periods begin by a day, from the end of what they were billed last
 * on. It may be done twice, late, or by two at once: no period is billed twice (bill_once). A contract of before anju bills (never billed, not
 * signed here) begins with the period of `today`.
 */
export const billRent = (tx: Tx, { after, ...days }: { today: string; until: string; after: number }): Promise<Billing> =>
  billNext(tx, days, sql`c.contract_id > ${after}`)

/** Makes the rent bills that are left of contracts whose term is over, at most AT_ONCE of them: where no node ran in their last days, nobody else would. */
export const billRest = (tx: Tx, keys: readonly number[], today: string): Promise<Billing> =>
  billNext(tx, { today, until: today }, sql`c.contract_id = any(${keyList(keys)})`)
