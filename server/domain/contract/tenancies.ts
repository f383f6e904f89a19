import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { readSetting } from '../setting/index.ts'
import { enteredWith, householdOf, standingIn } from './households.ts'
import { type Clock, clockAt, spanText } from './rules/tenancyClock.ts'
import { dayOf, textOf } from './terms.ts'

interface Past {
  start_date: string
  end_date: string
  carried_days: number
}

/** Whose clock it is: that of a tenant's household, and of an application (`asks`) from which a contract is about to be made. */
interface Whose {
  custom_id: number | null
  asks?: number | null
}

/** What a household rented before a day, and the days that it used before its tenants' time. */
const pastOf = async (db: Queryable, { custom_id, asks = null }: Whose, start_date: string) => {
  const { rows } = await sql<Past>`
    select start_date, end_date, coalesce(carried_days, 0) as carried_days from contract
    where custom_id in (${householdOf(custom_id, asks)}) and status in (${inSet(contract, 'hasLet')}) and start_date < ${start_date}::date
      and coalesce(left_on, end_date) >= start_date
  `.execute(db)
  return {
    past: rows.map((row) => ({ start: dayOf(row.start_date), end: dayOf(row.end_date) })),
    carried: rows.reduce((most, row) => Math.max(most, row.carried_days), 0),
  }
}

/** Gives the clock of a household (`householdOf`) for a contract that begins on a day, by all it has rented before (domain.md, Rules of the trade). `carried`: days that were used before the tenant's time. */
export const clockOf = async (db: Queryable, whose: Whose, start_date: string, carried = 0): Promise<Clock> => {
  const before = await pastOf(db, whose, start_date)
  const { cap } = await readSetting(db as Tx, contractSetting)
  return clockAt(dayOf(start_date), before.past, Math.max(before.carried, carried), cap)
}

/**
 * Gives the days that a contract carries once another (`to`) is its main tenant, so that the household's clock goes on: what had been used before it began, less
 * what the clock of the other's own household tells of it where that is the contract's (`apply_id`) too. `carried`: what it carries now.
 */
export const carriedTo = async (
  db: Queryable,
  { from, to, apply_id }: { from: number; to: number; apply_id: number | null },
  start_date: string,
  carried: number,
): Promise<number> => {
  const start = dayOf(start_date)
  const daysOf = (past: Awaited<ReturnType<typeof pastOf>>['past']): number => {
    const { since, before } = clockAt(start, past, 0, 0)
    return before + start - since
  }
  const [given, taken] = [await pastOf(db, { custom_id: from }, start_date), await pastOf(db, { custom_id: to }, start_date)]
  const { rows } = await sql`select from (${householdOf(from, apply_id)}) h where h.custom_id = ${to}`.execute(db)
  const known = rows.length > 0 ? daysOf(taken.past) : 0
  return Math.max(0, daysOf(given.past) + Math.max(given.carried, carried) - known)
}

/**
 * Gives the contracts in force with the last day (`last_day`) of what their households may rent in all, as `clockOf` has it: for many at once.
 * `cap` in months.
 */
export const lastDays = (cap: number): RawBuilder<unknown> => sql`
  with standing as materialized (${standingIn(sql`q.custom_id is not null`)}),
  lets as materialized (
    select contract_id, custom_id, start_date, end_date, status, coalesce(carried_days, 0) as carried_days
    from contract where kind = 1 and custom_id is not null and status in (${inSet(contract, 'hasLet')})
  ),
  entered as materialized (${enteredWith(sql`true`)}),
  households as materialized (
    select custom_id, custom_id as mate from lets
    union select a.custom_id, b.custom_id from standing a join standing b using (apply_id)
    union select a.custom_id, b.custom_id from entered a join entered b using (entered_by)
  ),
  pasts as (
    select c.contract_id, c.start_date, greatest(c.carried_days, coalesce(max(x.carried_days), 0)) as carried,
      coalesce(range_agg(daterange(x.start_date, least(x.end_date, c.start_date - 1), '[]')) filter (where x.contract_id is not null), '{}') as stays
    from lets c join households h using (custom_id) left join lets x on x.custom_id = h.mate and x.start_date < c.start_date
    where c.status = ${inState(contract, 'inForce')} group by c.contract_id, c.start_date, c.carried_days
  )
  select p.contract_id, (coalesce(s.since, p.start_date) + make_interval(months => ${cap}))::date - 1 - p.carried - coalesce(s.before, 0)::integer as last_day
  from pasts p cross join lateral (
    select min(lower(r)) filter (where upper(r) = p.start_date) as since, sum(upper(r) - lower(r)) filter (where upper(r) < p.start_date) as before
    from unnest(p.stays) r
  ) s`

/** Gives in words how long a household will have rented by a day. */
export const usedBy = ({ since, before }: Clock, end_date: string): string => spanText(since, dayOf(end_date), before)

/** Throws 400 where a term goes beyond what its household may rent in all. */
export const checkCap = (clock: Clock, start_date: string, end_date: string): void => {
  if (dayOf(end_date) <= clock.last) return
  const last = textOf(clock.last)
  throw new CallError(400, last < start_date ? `该户累计租期在 ${last} 已满，不能再签` : `超过该户累计租期上限：最长可签到 ${last}`, {
    field: 'months',
  })
}

/** A contract as it is asked whether its household has another one: from whose place in the queue it is, if from any. */
interface Asked {
  custom_id: number
  wait_id?: number | null
  start_date: string
  end_date: string
  /** The term of the contract that it goes on from: whom of the household that stood beside has a home of his own. */
  beside?: Pick<Past, 'start_date' | 'end_date'>
}

/**
 * Throws 409 where a tenant's household has another contract on these days: one household, one home. Those named are none of it, and neither is another's of the
 * household that stood when its application was passed in spite of it (例外理由), or beside the contract that this one goes on from: who leaves a household, and was
 * judged so, is let a home.
 */
export const checkSingle = async (
  tx: Tx,
  { custom_id, wait_id = null, beside, ...term }: Asked,
  except: readonly (number | null)[],
): Promise<void> => {
  // Two contracts of one household that are made at once wait for each other.
  await sql`select from lessee where custom_id in (${householdOf(custom_id)}) order by custom_id for no key update`.execute(tx)
  const { rows } = await sql<{ sn: string; is_own: boolean }>`
    select c.sn, c.custom_id = ${custom_id} as is_own from contract c
    where c.custom_id in (${householdOf(custom_id)}) and c.status in (${inSet(contract, 'holdsRoom')})
      and daterange(c.start_date, c.end_date, '[]') && daterange(${term.start_date}::date, ${term.end_date}::date, '[]')
      and c.contract_id <> all(${except.filter((key) => key !== null)}::integer[])
      and (c.custom_id = ${custom_id} or not exists (
        select from waiting w join qualification q on q.apply_id = w.apply_id
        where w.wait_id = ${wait_id}::integer and q.exception is not null and c.created_at <= w.qualified_at
        union all select from contract e
        where e.custom_id = c.custom_id and e.status in (${inSet(contract, 'hasLet')})
          and daterange(e.start_date, e.end_date, '[]') && daterange(${beside?.start_date ?? null}::date, ${beside?.end_date ?? null}::date, '[]')
          and ${beside !== undefined}
      ))
    order by is_own desc limit 1
  `.execute(tx)
  const [other] = rows
  if (!other) return
  const { sn, is_own } = other
  const message = is_own ? `该租客同一时间已有合同 ${sn}：一户只租一套` : `该租客的家庭同一时间已有合同 ${sn}：一户只租一套`
  throw new CallError(409, message, { field: 'custom_id' })
}
