import { sql } from 'kysely'
import type { RowOf } from '../../../src/core/typed.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import outbox from '../../../src/resources/outbox/outbox.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import { withdrawOutbound } from '../../outbox/withdrawOutbound.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { siteOf } from '../netSign/index.ts'
import { roomName } from './roomName.ts'

type Waiter = RowOf<typeof waiting>

/** What 叫号通知 says (noticeStates). */
export const PENDING = 1
const ARRIVED = 2
const FAILED = 3

/** A call is over, or never was: nothing is known of a notice. */
export const noNotice = { called_at: () => null, notice: () => null, noticed_at: () => null, notice_once: () => null }

/** Who has applied by telephone sees there how the application stands. */
const pageOf = async (tx: Tx, apply_id: number | null): Promise<string> => {
  const { rows } = await sql<{ source: number | null }>`select source from qualification where apply_id = ${apply_id}`.execute(tx)
  const site = rows[0]?.source === 2 ? await siteOf(tx) : ''
  return site === '' ? '' : `查看：${site}/t/apply`
}

/** What whoever was called is told: which room, and until when to answer. */
export const heldWords = (room: string, until: number): string =>
  `轮到您选房：已为您保留 ${room}，请在 ${minuteOf(until)} 前答复，逾期未答复的房间将放开。`

/** Tells who was called, by the telephone on record, which room is held for them and until when to answer; it leaves when this is committed. */
export const tellCalled = async ({ tx, now }: Acting, { wait_id, apply_id, org_id, held_until, notice_once }: Waiter): Promise<void> => {
  if (notice_once === null || held_until === null) return
  const title = '叫号通知'
  const words = heldWords(await roomName(tx, org_id), held_until)
  const data = { title, content: `${words}${await pageOf(tx, apply_id)}`, until: held_until, resource: waiting.name, wait_id }
  await addOutbound(tx, [
    {
      channel: 2,
      receiver: null,
      subject: title,
      content: JSON.stringify({ type: 'queue.called', timestamp: new Date(now * 1000).toISOString(), data }),
      once: notice_once,
      resource: waiting.name,
      recordId: wait_id,
      dials: 'phone',
    },
  ])
}

const noticesOf = (rows: readonly Waiter[]): string[] => rows.flatMap(({ notice_once }) => notice_once ?? [])

/** Has what was to tell of calls that are over not go any more; `called` are they as they were called. */
export const withdrawNotices = (tx: Tx, called: readonly Waiter[]): Promise<void> =>
  withdrawOutbound(tx, noticesOf(called), '这次叫号已结束')

/** Has 发件箱 not tell who was told by staff themselves. */
export const noteTold = async (tx: Tx, { notice_once }: Waiter): Promise<void> => {
  await sql`
    update outbox set state = ${inState(outbox, 'told')}, error = null, next_at = null, version = version + 1, updated_at = epoch_now()
    where once = ${notice_once} and state not in (${inSet(outbox, 'arrived')})
  `.execute(tx)
}

/** When a message arrived, as 发件箱 (`o`) knows it: the other side took it, or staff told it and said so. */
const arrival = sql`case when o.state in (${inSet(outbox, 'arrived')}) then coalesce(o.sent_at, o.updated_at) end`

/** Gives when the notices of calls arrived, by waiter: as it was kept, or as 发件箱 knows it now. Whose is not known to have arrived is not in it. */
export const arrivalsOf = async (tx: Tx, called: readonly Waiter[]): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ wait_id: number; at: number }>`
    select w.wait_id, coalesce(w.noticed_at, ${arrival}) as at from waiting w left join outbox o on o.once = w.notice_once
    where w.wait_id = any(${keyList(called.map(({ wait_id }) => wait_id))}) and coalesce(w.noticed_at, ${arrival}) is not null
  `.execute(tx)
  return new Map(rows.map(({ wait_id, at }) => [wait_id, at]))
}

/**
 * Keeps with each call what became of its message, and gives of how many: 发件箱 is cleared in time, and staff read it beside the countdown. The
 * version stays, for nobody has to look again because of it; what somebody has in hand is left to the next time.
 */
export const keepArrivals = async (tx: Tx): Promise<number> => {
  const { numAffectedRows } = await sql`
    with known as (
      select w.wait_id, ${arrival} as at from waiting w join outbox o on o.once = w.notice_once
      where w.status = ${inState(waiting, 'called')} and w.noticed_at is null and o.state in (${inSet(outbox, 'settled')})
        and (o.state in (${inSet(outbox, 'arrived')}) or w.notice is distinct from ${FAILED}::smallint)
      order by w.wait_id for no key update of w skip locked
    )
    update waiting w set noticed_at = k.at, notice = case when k.at is null then ${FAILED}::smallint else ${ARRIVED}::smallint end, updated_at = epoch_now()
    from known k where k.wait_id = w.wait_id
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}
