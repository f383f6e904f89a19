import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import lottery from '../../../src/resources/waiting/lottery.ts'
import objection from '../../../src/resources/waiting/objection.ts'
import publication from '../../../src/resources/waiting/publication.ts'
import {
  commitOf,
  drawLots,
  freezePool,
  giveLots,
  giveNumbers,
  type Lottery,
  makeList,
  type Publication,
  programHash,
  seedFor,
} from '../../domain/waiting/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { insertRow } from '../../store/writing/write.ts'
import { calendar, type Day } from '../calendar.ts'
import type { Staff } from '../types.ts'

const DAY = 86_400
const ONE_ROOM = 1
const THREE_ROOMS = 3

const readRow = async <R>(tx: Tx, table: string, key: string, id: number): Promise<R> => {
  const { rows } = await sql<R>`select * from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(tx)
  return rows[0] as R
}

/** A lottery of a small queue from its pool to the order, as two members of staff do it. */
const addLottery = async (tx: Tx, p_id: number, now: number, operator: number, supervisor: number): Promise<number> => {
  const acting = { tx, session: { userId: operator, scope: null }, now: now - 20 * DAY }
  const [secret_a, secret_b, round_number] = ['anju-sample-operator-2026', 'anju-sample-watcher-2026', '03 05 12 18 27 33 09']
  const lottery_id = await insertRow(
    tx,
    resourceNamed('lottery'),
    {
      ...{ title: '第一批三室摇号', p_id, room_type: THREE_ROOMS, classes: [1, 2], operator, supervisor },
      ...{ round_name: '双色球第 2026128 期', round_at: now - 18 * DAY, commit_a: commitOf(secret_a), commit_b: commitOf(secret_b) },
      ...{ secret_a, secret_b, round_number, program_hash: programHash(), rule_version: 0, drawn_at: now - 17 * DAY },
    },
    operator,
  )
  const draft = await readRow<Lottery>(tx, 'lottery', 'lottery_id', lottery_id)
  const pool = await freezePool(acting, draft)
  const frozen = { ...draft, frozen_at: acting.now, after: pool.after, pool_hash: pool.hash }
  const seed = seedFor(frozen, round_number)
  await sql`
    update lottery set frozen_at = ${acting.now}::bigint, after = ${pool.after}, pool_count = ${pool.count}, pool_hash = ${pool.hash}, seed = ${seed},
      status = ${codeOf(lottery, 'published')} where lottery_id = ${lottery_id}
  `.execute(tx)
  await drawLots(acting, frozen, seed)
  await giveLots(acting, frozen)
  return lottery_id
}

const addList = async (tx: Tx, values: Partial<Publication>, at: number, by: number): Promise<number> => {
  const publication_id = await insertRow(tx, resourceNamed('publication'), values, by)
  const row = await readRow<Publication>(tx, 'publication', 'publication_id', publication_id)
  const acting = { tx, session: { userId: by, scope: null }, now: at }
  await makeList(acting, row)
  if (values.status !== codeOf(publication, 'draft')) await giveNumbers(acting, row)
  return publication_id
}

const OBJECTIONS = [
  ['pending', '周立', '13801990011', '他家在本市另有一套住房，不应在名单里', null],
  ['rejected', '何平', '13801990022', '他家只有一口人，却按多人登记', '已核对户口簿与准入材料，人数无误'],
] as const

const addObjections = async (tx: Tx, publication_id: number, p_id: number, now: number, by: number): Promise<void> => {
  const { rows } = await sql<{ row_id: number; wait_id: number }>`
    select row_id, wait_id from publication_row where publication_id = ${publication_id} order by number offset 4 limit ${OBJECTIONS.length}
  `.execute(tx)
  for (const [place, [state, objector, phone, matter, answer]] of OBJECTIONS.entries()) {
    const about = rows[place]
    if (!about) return
    const answered = answer === null ? {} : { answer, answered_at: now - DAY }
    await insertRow(
      tx,
      resourceNamed('objection'),
      { publication_id, ...about, objector, phone, matter, p_id, status: codeOf(objection, state), ...answered },
      by,
    )
  }
}

/** Adds what is told of the queue to everybody: an order that was drawn and its list, a list that is published now with objections to it, and a draft. */
export const addPublicity = async (tx: Tx, today: Day, { guanjia, admin }: Staff): Promise<void> => {
  if (guanjia === null || admin === null) return
  const now = calendar.instantOf(today, 9 * 60)
  const { rows } = await sql<{ p_id: number }>`
    select p_id from waiting where room_type = ${THREE_ROOMS} group by p_id order by p_id limit 2
  `.execute(tx)
  const [first, second] = rows
  if (!first || !second) return
  const lottery_id = await addLottery(tx, second.p_id, now, guanjia, admin)
  const day = (days: number): string => calendar.dateOf(today + days)
  await addList(
    tx,
    {
      ...{ title: '第一批三室摇号结果', kind: 2, lottery_id, p_id: second.p_id, room_type: THREE_ROOMS },
      ...{ from_date: day(-16), to_date: day(-10), status: codeOf(publication, 'ended') },
    },
    now - 16 * DAY,
    guanjia,
  )
  const list = { kind: 1, p_id: first.p_id, room_type: ONE_ROOM }
  const open = await addList(
    tx,
    { ...list, title: '一室轮候名册', from_date: day(-2), to_date: day(4), status: codeOf(publication, 'open') },
    now - 2 * DAY,
    guanjia,
  )
  await addObjections(tx, open, first.p_id, now, guanjia)
  await addList(
    tx,
    { ...list, title: '二室轮候名册', room_type: 2, status: codeOf(publication, 'draft') } as Partial<Publication>,
    now,
    guanjia,
  )
}
