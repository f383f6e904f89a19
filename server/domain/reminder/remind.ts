import { type RawBuilder, sql } from 'kysely'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import rentSetting from '../../../src/resources/settings/rent.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { lastDays } from '../contract/index.ts'
import { readSetting } from '../setting/index.ts'
import { type Told, tellOutside } from './tellOutside.ts'
import { tellVisitors, viewing } from './viewings.ts'
import { dueIn, type Window, windowsOf } from './windows.ts'

type Reminders = FormValue<typeof rentSetting.form>

/** Something to be reminded of. Its words are whole sentences, so that they can be read in another language. */
interface Subject {
  name: Told['subject']
  /** What it is a record of: who may read those hears of it, and is led to it. */
  resource: string
  windows: readonly Window[]
  /** Rows of object_id, p_id, since, title, content and, where the hour tells one matter from another, `at` (seconds), given the table `w` of windows. */
  found: (today: string, now: number) => RawBuilder<unknown>
}

const yuan = (fen: RawBuilder<unknown>): RawBuilder<unknown> => sql`to_char((${fen}) / 100.0, 'FM999,999,999,990.00')`
const room = sql`coalesce(o.region_name || ' ' || o.unit_floor, '')`

const ending = (today: string): RawBuilder<unknown> => sql`
  select c.contract_id as object_id, c.p_id, c.end_date as since, w.days, '合同即将到期' as title, null::bigint as at,
    format('%s 的合同 %s（%s）将于 %s 到期，还有 %s 天。', c.custom_name, c.sn, ${room}, c.end_date, c.end_date - ${today}::date) as content
  from contract_view c join w on c.end_date between w.first and w.last left join org o on o.org_id = c.org_id
  where c.status = ${inState(contract, 'inForce')} and c.followed = 0`

/** A household that will have rented as long as it may (合同设置 › 每户累计上限): its next contract has to be another home, or the market's. */
const capped = (today: string, cap: number): RawBuilder<unknown> => sql`
  select c.contract_id as object_id, c.p_id, l.last_day as since, w.days, '累计租期将满' as title, null::bigint as at,
    format('%s 的合同 %s（%s）累计租期到 %s 满上限，还有 %s 天。', c.custom_name, c.sn, ${room}, l.last_day, l.last_day - ${today}::date) as content
  from (${lastDays(cap)}) l join w on l.last_day between w.first and w.last join contract_view c using (contract_id) left join org o on o.org_id = c.org_id
  where c.followed = 0`

const owed = (today: string): RawBuilder<unknown> => sql`
  select b.bill_id as object_id, b.p_id, b.bill_date as since, w.days, '账单逾期未付' as title, null::bigint as at,
    format('%s 的账单 %s（%s，%s）应付日 %s，已逾期 %s 天，尚欠 %s 元。', b.custom_name, b.sn, b.item, ${room}, b.bill_date, ${today}::date - b.bill_date,
      ${yuan(sql`b.price - b.paid`)}) as content
  from bill_view b join w on b.bill_date between w.first and w.last left join org o on o.org_id = b.org_id
  where b.is_void = 0 and b.paid < b.price`

const vacant = (today: string): RawBuilder<unknown> => sql`
  select o.org_id as object_id, o.p_id, o.vacant_since as since, w.days, '房间长期空置' as title, null::bigint as at,
    format('%s 自 %s 起空置，已 %s 天。', ${room}, o.vacant_since, ${today}::date - o.vacant_since) as content
  from org o join w on o.vacant_since between w.first and w.last
  where o.state = ${roomStateCode('vacant')}`

const daysIn = (rows: readonly { days: number }[] | undefined): number[] => (rows ?? []).map(({ days }) => days)

