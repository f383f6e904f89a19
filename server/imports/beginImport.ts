import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { exportTypeOf } from '../../src/core/exportType.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { type ExistingRows, existingRows } from '../../src/protocol/imports.ts'
import type { Adding } from '../caller/session.ts'
import type { Config } from '../config.ts'
import type { Upload } from '../files/upload.ts'
import { addJob, openJobs } from '../jobs/queue.ts'
import type { Tx } from '../store/connection/database.ts'
import type { Row } from '../store/connection/rows.ts'
import { explainConstraints } from '../store/writing/problems.ts'
import { type Batch, batchOf, importedBefore, scopeText } from './batches.ts'
import { importFilesIn, sentFile } from './files.ts'
import { importJob } from './jobs.ts'
import { fileKind } from './readTable.ts'

explainConstraints({
  import_batch_once: '此文件刚刚已经导入过，没有再次导入',
  import_batch_rows_once: '这些行刚刚已经导入过，没有再次导入',
})

/** What an import begins with: a call's context has it. */
interface Beginning extends Adding {
  file: Upload | null
  config: Pick<Config, 'dataDir'>
  address: string
}

const POINTED_OUT = existingRows[0].const

/** One person's imports that wait or run. */
const OPEN_IMPORTS = 3

const refuseTwice = async (tx: Tx, batch: Pick<Batch, 'resource' | 'scope'>, hash: string): Promise<void> => {
  const before = await importedBefore(tx, batch, 'hash', hash)
  if (!before) return
  const { import_id, name, at } = before
  throw new CallError(409, `此文件已由${name}于 ${at} 导入过，没有再次导入；要重新导入，请先撤销那一次`, { import_id })
}

const addImportJob = async ({ tx, session }: Adding, label: string, params: { import_id: number; is_real: boolean }): Promise<number> => {
  if ((await openJobs(tx, session.userId, importJob.name)) >= OPEN_IMPORTS)
    throw new CallError(429, `您有 ${OPEN_IMPORTS} 个导入还没完成，请等完成后再导入`, { seconds: 60 })
  return addJob(tx, importJob, { msg: label, type: exportTypeOf(label), params, userId: session.userId })
}

/**
 * Keeps a file and puts its trial in the queue, with what is done with rows that are there already; gives the import's id. 400 for what is no file of ours, 409 where the very file has been
 * imported already and not taken back, 429 where three of one's own are under way.
 */
export const beginTrial = async (
  context: Beginning,
  resource: CompleteResource,
  existing: ExistingRows = POINTED_OUT,
): Promise<{ import_id: number }> => {
  const { tx, session, file, config, address } = context
  if (!file) throw new CallError(400, '请选择要导入的文件', { field: 'file' })
  const kind = fileKind(file.name, file.bytes)
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  const scope = scopeText(session.scope)
  await refuseTwice(tx, { resource: resource.name, scope }, hash)
  const { rows } = await sql<Row<'import_batch', 'import_id'>>`
    insert into import_batch (resource, label, file_name, kind, hash, scope, skips, job_id, address, created_by)
    values (${resource.name}, ${resource.label}, ${file.name.slice(0, 200)}, ${kind}, ${hash}, ${scope}, ${existing !== POINTED_OUT}, 0, ${address}, ${session.userId}) returning import_id
  `.execute(tx)
  const import_id = rows[0]?.import_id ?? 0
  // The file first, whole, then the commit: a crash between leaves a file that no row names, which the clean-up takes.
  await importFilesIn(config.dataDir, tx).write(sentFile(import_id, kind), file.bytes)
  const job = await addImportJob(context, resource.label, { import_id, is_real: false })
  await sql`update import_batch set job_id = ${job} where import_id = ${import_id}`.execute(tx)
  return { import_id }
}

/** Puts the import of a file whose trial found nothing wrong in the queue. 409 in any other state, and where all its rows are there already. */
export const beginReal = async (context: Adding, batch: Batch): Promise<{ import_id: number }> => {
  const { tx } = context
  const { import_id } = batch
  if (batch.state !== 'right') throw new CallError(409, '此文件还没有试导入通过，或已经导入')
  if (batch.rows === batch.skipped) throw new CallError(409, '这些行都已经有了，没有要导入的')
  const job = await addImportJob(context, batch.label, { import_id, is_real: true })
  await sql`
    update import_batch set state = 'waiting', is_real = true, job_id = ${job} where import_id = ${import_id} and state = 'right'
  `.execute(tx)
  return { import_id }
}

/** Gives a batch of the caller's, held until the transaction ends; 404 where it is none of theirs. */
export const ownBatch = async ({ tx, session }: Adding, importId: number): Promise<Batch> => {
  const batch = await batchOf(tx, importId, session.userId, true)
  if (!batch) throw new CallError(404)
  return batch
}
