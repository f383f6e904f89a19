import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import meter from '../../../src/resources/meter/meter.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { type Dial, hundredths, usedOf } from './rules/reading.ts'

/** A meter before it is read: its last reading that stands, and who rents the room on the day. */
export interface Before {
  p_id: number
  unit_id: number
  room: string
  /** The room's own price for this meter, in fen a unit; null where the room has no such meter. */
  price: number | null
  current: number | null
  read_date: string | null
  /** What it used each time, the last six times, the latest first. */
  usages: number[]
  usual: number | null
  contract_id: number | null
  custom_id: number | null
  company_id: number | null
  custom_name: string | null
  kind: number | null
  start_date: string | null
  /** Whether whoever rents the room had it not yet on the day after the last reading: what was used since then is not all theirs. */
  is_from_before: boolean
}

/** What is typed of a reading. */
export interface Typed {
  org_id: number
  simple_id: number
  read_date: string
  current: number
  is_new?: number | undefined
  old_end?: number | undefined
  new_start?: number | undefined
}

/** Gives a meter as it stands before a day, its room held where the reading is to be taken. Throws 400 where the room is none of the caller's. */
export const meterBefore = async (
  db: Queryable,
  { org_id, simple_id, read_date }: Pick<Typed, 'org_id' | 'simple_id' | 'read_date'>,
  scope: Scope,
  holds: boolean,
): Promise<Before> => {
  // First by itself: a statement that waits for a room would not see what was read of it meanwhile.
  if (holds) await sql`select from org where org_id = ${org_id} for update`.execute(db)
  const { rows } = await sql<Before>`
    select o.p_id, o.unit_id, concat_ws(' ', o.region_name, o.unit_floor) as room,
      (select (one ->> 'price')::bigint from jsonb_array_elements(o.simple) one where (one ->> 'simple_id')::integer = ${simple_id} limit 1) as price,
      last.current, last.read_date, usual_usage(o.org_id, ${simple_id}, ${read_date}::date) as usual,
      array(
        select m.usage from meter m where m.org_id = o.org_id and m.simple_id = ${simple_id} and m.status = ${inState(meter, 'stands')}
        order by m.read_date desc limit 6
      ) as usages,
      c.contract_id, c.custom_id, c.company_id, c.custom_name, c.kind, c.start_date,
      coalesce(last.read_date + 1 < c.start_date and not exists (
        select from contract had where had.org_id in (o.org_id, o.part_of) and had.status in (${inSet(contract, 'hasLet')}) and had.start_date <= last.read_date + 1
          and coalesce(had.left_on, c.start_date) > last.read_date and (had.custom_id, had.company_id) is not distinct from (c.custom_id, c.company_id)
      ), false) as is_from_before
    from org o
    left join lateral (
      select m.current, m.read_date from meter m
      where m.org_id = o.org_id and m.simple_id = ${simple_id} and m.status = ${inState(meter, 'stands')} order by m.read_date desc limit 1
    ) last on true
    left join lateral (
      select c.contract_id, c.custom_id, c.company_id, c.custom_name, c.kind, c.start_date from contract_view c
      where c.org_id in (o.org_id, o.part_of) and c.status in (${inSet(contract, 'hasLet')}) and c.start_date <= ${read_date}::date
        and coalesce(c.left_on, case when c.status in (${inSet(contract, 'left')}) then c.end_date end, ${read_date}::date) >= ${read_date}::date
      order by c.org_id = o.org_id desc, c.start_date desc limit 1
    ) c on true
    where o.org_id = ${org_id} and ${inScope(scope, 'o.p_id')}
  `.execute(db)
  if (!rows[0]) throw new CallError(400, '房间必填', { field: 'org_id' })
  return rows[0]
}

const wrong = (message: string, field: string): CallError => new CallError(400, message, { field })

/**
 * Gives what a reading says and used, in hundredths of a unit. Throws 400 where the room has no such meter, the day is not after the last reading's, or a
 * reading went down though the meter was not replaced: `ifReplaced` says what to do where it was.
 */
export const dialOf = (
  before: Before,
  { read_date, current, is_new, old_end, new_start }: Typed,
  ifReplaced = '换过表请选“是”',
): { dial: Dial; used: number } => {
  if (before.price === null) throw wrong('该房间没有这个抄表项，请先在房源中登记', 'simple_id')
  if (before.read_date !== null && read_date <= before.read_date) throw wrong(`抄表日期须晚于上次抄表（${before.read_date}）`, 'read_date')
  const previous = before.current ?? 0
  if (is_new !== 1) {
    if (current < previous) throw wrong(`本次读数不能小于上次读数 ${previous}，${ifReplaced}`, 'current')
    const dial = { previous, current, old_end: null, new_start: null }
    return { dial, used: usedOf(dial) }
  }
  const isFirst = before.current === null
  if (isFirst && old_end !== undefined) throw wrong('这块表第一次抄，没有旧表，不填旧表止码', 'old_end')
  if (!isFirst && old_end === undefined) throw wrong('换表须填旧表止码：拆下时的读数', 'old_end')
  if (old_end !== undefined && old_end < previous) throw wrong(`旧表止码不能小于上次读数 ${previous}`, 'old_end')
  if (hundredths(current) < hundredths(new_start ?? 0)) throw wrong('本次读数不能小于新表起码', 'current')
  const dial = { previous, current, old_end: old_end ?? null, new_start: new_start ?? 0 }
  return { dial, used: usedOf(dial) }
}
