import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { useLink as markUsed, withdrawLinks } from '../../caller/links/makeLink.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { settleFile } from '../../prints/allot.ts'
import { printDisk } from '../../prints/files.ts'
import type { PrintedRecord } from '../../prints/records.ts'
import { printNamed } from '../../prints/registry.ts'
import type { Database, Tx } from '../../store/connection/database.ts'
import { withdrawMessages } from '../contract/index.ts'
import type { Progress } from '../netSign/index.ts'
import { signableOf } from './signables.ts'
import { bySystem, finishTask, holdTask, type Task } from './tasks.ts'

/** 签署服务 (src/schemas/contract/terms.ts). */
const BY_SERVICE = 4

const recordOf = async (tx: Tx, resource: string, key: number): Promise<PrintedRecord> => {
  const { table, title, key: name } = resourceNamed(resource)
  const { rows } = await sql<PrintedRecord>`
    select ${sql.ref(name)} as key, ${sql.ref(title)}::text as title, version, p_id from ${sql.table(table)} where ${sql.ref(name)} = ${key}
  `.execute(tx)
  if (!rows[0]) throw new CallError(404)
  return rows[0]
}

const signed = async (acting: Acting, task: Task, progress: Progress, sha256: string): Promise<void> => {
  const { tx } = acting
  const { resource, record_id, link_id } = task
  const { move, paper } = signableOf(resource)
  const spec = printNamed(paper)
  // Ended first: the move of the record ends what else is open.
  await finishTask(acting, task, progress)
  if (link_id !== null) await markUsed(tx, { link_id })
  await moveBySystem(acting, resource, move, [record_id], { sign_way: BY_SERVICE })
  const record = await recordOf(tx, resource, record_id)
  await settleFile(tx, spec, record, { content: { values: { sn: record.title, signed_at: acting.now } }, sha256, userId: null })
}

/**
 * Keeps what both have signed at a service, and does what a signature does: the same as if it had been given here, in one transaction, once. A task that is not
 * under way any more stays as it is. Of a record that cannot be signed any more the task fails, and says so.
 */
export const settleSignedOutside = async (
  { db, dataDir }: { db: Database; dataDir: string },
  sign_task_id: number,
  progress: Progress,
  file: Buffer,
): Promise<void> => {
  const sha256 = createHash('sha256').update(file).digest('hex')
  await printDisk(dataDir).write(sha256, 'full', file)
  try {
    await bySystem(db, '签署服务签成', async (acting) => {
      const task = await holdTask(acting.tx, sign_task_id)
      if (task) await signed(acting, task, progress, sha256)
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    await failTask(db, sign_task_id, `双方已在签署服务签完，但合同已不在待签署：${error.message}`)
  }
}

/** Ends a task that came to nothing: its link permits no more, and staff see why and may ask anew. */
export const failTask = (db: Database, sign_task_id: number, reason: string): Promise<void> =>
  bySystem(db, '没有签成', async (acting) => {
    const task = await holdTask(acting.tx, sign_task_id)
    if (!task) return
    await moveBySystem(acting, 'sign_task', 'fail', [sign_task_id], { reason: reason.slice(0, 500) })
    await sql`update sign_task set ask_at = null where sign_task_id = ${sign_task_id}`.execute(acting.tx)
    await withdrawMessages(acting.tx, await withdrawLinks(acting.tx, task))
  })
