import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'
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
