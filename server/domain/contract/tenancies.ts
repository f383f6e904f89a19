import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { readSetting } from '../setting/index.ts'
import { type Clock, clockAt, spanText } from './rules/tenancyClock.ts'
import { dayOf, textOf } from './terms.ts'

interface Past {
  start_date: string
  end_date: string
  carried_days: number
}

/** Gives the clock of a tenant's household for a contract that begins on a day, by all it has rented before (domain.md, Rules of the trade). `carried`: days that were used before the tenant's time. */
export const clockOf = async (db: Queryable, custom_id: number, start_date: string, carried = 0): Promise<Clock> => {
  const { rows } = await sql<Past>`
    select start_date, end_date, coalesce(carried_days, 0) as carried_days from contract
    where custom_id = ${custom_id} and status in (${inSet(contract, 'hasLet')}) and start_date < ${start_date}::date order by start_date
  `.execute(db)
  const past = rows.map((row) => ({ start: dayOf(row.start_date), end: dayOf(row.end_date) }))
  const before = rows.reduce((sum, row) => Math.max(sum, row.carried_days), carried)
  const { cap } = await readSetting(db as Tx, contractSetting)
  return clockAt(dayOf(start_date), past, before, cap)
}

/**
 * Gives the contracts in force with the last day (`last_day`) of what their households may rent in all, as `clockOf` has it: for many at once.
 * `cap` in months.
 */
export const lastDays = (cap: number): RawBuilder<unknown> => sql`
  select contract_id, (since + make_interval(months => ${cap}))::date - 1 - greatest(carried, 0) - before::integer as last_day
  from (
    select contract_id, status, max(start_date) filter (where is_new) over past as since, max(carried_days) over past as carried,
      sum(days) over past - sum(days) over (partition by custom_id, stay order by start_date) as before
    from (
      select *, end_date - start_date + 1 as days, count(*) filter (where is_new) over past as stay
      from (
        select contract_id, custom_id, start_date, end_date, status, coalesce(carried_days, 0) as carried_days,
          start_date > coalesce(max(end_date) over (partition by custom_id order by start_date rows between unbounded preceding and 1 preceding), '-infinity') + 1 as is_new
        from contract where kind = 1 and status in (${inSet(contract, 'hasLet')}) and custom_id in (
          select custom_id from contract where kind = 1 and status = ${inState(contract, 'inForce')}
        )
      ) c
      window past as (partition by custom_id order by start_date)
    ) c
    window past as (partition by custom_id order by start_date)
  ) c
  where status = ${inState(contract, 'inForce')}`

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

/** Throws 409 where a tenant has another contract on these days: one household, one home. Those named are none of it. */
export const checkSingle = async (
  tx: Tx,
  { custom_id, start_date, end_date }: { custom_id: number; start_date: string; end_date: string },
  except: readonly (number | null)[],
): Promise<void> => {
  // Two contracts of one tenant that are made at once wait for each other.
  await sql`select from lessee where custom_id = ${custom_id} for no key update`.execute(tx)
  const { rows } = await sql<{ sn: string }>`
    select sn from contract where custom_id = ${custom_id} and status in (${inSet(contract, 'holdsRoom')})
      and daterange(start_date, end_date, '[]') && daterange(${start_date}::date, ${end_date}::date, '[]')
      and contract_id <> all(${except.filter((key) => key !== null)}::integer[]) limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `该租客同一时间已有合同 ${rows[0].sn}：一户只租一套`, { field: 'custom_id' })
}
