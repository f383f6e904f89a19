import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { countTry, type Limit, waitOf } from '../../caller/links/tries.ts'
import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../store/connection/database.ts'
import { tellService } from '../contract/index.ts'
import { providerInForce, type Told } from '../netSign/index.ts'
import { bySystem, holdTask, noteProgress } from './tasks.ts'

/** Where services outside tell of what has happened to tasks. */
export const HEARS = '/signing/callback'

/** What is not signed as it should be, from one address, after which it waits. What was told meanwhile is asked for (jobs.ts). */
const FORGED: Limit = { tries: 60, seconds: 900 }

/** Whoever tells has to be the service that is in force; what is told by any other is refused alike. */
const heard = async (ground: { db: Database; config: Config }, told: Told) => {
  const { service } = await providerInForce(ground, false)
  if (!service) throw new CallError(401, '签名错误')
  return service.hear(told, Date.now())
}

/** A task that was withdrawn before it was known that the service had made it is ended there. */
const endUnknown = async (tx: Tx, sign_task_id: number, outside_id: string): Promise<void> => {
  const { rows } = await sql`
    update sign_task set outside_id = ${outside_id} where sign_task_id = ${sign_task_id} and outside_id is null returning sign_task_id
  `.execute(tx)
  if (rows.length > 0) await tellService(tx, 'cancel', sign_task_id, outside_id)
}

/**
 * Takes what a service tells of a task: how far it has come is noted, once however often and in whatever order it is told; whether it has ended is not believed
 * but asked for at once. What is told of a task that is over, or by another number than the service gave it, changes nothing and is answered alike. Throws 401
 * where it is not the service that tells it, or not now, and 429 for an address that has tried too often.
 */
export const hearService = async (ground: { db: Database; config: Config }, told: Told & { address: string }): Promise<void> => {
  const { db } = ground
  const place = `signing:${told.address}`
  const seconds = await waitOf(db, place, FORGED)
  if (seconds > 0) throw new CallError(429, undefined, { seconds })
  const event = await heard(ground, told).catch(async (error: unknown) => {
    if (error instanceof CallError && error.code === 401) await countTry(db, place, told.address)
    throw error
  })
  if (!event) return
  await bySystem(db, '签署服务通知', async (acting) => {
    const { tx } = acting
    const { rows } = await sql<{ sign_task_id: number }>`select sign_task_id from sign_task where key = ${event.key}`.execute(tx)
    const known = rows[0]?.sign_task_id
    const task = known === undefined ? undefined : await holdTask(tx, known)
    if (known !== undefined && !task) await endUnknown(tx, known, event.outside_id)
    if (!task || (task.outside_id !== null && task.outside_id !== event.outside_id)) return
    // Told before the answer that gave its number was noted: it is signed by the service, and so is the number.
    await sql`
      update sign_task set outside_id = ${event.outside_id}, ask_at = epoch_now() where sign_task_id = ${task.sign_task_id}
    `.execute(tx)
    await noteProgress(acting, task, event.progress)
  })
}