const subjectsOf = (setting: Reminders, today: string, cap: number): Subject[] => {
  const all: (Subject & { isOn: boolean })[] = [
    {
      name: 'contract',
      isOn: setting.contract === 1,
      resource: 'contract',
      windows: windowsOf('until', daysIn(setting.contract_days), today),
      found: ending,
    },
    {
      name: 'cap',
      isOn: setting.cap === 1,
      resource: 'contract',
      windows: windowsOf('until', daysIn(setting.cap_days), today),
      found: () => capped(today, cap),
    },
    {
      name: 'arrears',
      isOn: setting.arrears === 1,
      resource: 'bill',
      windows: windowsOf('since', daysIn(setting.arrears_days), today),
      found: owed,
    },
    {
      name: 'vacancy',
      isOn: setting.vacancy === 1,
      resource: 'org',
      windows: windowsOf('since', daysIn(setting.vacancy_days), today),
      found: vacant,
    },
    {
      name: 'viewing',
      isOn: setting.viewing === 1,
      resource: 'reserve',
      windows: windowsOf('until', daysIn(setting.viewing_days), today),
      found: (_today, now) => viewing(now),
    },
  ]
  return all.filter(({ isOn }) => isOn)
}

/** Whether nobody whom the setting names (`n`) is in use any more: it is told to all whom it concerns, or nobody would hear and nothing would say so. */
const allGone = ({ whom, roles, accounts }: Pick<Reminders, 'whom' | 'roles' | 'accounts'>): RawBuilder<unknown> => sql`not exists (
  select from account n where n.is_active and (${whom}::integer = 2 and n.role_id = any(${roles ?? []}::integer[]) or ${whom}::integer = 3 and n.user_id = any(${accounts ?? []}::integer[])))`

/** Active accounts that may read such things in the thing's project, and are among those that the setting names, as long as one of those is there. */
const mayHear = ({ whom, roles, accounts }: Reminders, code: string): RawBuilder<unknown> => sql`
  a.is_active and r.permission && array['*', ${code}] and (a.projects is null or f.p_id = any(a.projects))
  and (${whom}::integer = 1 or (${whom}::integer = 2 and a.role_id = any(${roles ?? []}::integer[])) or (${whom}::integer = 3 and a.user_id = any(${accounts ?? []}::integer[])) or ${allGone({ whom, roles, accounts })})`

/**
 * Makes the reminders of the day (Asia/Shanghai) of a moment (seconds) in the message centre of whoever 房态提醒设置 names, and outside where it says so;
 * gives how many. One a person, thing and number of days: done again, or by two nodes at once, it makes none.
 */
export const remind = async (tx: Tx, now: number): Promise<number> => {
  const today = dateOf(now)
  const setting = await readSetting(tx, rentSetting)
  const { cap } = await readSetting(tx, contractSetting)
  const told: Told[] = []
  for (const { name, resource, windows, found } of subjectsOf(setting, today, cap)) {
    const { rows } = await sql<Omit<Told, 'subject'>>`
      with w as materialized (${dueIn(windows)}), found as materialized (${found(today, now)}),
      fresh as (
        insert into reminder (account_id, subject, object_id, since, days)
        select a.user_id, ${name}, f.object_id, f.since, f.days from found f, account a join role r on r.role_id = a.role_id
        where ${mayHear(setting, resourceNamed(resource).calls.index ?? '')} order by a.user_id, f.object_id
        on conflict on constraint reminder_once do nothing returning reminder_id, account_id, object_id, since, days
      ), told as (
        insert into message (account_id, title, content, create_time, resource, record_id)
        select n.account_id, f.title, left(f.content, 2000), epoch_now(), ${resource}::text, n.object_id from fresh n join found f using (object_id, since, days)
        order by f.since, f.object_id
      )
      select n.reminder_id, n.account_id, a.email, n.object_id, n.since, n.days, f.title, f.content, f.at
      from fresh n join found f using (object_id, since, days) join account a on a.user_id = n.account_id order by n.reminder_id
    `.execute(tx)
    told.push(...rows.map((row) => ({ ...row, subject: name })))
  }
  await tellOutside(tx, setting, told)
  const hasVisitors = setting.viewing === 1 && setting.viewing_visitor === 1
  const visitors = hasVisitors ? await tellVisitors(tx, windowsOf('until', daysIn(setting.viewing_days), today), now) : 0
  return told.length + visitors
}

/** Whether no reminders are sent on a day: that on which the store was made, or learned of reminders. */
export const isSilentDay = async (tx: Tx, day: string): Promise<boolean> => {
  const { rows } = await sql`select from reminder_day where day = ${day}::date`.execute(tx)
  return rows.length > 0
}
