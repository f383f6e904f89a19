import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Tx } from '../store/database.ts'

/** Holds a file's content until the transaction ends, so that the clean-up cannot remove bytes that someone is just uploading again. */
export const lockContent = async (tx: Tx, hash: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 826102))`.execute(tx)
}

/** Marks the images that a record names as used, so that the clean-up of orphans leaves them; 400 where one was never uploaded. */
export const markUsed = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const { numAffectedRows } = await sql`update file set is_used = true where img_id = any(${ids}::integer[])`.execute(tx)
  if (Number(numAffectedRows) !== new Set(ids).size) throw new CallError(400, '图片不存在或已被删除，请重新上传', { field: 'imgs' })
}

/** Marks the images in a record's image columns as used. */
export const useFiles = async (tx: Tx, resource: CompleteResource, values: Readonly<Record<string, unknown>>): Promise<void> => {
  const ids = resource.columns
    .filter((column) => column.is === 'images')
    .flatMap((column) => (values[column.name] as number[] | undefined) ?? [])
  await markUsed(tx, ids)
}
