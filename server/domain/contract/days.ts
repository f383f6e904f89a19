import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { insertRows } from '../../store/writing/write.ts'
import { agreedRules } from './agreedRules.ts'
import { sayTerms } from './datedTerms.ts'
import { billRest } from './rentBilling.ts'
import { rentSteps } from './terms.ts'

/** So many in one transaction. */
const AT_ONCE = 500

type Stayed = Row<'contract', 'contract_id' | 'org_id' | 'p_id' | 'end_date' | 'rule_version'> & { custom_name: string; since: string }

interface Over {
  contract_id: number
  is_followed: boolean
}

/**
 * Ends contracts whose term is over, at most so many, and gives how many: one that another follows has expired; whoever stays without one overstays
 * (domain.md, holdover) until the room is given back. What rent of them is not billed yet is billed first.
 */
export const endTerms = async (acting: Acting, today: string, atOnce = AT_ONCE): Promise<number> => {
  const { rows } = await sql<Over>`
    select c.contract_id,
      exists (select from contract n where n.former_id = c.contract_id and n.status in (${inSet(contract, 'hasLet')})) as is_followed
    from contract c where c.status = ${inState(contract, 'inForce')} and c.end_date < ${today}::date
    order by c.contract_id limit ${atOnce} for no key update of c skip locked
  `.execute(acting.tx)
  await billRest(
    acting.tx,
    rows.map(({ contract_id }) => contract_id),
    today,
  )
  const keysOf = (isFollowed: boolean): number[] =>
    rows.filter((row) => row.is_followed === isFollowed).map(({ contract_id }) => contract_id)
  const [expired, stayed] = [keysOf(true), keysOf(false)]
  if (expired.length > 0) await moveBySystem(acting, 'contract', 'expire', expired)
  if (stayed.length > 0) await moveBySystem(acting, 'contract', 'overstay', stayed)
  await openCases(acting, stayed)
  return rows.length
}

/** Ends all contracts whose term is over, a part at a time, each in a transaction of its own (`one`); gives how many. Of an operator many end on the same day. */
export const endAllTerms = async (
  one: (work: (tx: Tx) => Promise<number>) => Promise<number>,
  { now, atOnce = AT_ONCE }: { now: number; atOnce?: number },
): Promise<number> => {
  for (let total = 0; ; ) {
    const n = await one((tx) => endTerms({ tx, session: { userId: null, scope: null }, now }, dateOf(now), atOnce))
    total += n
    if (n < atOnce) return total
  }
}

/** Whoever stays has a case of its own (src/resources/holdover): it says until when there is time to move. */
const openCases = async ({ tx }: Acting, keys: readonly number[]): Promise<void> => {
  if (keys.length === 0) return
  const { rows } = await sql<Stayed>`
    select contract_id, custom_name, custom_id, org_id, p_id, end_date + 1 as since, end_date, rule_version
    from contract_view where contract_id = any(${keys}::integer[]) order by contract_id
  `.execute(tx)
  const ruleOf = await agreedRules(tx, rows)
  const cases = rows.map(({ end_date, rule_version, ...row }) => ({
    ...row,
    moving_until: addDays(end_date, ruleOf({ rule_version }).moving_days),
  }))
  await insertRows(tx, resourceNamed('holdover'), cases, null)
}

/** Has contracts say the rent that they cost from today on, where a change begins; gives how many. */
export const applyRents = ({ tx }: Acting, today: string): Promise<number> => sayTerms(tx, rentSteps, today)
