import { type RawBuilder, sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import org from '../../../src/resources/property/org.ts'
import reserve from '../../../src/resources/viewing/reserve.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import { withdrawOutbound } from '../../outbox/withdrawOutbound.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { dueIn, type Window } from './windows.ts'

const TITLE = '看房提醒'
/** A room whose contract ends in so many days is shown to whoever may come after (房态 即将到期, domain.md). */
const SOON = 30

const midnight = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`extract(epoch from (${day})::timestamp at time zone 'Asia/Shanghai')::bigint`
const at = sql`to_timestamp(v.start_time) at time zone 'Asia/Shanghai'`
const minute = sql`to_char(${at}, 'YYYY-MM-DD HH24:MI')`
const room = sql`o.region_name || ' ' || o.unit_floor`
/** Whether the room of a viewing will not be free soon after it: it was let meanwhile, and there is nothing to be seen. */
const isLet = sql`exists (
  select from contract c where c.org_id = v.org_id and c.status = ${inState(contract, 'inForce')} and c.end_date > (${at})::date + ${SOON}::integer)`
/** Whether it is out of use, or let room by room: nobody is offered it any more. */
const isOff = sql`o.status in (${inSet(org, 'off')})`

/**
 * The viewings to come, asked or confirmed, of the days in the table `w`; in words for staff, who hear that a room was let or taken out of use meanwhile, and for the
 * visitor: when and where, nothing more.
 */
export const viewing = (now: number): RawBuilder<unknown> => sql`
  select v.reserve_id as object_id, v.p_id, (${at})::date as since, w.days, ${TITLE}::text as title, v.start_time as at,
    format(case
      when ${isOff} then '%s 将于 %s 看房（%s），房间已经停用或拆套，没有提醒看房人：请告知，并改期或取消。'
      when ${isLet} then '%s 将于 %s 看房（%s），房间已经出租，没有提醒看房人：请告知，并改期或取消。'
      when v.status = ${inState(reserve, 'asked')} then '%s 将于 %s 看房（%s），预约还没有确认。' else '%s 将于 %s 看房（%s）。' end,
      v.custom_name, ${minute}, ${room}) as content, ${isLet} or ${isOff} as is_gone,
    format('您预约了 %s 看房，地点：%s。', ${minute}, ${room}) as notice
  from w join reserve v on v.start_time >= ${midnight(sql`w.first`)} and v.start_time < ${midnight(sql`w.last + 1`)} join org o on o.org_id = v.org_id
  where v.status in (${inSet(reserve, 'takesTime')}) and v.start_time > ${now}::bigint`

const onceOf = (reserve_id: number, start_time: number, days: number): string => `remind.visitor.${reserve_id}.${start_time}.${days}`

/**
 * Has the visitors (看房人) of viewings told outside, once a viewing and number of days, whether or not any of the staff hears of it; gives how many.
 * Nobody is sent to a room that was let or taken out of use meanwhile. The telephone number is not in what is kept: it is the viewing's own, opened in sending.
 */
export const tellVisitors = async (tx: Tx, windows: readonly Window[], now: number): Promise<number> => {
  const { rows } = await sql<{ reserve_id: number; since: string; days: number; at: number; notice: string }>`
    with w as materialized (${dueIn(windows)}), found as materialized (${viewing(now)}),
    fresh as (
      insert into reminder (account_id, subject, object_id, since, days) select null, 'viewing', object_id, since, days from found where not is_gone order by object_id
      on conflict on constraint reminder_once do nothing returning object_id, since, days
    )
    select f.object_id as reserve_id, f.since, f.days, f.at, f.notice from fresh join found f using (object_id, since, days) order by f.at, f.object_id
  `.execute(tx)
  const leaving = rows.map(({ reserve_id, since, days, at: start_time, notice }) => {
    const data = { title: TITLE, content: notice, since, days, resource: reserve.name, reserve_id }
    return {
      channel: 2,
      receiver: null,
      subject: TITLE,
      content: JSON.stringify({ type: 'reminder.visitor', timestamp: new Date(now * 1000).toISOString(), data }),
      once: onceOf(reserve_id, start_time, days),
      resource: reserve.name,
      recordId: reserve_id,
      dials: 'phone',
    } as const
  })
  if (leaving.length > 0) await addOutbound(tx, leaving)
  return rows.length
}

/**
 * Forgets what was told of viewings that are moved or cancelled, given as they were: a new time is told anew, in its turn; and what has not reached
 * the visitor yet does not go.
 */
export const forgetViewings = async (tx: Tx, before: readonly { reserve_id: number; start_time: number }[]): Promise<void> => {
  const keys = before.map(({ reserve_id }) => reserve_id)
  const { rows } = await sql<{ object_id: number; days: number; is_visitor: boolean }>`
    delete from reminder where subject = 'viewing' and object_id = any(${keys}::integer[]) returning object_id, days, account_id is null as is_visitor
  `.execute(tx)
  const starts = new Map(before.map(({ reserve_id, start_time }) => [reserve_id, start_time]))
  const told = rows.filter(({ is_visitor }) => is_visitor).map(({ object_id, days }) => onceOf(object_id, starts.get(object_id) ?? 0, days))
  await withdrawOutbound(tx, told, '看房已改期或取消')
}
