import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { FormSchema } from '../../src/core/form.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Tx } from '../store/connection/database.ts'
import { type Asker, attachmentsFor, type Held, ownUploads, picturesFor } from './holders.ts'

/** Who writes a record: a call's context, or an import's. */
interface Writing {
  tx: Tx
  session: Asker
}

/** Holds a file's content until the transaction ends, so that the clean-up cannot remove bytes that someone is just uploading again. */
export const lockContent = async (tx: Tx, hash: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 826102))`.execute(tx)
}

/** Most are new uploads, for which no record has to be looked at: a write depends on no more than it must. */
const mayUse = async ({ tx, session }: Writing, what: Held, ids: readonly number[]): Promise<boolean> => {
  const own = await ownUploads(tx, what, session.userId, ids)
  const others = ids.filter((id) => !own.has(id))
  const reached = await (what === 'files' ? attachmentsFor : picturesFor)(tx, session, others, 'keep')
  return others.every((id) => reached.has(id))
}

const GONE = { images: '图片不存在或已被删除，请重新上传', files: '附件不存在或已被删除，请重新上传' } as const

/**
 * Marks the pictures or attachments that a record names as used, so that the clean-up of orphans leaves them. 400, at `field`, where one was
 * never uploaded, or is not the writer's to use: whoever could put any number into a record of their own could read it there.
 */
export const markUsed = async (writing: Writing, ids: readonly number[], what: Held = 'images', field = 'imgs'): Promise<void> => {
  if (ids.length === 0) return
  const isAllowed = await mayUse(writing, what, ids)
  const { numAffectedRows } = await sql`
    update file set is_used = true where ${isAllowed} and img_id = any(${ids}::integer[])
  `.execute(writing.tx)
  if (Number(numAffectedRows) !== new Set(ids).size) throw new CallError(400, GONE[what], { field })
}

const numbersIn = (values: Readonly<Record<string, unknown>>, name: string): readonly number[] =>
  (values[name] as number[] | null | undefined) ?? []

/** Throws 400 at a field in which something is to be drawn (`x-draw`) where its picture is blank. */
const refuseBlank = async ({ tx }: Writing, form: FormSchema, values: Readonly<Record<string, unknown>>): Promise<void> => {
  for (const [field, { 'x-draw': isDrawn }] of Object.entries(form.properties)) {
    const ids = isDrawn ? numbersIn(values, field) : []
    if (ids.length === 0) continue
    const { rows } = await sql`select from file where img_id = any(${ids}::integer[]) and is_blank limit 1`.execute(tx)
    if (rows.length > 0) throw new CallError(400, '图片上几乎是空白，请重新手写或上传', { field })
  }
}

/** Marks the pictures and attachments in a record's columns as used. 400 where one is blank in which the form has something drawn. */
export const useFiles = async (
  writing: Writing,
  resource: CompleteResource,
  values: Readonly<Record<string, unknown>>,
  form?: FormSchema | null,
): Promise<void> => {
  if (form) await refuseBlank(writing, form, values)
  const pictures = resource.columns.filter(({ is }) => is === 'images').flatMap(({ name }) => numbersIn(values, name))
  await markUsed(writing, pictures)
  for (const { is, name } of resource.columns) if (is === 'files') await markUsed(writing, numbersIn(values, name), 'files', name)
}
