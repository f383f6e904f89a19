import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import type { Tx } from '../../store/connection/database.ts'
import { logEvent } from '../../store/writing/deeds.ts'
import { notify } from '../message/index.ts'

/** So many wrong tries in an hour are told; an hour without any ends the burst. */
const TOLD_FROM = 5
const QUIET_SECONDS = 3600
/** So many addresses are named. */
const NAMED = 5

interface Burst {
  user_id: number
  name: string
  tries: number
  began: number
  last: number
  addresses: string[]
}

/** The accounts of bursts that are not yet told. Of two nodes that look at once, the second finds them told. */
const untold = async (tx: Tx): Promise<Burst[]> => {
  const { rows } = await sql<Burst>`
    with burst as materialized (
      select a.user_id, a.name, count(*)::integer as tries, min(f.at) as began, max(f.at) as last, array_agg(distinct f.address) as addresses
      from login_failure f join account a on lower(a.user_name) = f.account and a.is_active
      where f.account is not null and f.key not like 'pair:%' and f.at > epoch_now() - ${QUIET_SECONDS}::bigint
      group by a.user_id having count(*) >= ${TOLD_FROM}
    ), goes_on as (
      update login_warning w set until = b.last + ${QUIET_SECONDS}::bigint from burst b where w.user_id = b.user_id and w.until >= b.began
    ), fresh as (
      insert into login_warning as w (user_id, began, until)
      select b.user_id, b.began, b.last + ${QUIET_SECONDS}::bigint from burst b
      where not exists (select from login_warning t where t.user_id = b.user_id and t.until >= b.began) order by b.user_id
      on conflict (user_id) do update set began = excluded.began, until = excluded.until where w.until < excluded.began
      returning user_id
    )
    select b.* from burst b join fresh using (user_id)
  `.execute(tx)
  return rows
}

const tell = async (tx: Tx, { user_id, name, tries, began, last, addresses }: Burst): Promise<void> => {
  const named = `${addresses.slice(0, NAMED).join('、')}${addresses.length > NAMED ? '…' : ''}`
  await notify(
    tx,
    [user_id],
    '有人在试您的密码',
    `${minuteOf(began)} 至 ${minuteOf(last)} 有 ${tries} 次用错误的密码登录您的账号，来自 ${addresses.length} 个地址：${named}。如果不是您本人，请告知管理员，密码简单的请修改；您登录过的浏览器照常可以登录。`,
    null,
  )
  await logEvent(
    tx,
    { resource: resourceNamed('account'), key: user_id, title: `${name}：${tries} 次，${addresses.length} 个地址` },
    { label: '多次输错密码', path: '/login', address: addresses[0] ?? '' },
  )
}

/**
 * Tells the owners of accounts at which someone guesses, in their message centre and in 操作日志: once a burst, however long it goes on.
 * Apart from the logins themselves, whose time would tell who exists. Gives how many were told.
 */
export const warnGuessed = async (tx: Tx): Promise<number> => {
  const bursts = await untold(tx)
  for (const burst of bursts) await tell(tx, burst)
  return bursts.length
}
