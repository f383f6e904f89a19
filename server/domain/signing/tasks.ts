import { sql } from 'kysely'
import { codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import signTask from '../../../src/resources/signing/signTask.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Database, Queryable, Tx } from '../../store/connection/database.ts'
import { type Actor, inTransaction } from '../../store/connection/transaction.ts'
import { inSet } from '../../store/reading/states.ts'
import { updateRows } from '../../store/writing/write.ts'
import type { Progress } from '../netSign/index.ts'

/** A task as the mechanism of signing reads it. */
export interface Task {
  sign_task_id: number
  key: string
  provider: number
  state: number
  resource: string
  record_id: number
  p_id: number | null
  link_id: number | null
  outside_id: string | null
  url: string | null
  opened_at: number | null
  signed_at: number | null
  sealed_at: number | null
  expires_at: number
}

const columns = sql.raw(
  'sign_task_id, key, provider, state, resource, record_id, p_id, link_id, outside_id, url, opened_at, signed_at, sealed_at, expires_at',
)
const isOpen = sql`state in (${inSet(signTask, 'open')})`

/** Whether somebody is still asked to sign by a task. */
const isUnderWay = ({ state }: Pick<Task, 'state'>): boolean => codesOf(signTask, 'open').includes(state)

/** Gives a task; undefined where there is none. */
export const readTask = async (db: Queryable, sign_task_id: number): Promise<Task | undefined> => {
  const { rows } = await sql<Task>`select ${columns} from sign_task where sign_task_id = ${sign_task_id}`.execute(db)
  return rows[0]
}

/** Gives the task for which a link was made; undefined where it was made before tasks were kept. */
export const taskOfLink = async (db: Queryable, { link_id }: { link_id: number }): Promise<Task | undefined> => {
  const { rows } = await sql<Task>`select ${columns} from sign_task where link_id = ${link_id}`.execute(db)
  return rows[0]
}

/** Holds a task that is under way until the transaction ends; undefined where it is not any more: of two who end it at once the second finds it so. */
export const holdTask = async (tx: Tx, sign_task_id: number): Promise<Task | undefined> => {
  const { rows } = await sql<Task>`
    select ${columns} from sign_task where sign_task_id = ${sign_task_id} and ${isOpen} for no key update
  `.execute(tx)
  return rows[0]
}

/** The system as whoever acts on a task. */
const actingOn = (tx: Tx): Acting => ({ tx, session: { userId: null, scope: null }, now: Math.floor(Date.now() / 1000) })

/** Does work in a transaction of the system's own. */
export const bySystem = <T>(db: Database, label: string, work: (acting: Acting) => Promise<T>): Promise<T> => {
  const actor: Actor = { userId: null, path: 'signing', label, address: '' }
  return inTransaction(db, actor, (tx) => work(actingOn(tx)))
}

/** Notes on a task that is under way what stands in its way; staff see it beside the contract. Null: nothing any more. */
export const noteOn = async (db: Database, sign_task_id: number, reason: string | null): Promise<void> => {
  await sql`
    update sign_task set reason = ${reason}, version = version + 1, updated_at = epoch_now()
    where sign_task_id = ${sign_task_id} and ${isOpen} and reason is distinct from ${reason}
  `.execute(db)
}

/** Notes that the link of a task has been opened, the first time. */
export const noteOpened = async (db: Database, link: { link_id: number }): Promise<void> => {
  const task = await taskOfLink(db, link)
  if (!task || !isUnderWay(task) || task.opened_at !== null) return
  await bySystem(db, '打开签署链接', async (acting) => {
    const held = await holdTask(acting.tx, task.sign_task_id)
    if (held) await noteProgress(acting, held, { opened_at: acting.now })
  })
}

/** Notes how far a task has come, each step once: what is told twice, late or out of order changes nothing that was told before. */
export const noteProgress = async (acting: Acting, task: Task, { opened_at, signed_at, sealed_at }: Progress): Promise<void> => {
  const { sign_task_id } = task
  const news = {
    ...(task.opened_at === null && opened_at !== undefined ? { opened_at } : {}),
    ...(task.signed_at === null && signed_at !== undefined ? { signed_at } : {}),
    ...(task.sealed_at === null && sealed_at !== undefined ? { sealed_at } : {}),
  }
  if (Object.keys(news).length === 0) return
  if (news.signed_at !== undefined && codesOf(signTask, 'toBeSigned').includes(task.state))
    return moveBySystem(acting, 'sign_task', 'sign', [sign_task_id], news)
  await updateRows(acting.tx, resourceNamed('sign_task'), [sign_task_id], news)
}

/** Ends a task that is held: it is signed by both. */
export const finishTask = async (acting: Acting, task: Task, { opened_at, signed_at, sealed_at }: Progress): Promise<void> => {
  await moveBySystem(acting, 'sign_task', 'finish', [task.sign_task_id], {
    opened_at: task.opened_at ?? opened_at ?? null,
    signed_at: task.signed_at ?? signed_at ?? acting.now,
    sealed_at: task.sealed_at ?? sealed_at ?? acting.now,
    reason: null,
  })
  await sql`update sign_task set ask_at = null where sign_task_id = ${task.sign_task_id}`.execute(acting.tx)
}
